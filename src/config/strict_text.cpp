// SPDX-License-Identifier: MIT
#include "config/strict_text.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "base/text.hpp"

namespace paperwatch {

namespace {

void check_utf8(SourceText& source, int number, Faults& faults) {
  auto& line = source.lines[static_cast<std::size_t>(number)];
  if (is_valid_utf8(line)) return;
  std::size_t good = 0;
  while (good < line.size()) {
    std::size_t next = good;
    next_character(line, next);
    if (!is_valid_utf8(std::string_view(line).substr(good, next - good))) break;
    good = next;
  }
  const auto byte = good < line.size() ? static_cast<unsigned char>(line[good]) : 0u;
  faults.add(source.position(number, static_cast<int>(good)),
             fmt::format("byte 0x{:02X} is not UTF-8", byte), "save the file as UTF-8");
  line = valid_utf8(line);
}

// YAML forbids them, and to yaml-cpp U+0004 is the end of the file.
void check_control_characters(SourceText& source, int number, Faults& faults) {
  auto& line = source.lines[static_cast<std::size_t>(number)];
  const auto is_control = [](char c) {
    const auto byte = static_cast<unsigned char>(c);
    return (byte < 0x20 && c != '\t') || byte == 0x7F;
  };
  const auto found = std::find_if(line.begin(), line.end(), is_control);
  if (found == line.end()) return;
  faults.add(source.position(number, static_cast<int>(found - line.begin())),
             fmt::format("control character U+{:04X}", static_cast<unsigned>(*found)),
             "remove it; in double quotes it can be written as an escape");
  std::replace_if(line.begin(), line.end(), is_control, ' ');
}

void check_tabs(SourceText& source, int number, Faults& faults) {
  auto& line = source.lines[static_cast<std::size_t>(number)];
  const auto tab = line.find('\t');
  if (tab == std::string::npos || trim(line).empty()) return;
  const auto comment = line.find('#');
  const bool starts_comment =
      comment == 0 || (comment != std::string::npos && line[comment - 1] == ' ');
  if (starts_comment && comment < tab) return;
  const bool indents = line.find_first_not_of(" \t-") > tab;
  faults.add(source.position(number, static_cast<int>(tab)),
             indents ? "a tab in the indentation; YAML takes blanks only" : "a tab",
             indents ? "write two blanks a level instead of tabs"
                     : "write a blank; a tab meant as text is \"\\t\" in double quotes");
  line = replace_all(line, "\t", indents ? "  " : " ");
}

bool is_marker(std::string_view line, std::string_view marker) {
  return line.starts_with(marker) && (line.size() == 3 || line[3] == ' ' || line[3] == '\t');
}

bool has_content(std::string_view line) {
  line = trim(line);
  return !line.empty() && line.front() != '#';
}

// yaml-cpp hands out one document after the other, and whoever asks for one only loses the rest.
void check_documents(SourceText& source, Faults& faults) {
  bool content = false, ended = false;
  for (std::size_t i = 0; i < source.lines.size(); ++i) {
    const std::string_view line = source.lines[i];
    const bool starts = is_marker(line, "---");
    if (is_marker(line, "...")) {
      ended = true;
    } else if ((starts && content) || (ended && has_content(line))) {
      faults.add(source.position(static_cast<int>(i), 0),
                 "a second document begins here; what follows would be ignored",
                 "remove the line, or move what follows into a file of its own and include it");
      source.lines.resize(i);
      return;
    } else if (!starts || has_content(line.substr(3))) {
      content = content || has_content(line);
    }
  }
}

}  // namespace

Position SourceText::position(int number, int column) const {
  const auto text = line(number).substr(0, static_cast<std::size_t>(std::max(column, 0)));
  const auto missing = std::max(0, column - static_cast<int>(text.size()));
  return {file, number + 1, static_cast<int>(character_count(text)) + missing + 1};
}

std::string_view SourceText::line(int number) const {
  if (number < 0 || static_cast<std::size_t>(number) >= lines.size()) return {};
  return lines[static_cast<std::size_t>(number)];
}

std::string SourceText::joined() const {
  return join(lines, "\n") + "\n";
}

SourceText checked_text(std::string_view text, const std::string& file, Faults& faults) {
  SourceText source{file, {}, {}};
  if (text.starts_with("\xFF\xFE") || text.starts_with("\xFE\xFF")) {
    faults.add({file, 1, 1}, "the file is UTF-16", "save the file as UTF-8");
    return source;
  }
  if (text.starts_with("\xEF\xBB\xBF")) text.remove_prefix(3);
  source.lines = split(text, '\n');
  for (auto& line : source.lines) {
    if (line.ends_with('\r')) line.pop_back();
  }
  for (int i = 0; i < static_cast<int>(source.lines.size()); ++i) {
    check_utf8(source, i, faults);
    check_control_characters(source, i, faults);
    check_tabs(source, i, faults);
  }
  check_documents(source, faults);
  return source;
}

}  // namespace paperwatch
