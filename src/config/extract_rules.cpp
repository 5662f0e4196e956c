// SPDX-License-Identifier: MIT
#include "config/extract_rules.hpp"

#include <algorithm>
#include <array>
#include <cctype>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include <paperwatch/given_fields.hpp>

#include "base/ascii.hpp"
#include "base/text.hpp"
#include "config/field_names.hpp"
#include "config/keys.hpp"
#include "config/map_reader.hpp"

namespace paperwatch {

namespace {

using Language = Selector::Language;

// Reads the rules of one `extract:` (or `pages:`), all of one format.
class RuleReader {
 public:
  RuleReader(Format format, Faults& faults) : format_(format), faults_(faults) {}

  std::optional<FieldRule> rule(const Node& node, std::string_view name) const;
  std::optional<RecordRule> record(const Node& node) const;
  std::optional<SectionRule> section(const Node& node) const;
  std::optional<EmptyRule> empty(const Node& node) const;

 private:
  std::optional<Selector> selector(const Node& node, std::string_view name, Language plain) const;
  std::optional<Selector> plain_selector(const Node& node, std::string_view name) const;
  std::vector<Selector> selectors(const Node& node, std::string_view name, Language plain) const;
  std::optional<Pattern> pattern(const MapReader& in, std::string_view key) const;
  std::optional<std::string> glue(const MapReader& in, std::string_view key) const;
  std::vector<Replacement> replacements(const MapReader& in) const;
  void each(const MapReader& in, FieldRule& rule) const;
  void from_map(const Node& node, std::string_view name, FieldRule& rule) const;
  void select_or_xpath(const MapReader& in, std::string_view name, FieldRule& rule) const;

  Format format_;
  Faults& faults_;
};

// `select: [data-x]` is a list of one to YAML and an attribute selector to whoever wrote it.
bool looks_like_attribute_selector(const Node& list) {
  if (!list.flow || list.items.size() != 1) return false;
  const Node& item = list.items.front();
  if (!item.is(Node::Kind::scalar) || item.quoted || item.text.empty()) return false;
  if (std::isalpha(static_cast<unsigned char>(item.text.front())) == 0) return false;
  static constexpr std::array attributes{"rel",      "href",     "id",      "class", "src",
                                         "role",     "lang",     "type",    "name",  "itemprop",
                                         "property", "datetime", "content", "value", "alt"};
  const auto name = item.text.substr(0, item.text.find_first_of("=~|^$*"));
  const bool plain_name = std::all_of(name.begin(), name.end(), [](char c) {
    return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '-' || c == '_';
  });
  const bool known = std::find(attributes.begin(), attributes.end(), item.text) != attributes.end();
  return plain_name &&
         (known || name.find('-') != std::string::npos ||
          (item.text.size() > name.size() && item.text.find('=') != std::string::npos));
}

std::string in_single_quotes(const std::string& text) {
  return fmt::format("'{}'", replace_all(text, "'", "''"));
}

Language language_of(std::string_view text, Format format) {
  const bool pointer =
      format == Format::json || (format == Format::automatic && text.starts_with('/'));
  return pointer ? Language::pointer : Language::css;
}

// "//li", ".//a/@href", "/html/body/ul": nobody writes CSS or a JSON Pointer like that.
bool looks_like_xpath(std::string_view text, Format format) {
  const auto has = [text](std::string_view part) { return text.find(part) != text.npos; };
  if (text.starts_with("./") || text.starts_with(".//") || text.starts_with("(/")) return true;
  if (format == Format::json || !text.starts_with('/')) return false;
  return text.starts_with("//") || text == "/html" || text.starts_with("/html/") || has("::") ||
         has("[") || has("text()");
}

std::optional<Selector> RuleReader::plain_selector(const Node& node, std::string_view name) const {
  if (node.is(Node::Kind::scalar) && node.lost.empty() && looks_like_xpath(node.text, format_)) {
    faults_.add(node.content, fmt::format("{}: '{}' looks like an XPath", name, node.text),
                fmt::format("write {{xpath: {}}}", in_single_quotes(node.text)));
    return std::nullopt;
  }
  // A page of xml or html knows no pointers, and no selector begins with a slash.
  const bool slash = node.is(Node::Kind::scalar) && node.text.starts_with('/');
  if (slash && (format_ == Format::xml || format_ == Format::html)) {
    faults_.add(node.content, fmt::format("{}: '{}' is not a CSS selector", name, node.text),
                fmt::format("if it is XPath, write {}: {{xpath: {}}}", name, in_quotes(node.text)));
    return std::nullopt;
  }
  auto text = read_pattern_text(node, name, faults_);
  if (!text) return std::nullopt;
  const auto language = language_of(*text, format_);
  if (language == Language::pointer && !text->starts_with('/')) {
    faults_.add(node.content, fmt::format("{}: '{}' is not a JSON pointer", name, *text),
                fmt::format("pointers begin with a slash: /{}", *text));
    return std::nullopt;
  }
  return Selector{language, std::move(*text), node.content};
}

// A plain text in the language `plain` (css stands for "what the format says"), or {xpath: …}.
std::optional<Selector> RuleReader::selector(const Node& node, std::string_view name,
                                             Language plain) const {
  if (node.is(Node::Kind::map)) {
    const MapReader in(node, "selector", fmt::format("'{}'", name), faults_);
    const Node* xpath = in.find("xpath");
    return xpath ? selector(*xpath, "xpath", Language::xpath) : std::nullopt;
  }
  if (plain != Language::xpath) return plain_selector(node, name);
  auto text = read_pattern_text(node, name, faults_);
  if (!text) return std::nullopt;
  return Selector{Language::xpath, std::move(*text), node.content};
}

std::vector<Selector> RuleReader::selectors(const Node& node, std::string_view name,
                                            Language plain) const {
  std::vector<Selector> out;
  if (!node.is(Node::Kind::sequence)) {
    if (auto one = selector(node, name, plain)) out.push_back(std::move(*one));
    return out;
  }
  if (looks_like_attribute_selector(node)) {
    faults_.add(node.at, fmt::format("{}: [{}] is a list in YAML", name, node.items.front().text),
                fmt::format("put it in quotes: {}: {}", name,
                            in_quotes("[" + node.items.front().text + "]")));
    return out;
  }
  if (node.items.empty())
    faults_.add(node.at, fmt::format("{}: the list is empty", name), "write a selector");
  for (const auto& item : node.items) {
    if (auto one = selector(item, name, plain)) out.push_back(std::move(*one));
  }
  return out;
}

std::optional<Pattern> RuleReader::pattern(const MapReader& in, std::string_view key) const {
  const Node* node = in.find(key);
  if (!node) return std::nullopt;
  auto text = read_pattern_text(*node, key, faults_);
  if (!text) return std::nullopt;
  return Pattern{std::move(*text), node->content};
}

// A text that may be empty or blank: `join: ""`.
std::optional<std::string> RuleReader::glue(const MapReader& in, std::string_view key) const {
  const Node* node = in.find(key);
  if (!node) return std::nullopt;
  if (node->is(Node::Kind::scalar) && node->quoted) return node->text;
  return read_pattern_text(*node, key, faults_);
}

std::vector<Replacement> RuleReader::replacements(const MapReader& in) const {
  std::vector<Replacement> out;
  const Node* node = in.find("replace");
  if (!node) return out;
  if (!node->is(Node::Kind::map)) {
    faults_.add(node->at, "replace: a map of patterns and what replaces them belongs here",
                "write replace: {'pattern': 'replacement'}");
    return out;
  }
  for (const auto& [key, value] : node->entries) {
    if (value.is(Node::Kind::broken)) continue;
    if (value.is(Node::Kind::scalar) && value.quoted) {
      out.push_back({{key.text, key.content}, value.text});
    } else if (value.is(Node::Kind::null) && value.lost.empty()) {
      faults_.add(key.at, "replace: the replacement is missing",
                  "to remove what matches, write ''");
    } else if (auto text = read_pattern_text(value, "replace", faults_)) {
      out.push_back({{key.text, key.content}, std::move(*text)});
    }
  }
  return out;
}

// `each: [/given, /family]` is short for {select: […], join: " "}; the rule's own join then joins
// these parts.
void RuleReader::each(const MapReader& in, FieldRule& rule) const {
  const Node* node = in.find("each");
  if (!node) return;
  if (!node->is(Node::Kind::map)) {
    rule.each.select = selectors(*node, "each", Language::css);
    rule.each.join = std::exchange(rule.join, std::nullopt).value_or(" ");
    return;
  }
  const MapReader map(*node, "each", "'each'", faults_);
  if (const Node* select = map.find("select"))
    rule.each.select = selectors(*select, "select", Language::css);
  rule.each.match = pattern(map, "match");
  rule.each.replace = replacements(map);
  rule.each.join = glue(map, "join");
}

void RuleReader::select_or_xpath(const MapReader& in, std::string_view name,
                                 FieldRule& rule) const {
  if (in.has("select") && in.has("xpath")) {
    faults_.add(in.find("xpath") ? in.find("xpath")->at : in.at(),
                fmt::format("{}: both select and xpath", name),
                "keep one; a list may mix them: select: [\"h3\", {xpath: \"…\"}]");
    return;
  }
  if (!in.has("select") && !in.has("xpath") && !in.has("default") && !in.has_unknown_keys()) {
    faults_.add(in.at(), fmt::format("{}: nothing says where to look", name),
                "add select: or xpath:");
  }
  if (const Node* select = in.find("select"))
    rule.select = selectors(*select, "select", Language::css);
  if (const Node* xpath = in.find("xpath"))
    rule.select = selectors(*xpath, "xpath", Language::xpath);
}

void RuleReader::from_map(const Node& node, std::string_view name, FieldRule& rule) const {
  const MapReader in(node, "rule", fmt::format("the rule '{}'", name), faults_);
  select_or_xpath(in, name, rule);
  if (const Node* remove = in.find("remove"))
    rule.remove = selectors(*remove, "remove", Language::css);
  in.flag("all", rule.all);
  rule.match = pattern(in, "match");
  rule.replace = replacements(in);
  rule.split = pattern(in, "split");
  rule.join = glue(in, "join");
  each(in, rule);
  rule.default_value = glue(in, "default");
  static const std::vector<std::string> types{"text", "int", "date", "list"};
  static constexpr std::array values{ValueType::text, ValueType::integer, ValueType::date,
                                     ValueType::list};
  if (const auto type = in.choice("type", types)) rule.type = values[*type];
}

std::optional<FieldRule> RuleReader::rule(const Node& node, std::string_view name) const {
  if (node.is(Node::Kind::broken)) return std::nullopt;
  FieldRule rule;
  rule.at = node.content;
  if (node.is(Node::Kind::map)) {
    from_map(node, name, rule);
    return rule;
  }
  if (node.is(Node::Kind::sequence)) {
    faults_.add(node.at,
                fmt::format("{}: a selector belongs here, not {}", name, kind_in_words(node)),
                node.flow && node.items.size() == 1
                    ? fmt::format("put it in quotes: {}: {}", name,
                                  in_quotes("[" + node.items.front().text + "]"))
                    : fmt::format("several selectors are written {}: {{select: [a, b]}}", name));
    return std::nullopt;
  }
  auto select = selector(node, name, Language::css);
  if (!select) return std::nullopt;
  rule.select.push_back(std::move(*select));
  return rule;
}

std::optional<RecordRule> RuleReader::record(const Node& node) const {
  RecordRule rule;
  if (!node.is(Node::Kind::map)) {
    rule.select = selector(node, "record", Language::css);
    return rule;
  }
  const MapReader in(node, "record", "'record'", faults_);
  if (in.has("select") == in.has("xpath")) {
    if (in.has_or_means("select") != in.has("select")) return rule;
    faults_.add(node.at, "record: either select or xpath belongs here",
                "write record: {select: \"…\"}");
    return rule;
  }
  if (const Node* select = in.find("select"))
    rule.select = selector(*select, "select", Language::css);
  if (const Node* xpath = in.find("xpath"))
    rule.select = selector(*xpath, "xpath", Language::xpath);
  rule.match = pattern(in, "match");
  return rule;
}

std::optional<SectionRule> RuleReader::section(const Node& node) const {
  const MapReader in(node, "section", "'section'", faults_);
  SectionRule rule;
  rule.match = pattern(in, "match");
  rule.keep = pattern(in, "keep");
  const Node* heading = in.find("heading");
  if (!in.has_or_means("heading") && node.is(Node::Kind::map)) {
    faults_.add(node.at, "section: the heading is missing",
                "add heading: and a selector, such as h3");
  }
  auto select = heading ? selector(*heading, "heading", Language::css) : std::nullopt;
  if (!select) return std::nullopt;
  rule.heading = std::move(*select);
  return rule;
}

std::optional<EmptyRule> RuleReader::empty(const Node& node) const {
  EmptyRule rule;
  if (!node.is(Node::Kind::map)) {
    rule.select = selector(node, "empty", Language::css);
    return rule.select ? std::optional(rule) : std::nullopt;
  }
  const MapReader in(node, "empty", "'empty'", faults_);
  if (in.has("select") + in.has("xpath") + in.has("text") != 1) {
    faults_.add(node.at, "empty: one of text, select and xpath belongs here",
                "write empty: {text: \"No papers today.\"} or empty: \".no-results\"");
    return std::nullopt;
  }
  if (const Node* select = in.find("select"))
    rule.select = selector(*select, "select", Language::css);
  if (const Node* xpath = in.find("xpath"))
    rule.select = selector(*xpath, "xpath", Language::xpath);
  if (const Node* text = in.find("text"))
    rule.text = read_pattern_text(*text, "text", faults_).value_or("");
  return rule;
}

Format read_format(const MapReader& in) {
  static const std::vector<std::string> words{"html", "xml", "json", "feed"};
  static constexpr std::array formats{Format::html, Format::xml, Format::json, Format::feed};
  const auto choice = in.choice("format", words);
  return choice ? formats[*choice] : Format::automatic;
}

std::vector<Metadata> read_use(const MapReader& in, Faults& faults) {
  static const std::vector<std::string> words{"json-ld", "coins", "meta", "bibtex"};
  static constexpr std::array values{Metadata::json_ld, Metadata::coins, Metadata::meta,
                                     Metadata::bibtex};
  std::vector<std::string> given;
  in.texts("use", given);
  std::vector<Metadata> out;
  for (const auto& word : given) {
    const auto found = std::find(words.begin(), words.end(), word);
    if (found == words.end()) {
      faults.add(in.find("use")->at, fmt::format("use: unknown word '{}'", word),
                 did_you_mean(word, words));
    } else {
      out.push_back(values[static_cast<std::size_t>(found - words.begin())]);
    }
  }
  return out;
}

void read_fields(const Node& node, const RuleReader& rules, ExtractRules& out, Faults& faults) {
  if (!node.is(Node::Kind::map)) {
    faults.add(node.at, "fields: a map of field names and rules belongs here",
               "write fields: {title: \"h3\", url: \"a::attr(href)\"}");
    return;
  }
  for (const auto& entry : node.entries) {
    const auto& [key, value] = entry;
    if (tell_missing_colon(entry, faults)) continue;
    const auto allowed = [](char c) { return is_ascii_lower(c) || is_ascii_digit(c) || c == '_'; };
    if (key.text.empty() || !std::all_of(key.text.begin(), key.text.end(), allowed)) {
      faults.add(key.at, fmt::format("'{}' is not a field's name", key.text),
                 "names are made of a-z, 0-9 and _; is a blank missing after the colon?");
      continue;
    }
    if (auto rule = rules.rule(value, key.text))
      out.fields.emplace_back(key.text, std::move(*rule));
  }
}

// Whether something is to give the field, be it read rightly or not.
bool gives(const Node& extract, std::string_view name) {
  const Node* fields = extract.find("fields");
  return (fields && fields->find(name)) || (name == "section" && extract.find("section")) ||
         name == "version";
}

// The same as given_fields(), with those whose rules are faulty.
std::vector<std::string> written_fields(const Node& extract, const ExtractRules& rules) {
  auto names = given_fields(rules);
  const Node* fields = extract.find("fields");
  for (std::size_t i = 0; fields && i < fields->entries.size(); ++i)
    names.push_back(fields->entries[i].key.text);
  return names;
}

// What `require` and `key` name must come from somewhere.
void check_references(const Node& extract, const ExtractRules& rules, Faults& faults) {
  auto names = written_fields(extract, rules);
  if (const Node* require = extract.find("require"))
    check_field_names(*require, "require", names, faults);
  const Node* key = extract.find("key");
  const Node* from = key && key->is(Node::Kind::map) ? key->find("from") : nullptr;
  if (!from) return;
  // Links to doi.org and arXiv give those keys by themselves.
  for (const char* name : {"doi", "arxiv_id", "url", "title"}) names.emplace_back(name);
  check_field_names(*from, "key", names, faults);
}

// `titel: h3`. Whether a title was told to be missing thereby.
bool tell_misspelt_fields(const Node& extract, bool needs_title, Faults& faults) {
  const Node* fields = extract.find("fields");
  bool told = false;
  for (std::size_t i = 0; fields && i < fields->entries.size(); ++i) {
    const Node& key = fields->entries[i].key;
    if (key.text.find(' ') != std::string::npos) continue;  // told already
    const auto meant = misspelt_field(key.text);
    if (meant.empty() || gives(extract, meant)) continue;
    auto message = fmt::format("'{}': did you mean '{}'?", key.text, meant);
    if (needs_title && meant == "title") {
      faults.add(key.at, std::move(message),
                 "no rule gives the field 'title', so no element would be a record");
      told = true;
    } else {
      faults.warn(key.at, std::move(message), "any name may be used; this one has no known form");
    }
  }
  return told;
}

// Every element would lack what is required: allowed, so that `try` can show it, but told.
void warn_of_missing_fields(const Node& extract, const ExtractRules& rules, Faults& faults) {
  const bool needs_title = !rules.require && !gives(extract, "title");
  const bool told = tell_misspelt_fields(extract, needs_title, faults);
  if (rules.require) return;
  if (needs_title && !told) {
    faults.warn(extract.at, "no rule gives the field 'title', so no element would be a record",
                "add it under fields:, or say with require: what a record needs");
  }
  std::vector<std::string> identities{"url", "doi", "arxiv_id"};
  identities.insert(identities.end(), rules.key_from.begin(), rules.key_from.end());
  const auto given = [&extract](const std::string& name) {
    return name != "title" && gives(extract, name);
  };
  if (std::any_of(identities.begin(), identities.end(), given)) return;
  faults.warn(extract.at,
              "no rule gives url, doi, arxiv_id or a key's field, so no element would be a record",
              "a listing without any links sets require: [title]");
}

void read_parts(const MapReader& in, const RuleReader& rules, ExtractRules& out, Faults& faults) {
  if (const Node* record = in.find("record"))
    out.record = rules.record(*record).value_or(RecordRule{});
  if (const auto span = in.choice("span", {"siblings"})) out.span_siblings = true;
  if (const Node* section = in.find_value("section")) out.section = rules.section(*section);
  if (const Node* fields = in.find("fields")) read_fields(*fields, rules, out, faults);
  if (const Node* count = in.find_value("count")) out.count = rules.rule(*count, "count");
  if (const Node* empty = in.find_value("empty")) out.empty = rules.empty(*empty);
  in.text_or_null("encoding", out.encoding);
  if (const Node* require = in.find_value("require"))
    out.require = read_texts(*require, "require", faults);
  if (const Node* key = in.find_value("key"))
    MapReader(*key, "key", "'key'", faults).texts("from", out.key_from);
  out.use = read_use(in, faults);
}

}  // namespace

ExtractRules read_extract(const Node& node, Completeness completeness, Faults& faults) {
  const MapReader in(node, "extract", "'extract'", faults);
  ExtractRules out;
  out.at = node.at;
  out.format = read_format(in);
  read_parts(in, RuleReader(out.format, faults), out, faults);
  if (completeness == Completeness::part || node.is(Node::Kind::broken)) return out;
  if (!in.has_or_means("record") && out.format != Format::feed) {
    faults.add(node.at, "extract: the record rule is missing",
               "add record: and a selector that matches one element per paper");
  }
  if (out.format == Format::feed) return out;
  check_references(node, out, faults);
  // What metadata will give is not known before a page is read.
  if (!out.use.empty()) return out;
  if (in.has("fields")) {
    if (!in.has_unknown_keys()) warn_of_missing_fields(node, out, faults);
  } else if (!in.has_or_means("fields")) {
    faults.add(node.at, "extract: the fields are missing",
               "add fields: with a rule for title and one for url");
  }
  return out;
}

std::optional<FieldRule> read_rule(const Node& node, std::string_view name, Format format,
                                   Faults& faults) {
  return RuleReader(format, faults).rule(node, name);
}

}  // namespace paperwatch
