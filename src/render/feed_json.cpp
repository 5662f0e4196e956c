// SPDX-License-Identifier: MIT
#include "base/text.hpp"
#include "base/time.hpp"
#include "render/feeds.hpp"
#include "render/json_event.hpp"
#include "render/json_lines.hpp"

namespace paperwatch {

namespace {

void add_if(JsonLines& json, std::string_view name, std::string_view text) {
  if (!text.empty()) json.key(name).text(text);
}

void add_authors(JsonLines& json, const std::vector<std::string>& authors) {
  if (authors.empty()) return;
  json.key("authors").open_array();
  for (const auto& author : authors) {
    json.open_object();
    json.key("name").text(author);
    json.close_object();
  }
  json.close_array();
}

void add_tags(JsonLines& json, const std::vector<std::string>& subjects) {
  if (subjects.empty()) return;
  json.key("tags").open_array();
  for (const auto& subject : subjects) json.text(subject);
  json.close_array();
}

void add_item(JsonLines& json, const ShownEntry& entry) {
  json.open_object();
  json.key("id").text(entry.id);
  add_if(json, "url", entry.url);
  json.key("title").text(entry.title);
  json.key("content_text").text(join(entry.paragraphs, "\n\n"));
  json.key("date_published").text(rfc3339(entry.published));
  json.key("date_modified").text(rfc3339(entry.updated));
  add_authors(json, entry.authors);
  add_tags(json, entry.subjects);
  if (entry.event) write_event(json.key("_paperwatch"), *entry.event);
  json.close_object();
}

}  // namespace

std::string render_json_feed(const ShownFeed& feed) {
  JsonLines json;
  json.open_object();
  json.key("version").text("https://jsonfeed.org/version/1.1");
  json.key("title").text(feed.title);
  add_if(json, "home_page_url", feed.home);
  if (!feed.self.empty()) json.key("feed_url").text(feed.self + ".json");
  add_if(json, "description", feed.description);
  json.key("items").open_array();
  for (const auto& entry : feed.entries) add_item(json, entry);
  json.close_array();
  json.close_object();
  return json.take() + "\n";
}

}  // namespace paperwatch
