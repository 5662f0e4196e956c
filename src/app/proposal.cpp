// SPDX-License-Identifier: MIT
#include "app/proposal.hpp"

#include <algorithm>

#include <fmt/format.h>

#include <paperwatch/workbench.hpp>

#include "base/ascii.hpp"
#include "base/text.hpp"
#include "base/url.hpp"
#include "render/text.hpp"

namespace paperwatch {

namespace {

constexpr std::size_t most_previews = 5;  // records of a proposal that are shown

// "papers.example.org" of its address, as an id.
std::string id_for(const std::string& url) {
  const auto parsed = parse_url(url);
  std::string id;
  for (const char c : parsed ? parsed->host : std::string()) {
    const bool allowed = is_ascii_lower(c) || is_ascii_digit(c) || c == '.' || c == '-';
    if (allowed) id += c;
  }
  return id.empty() ? "listing" : id;
}

std::string as_source(const std::string& rules, const std::string& url) {
  std::string out = fmt::format("sources:\n  - id: {}\n    url: '{}'\n    every: 1d\n", id_for(url),
                                replace_all(url, "'", "''"));
  for (const auto& line : split(rules, '\n')) {
    if (!line.empty()) out += "    " + line + "\n";
  }
  return out;
}

// What the text finds when it is used as any configuration is.
std::optional<Listing> tried(const std::string& yaml, const PageBytes& page) {
  const auto loaded = parse_config(yaml, "suggestion.yaml");
  if (!loaded.config) return std::nullopt;
  const Source& source = loaded.config->sources.front();
  std::vector<RuleFault> faults;
  const auto extractor = Extractor::compile(source.extract, source.pages, faults);
  if (!extractor) return std::nullopt;
  auto listing = extractor->extract(page);
  return listing ? std::optional(std::move(*listing)) : std::nullopt;
}

std::string commented(const std::string& text) {
  std::string out;
  for (const auto& line : split(text, '\n')) out += line.empty() ? "" : "# " + line + "\n";
  return out;
}

std::string preview(const Listing& listing) {
  std::string out = fmt::format("finds {}", counted(listing.records.size(), "record"));
  if (listing.count) out += fmt::format("; the page states {}", count_text(*listing.count));
  if (listing.next) out += "; goes on at " + *listing.next;
  out += "\n";
  for (std::size_t i = 0; i < std::min(most_previews, listing.records.size()); ++i) {
    const auto& fields = listing.records[i].fields;
    out += fmt::format("{:>4}  {}\n", i + 1, single_line(text_of(fields, "title")));
    for (const auto& [name, value] : fields) {
      if (name == "title" || i > 0) continue;  // the first shows what the others look like
      out +=
          fmt::format("        {}: {}\n", name, cut_to_width(single_line(value_text(value)), 80));
    }
  }
  return out;
}

}  // namespace

std::vector<Proposal> proposals_for(const Trial& trial) {
  const PageBytes page{trial.body, trial.final_url, trial.content_type};
  const auto found = suggest_rules(page);
  if (!found) throw Refusal{source_failed, found.error(), {}};
  std::vector<Proposal> out;
  for (const auto& one : *found) {
    Proposal proposal{as_source(one.yaml, trial.url), {}};
    auto listing = tried(proposal.yaml, page);
    if (!listing) continue;
    proposal.listing = std::move(*listing);
    out.push_back(std::move(proposal));
  }
  if (!out.empty()) return out;
  throw Refusal{source_failed,
                {"no_records", "nothing on the page repeats the way a list of papers does",
                 "`try --tree` shows how the page is built; a page that a script fills in the "
                 "browser holds no papers to read: look for a feed or an API"},
                {}};
}

std::string proposals_text(const std::vector<Proposal>& proposals) {
  std::string out;
  for (const auto& one : proposals) {
    const bool is_first = &one == &proposals.front();
    if (!is_first) out += "\n# Another proposal:\n";
    out += commented(preview(one.listing)) + (is_first ? one.yaml : commented(one.yaml));
  }
  return out;
}

Json proposals_json(const std::vector<Proposal>& proposals, std::string_view url) {
  Json list = Json::array();
  for (const auto& one : proposals) {
    Json json = try_json(one.listing, url);
    json["yaml"] = one.yaml;
    list.push_back(std::move(json));
  }
  return {{"suggestions", std::move(list)}};
}

}  // namespace paperwatch
