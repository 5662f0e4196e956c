// SPDX-License-Identifier: MIT
// What several pages are made of. Pure.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include <paperwatch/model.hpp>
#include <paperwatch/store.hpp>

#include "serve/markup.hpp"
#include "serve/reading_room.hpp"
#include "serve/web_request.hpp"
#include "serve/web_response.hpp"

namespace paperwatch {

// A whole page: heading, navigation, `content`.
WebResponse page_response(const WebRequest& request, const ReadingRoom& room,
                          const std::string& title, const Markup& content, int status = 200);
// A page that says what is wrong and what to do.
WebResponse error_page(const WebRequest& request, const ReadingRoom& room, int status,
                       const std::string& title, const Error& error);

Markup time_element(Time time);
Markup time_or(const std::optional<Time>& time, std::string_view otherwise);
Markup title_element(std::string_view name, const Markup& title);  // dir=auto: any script

// Numbers as a line: the last one marked. Empty where there are fewer than two.
Markup sparkline(const std::vector<std::int64_t>& values, const std::string& label);

// "ok", "broken", … in a frame of its own.
Markup health_badge(const std::string& health);

// What was taken away and what came, word by word; long stretches that stayed are cut.
Markup change_markup(const Change& change);
Markup changes_list(const std::vector<Change>& changes);

// One event of the stream, and many of them under the days on which they happened.
Markup event_article(const Event& event);
Markup events_by_day(const std::vector<Event>& events);

// One paper of a list.
Markup paper_article(const PaperRow& paper);

// A table with a cell of each row for each column. On a narrow screen the cells of a row stand one
// below the other, each beside the name of its column.
struct TableColumn {
  std::string name;
  enum class Kind { text, number } kind = Kind::text;
};
Markup table_element(const std::vector<TableColumn>& columns,
                     const std::vector<std::vector<Markup>>& rows);

// RSS, Atom, JSON: the addresses are `stem` + ".rss" + `tail` and so on.
Markup feed_links(const std::string& stem, const std::string& tail = {});

Markup hidden_field(std::string_view name, std::string_view value);
// <option>s, one chosen; "" is "all".
Markup options(const std::vector<std::string>& values, std::string_view chosen,
               std::string_view all);
std::vector<std::string> source_ids(const Overview& overview);

// "1 paper", "2 papers", with thousands separated.
std::string amount(std::size_t number, std::string_view noun);

}  // namespace paperwatch
