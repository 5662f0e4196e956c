// SPDX-License-Identifier: MIT
#include "render/json_event.hpp"

#include "base/time.hpp"
#include "render/feeds.hpp"

namespace paperwatch {

namespace {

void write_texts(JsonLines& json, const std::vector<std::string>& texts) {
  json.open_array();
  for (const auto& text : texts) json.text(feed_text(text));
  json.close_array();
}

void write_id(JsonLines& json, std::int64_t id) {
  id == 0 ? json.null() : json.number(id);
}

void write_value(JsonLines& json, const std::optional<Value>& value) {
  if (!value) return json.null();
  if (const auto* text = std::get_if<std::string>(&*value)) return json.text(feed_text(*text));
  if (const auto* number = std::get_if<std::int64_t>(&*value)) return json.number(*number);
  write_texts(json, std::get<std::vector<std::string>>(*value));
}

void write_paper(JsonLines& json, const PaperSummary& paper) {
  json.open_object();
  write_id(json.key("id"), paper.id);
  json.key("key").text(feed_text(paper.key));
  json.key("title").text(feed_text(paper.title));
  json.key("url");
  paper.url.empty() ? json.null() : json.text(feed_text(paper.url));
  write_texts(json.key("authors"), paper.authors);
  write_texts(json.key("subjects"), paper.subjects);
  json.key("year");
  paper.year ? json.number(*paper.year) : json.null();
  json.close_object();
}

void write_changes(JsonLines& json, const std::vector<Change>& changes) {
  json.open_array();
  for (const auto& change : changes) {
    json.open_object();
    json.key("field").text(feed_text(change.field));
    write_value(json.key("before"), change.before);
    write_value(json.key("after"), change.after);
    json.close_object();
  }
  json.close_array();
}

void write_count(JsonLines& json, const Count& count) {
  json.open_object();
  json.key("kind").text(name_of(count.kind));
  json.key("value").number(count.value);
  json.close_object();
}

void write_count(JsonLines& json, const CountChange& change) {
  json.open_object();
  write_count(json.key("before"), change.before);
  write_count(json.key("after"), change.after);
  json.key("basis").text(name_of(change.basis));
  json.close_object();
}

}  // namespace

void write_event(JsonLines& json, const Event& event) {
  json.open_object();
  write_id(json.key("id"), event.id);
  json.key("kind").text(name_of(event.kind));
  json.key("source").text(feed_text(event.source));
  write_id(json.key("visit"), event.visit);
  json.key("at").text(rfc3339(event.at));
  json.key("baseline").boolean(event.baseline);
  json.key("paper");
  event.paper ? write_paper(json, *event.paper) : json.null();
  write_changes(json.key("changes"), event.changes);
  json.key("count");
  event.count ? write_count(json, *event.count) : json.null();
  write_texts(json.key("also"), event.also);
  json.key("message").text(feed_text(event.message));
  if (event.late) json.key("late").boolean(true);
  json.close_object();
}

}  // namespace paperwatch
