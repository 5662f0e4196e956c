// SPDX-License-Identifier: MIT
#include "base/text.hpp"
#include "base/time.hpp"
#include "render/feeds.hpp"
#include "render/json.hpp"

namespace paperwatch {

namespace {

void add_if(Json& json, const char* name, const std::string& text) {
  if (!text.empty()) json[name] = text;
}

// What an event quotes is as foreign as the rest of the feed.
void clean(Json& json) {
  if (json.is_string()) {
    json = feed_text(json.get_ref<const std::string&>());
  } else if (json.is_structured()) {
    for (auto& part : json) clean(part);
  }
}

Json cleaned_event(const Event& event) {
  Json json = json_of(event);
  clean(json);
  return json;
}

Json item_of(const FeedEntry& entry) {
  Json item = {{"id", entry.id}};
  add_if(item, "url", feed_link(entry.url));
  item["title"] = entry_title(entry);
  item["content_text"] = join(entry_paragraphs(entry), "\n\n");
  item["date_published"] = rfc3339(entry.published);
  item["date_modified"] = rfc3339(entry.updated);
  Json authors = Json::array(), tags = Json::array();
  for (const auto& author : entry.authors) {
    if (auto name = feed_text(author); !name.empty()) authors.push_back(Json{{"name", name}});
  }
  for (const auto& subject : entry.subjects) {
    if (auto tag = feed_text(subject); !tag.empty()) tags.push_back(std::move(tag));
  }
  if (!authors.empty()) item["authors"] = std::move(authors);
  if (!tags.empty()) item["tags"] = std::move(tags);
  if (entry.event) item["_paperwatch"] = cleaned_event(*entry.event);
  return item;
}

}  // namespace

std::string render_json_feed(const FeedDocument& feed) {
  Json json = {{"version", "https://jsonfeed.org/version/1.1"}, {"title", feed_text(feed.title)}};
  add_if(json, "home_page_url", feed_link(feed.home));
  if (!feed.self.empty()) add_if(json, "feed_url", feed_link(feed.self + ".json"));
  add_if(json, "description", feed_text(feed.description));
  Json items = Json::array();
  for (const auto& entry : feed.entries) items.push_back(item_of(entry));
  json["items"] = std::move(items);
  return indented_text(json) + "\n";
}

}  // namespace paperwatch
