// SPDX-License-Identifier: MIT
#include "extract/page_rules.hpp"

#include "base/url.hpp"
#include "core/count_statement.hpp"

namespace paperwatch {

void read_count(const CompiledRules& rules, const Pick& pick, Listing& listing) {
  if (!rules.count) return;
  for (const std::string& text : read_texts(*rules.count, pick)) {
    if (listing.count_text.empty()) listing.count_text = text;
    listing.count = parse_count(text);
    if (!listing.count) continue;
    listing.count_text = text;
    return;
  }
  if (!listing.count_text.empty()) {
    listing.warnings.push_back("count: '" + listing.count_text + "' names no number of records");
  }
}

void read_next(const CompiledRules& rules, const Pick& pick, std::string_view base,
               Listing& listing) {
  if (!rules.next) return;
  const std::vector<std::string> texts = read_texts(*rules.next, pick);
  if (texts.empty()) return;
  if (rules.next_is_cursor) {
    listing.next = texts.front();
    return;
  }
  std::string url = resolve_url(texts.front(), base);
  if (!url.empty()) {
    listing.next = std::move(url);
  } else {
    listing.warnings.push_back("pages, next: '" + texts.front() + "' is no http or https address");
  }
}

void warn_of_nothing(const CompiledRules& rules, std::size_t matched, std::string_view near,
                     Listing& listing) {
  const bool says_none = listing.empty_marker || (listing.count && listing.count->value == 0);
  if (!listing.records.empty() || says_none || !rules.record) return;
  const std::string selector = "'" + rules.record->select.text + "'";
  if (matched == 0) {
    std::string line = "record: " + selector + " matches nothing on this page";
    if (!near.empty()) line.append("; ").append(near);
    listing.warnings.push_back(std::move(line));
    return;
  }
  listing.warnings.push_back("record: " + selector + " matches " + std::to_string(matched) +
                             " elements, but none of them is a record");
}

}  // namespace paperwatch
