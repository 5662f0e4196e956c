// SPDX-License-Identifier: MIT
#include <utility>

#include "render/feeds.hpp"

namespace paperwatch {

namespace {

void add_shown(std::vector<std::string>& shown, const std::string& text) {
  if (auto readable = feed_text(text); !readable.empty()) shown.push_back(std::move(readable));
}

ShownEntry shown(FeedEntry entry) {
  ShownEntry out;
  out.id = std::move(entry.id);
  out.title = entry_title(entry);
  out.url = feed_link(entry.url);
  for (const auto& author : entry.authors) add_shown(out.authors, author);
  for (const auto& subject : entry.subjects) add_shown(out.subjects, subject);
  for (const auto& note : entry.notes) add_shown(out.paragraphs, note);
  add_shown(out.paragraphs, entry.summary);
  out.published = entry.published;
  out.updated = entry.updated;
  out.event = std::move(entry.event);
  return out;
}

}  // namespace

ShownFeed::ShownFeed(FeedDocument feed)
    : id(std::move(feed.id)),
      title(feed_text(feed.title)),
      description(feed_text(feed.description)),
      home(feed_link(feed.home)),
      self(feed_link(feed.self)),
      updated(feed.updated) {
  entries.reserve(feed.entries.size());
  for (auto& entry : feed.entries) entries.push_back(shown(std::move(entry)));
}

}  // namespace paperwatch
