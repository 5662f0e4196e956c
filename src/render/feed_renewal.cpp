// SPDX-License-Identifier: MIT
#include "render/feed_renewal.hpp"

#include <unordered_map>
#include <unordered_set>
#include <utility>
#include <vector>

namespace paperwatch {

namespace {

// How an entry begins, on a line of its own, and ends; what stands between two. No text that a feed
// shows looks like the beginning: where it may hold a line end it holds no `<`.
struct Frame {
  std::string_view first, last, between;
};

constexpr Frame frame_of(FeedFormat format) {
  switch (format) {
    case FeedFormat::rss:
      return {"\n  <item>\n", "\n  </item>", ""};
    case FeedFormat::atom:
      return {"\n <entry>\n", "\n </entry>", ""};
    case FeedFormat::json:
      return {"\n    {\n", "\n    }", ","};
  }
  return {};
}

// A rendered feed: what stands before the entries, these, and what stands behind.
struct Parts {
  std::string_view head;
  std::vector<std::string_view> entries;
  std::string_view tail;
};

// Nothing where an entry has no end.
std::optional<Parts> taken_apart(std::string_view text, const Frame& frame) {
  Parts parts;
  auto begin = text.find(frame.first);
  parts.head = text.substr(0, begin);
  while (begin != text.npos) {
    const auto next = text.find(frame.first, begin + 1);
    const auto reach = text.substr(begin, next == text.npos ? next : next - begin);
    const auto last = reach.rfind(frame.last);
    if (last == text.npos) return std::nullopt;
    parts.entries.push_back(reach.substr(0, last + frame.last.size()));
    parts.tail = reach.substr(last + frame.last.size());
    begin = next;
  }
  return parts;
}

// In all formats the second line is the entry's id.
std::string_view id_line(std::string_view entry) {
  const auto begin = entry.find('\n', 1) + 1;
  return entry.substr(begin, entry.find('\n', begin) - begin);
}

std::string put_together(const Parts& parts, const Frame& frame) {
  std::size_t size = parts.head.size() + parts.tail.size();
  for (const auto& entry : parts.entries) size += entry.size() + frame.between.size();
  std::string text;
  text.reserve(size);
  text += parts.head;
  for (const auto& entry : parts.entries) {
    if (&entry != &parts.entries.front()) text += frame.between;
    text += entry;
  }
  return text += parts.tail;
}

}  // namespace

std::string render(FeedFormat format, const ShownFeed& feed) {
  switch (format) {
    case FeedFormat::rss:
      return render_rss(feed);
    case FeedFormat::atom:
      return render_atom(feed);
    case FeedFormat::json:
      return render_json_feed(feed);
  }
  return {};
}

std::optional<std::string> renewed(FeedFormat format, std::string_view before,
                                   const ShownFeed& news, EventId seen, std::size_t most) {
  const Frame frame = frame_of(format);
  const std::string rendered = render(format, news);
  auto fresh = taken_apart(rendered, frame);
  const auto old = taken_apart(before, frame);
  if (!fresh || !old || old->entries.empty() || fresh->entries.size() != news.entries.size())
    return std::nullopt;

  std::vector<std::string_view> in_front;
  std::unordered_set<std::string_view> moved;
  std::unordered_map<std::string_view, std::string_view> in_place;  // by id
  for (std::size_t i = 0; i < news.entries.size(); ++i) {
    const auto entry = fresh->entries[i];
    const auto& event = news.entries[i].event;
    if (event && event->id > seen) {
      in_front.push_back(entry);
      moved.insert(id_line(entry));
    } else {
      in_place.emplace(id_line(entry), entry);
    }
  }
  if (in_front.empty()) return std::nullopt;

  fresh->entries = std::move(in_front);
  for (const auto& entry : old->entries) {
    const auto id = id_line(entry);
    if (moved.contains(id)) continue;
    const auto again = in_place.find(id);
    fresh->entries.push_back(again == in_place.end() ? entry : again->second);
  }
  if (fresh->entries.size() > most) fresh->entries.resize(most);
  return put_together(*fresh, frame);
}

}  // namespace paperwatch
