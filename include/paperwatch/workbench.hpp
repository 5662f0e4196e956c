// SPDX-License-Identifier: MIT
// What `try` has for those who write rules: proposals for a page that nobody described yet, and
// what a page offers beyond its rules.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <paperwatch/extract.hpp>
#include <paperwatch/result.hpp>
#include <paperwatch/rules.hpp>

namespace paperwatch {

// Rules that were guessed from a page, and what they find on it.
struct Suggestion {
  ExtractRules rules;
  std::optional<PagesRules> pages;
  std::string yaml;  // the same as text, to be pasted into a source: `extract:` and `pages:`
  Listing listing;
};

// Proposals for a listing page, the likeliest first, at most three; none where the page shows no
// repeated structure with titles. Told by repetition, links, lengths of texts, headings and plain
// words in names; nothing is known of any site. Pure. Fails as Extractor::extract does, and with
// no_content for JSON and XML that is no feed.
Result<std::vector<Suggestion>> suggest_rules(const PageBytes& page);

// Fields that `use: [kind]` would add, with the number of records that would gain them.
struct MetadataOffer {
  Metadata kind = Metadata::json_ld;
  std::vector<std::pair<std::string, std::size_t>> fields;
};

// Of the kinds that the rules do not use yet. `found`: what the rules find on the page now.
std::vector<MetadataOffer> metadata_offers(const ExtractRules& rules, const PageBytes& page,
                                           const Listing& found);
// "json-ld", as in YAML.
std::string_view name_of(Metadata metadata);

}  // namespace paperwatch
