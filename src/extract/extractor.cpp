// SPDX-License-Identifier: MIT
#include <algorithm>
#include <iterator>
#include <utility>

#include <nlohmann/json.hpp>

#include <paperwatch/extract.hpp>

#include "base/hash.hpp"
#include "base/text.hpp"
#include "extract/charset.hpp"
#include "extract/compile.hpp"
#include "extract/html.hpp"
#include "extract/json_page.hpp"
#include "extract/listing.hpp"
#include "extract/outline.hpp"
#include "extract/page_format.hpp"
#include "extract/page_signs.hpp"
#include "extract/record.hpp"
#include "extract/text.hpp"
#include "extract/xml.hpp"

namespace paperwatch {

struct Extractor::Compiled {
  CompiledRules rules;
  std::string hash;
};

namespace {

struct DecodedPage {
  std::string text;
  Format format = Format::html;
  Listing listing;  // with format and encoding filled in
};

std::string_view written(Format format) {
  return format == Format::json ? "json" : format == Format::xml ? "xml" : "html";
}

Result<DecodedPage> decode_page(const PageBytes& page, const CompiledRules& rules) {
  auto decoded = decode(page.body, page.content_type, rules.encoding);
  if (!decoded) return fail(decoded.error());
  DecodedPage out;
  const bool has_pointers = rules.record && rules.record->select.pointer();
  out.format = page_format(decoded->text, page.content_type, rules.format, has_pointers);
  out.listing.format = written(out.format);
  out.listing.encoding = decoded->encoding;
  out.listing.encoding_from = decoded->from;
  out.listing.replaced = decoded->replaced;
  out.text = std::move(decoded->text);
  return out;
}

// A web page where XML or JSON was to be is mostly somebody in between: say who.
Failure describe_wrong_format(const Error& error, std::string_view text) {
  if (error.code != "no_content" || !looks_like_html(text)) return fail(error);
  const Result<Tree> tree = parse_html(text);
  if (!tree) return fail(error);
  Listing signs;
  read_page_signs(*tree, signs);
  const std::string title = signs.page_title.empty() ? "" : ", titled '" + signs.page_title + "'";
  if (signs.looks_blocked)
    return fail("blocked", "the source answers with a waiting room or block page" + title);
  return fail(error.code, error.message + "; it is a web page" + title, error.hint);
}

Result<Listing> read_json_page(DecodedPage page, const CompiledRules& rules, std::string_view url) {
  const auto json = parse_json(page.text);
  if (!json) return describe_wrong_format(json.error(), page.text);
  if (rules.format == Format::feed)
    return read_json_feed_listing(*json, rules, url, std::move(page.listing));
  return read_json_listing(*json, rules, url, page.text, std::move(page.listing));
}

Result<Listing> read_xml_page(DecodedPage page, const CompiledRules& rules, std::string_view url) {
  const auto tree = parse_xml(page.text);
  if (!tree) return describe_wrong_format(tree.error(), page.text);
  if (rules.format != Format::feed)
    return read_tree_listing(*tree, rules, url, std::move(page.listing));
  auto listing = read_feed_listing(*tree, rules, url, std::move(page.listing));
  return listing ? std::move(listing) : describe_wrong_format(listing.error(), page.text);
}

bool is_json(std::string_view text) {
  const std::string_view start = trim(text);
  return (start.starts_with("{") || start.starts_with("[")) && parse_json(text);
}

Result<Listing> read_html_page(DecodedPage page, const CompiledRules& rules, std::string_view url) {
  if (is_json(page.text)) {
    return fail("no_content", "the page is JSON, but the rules are for markup",
                "set `format: json` and write JSON Pointers, such as /items");
  }
  const auto tree = parse_html(page.text, {}, rules.hidden_text);
  if (!tree) return fail(tree.error());
  page.listing.ends = html_ends(page.text);
  return read_tree_listing(*tree, rules, url, std::move(page.listing));
}

// XML whose first element is none of HTML's, though nothing else says that it is XML.
bool is_foreign_xml(std::string_view text) {
  if (!trim(text).starts_with("<") || looks_like_html(text)) return false;
  const auto tree = parse_xml(text);
  if (!tree || tree->nodes.size() < 2) return false;
  static constexpr std::string_view known[] = {
      "html", "head", "body", "main", "section", "article", "div", "p",  "span", "a",
      "ul",   "ol",   "li",   "dl",   "table",   "h1",      "h2",  "h3", "nav"};
  return std::find(std::begin(known), std::end(known), lower_ascii(tree->name(1))) ==
         std::end(known);
}

std::string outline_of_tree(const Tree& tree, const CompiledRules& rules, std::string_view url) {
  TreePage page(tree, url);
  if (rules.record) {
    const RecordPlaces places = find_records(page, rules);
    if (!places.kept.empty()) {
      std::string out;
      for (const NodeId top : places.kept.front().scope.tops) out += outline_of(tree, top);
      return out;
    }
  }
  return outline_of(tree, 0);
}

}  // namespace

std::optional<Extractor> Extractor::compile(const ExtractRules& rules,
                                            const std::optional<PagesRules>& pages,
                                            std::vector<RuleFault>& faults) {
  const std::size_t before = faults.size();
  auto compiled = std::make_shared<Compiled>(Compiled{compile_rules(rules, pages, faults), {}});
  if (faults.size() > before) return std::nullopt;
  compiled->hash = content_hash(canonical_text(rules, pages));
  return Extractor(std::move(compiled));
}

const std::string& Extractor::rules_hash() const {
  return compiled_->hash;
}

Result<Listing> Extractor::extract(const PageBytes& page) const {
  const CompiledRules& rules = compiled_->rules;
  if (trim(page.body).empty()) return fail("no_content", "the page is empty");
  auto decoded = decode_page(page, rules);
  if (!decoded) return fail(decoded.error());
  switch (decoded->format) {
    case Format::json:
      return read_json_page(std::move(*decoded), rules, page.url);
    case Format::xml:
      return read_xml_page(std::move(*decoded), rules, page.url);
    default:
      return read_html_page(std::move(*decoded), rules, page.url);
  }
}

Result<std::string> Extractor::outline(const PageBytes& page) const {
  const CompiledRules& rules = compiled_->rules;
  auto decoded = decode_page(page, rules);
  if (!decoded) return fail(decoded.error());
  // Whoever looks at a page to find selectors has not said yet what it is.
  const bool is_open = rules.format == Format::automatic && decoded->format == Format::html;
  if (decoded->format == Format::json || (is_open && is_json(decoded->text))) {
    const auto json = parse_json(decoded->text);
    if (!json) return fail(json.error());
    const JsonPointer* pointer = rules.record ? rules.record->select.pointer() : nullptr;
    const auto records = pointer ? pointer->find(*json) : std::vector<const Json*>();
    return outline_of(records.empty() ? *json : *records.front());
  }
  const bool is_xml = decoded->format == Format::xml || (is_open && is_foreign_xml(decoded->text));
  const auto tree = is_xml ? parse_xml(decoded->text) : parse_html(decoded->text);
  if (!tree) return fail(tree.error());
  return outline_of_tree(*tree, rules, page.url);
}

}  // namespace paperwatch
