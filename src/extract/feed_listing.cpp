// SPDX-License-Identifier: MIT
#include <nlohmann/json.hpp>

#include "base/text.hpp"
#include "core/count_statement.hpp"
#include "extract/feed_template.hpp"
#include "extract/listing.hpp"
#include "extract/reading.hpp"
#include "extract/shape.hpp"

namespace paperwatch {

void add_feed_facts(const Feed& feed, const CompiledRules& rules, Listing& listing) {
  if (feed.error) {
    listing.is_error = true;
    listing.warnings.push_back("the source answers with an error: " + *feed.error);
    return;
  }
  if (!rules.count && !feed.total.empty()) {
    listing.count_text = feed.total;
    listing.count = parse_count(feed.total);
  }
  const bool says_none = listing.empty_marker || (listing.count && listing.count->value == 0);
  if (listing.records.empty() && listing.incomplete == 0 && !says_none) {
    listing.warnings.push_back("the feed has no entries");
  }
  // Only where the rules ask for further pages without saying how to find them.
  if (rules.has_pages && !rules.next && !rules.counts_pages) listing.next = feed.next;
}

Result<Listing> read_json_feed_listing(const Json& page, const CompiledRules& rules,
                                       std::string_view address, Listing listing) {
  Result<Feed> feed = read_json_feed(page, address);
  if (!feed) return fail(feed.error());
  listing.elements = feed->elements;
  listing.page_title =
      page.contains("title") ? collapse_space(scalar_text(page["title"])) : std::string();
  RecordCollector collector(listing, rules);
  const Pick nothing = [](const CompiledField&, const CompiledSelector&) {
    return std::vector<std::string>();
  };
  for (FeedItem& entry : feed->entries) collector.add(nothing, address, std::move(entry.fields));
  const auto items = page.find("items");
  if (items != page.end()) listing.shape = shape_of(page, {&*items});
  collector.report_others();
  collector.report_missing();
  add_feed_facts(*feed, rules, listing);
  return listing;
}

}  // namespace paperwatch
