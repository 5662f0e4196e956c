// SPDX-License-Identifier: MIT
// Rules as canonical text: compact JSON with sorted keys. A member that has its default is left
// out, so a member added later changes no text that was stored before it existed.
#include <string_view>

#include <nlohmann/json.hpp>

#include <paperwatch/rules.hpp>

namespace paperwatch {

namespace {

using nlohmann::json;

std::string text_of(const json& value) {
  return value.dump(-1, ' ', false, json::error_handler_t::replace);
}

std::string_view name_of(Selector::Language language) {
  switch (language) {
    case Selector::Language::css:
      return "css";
    case Selector::Language::xpath:
      return "xpath";
    case Selector::Language::pointer:
      return "pointer";
  }
  return "";
}

std::string_view name_of(ValueType type) {
  switch (type) {
    case ValueType::automatic:
      return "";
    case ValueType::text:
      return "text";
    case ValueType::integer:
      return "int";
    case ValueType::date:
      return "date";
    case ValueType::list:
      return "list";
  }
  return "";
}

std::string_view name_of(Format format) {
  switch (format) {
    case Format::automatic:
      return "";
    case Format::html:
      return "html";
    case Format::xml:
      return "xml";
    case Format::json:
      return "json";
    case Format::feed:
      return "feed";
  }
  return "";
}

std::string_view name_of(Metadata metadata) {
  switch (metadata) {
    case Metadata::json_ld:
      return "json_ld";
    case Metadata::coins:
      return "coins";
    case Metadata::meta:
      return "meta";
    case Metadata::bibtex:
      return "bibtex";
  }
  return "";
}

json json_of(const FieldRule& rule);
json json_of(const SectionRule& rule);
json json_of(const EmptyRule& rule);

json json_of(const Selector& selector) {
  return {{std::string(name_of(selector.language)), selector.text}};
}
json json_of(const Pattern& pattern) {
  return pattern.text;
}
json json_of(const Replacement& step) {
  return json::array({step.pattern.text, step.replacement});
}
json json_of(const std::string& text) {
  return text;
}
json json_of(std::int64_t number) {
  return number;
}
json json_of(Metadata metadata) {
  return std::string(name_of(metadata));
}

template <typename T>
json json_of(const std::vector<T>& values) {
  json out = json::array();
  for (const auto& value : values) out.push_back(json_of(value));
  return out;
}

template <typename T>
void put(json& object, const char* key, const std::optional<T>& value) {
  if (value) object[key] = json_of(*value);
}
template <typename T>
void put(json& object, const char* key, const std::vector<T>& values) {
  if (!values.empty()) object[key] = json_of(values);
}
void put(json& object, const char* key, std::string_view text) {
  if (!text.empty()) object[key] = std::string(text);
}
void put(json& object, const char* key, bool flag) {
  if (flag) object[key] = true;
}
void put(json& object, const char* key, json value) {
  if (!value.empty()) object[key] = std::move(value);
}

json json_of(const FieldRule::Each& each) {
  json out = json::object();
  put(out, "select", each.select);
  put(out, "join", each.join);
  put(out, "match", each.match);
  put(out, "replace", each.replace);
  return out;
}

json json_of(const FieldRule& rule) {
  json out = json::object();
  put(out, "select", rule.select);
  put(out, "remove", rule.remove);
  put(out, "all", rule.all);
  put(out, "match", rule.match);
  put(out, "replace", rule.replace);
  put(out, "split", rule.split);
  put(out, "each", json_of(rule.each));
  put(out, "join", rule.join);
  put(out, "default", rule.default_value);
  put(out, "type", name_of(rule.type));
  return out;
}

json json_of(const RecordRule& rule) {
  json out = json::object();
  put(out, "select", rule.select);
  put(out, "match", rule.match);
  return out;
}

json json_of(const SectionRule& rule) {
  json out = {{"heading", json_of(rule.heading)}};
  put(out, "match", rule.match);
  put(out, "keep", rule.keep);
  return out;
}

json json_of(const EmptyRule& rule) {
  json out = json::object();
  put(out, "select", rule.select);
  put(out, "text", std::string_view(rule.text));
  return out;
}

json json_of(const ExtractRules& rules) {
  const ExtractRules defaults;
  json fields = json::object();
  for (const auto& [name, rule] : rules.fields) fields[name] = json_of(rule);
  json out = json::object();
  put(out, "format", name_of(rules.format));
  put(out, "record", json_of(rules.record));
  put(out, "span_siblings", rules.span_siblings);
  put(out, "section", rules.section);
  put(out, "fields", std::move(fields));
  put(out, "count", rules.count);
  put(out, "empty", rules.empty);
  put(out, "encoding", std::string_view(rules.encoding));
  put(out, "require", rules.require);
  if (rules.key_from != defaults.key_from) out["key"] = json_of(rules.key_from);
  put(out, "use", rules.use);
  return out;
}

// How far a visit goes (max, stop, full_every) is no part of how a page is read.
json json_of(const PagesRules& pages) {
  json out = json::object();
  put(out, "next", pages.next);
  put(out, "template", std::string_view(pages.url_template));
  put(out, "start", pages.start);
  put(out, "step", pages.step);
  return out;
}

}  // namespace

std::string canonical_text(const ExtractRules& rules, const std::optional<PagesRules>& pages) {
  json out = {{"extract", json_of(rules)}};
  if (pages) put(out, "pages", json_of(*pages));
  return text_of(out);
}

}  // namespace paperwatch
