// SPDX-License-Identifier: MIT
#include "render/notice.hpp"

#include <algorithm>
#include <array>

#include <fmt/format.h>

#include "base/text.hpp"
#include "base/time.hpp"
#include "render/text.hpp"

namespace paperwatch {

namespace {

struct KindWords {
  const char *heading, *one, *many;
};

const KindWords& words_for(EventKind kind) {
  static constexpr std::array<KindWords, 10> words{{
      {"New", "new paper", "new papers"},
      {"Changed", "changed", "changed"},
      {"Withdrawn", "withdrawn", "withdrawn"},
      {"No longer listed", "no longer listed", "no longer listed"},
      {"Listed again", "listed again", "listed again"},
      {"Count", "count changed", "counts changed"},
      {"Broken", "listing broken", "listings broken"},
      {"Unreachable", "listing unreachable", "listings unreachable"},
      {"Stale", "listing stale", "listings stale"},
      {"Recovered", "listing recovered", "listings recovered"},
  }};
  return words.at(static_cast<std::size_t>(kind));
}

std::string digest_headline(const std::vector<Event>& events) {
  std::array<std::size_t, 10> counts{};
  for (const auto& event : events) ++counts.at(static_cast<std::size_t>(event.kind));
  std::vector<std::string> parts;
  for (std::size_t i = 0; i < counts.size(); ++i) {
    const auto& words = words_for(static_cast<EventKind>(i));
    if (counts[i] > 0)
      parts.push_back(fmt::format("{} {}", counts[i], counts[i] == 1 ? words.one : words.many));
  }
  return join(parts, ", ");
}

std::string single_lines(const std::vector<std::string>& parts) {
  std::vector<std::string> lines;
  for (const auto& part : parts) lines.push_back(single_line(part));
  return join(lines, ", ");
}

Json changes_data(const std::vector<Change>& changes) {
  Json list = Json::array();
  for (const auto& change : changes) {
    const auto text = [](const std::optional<Value>& value) {
      return value ? single_line(value_text(*value)) : std::string();
    };
    list.push_back({{"field", change.field},
                    {"before", text(change.before)},
                    {"after", text(change.after)},
                    {"text", change_text(change)}});
  }
  return list;
}

Json event_data(const Event& event) {
  static const PaperSummary none;
  const auto& paper = event.paper ? *event.paper : none;
  return {{"id", event.id},
          {"kind", name_of(event.kind)},
          {"heading", words_for(event.kind).heading},
          {"source", event.source},
          {"at", rfc3339(event.at)},
          {"message", single_line(event.message.empty() ? message_of(event) : event.message)},
          {"title", single_line(paper.title)},
          {"url", single_line(paper.url)},
          {"key", paper.key},
          {"authors", single_lines(paper.authors)},
          {"subjects", single_lines(paper.subjects)},
          {"year", paper.year ? Json(*paper.year) : Json()},
          {"also", single_lines(event.also)},
          {"changes", changes_data(event.changes)},
          {"last", false}};
}

}  // namespace

Notice notice_of(std::string delivery, Event event) {
  auto headline = single_line(event.message.empty() ? message_of(event) : event.message);
  return {std::move(delivery), false, std::move(headline), {std::move(event)}, 0};
}

Notice digest_of(std::string delivery, std::vector<Event> events, std::size_t cap) {
  Notice notice{std::move(delivery), true, digest_headline(events), {}, 0};
  const auto named = std::min(cap, events.size());
  notice.more = events.size() - named;
  events.resize(named);
  notice.events = std::move(events);
  return notice;
}

Json json_of(const Notice& notice) {
  if (!notice.is_digest) return json_of(notice.events.front(), notice.delivery);
  Json json = {{"events", Json::array()}, {"delivery", notice.delivery}};
  for (const auto& event : notice.events) json["events"].push_back(json_of(event));
  if (notice.more > 0) json["more"] = notice.more;
  return json;
}

Json template_data(const Notice& notice) {
  Json events = Json::array();
  for (const auto& event : notice.events) events.push_back(event_data(event));
  if (!events.empty()) events.back()["last"] = true;
  return {{"delivery", notice.delivery},
          {"digest", notice.is_digest},
          {"headline", notice.headline},
          {"subject", subject_of(notice)},
          {"count", notice.events.size() + notice.more},
          {"more", notice.more > 0 ? Json(notice.more) : Json()},
          {"events", std::move(events)}};
}

std::string subject_of(const Notice& notice) {
  if (notice.is_digest || !notice.events.front().paper) return notice.headline;
  const auto& event = notice.events.front();
  return fmt::format("{}: {}", words_for(event.kind).heading, single_line(event.paper->title));
}

}  // namespace paperwatch
