// SPDX-License-Identifier: MIT
// JSON Feed 1.0 and 1.1 (jsonfeed.org).
#include <algorithm>

#include <nlohmann/json.hpp>

#include "base/text.hpp"
#include "base/url.hpp"
#include "extract/feed_template.hpp"
#include "extract/value.hpp"

namespace paperwatch {

namespace {

std::string text_at(const Json& object, const char* name) {
  if (!object.is_object()) return {};
  const auto found = object.find(name);
  return found == object.end() ? std::string() : collapse_space(nfc(scalar_text(*found)));
}

const Json& array_at(const Json& object, const char* name) {
  static const Json none = Json::array();
  if (!object.is_object()) return none;
  const auto found = object.find(name);
  return found != object.end() && found->is_array() ? *found : none;
}

std::vector<std::string> people(const Json& item) {
  std::vector<std::string> out;
  for (const Json& author : array_at(item, "authors")) out.push_back(text_at(author, "name"));
  if (out.empty() && item.contains("author")) out.push_back(text_at(item["author"], "name"));
  std::erase(out, std::string());
  return feed_people(out);
}

std::string link_of(const Json& item, std::string_view address) {
  for (const char* name : {"url", "external_url"}) {
    const std::string text = text_at(item, name);
    std::string url = text.empty() ? std::string() : resolve_url(text, address);
    if (!url.empty()) return url;
  }
  const std::string id = text_at(item, "id");
  return id.starts_with("http") ? resolve_url(id, address) : std::string();
}

std::string abstract(const Json& item) {
  for (const char* name : {"summary", "content_text"}) {
    std::string text = text_at(item, name);
    if (!text.empty()) return text;
  }
  return text_of_html(text_at(item, "content_html"));
}

std::string first_of(const Json& item, std::initializer_list<const char*> names) {
  for (const char* name : names) {
    std::string text = text_at(item, name);
    if (!text.empty()) return text;
  }
  return {};
}

Fields fields_of(const Json& item, std::string_view address) {
  Fields fields;
  const auto put = [&](const char* name, Shape shape, std::vector<std::string> texts) {
    std::erase(texts, std::string());
    if (auto shaped = shape_value(shape, texts, ""); shaped.value)
      fields.emplace(name, std::move(*shaped.value));
  };
  std::vector<std::string> tags;
  for (const Json& tag : array_at(item, "tags"))
    tags.push_back(collapse_space(nfc(scalar_text(tag))));
  put("title", Shape::text, {text_at(item, "title")});
  put("url", Shape::text, {link_of(item, address)});
  put("authors", Shape::list, people(item));
  put("abstract", Shape::text, {feed_abstract(abstract(item))});
  put("subjects", Shape::list, std::move(tags));
  put("date", Shape::date, {first_of(item, {"date_published", "date_modified"})});
  return fields;
}

}  // namespace

Result<Feed> read_json_feed(const Json& page, std::string_view address) {
  if (!text_at(page, "version").starts_with("https://jsonfeed.org/version/")) {
    return fail("no_content", "the page is JSON, but no JSON Feed",
                "for other JSON write rules with `format: json`");
  }
  Feed feed;
  for (const Json& item : array_at(page, "items")) {
    ++feed.elements;
    if (item.is_object()) feed.entries.push_back({fields_of(item, address), no_node});
  }
  const std::string next = text_at(page, "next_url");
  std::string url = next.empty() ? std::string() : resolve_url(next, address);
  if (!url.empty()) feed.next = std::move(url);
  return feed;
}

}  // namespace paperwatch
