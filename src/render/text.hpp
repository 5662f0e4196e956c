// SPDX-License-Identifier: MIT
// Text for people: messages of one line, tables for terminals, differences of two texts. Pure.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include <paperwatch/model.hpp>

namespace paperwatch {

// ---- messages -------------------------------------------------------------------------------

// What happened, in one line: `new: “Title” (A. Author, B. Author, arXiv 2305.01234)`. `detail`
// says why, for the source_* kinds ("0 records, previously 86"). Never holds control characters.
std::string message_of(const Event& event, std::string_view detail = {});

// `title: “Old” → “New”`; a text too long to be read at a glance is cut with an ellipsis.
std::string change_text(const Change& change, std::size_t longest = 80);
// The value as text; lists joined with ", "; "" for no value.
std::string value_text(const Value& value);
// "90", "at least 109", "about 1200".
std::string count_text(const Count& count);
// "arXiv 2305.01234", "doi 10.1000/x", "" for other keys.
std::string key_text(std::string_view key);

// One line without control characters: what came from a page must not steer a terminal.
std::string single_line(std::string_view text);

// ---- tables ---------------------------------------------------------------------------------

// Cells that `text` takes on a terminal: wide East Asian characters two, combining ones none.
std::size_t display_width(std::string_view text);
// At most `width` cells, the last of them `…` where something was cut.
std::string cut_to_width(std::string_view text, std::size_t width);

struct Column {
  std::string title;
  enum class Align { left, right } align = Align::left;
  bool may_shrink = false;  // is cut where the table is wider than the terminal
};

// Columns two blanks apart, a header line first, no blanks at line ends. `width`: cells of the
// terminal; 0 cuts nothing. A row shorter than the columns is filled with empty cells.
std::string render_table(const std::vector<Column>& columns,
                         const std::vector<std::vector<std::string>>& rows, std::size_t width);

// ---- differences ----------------------------------------------------------------------------

// A run of words that both texts have, or only one of them.
struct WordRun {
  enum class Kind { kept, deleted, inserted } kind = Kind::kept;
  std::string text;  // words with one blank between them
  bool operator==(const WordRun&) const = default;
};

// The shortest way from `before` to `after` in words. Texts of more than about 2,000 differing
// words each are not searched: what differs is then one deletion and one insertion.
std::vector<WordRun> word_difference(std::string_view before, std::string_view after);
// In wdiff's notation: "kept [-deleted-] {+inserted+}".
std::string render_difference(const std::vector<WordRun>& runs);

}  // namespace paperwatch
