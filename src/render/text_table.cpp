// SPDX-License-Identifier: MIT
#include <algorithm>

#include <unicode/uchar.h>

#include "base/text.hpp"
#include "render/text.hpp"

namespace paperwatch {

namespace {

constexpr std::size_t gap = 2;
constexpr std::size_t narrowest = 8;  // a column is not cut below this

std::size_t width_of(char32_t c) {
  if (c >= U' ' && c < 0x7F) return 1;
  const auto point = static_cast<UChar32>(c);
  if (is_invisible(c)) return 0;
  const auto mask = U_MASK(u_charType(point));
  if ((mask & (U_GC_MN_MASK | U_GC_ME_MASK | U_GC_CF_MASK | U_GC_CC_MASK)) != 0) return 0;
  const int width = u_getIntPropertyValue(point, UCHAR_EAST_ASIAN_WIDTH);
  return width == U_EA_WIDE || width == U_EA_FULLWIDTH ? 2 : 1;
}

std::string_view cell(const std::vector<std::string>& row, std::size_t column) {
  return column < row.size() ? std::string_view(row[column]) : std::string_view();
}

std::vector<std::size_t> natural_widths(const std::vector<Column>& columns,
                                        const std::vector<std::vector<std::string>>& rows) {
  std::vector<std::size_t> widths;
  for (std::size_t i = 0; i < columns.size(); ++i) {
    auto width = display_width(columns[i].title);
    for (const auto& row : rows) width = std::max(width, display_width(cell(row, i)));
    widths.push_back(width);
  }
  return widths;
}

// Takes what is too much from the widest columns that may shrink, cell by cell.
void shrink(std::vector<std::size_t>& widths, const std::vector<Column>& columns,
            std::size_t available) {
  std::size_t total = gap * (columns.size() - 1);
  for (const auto width : widths) total += width;
  while (total > available) {
    std::size_t* widest = nullptr;
    for (std::size_t i = 0; i < columns.size(); ++i) {
      if (!columns[i].may_shrink || widths[i] <= narrowest) continue;
      if (widest == nullptr || widths[i] > *widest) widest = &widths[i];
    }
    if (widest == nullptr) return;
    --*widest;
    --total;
  }
}

void append_row(std::string& out, const std::vector<Column>& columns,
                const std::vector<std::size_t>& widths, const std::vector<std::string>& row) {
  std::string line;
  for (std::size_t i = 0; i < columns.size(); ++i) {
    const auto text = cut_to_width(cell(row, i), widths[i]);
    const std::string padding(widths[i] - display_width(text), ' ');
    if (i > 0) line.append(gap, ' ');
    line += columns[i].align == Column::Align::right ? padding + text : text + padding;
  }
  line.erase(line.find_last_not_of(' ') + 1);
  out += line + '\n';
}

}  // namespace

std::size_t display_width(std::string_view text) {
  std::size_t width = 0;
  for (std::size_t i = 0; i < text.size();) width += width_of(next_character(text, i));
  return width;
}

std::string cut_to_width(std::string_view text, std::size_t width) {
  if (display_width(text) <= width) return std::string(text);
  if (width == 0) return {};
  std::size_t used = 0, end = 0;
  for (std::size_t i = 0; i < text.size();) {
    const auto cells = width_of(next_character(text, i));
    if (used + cells > width - 1) break;
    used += cells;
    end = i;
  }
  return std::string(text.substr(0, end)) + "…";
}

std::string render_table(const std::vector<Column>& columns,
                         const std::vector<std::vector<std::string>>& rows, std::size_t width) {
  if (columns.empty()) return {};
  std::vector<std::vector<std::string>> cells(rows.size() + 1);
  for (const auto& column : columns) cells[0].push_back(column.title);
  for (std::size_t i = 0; i < rows.size(); ++i) {
    for (const auto& text : rows[i]) cells[i + 1].push_back(single_line(text));
  }
  auto widths = natural_widths(columns, cells);
  if (width > 0) shrink(widths, columns, width);
  std::string out;
  for (const auto& row : cells) append_row(out, columns, widths, row);
  return out;
}

}  // namespace paperwatch
