// SPDX-License-Identifier: MIT
// Listings on pages of elements: html, xml, feeds in XML.
#include "base/text.hpp"
#include "extract/advice.hpp"
#include "extract/diagnosis.hpp"
#include "extract/feed_template.hpp"
#include "extract/listing.hpp"
#include "extract/metadata.hpp"
#include "extract/page_rules.hpp"
#include "extract/page_signs.hpp"
#include "extract/reading.hpp"
#include "extract/record.hpp"
#include "extract/shape.hpp"
#include "extract/text.hpp"
#include "extract/tree_page.hpp"

namespace paperwatch {

namespace {

Pick picker(TreePage& page, const Scope& scope, bool links = false) {
  return [&page, &scope, links](const CompiledField& field, const CompiledSelector& selector) {
    return page.pick(field, selector, scope, links);
  };
}

bool shows_empty(TreePage& page, const CompiledRules& rules) {
  const Scope everything = TreePage::whole_page();
  if (rules.empty_select && !page.find(*rules.empty_select, everything, 1).empty()) return true;
  return !rules.empty_text.empty() &&
         page.text(everything).find(rules.empty_text) != std::string::npos;
}

// A title where an address is wanted is the commonest mistake of all; it even resolves.
void warn_of_link_texts(const CompiledRules& rules, Listing& listing) {
  for (const CompiledField& field : rules.fields) {
    if (field.shape != Shape::url || field.select.empty() || listing.format != "html") continue;
    const CssSelector* css = field.select.front().css();
    if (!css || css->target().kind != SelectorTarget::Kind::element || field.steps.match) continue;
    listing.warnings.push_back("field '" + field.name + "' reads the text of '" +
                               field.select.front().text + "', not its address; write '" +
                               field.select.front().text + "::attr(href)'");
  }
}

void read_page(TreePage& page, const CompiledRules& rules, Listing& listing) {
  const Scope everything = TreePage::whole_page();
  read_count(rules, picker(page, everything), listing);
  read_next(rules, picker(page, everything, !rules.next_is_cursor), page.base(), listing);
  listing.empty_marker = listing.records.empty() && shows_empty(page, rules);
}

Result<Listing> finished(TreePage& page, const CompiledRules& rules, Listing listing,
                         const FieldReasons& reasons = {}) {
  read_page_signs(page.tree(), listing);
  for (std::string& line : advice_on_fields(listing, rules, reasons))
    listing.warnings.push_back(std::move(line));
  if (const auto trouble = page.trouble()) return fail(*trouble);
  return listing;
}

// What `keep` and the record's `match` leave of what was matched: nothing.
std::string left_out(const RecordPlaces& places, const CompiledRules& rules) {
  const std::string all = "all " + std::to_string(places.matched);
  if (places.other_texts == places.matched) {
    return "record: match '" + rules.record->match->pattern() + "' left out " + all +
           " elements of '" + rules.record->select.text + "'";
  }
  std::vector<std::string> headings;
  for (const std::string& text : places.other_headings) headings.push_back("“" + text + "”");
  return "section: keep '" + rules.section->keep->pattern() + "' left out " +
         (places.other_texts == 0 ? all : std::to_string(places.other_sections)) + "; " +
         (headings.empty() ? "no heading '" + rules.section->heading.text + "' stands before them"
                           : "headings are: " + join(headings, ", "));
}

void warn_of_no_records(const Tree& tree, std::string_view address, const RecordPlaces& places,
                        const CompiledRules& rules, Listing& listing) {
  if (places.matched > 0 && places.kept.empty()) {
    listing.warnings.push_back(left_out(places, rules));
    return;
  }
  const std::string reason = places.matched == 0
                                 ? reason_for_no_records(tree, address, rules.record->select)
                                 : std::string();
  warn_of_nothing(rules, places.matched, reason, listing);
}

std::vector<Scope> scopes_of(const RecordPlaces& places) {
  std::vector<Scope> scopes;
  for (const RecordPlace& place : places.kept) scopes.push_back(place.scope);
  return scopes;
}

}  // namespace

Result<Listing> read_tree_listing(const Tree& tree, const CompiledRules& rules,
                                  std::string_view address, Listing listing) {
  TreePage page(tree, address);
  const RecordPlaces places = find_records(page, rules);
  listing.elements = places.kept.size();
  listing.shape = shape_of(tree, scopes_of(places));
  listing.sections_filtered = rules.section && rules.section->keep;
  RecordCollector collector(listing, rules);
  const PageMetadata metadata(tree, rules.use, page.base(), places.kept);
  for (std::size_t i = 0; i < places.kept.size(); ++i) {
    const RecordPlace& place = places.kept[i];
    Fields known;
    if (!place.section.empty()) known.emplace("section", place.section);
    collector.add(
        picker(page, place.scope), page.base(), std::move(known),
        [&](Fields& fields) { metadata.complete(i, fields); },
        [&] { return page.text(place.scope); });
  }
  if (!rules.use.empty()) collector.report_others();
  collector.report_missing();
  read_page(page, rules, listing);
  if (!listing.records.empty()) warn_of_link_texts(rules, listing);
  warn_of_no_records(tree, address, places, rules, listing);
  const auto reasons = rules.use.empty()
                           ? reasons_for_silence(tree, address, rules, places, collector.seen())
                           : FieldReasons{};
  return finished(page, rules, std::move(listing), reasons);
}

Result<Listing> read_feed_listing(const Tree& tree, const CompiledRules& rules,
                                  std::string_view address, Listing listing) {
  Result<Feed> feed = read_feed(tree, address);
  if (!feed) return fail(feed.error());
  TreePage page(tree, address);
  listing.elements = feed->elements;
  RecordCollector collector(listing, rules);
  std::vector<Scope> records;
  for (FeedItem& entry : feed->entries) {
    const Scope& scope = records.emplace_back(Scope{{entry.element}, {}});
    collector.add(picker(page, scope), page.base(), std::move(entry.fields));
  }
  listing.shape = shape_of(tree, records);
  collector.report_others();
  collector.report_missing();
  read_page(page, rules, listing);
  add_feed_facts(*feed, rules, listing);
  return finished(page, rules, std::move(listing));
}

}  // namespace paperwatch
