// SPDX-License-Identifier: MIT
#include "extract/suggest.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <set>

#include <paperwatch/workbench.hpp>

#include "base/text.hpp"
#include "extract/charset.hpp"
#include "extract/html.hpp"
#include "extract/page_format.hpp"

namespace paperwatch {

namespace {

constexpr std::size_t most_suggestions = 3;
constexpr std::array every_kind{Metadata::json_ld, Metadata::coins, Metadata::meta,
                                Metadata::bibtex};

std::map<std::string, std::size_t> records_by_field(const Listing& listing) {
  std::map<std::string, std::size_t> out;
  for (const Record& record : listing.records) {
    for (const auto& [name, value] : record.fields) ++out[name];
  }
  return out;
}

std::optional<Listing> tried(const ExtractRules& rules, const std::optional<PagesRules>& pages,
                             const PageBytes& page) {
  std::vector<RuleFault> faults;
  const auto extractor = Extractor::compile(rules, pages, faults);
  if (!extractor) return std::nullopt;
  auto listing = extractor->extract(page);
  return listing ? std::optional(std::move(*listing)) : std::nullopt;
}

struct Draft {
  const RecordGroup* group = nullptr;
  std::vector<FieldGuess> guesses;
  TitleGuess title;
  double score = 0;
};

double score_of(const RecordGroup& group, const TitleGuess& title) {
  return title.score * (0.15 + group.coverage) *
         std::pow(static_cast<double>(group.members.size()), 0.4);
}

// What was guessed of a listing, with what the page itself bears out.
class Author {
 public:
  Author(const Tree& tree, const PageBytes& page) : tree_(tree), page_(page) {}

  std::optional<Suggestion> write(const Draft& draft) const {
    Suggestion out;
    out.rules.record.select = {Selector::Language::css, draft.group->selector, {}};
    out.rules.span_siblings = draft.group->span_siblings;
    out.rules.fields.emplace_back("title", draft.title.rule);
    for (auto& field : further_fields(tree_, *draft.group, draft.title, draft.guesses))
      out.rules.fields.push_back(std::move(field));
    out.rules.count = count_guess(tree_, *draft.group);
    if (auto next = next_page_guess(tree_)) {
      out.pages.emplace();
      out.pages->next = std::move(next);
    }
    out.rules.require = std::vector<std::string>{"title"};
    return finished(std::move(out));
  }

  // A page that describes one paper in its head.
  std::optional<Suggestion> write_single() const {
    Suggestion out;
    out.rules.record.select = {Selector::Language::css, "html", {}};
    out.rules.use = {Metadata::meta};
    auto listing = tried(out.rules, std::nullopt, page_);
    if (!listing || listing->records.empty()) return std::nullopt;
    out.listing = std::move(*listing);
    out.yaml = yaml_of(out.rules, out.pages);
    return out;
  }

 private:
  std::optional<Suggestion> finished(Suggestion out) const {
    auto listing = tried(out.rules, out.pages, page_);
    if (!listing || listing->records.size() < 2) return std::nullopt;
    drop_what_finds_nothing(*listing, out);
    for (const auto& offer : metadata_offers(out.rules, page_, *listing))
      out.rules.use.push_back(offer.kind);
    // Every record has an address: the usual requirement keeps headings and the like away.
    const auto found = records_by_field(*listing);
    const auto with_url = found.find("url");
    if (with_url != found.end() && with_url->second == listing->records.size())
      out.rules.require.reset();
    listing = tried(out.rules, out.pages, page_);
    if (!listing) return std::nullopt;
    out.listing = std::move(*listing);
    out.yaml = yaml_of(out.rules, out.pages);
    return out;
  }

  static void drop_what_finds_nothing(const Listing& listing, Suggestion& out) {
    const auto found = records_by_field(listing);
    std::erase_if(out.rules.fields,
                  [&](const auto& field) { return !found.contains(field.first); });
    if (!listing.count) out.rules.count.reset();
    if (!listing.next) out.pages.reset();
  }

  const Tree& tree_;
  const PageBytes& page_;
};

std::vector<Draft> drafts_of(const Tree& tree, const std::vector<RecordGroup>& groups) {
  std::vector<Draft> out;
  for (const RecordGroup& group : groups) {
    Draft draft{&group, field_guesses(tree, group), {}, 0};
    draft.title = best_title(tree, group, draft.guesses);
    draft.score = score_of(group, draft.title) * paper_likeness(tree, group, draft.guesses);
    if (draft.score > 0) out.push_back(std::move(draft));
  }
  std::stable_sort(out.begin(), out.end(),
                   [](const Draft& a, const Draft& b) { return a.score > b.score; });
  return out;
}

std::vector<std::string> titles_of(const Listing& listing) {
  std::vector<std::string> out;
  for (const Record& record : listing.records) out.emplace_back(text_of(record.fields, "title"));
  return out;
}

std::vector<Suggestion> suggestions_for(const Tree& tree, const PageBytes& page) {
  const TextLengths lengths(tree);
  const auto groups = repeated_groups(tree, lengths);
  const Author author(tree, page);
  std::vector<Suggestion> out;
  if (auto single = author.write_single()) out.push_back(std::move(*single));
  std::set<std::vector<std::string>>
      seen;  // other words for the same listing are no other proposal
  for (const Draft& draft : drafts_of(tree, groups)) {
    if (out.size() >= most_suggestions) break;
    auto one = author.write(draft);
    if (one && seen.insert(titles_of(one->listing)).second) out.push_back(std::move(*one));
  }
  return out;
}

// RSS, Atom, JSON Feed: nothing to guess.
std::optional<Suggestion> feed_suggestion(const PageBytes& page) {
  Suggestion out;
  out.rules.format = Format::feed;
  auto listing = tried(out.rules, std::nullopt, page);
  if (!listing) return std::nullopt;
  out.listing = std::move(*listing);
  out.yaml = "template: feed\n";
  return out;
}

}  // namespace

std::string_view name_of(Metadata metadata) {
  switch (metadata) {
    case Metadata::json_ld:
      return "json-ld";
    case Metadata::coins:
      return "coins";
    case Metadata::meta:
      return "meta";
    case Metadata::bibtex:
      return "bibtex";
  }
  return "";
}

std::vector<MetadataOffer> metadata_offers(const ExtractRules& rules, const PageBytes& page,
                                           const Listing& found) {
  std::vector<MetadataOffer> out;
  if (found.format != "html" || rules.format == Format::feed) return out;
  const auto before = records_by_field(found);
  for (const Metadata kind : every_kind) {
    if (std::find(rules.use.begin(), rules.use.end(), kind) != rules.use.end()) continue;
    ExtractRules wider = rules;
    wider.use.push_back(kind);
    const auto listing = tried(wider, std::nullopt, page);
    if (!listing) continue;
    MetadataOffer offer{kind, {}};
    for (const auto& [name, count] : records_by_field(*listing)) {
      const auto known = before.find(name);
      const std::size_t had = known == before.end() ? 0 : known->second;
      if (count > had) offer.fields.emplace_back(name, count - had);
    }
    if (!offer.fields.empty()) out.push_back(std::move(offer));
  }
  return out;
}

Result<std::vector<Suggestion>> suggest_rules(const PageBytes& page) {
  if (trim(page.body).empty()) return fail("no_content", "the page is empty");
  const auto decoded = decode(page.body, page.content_type, "");
  if (!decoded) return fail(decoded.error());
  const Format format = page_format(decoded->text, page.content_type, Format::automatic, false);
  const std::string_view start = trim(decoded->text);
  if (format != Format::html || start.starts_with("{") || start.starts_with("[")) {
    if (auto feed = feed_suggestion(page)) return std::vector<Suggestion>{std::move(*feed)};
    const bool is_json = start.starts_with("{") || start.starts_with("[");
    return fail("no_content",
                std::string("the page is ") + (is_json ? "JSON" : "XML") +
                    " and no feed; rules are guessed for HTML only",
                std::string("`try --tree` shows its ") +
                    (is_json ? "members, of which JSON Pointers are made (docs/rules.md, JSON)"
                             : "elements, from which selectors are made (docs/rules.md, XML)"));
  }
  const auto tree = parse_html(decoded->text);
  if (!tree) return fail(tree.error());
  return suggestions_for(*tree, page);
}

}  // namespace paperwatch
