// SPDX-License-Identifier: MIT
#include "config/syntax_fault.hpp"

#include <algorithm>
#include <cctype>

#include <fmt/format.h>

#include "base/text.hpp"

namespace paperwatch {

namespace {

bool is_key_character(char c) {
  return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_' || c == '-' || c == '.';
}

// Where a line's text begins: behind the indentation and the dashes of lists.
std::size_t text_begin(std::string_view line) {
  std::size_t at = line.find_first_not_of(' ');
  while (at != std::string_view::npos && line[at] == '-' && at + 1 < line.size() &&
         line[at + 1] == ' ') {
    at = line.find_first_not_of(' ', at + 1);
  }
  return at == std::string_view::npos ? line.size() : at;
}

// "name:Listing": the colon that lacks its blank. Addresses ("https://…") are none.
std::optional<std::size_t> glued_colon(std::string_view line) {
  const auto begin = text_begin(line);
  auto colon = begin;
  while (colon < line.size() && is_key_character(line[colon])) ++colon;
  if (colon == begin || colon + 1 >= line.size() || line[colon] != ':') return std::nullopt;
  if (line[colon + 1] == ' ' || line.substr(colon).starts_with("://")) return std::nullopt;
  return colon;
}

bool explain_glued_colon(SourceText& source, int number, Faults& faults) {
  const auto colon = glued_colon(source.line(number));
  if (!colon) return false;
  auto& line = source.lines[static_cast<std::size_t>(number)];
  const auto begin = text_begin(line);
  faults.add(
      source.position(number, static_cast<int>(*colon)),
      fmt::format("a blank is missing after the colon of '{}'",
                  line.substr(begin, *colon + 1 - begin)),
      fmt::format("write {}: {}", line.substr(begin, *colon - begin), line.substr(*colon + 1)));
  line.insert(*colon + 1, " ");
  return true;
}

bool opens_flow(std::string_view value) {
  return value.starts_with('[') || value.starts_with('{');
}

// "[data-x]:not(p)": not a list with something behind it, but a selector.
bool goes_on_behind_flow(std::string_view value) {
  return opens_flow(value) && !value.ends_with(value.front() == '[' ? ']' : '}') &&
         value.find(value.front() == '[' ? ']' : '}') != std::string_view::npos;
}

// What YAML makes of a text that begins like this; "" if it is plain text to it.
std::string meaning_of_first(char first) {
  switch (first) {
    case '*':
      return "a leading * is YAML's notation for an alias";
    case '&':
      return "a leading & is YAML's notation for an anchor";
    case '!':
      return "a leading ! is YAML's notation for a tag";
    case '@':
    case '`':
    case '%':
      return fmt::format("no plain YAML text may begin with {}", first);
    case '>':
    case '|':
      return fmt::format("a leading {} is YAML's notation for a block of text", first);
    default:
      return {};
  }
}

// The comment that swallowed the rest of a [ ] or { }, "" if there is none.
std::string_view swallowed(std::string_view value) {
  for (auto at = value.find(" #"); at != std::string_view::npos; at = value.find(" #", at + 1)) {
    if (at + 2 < value.size() && value[at + 2] != ' ') return value.substr(at + 1);
  }
  return {};
}

// Why a [ ] or { } cannot be read.
std::string fault_in_flow(std::string_view value) {
  if (goes_on_behind_flow(value)) {
    return fmt::format("a leading {} opens a {} in YAML", value.front(),
                       value.front() == '[' ? "list" : "map");
  }
  if (const auto comment = swallowed(value); !comment.empty()) {
    return fmt::format("'{}' was read as a comment", comment);
  }
  if (std::count(value.begin(), value.end(), '"') % 2 == 1) return "a quote in it is never closed";
  for (std::size_t i = 1; i < value.size(); ++i) {
    const bool begins =
        value[i - 1] == '[' || value[i - 1] == '{' || (value[i - 1] == ' ' && i > 1);
    if (!begins) continue;
    const auto before = value[i - 1] == ' ' ? value[i - 2] : ',';
    if (before != ',' && before != ':') continue;
    if (auto why = meaning_of_first(value[i]); !why.empty()) return why;
  }
  if (value.find("\\") != std::string_view::npos && value.find('"') != std::string_view::npos) {
    return "in double quotes a backslash begins an escape of YAML's";
  }
  return "a bracket or brace is missing, or a text in it needs quotes";
}

// What YAML makes of a value that it cannot read; "" if that does not show.
std::string meaning(std::string_view value) {
  if (opens_flow(value)) return fault_in_flow(value);
  if (auto why = meaning_of_first(value.front()); !why.empty()) return why;
  if (value.front() == '"' && value.find('\\') != std::string_view::npos) {
    return "in double quotes a backslash begins an escape of YAML's";
  }
  if (value.front() == '"' || value.front() == '\'')
    return "the text does not end where its quote does";
  if (value.find(": ") == std::string_view::npos) return {};
  return "a colon and a blank inside plain text begin another key";
}

std::string advice(std::string_view key, std::string_view value) {
  if (opens_flow(value) && !goes_on_behind_flow(value)) {
    return "put the texts in it in quotes where they contain one of , : # * & ! [ ] { }; "
           "single quotes keep backslashes";
  }
  const auto label = key.empty() ? std::string() : fmt::format("{}: ", key);
  if (value.size() > 1 && value.front() == '"') {
    const auto inner = value.substr(1, value.size() - (value.back() == '"' ? 2 : 1));
    return fmt::format("use single quotes: {}'{}'", label,
                       replace_all(std::string(inner), "'", "''"));
  }
  return fmt::format("put it in quotes: {}{}", label, in_quotes(value));
}

bool explain_value(SourceText& source, int number, Faults& faults) {
  const auto parts = split_key_line(source.line(number));
  if (!parts || parts->value.empty()) return false;
  const auto key = std::string(parts->key), value = std::string(parts->value);
  const auto why = meaning(value);
  if (why.empty()) return false;
  const auto comment =
      opens_flow(value) && !goes_on_behind_flow(value) ? swallowed(value) : std::string_view();
  const auto lost = comment.substr(0, comment.find_first_of(",]} "));
  const auto offset = comment.empty() ? 0 : static_cast<int>(comment.data() - value.data());
  faults.add(
      source.position(number, parts->value_column + offset),
      !lost.empty()
          ? fmt::format("'{}' was read as a comment, and the rest of the line with it", lost)
          : fmt::format("{}{}'{}' cannot be read: {}", key, key.empty() ? "" : ": ", value, why),
      !lost.empty() ? fmt::format("put it in quotes: {}", in_quotes(lost)) : advice(key, value));
  source.lines[static_cast<std::size_t>(number)].replace(
      static_cast<std::size_t>(parts->value_column), value.size(), "''");
  source.broken.insert(number);
  return true;
}

// Where a quote opens that does not close within the line.
std::optional<std::size_t> open_quote(std::string_view line) {
  std::optional<std::size_t> opened;
  for (std::size_t at = text_begin(line); at < line.size(); ++at) {
    const char c = line[at];
    if (opened) {
      if (c == '\\' && line[*opened] == '"') ++at;
      if (c != line[*opened]) continue;
      if (c == '\'' && at + 1 < line.size() && line[at + 1] == '\'') {
        ++at;
      } else {
        opened.reset();
      }
      continue;
    }
    const char before = at == 0 ? ' ' : line[at - 1];
    if (c == '#' && before == ' ') break;
    const bool begins = before == ' ' || before == '[' || before == '{' || before == ',';
    if (begins && (c == '"' || c == '\'')) opened = at;
  }
  return opened;
}

int indentation(std::string_view line) {
  return static_cast<int>(std::min(line.find_first_not_of(' '), line.size()));
}

bool is_key_line(std::string_view line) {
  const auto parts = split_key_line(line);
  return parts && !parts->key.empty();
}

int next_line_with_text(const SourceText& source, int number) {
  const int lines = static_cast<int>(source.lines.size());
  while (++number < lines) {
    const auto line = trim(source.line(number));
    if (!line.empty() && line.front() != '#') break;
  }
  return number;
}

// "title b" between keys, or "fields" above deeper ones: the key that lacks its colon.
std::optional<std::string_view> key_without_colon(const SourceText& source, int number) {
  const auto line = source.line(number);
  const auto begin = text_begin(line);
  auto end = begin;
  while (end < line.size() && is_key_character(line[end])) ++end;
  if (end == begin || (end < line.size() && line[end] != ' ')) return std::nullopt;
  const auto rest = trim(line.substr(end));
  if (rest.find(": ") != std::string_view::npos) return std::nullopt;
  const auto key = line.substr(begin, end - begin);
  const auto below = source.line(next_line_with_text(source, number));
  const bool alone = rest.empty() || rest.front() == '#';
  if (alone)
    return is_key_line(below) && text_begin(below) > begin ? std::optional(key) : std::nullopt;
  for (int before = number - 1; before >= 0; --before) {
    const auto above = source.line(before);
    if (trim(above).empty() || text_begin(above) > begin) continue;
    if (is_key_line(above) && text_begin(above) == begin) return key;
    break;
  }
  return is_key_line(below) && text_begin(below) == begin ? std::optional(key) : std::nullopt;
}

bool explain_missing_colon(SourceText& source, int number, Faults& faults) {
  const auto found = key_without_colon(source, number);
  if (!found) return false;
  const std::string key(*found);
  auto& line = source.lines[static_cast<std::size_t>(number)];
  const auto end = text_begin(line) + key.size();
  faults.add(source.position(number, static_cast<int>(end)),
             fmt::format("a colon is missing after '{}'", key),
             fmt::format("write {}:{}", key, line.substr(end)));
  line.insert(end, ":");
  return true;
}

int previous_line_with_text(const SourceText& source, int number) {
  while (--number >= 0) {
    const auto line = trim(source.line(number));
    if (!line.empty() && line.front() != '#') break;
  }
  return number;
}

}  // namespace

std::optional<KeyLine> split_key_line(std::string_view line) {
  const auto begin = text_begin(line);
  if (begin >= line.size()) return std::nullopt;
  KeyLine out;
  out.key_column = static_cast<int>(begin);
  auto value = begin;
  auto end = begin;
  while (end < line.size() && is_key_character(line[end])) ++end;
  if (end > begin && end < line.size() && line[end] == ':') {
    out.key = line.substr(begin, end - begin);
    value = std::min(line.find_first_not_of(' ', end + 1), line.size());
  }
  out.value = trim(line.substr(value));
  out.value_column = static_cast<int>(value);
  return out;
}

bool explain_open_quote(SourceText& source, int last, Faults& faults) {
  const int lines = static_cast<int>(source.lines.size());
  for (int number = 0; number <= std::min(last, lines - 1); ++number) {
    const auto quote = open_quote(source.line(number));
    if (!quote) continue;
    const int below = next_line_with_text(source, number);
    const auto here = split_key_line(source.line(number));
    // A quoted text may go on over several lines; they stand further in than its key.
    if (below < lines && here && indentation(source.line(below)) > here->key_column) continue;
    auto& line = source.lines[static_cast<std::size_t>(number)];
    const char mark = line[*quote];
    faults.add(source.position(number, static_cast<int>(*quote)), "this quote is never closed",
               fmt::format("put a {} at the end of the text", mark));
    const auto parts = split_key_line(line);
    if (parts && opens_flow(parts->value)) {
      line.replace(static_cast<std::size_t>(parts->value_column), std::string::npos, "''");
      source.broken.insert(number);
    } else {
      line += mark;
    }
    return true;
  }
  return false;
}

bool explain_and_repair(SourceText& source, int line, int column, const std::string& reason,
                        Faults& faults) {
  if (explain_open_quote(source, line, faults)) return true;
  const int before = previous_line_with_text(source, line);
  for (const int candidate : {before, line}) {
    if (candidate >= 0 && explain_missing_colon(source, candidate, faults)) return true;
  }
  for (const int candidate : {line, before}) {
    if (candidate >= 0 && explain_glued_colon(source, candidate, faults)) return true;
  }
  // yaml-cpp often notices a line too late; but a line before is only to blame if it looks it.
  if (explain_value(source, line, faults)) return true;
  const auto earlier = split_key_line(source.line(before));
  const bool suspicious =
      earlier && !earlier->value.empty() &&
      std::string_view("*&!@`%>|[{\"'").find(earlier->value.front()) != std::string_view::npos;
  if (suspicious && explain_value(source, before, faults)) return true;
  faults.add(source.position(line, column), fmt::format("this cannot be read as YAML ({})", reason),
             "is the indentation right, every [ { and quote closed, and a colon behind each key?");
  return false;
}

}  // namespace paperwatch
