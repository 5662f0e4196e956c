// SPDX-License-Identifier: MIT
#include "render/template.hpp"

#include <kainjow/mustache.hpp>

#include "base/text.hpp"

namespace paperwatch {

namespace {

namespace mustache = kainjow::mustache;

mustache::data data_of(const Json& json) {
  if (json.is_object()) {
    mustache::data object(mustache::data::type::object);
    for (const auto& [name, value] : json.items()) object.set(name, data_of(value));
    return object;
  }
  if (json.is_array()) {
    mustache::data list(mustache::data::type::list);
    for (const auto& value : json) list.push_back(data_of(value));
    return list;
  }
  if (json.is_boolean()) return mustache::data(json.get<bool>());
  if (json.is_string()) {
    const auto text = json.get<std::string>();
    return text.empty() ? mustache::data(false) : mustache::data(text);
  }
  return json.is_number() ? mustache::data(json.dump()) : mustache::data(false);
}

std::string html_text(const std::string& text) {
  std::string out;
  for (const char c : text) {
    if (c == '&')
      out += "&amp;";
    else if (c == '<')
      out += "&lt;";
    else if (c == '>')
      out += "&gt;";
    else if (c == '"')
      out += "&quot;";
    else if (c == '\'')
      out += "&#39;";
    else
      out += c;
  }
  return out;
}

// https://api.slack.com/reference/surfaces/formatting#escaping
std::string slack_text(const std::string& text) {
  return replace_all(replace_all(replace_all(text, "&", "&amp;"), "<", "&lt;"), ">", "&gt;");
}

std::string discord_text(const std::string& text) {
  std::string out;
  for (const char c : text) {
    if (std::string_view("\\`*_~|[]()<>#").find(c) != std::string_view::npos) out += '\\';
    out += c;
  }
  return out;
}

std::string json_text(const std::string& text) {
  const auto quoted = compact_text(Json(text));
  return quoted.substr(1, quoted.size() - 2);
}

std::string escaped(const std::string& text, Escape escape) {
  switch (escape) {
    case Escape::none:
      return text;
    case Escape::html:
      return html_text(text);
    case Escape::json:
      return json_text(text);
    case Escape::slack:
      return slack_text(text);
    case Escape::discord:
      return discord_text(text);
  }
  return text;
}

Failure fault_of(const mustache::mustache& parsed) {
  return fail("config", "this is no template: " + parsed.error_message(),
              "sections are opened by {{#name}} and closed by {{/name}}");
}

}  // namespace

Result<std::string> fill_template(const std::string& text, const Json& data, Escape escape) {
  mustache::mustache parsed(text);
  if (!parsed.is_valid()) return fault_of(parsed);
  parsed.set_custom_escape([escape](const std::string& value) { return escaped(value, escape); });
  return parsed.render(data_of(data));
}

Result<Done> check_template(const std::string& text) {
  const mustache::mustache parsed(text);
  if (!parsed.is_valid()) return fault_of(parsed);
  return Done{};
}

}  // namespace paperwatch
