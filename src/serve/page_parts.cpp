// SPDX-License-Identifier: MIT
#include "serve/page_parts.hpp"

#include <algorithm>
#include <chrono>
#include <cstdlib>

#include <fmt/format.h>

#include "base/text.hpp"
#include "base/time.hpp"
#include "render/text.hpp"

namespace paperwatch {

namespace {

std::string thousands(std::size_t number) {
  auto digits = std::to_string(number);
  for (auto at = static_cast<std::ptrdiff_t>(digits.size()) - 3; at > 0; at -= 3) {
    digits.insert(static_cast<std::size_t>(at), ",");
  }
  return digits;
}

// "Monday, 30 November 2026", of the machine's zone.
std::string day_of(Time time) {
  using namespace std::chrono;
  static constexpr const char* days[]{"Sunday",   "Monday", "Tuesday", "Wednesday",
                                      "Thursday", "Friday", "Saturday"};
  static constexpr const char* months[]{"January",   "February", "March",    "April",
                                        "May",       "June",     "July",     "August",
                                        "September", "October",  "November", "December"};
  const auto text = local_time(time);
  const auto number = [&](std::size_t at, std::size_t size) {
    return std::atoi(text.substr(at, size).c_str());
  };
  const year_month_day date{year(number(0, 4)), month(static_cast<unsigned>(number(5, 2))),
                            day(static_cast<unsigned>(number(8, 2)))};
  if (!date.ok()) return text.substr(0, 10);
  return fmt::format("{}, {} {} {}", days[weekday(sys_days(date)).c_encoding()], number(8, 2),
                     months[number(5, 2) - 1], number(0, 4));
}

std::string names(const std::vector<std::string>& authors) {
  constexpr std::size_t shown = 6;
  if (authors.size() <= shown) return join(authors, ", ");
  return join({authors.begin(), authors.begin() + shown}, ", ") +
         fmt::format(" and {} more", authors.size() - shown);
}

Markup source_link(const std::string& source) {
  return link(path_of({"sources", source}), source);
}

std::string kind_label(EventKind kind) {
  return replace_all(replace_all(std::string(name_of(kind)), "paper_", ""), "_", " ");
}

Markup event_body(const Event& event) {
  Markup body;
  if (event.paper) {
    const auto& paper = *event.paper;
    const auto title = paper.title.empty() ? paper.key : paper.title;
    body.add(title_element("h3", link(path_of({"papers", std::to_string(paper.id)}), title)));
    if (!paper.authors.empty()) {
      body.add(el("p", {{"class", "authors"}, {"dir", "auto"}}, names(paper.authors)));
    }
  } else {
    body.add(el("p", {{"class", "message"}, {"dir", "auto"}}, event.message));
  }
  return body.add(changes_list(event.changes));
}

Markup event_facts(const Event& event) {
  Markup facts = markup(source_link(event.source), " · ", time_element(event.at));
  if (event.paper && !event.paper->url.empty()) {
    facts.add(" · ").add(outside_link(event.paper->url, "open the paper"));
  }
  if (!event.also.empty()) facts.add(" · also in " + join(event.also, ", "));
  if (event.baseline) facts.add(" · there from the beginning");
  return el("p", {{"class", "facts"}}, facts);
}

}  // namespace

Markup time_element(Time time) {
  return el("time", {{"datetime", rfc3339(time)}}, local_time(time));
}

Markup time_or(const std::optional<Time>& time, std::string_view otherwise) {
  return time ? time_element(*time) : markup(otherwise);
}

Markup title_element(std::string_view name, const Markup& title) {
  return el(name, {{"class", "title"}, {"dir", "auto"}}, title);
}

Markup health_badge(const std::string& health) {
  return el("span", {{"class", "health " + health}}, health);
}

Markup event_article(const Event& event) {
  return el(
      "article", {{"class", "event"}, {"id", fmt::format("event-{}", event.id)}},
      el("p", {{"class", fmt::format("kind {}", name_of(event.kind))}}, kind_label(event.kind)),
      el("div", event_body(event), event_facts(event)));
}

Markup events_by_day(const std::vector<Event>& events) {
  Markup out, of_day;
  std::string day;
  const auto finish = [&] {
    if (!day.empty()) out.add(el("section", {{"class", "day"}}, el("h2", day), of_day));
    of_day = {};
  };
  for (const auto& event : events) {
    if (const auto its_day = day_of(event.at); its_day != day) {
      finish();
      day = its_day;
    }
    of_day.add(event_article(event));
  }
  finish();
  return out;
}

Markup paper_article(const PaperRow& paper) {
  const auto& fields = paper.fields;
  const auto title = text_of(fields, "title");
  std::vector<std::string> facts;
  if (const auto year = number_of(fields, "year")) facts.push_back(std::to_string(*year));
  if (const auto venue = text_of(fields, "venue"); !venue.empty()) facts.emplace_back(venue);
  if (const auto key = key_text(paper.key); !key.empty()) facts.push_back(key);
  if (const auto& subjects = list_of(fields, "subjects"); !subjects.empty()) {
    facts.push_back(join(subjects, ", "));
  }
  if (paper.withdrawn) facts.emplace_back("withdrawn");
  if (paper.state != ListingState::listed) facts.emplace_back(shown_state(paper.state));
  Markup lists;
  for (const auto& source : paper.sources) lists.add(" · ").add(source_link(source));
  return el("article", {{"class", "paper"}},
            title_element("h2", link(path_of({"papers", std::to_string(paper.id)}),
                                     title.empty() ? std::string_view(paper.key) : title)),
            list_of(fields, "authors").empty() ? Markup()
                                               : el("p", {{"class", "authors"}, {"dir", "auto"}},
                                                    names(list_of(fields, "authors"))),
            el("p", {{"class", "facts"}}, join(facts, " · "), lists));
}

namespace {

HtmlAttribute class_of(const TableColumn& column) {
  return {"class", column.kind == TableColumn::Kind::number ? "figure" : absent};
}

}  // namespace

Markup table_element(const std::vector<TableColumn>& columns,
                     const std::vector<std::vector<Markup>>& rows) {
  Markup head, body;
  for (const auto& column : columns) head.add(el("th", {class_of(column)}, column.name));
  for (const auto& row : rows) {
    Markup cells;
    for (std::size_t i = 0; i < columns.size(); ++i)
      cells.add(el("td", {class_of(columns[i]), {"data-column", columns[i].name}}, row.at(i)));
    body.add(el("tr", cells));
  }
  return el("table", el("thead", el("tr", head)), el("tbody", body));
}

Markup feed_links(const std::string& stem, const std::string& tail) {
  return el("span", {{"class", "feeds"}}, link(stem + ".rss" + tail, "RSS"), " ",
            link(stem + ".atom" + tail, "Atom"), " ", link(stem + ".json" + tail, "JSON"));
}

Markup hidden_field(std::string_view name, std::string_view value) {
  return el("input",
            {{"type", "hidden"}, {"name", std::string(name)}, {"value", std::string(value)}});
}

Markup options(const std::vector<std::string>& values, std::string_view chosen,
               std::string_view all) {
  Markup out;
  if (!all.empty()) out.add(el("option", {{"value", ""}}, all));
  for (const auto& value : values) {
    out.add(el("option", {{"value", value}, {"selected", value == chosen ? "" : absent}}, value));
  }
  return out;
}

std::vector<std::string> source_ids(const Overview& overview) {
  std::vector<std::string> ids;
  for (const auto& glance : overview.sources) ids.push_back(glance.status.source);
  return ids;
}

std::string amount(std::size_t number, std::string_view noun) {
  return fmt::format("{} {}{}", thousands(number), noun, number == 1 ? "" : "s");
}

}  // namespace paperwatch
