// SPDX-License-Identifier: MIT
#include "render/feed_documents.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "base/text.hpp"
#include "base/time.hpp"
#include "base/url_parts.hpp"
#include "render/text.hpp"

namespace paperwatch {

namespace {

// When an empty feed was updated: any time that never moves will do.
constexpr Time beginning = std::chrono::sys_days{std::chrono::year{2026} / 1 / 1};

FeedDocument document_of(const FeedSetting& setting, const FeedHeading& heading) {
  FeedDocument feed;
  feed.id = tag_uri(setting.uuid, "feed/" + heading.name);
  feed.title = heading.title;
  feed.description = heading.description;
  feed.home = heading.home;
  if (!setting.base_url.empty()) feed.self = setting.base_url + "feeds/" + heading.name;
  feed.updated = beginning;
  return feed;
}

EventId event_id(const FeedEntry& entry) {
  return entry.event ? entry.event->id : 0;
}

FeedDocument finished(FeedDocument feed) {
  std::sort(feed.entries.begin(), feed.entries.end(), [](const FeedEntry& a, const FeedEntry& b) {
    return std::pair(a.updated, event_id(a)) > std::pair(b.updated, event_id(b));
  });
  if (!feed.entries.empty()) feed.updated = feed.entries.front().updated;
  return feed;
}

std::string day_of(Time time) {
  return rfc3339(time).substr(0, 10);
}

void add_changes(std::vector<std::string>& notes, const Event& event) {
  for (const auto& change : event.changes) notes.push_back(change_text(change, 300));
}

std::string heard_of(const Event& event) {
  switch (event.kind) {
    case EventKind::paper_changed:
      return "Changed on " + day_of(event.at) + ":";
    case EventKind::paper_withdrawn:
      return "Withdrawn on " + day_of(event.at) + ".";
    case EventKind::paper_removed:
      return fmt::format("No longer listed in {} since {}.", event.source, day_of(event.at));
    case EventKind::paper_returned:
      return fmt::format("Listed again in {} since {}.", event.source, day_of(event.at));
    default:
      return {};
  }
}

std::vector<std::string> notes_on(const Event& event) {
  std::vector<std::string> notes{heard_of(event)};
  std::erase(notes, "");
  add_changes(notes, event);
  return notes;
}

// The entry as the newest of `events` leaves it.
FeedEntry entry_of(const FeedSetting& setting, const PaperRow& paper, const Event& newest) {
  FeedEntry entry;
  entry.id = paper_entry_id(setting, paper.key);
  entry.notes = notes_on(newest);
  entry.summary = text_of(paper.fields, "abstract");
  entry.doi = text_of(paper.fields, "doi");
  entry.arxiv_id = text_of(paper.fields, "arxiv_id");
  entry.withdrawn = paper.withdrawn;
  entry.published = entry.updated = newest.at;
  entry.event = newest;
  if (newest.paper) {
    entry.title = newest.paper->title;
    entry.url = newest.paper->url;
    entry.authors = newest.paper->authors;
    entry.subjects = newest.paper->subjects;
  }
  return entry;
}

// A further source that lists a known paper is no news of the paper.
std::vector<Event> told(const std::vector<Event>& events) {
  std::vector<Event> out;
  for (const auto& event : events) {
    if (event.kind != EventKind::paper_new || out.empty()) out.push_back(event);
  }
  return out;
}

void add_paper(FeedDocument& feed, const FeedSetting& setting, const Store::FeedPaper& paper) {
  const auto events = told(paper.events);
  if (events.empty()) return;
  if (!setting.changes_as_entries) {
    auto entry = entry_of(setting, paper.paper, events.back());
    entry.published = events.front().at;
    feed.entries.push_back(std::move(entry));
    return;
  }
  for (const auto& event : events) {
    auto entry = entry_of(setting, paper.paper, event);
    if (&event != &events.front()) {
      entry.id = tag_uri(setting.uuid, fmt::format("event/{}", event.id));
    }
    feed.entries.push_back(std::move(entry));
  }
}

}  // namespace

std::string tag_uri(std::string_view uuid, std::string_view name) {
  return fmt::format("tag:{},2026:{}", uuid, percent_encode(name, "-._~!$&'()*+,;=:@/?"));
}

std::string paper_entry_id(const FeedSetting& setting, std::string_view key) {
  return tag_uri(setting.uuid, fmt::format("paper/{}", key));
}

FeedDocument paper_feed(const FeedSetting& setting, const FeedHeading& heading,
                        const std::vector<Store::FeedPaper>& papers) {
  auto feed = document_of(setting, heading);
  for (const auto& paper : papers) add_paper(feed, setting, paper);
  return finished(std::move(feed));
}

FeedDocument status_feed(const FeedSetting& setting, const FeedHeading& heading,
                         const std::vector<Event>& events) {
  auto feed = document_of(setting, heading);
  for (const auto& event : events) {
    if (event.paper) continue;
    FeedEntry entry;
    entry.id = tag_uri(setting.uuid, fmt::format("event/{}", event.id));
    entry.title = event.message.empty() ? message_of(event) : event.message;
    entry.published = entry.updated = event.at;
    entry.event = event;
    feed.entries.push_back(std::move(entry));
  }
  return finished(std::move(feed));
}

}  // namespace paperwatch
