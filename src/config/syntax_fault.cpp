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

// What YAML makes of a value that begins like this, if it is not text; "" if it is.
std::string meaning(std::string_view value) {
  switch (value.empty() ? '\0' : value.front()) {
    case '*':
      return "a leading * is YAML's notation for an alias";
    case '&':
      return "a leading & is YAML's notation for an anchor";
    case '!':
      return "a leading ! is YAML's notation for a tag";
    case '@':
    case '`':
    case '%':
      return fmt::format("no plain YAML text may begin with {}", value.front());
    case '>':
    case '|':
      return fmt::format("a leading {} is YAML's notation for a block of text", value.front());
    case '[':
      return "a leading [ opens a list in YAML";
    case '{':
      return "a leading { opens a map in YAML";
    case '\'':
      return "the text does not end where its quote does";
    case '"':
      return value.find('\\') != std::string_view::npos
                 ? "in double quotes a backslash begins an escape of YAML's"
                 : "the text does not end where its quote does";
    default:
      break;
  }
  if (value.find(": ") != std::string_view::npos)
    return "a colon and a blank inside plain text begin another key";
  return {};
}

// The comment that swallowed the rest of a [ ] or { }, "" if there is none.
std::string_view swallowed(std::string_view value) {
  for (auto at = value.find(" #"); at != std::string_view::npos; at = value.find(" #", at + 1)) {
    if (at + 2 < value.size() && value[at + 2] != ' ') return value.substr(at + 1);
  }
  return {};
}

std::string advice(std::string_view key, std::string_view value) {
  const bool flow = value.starts_with('[') || value.starts_with('{');
  if (flow &&
      (swallowed(value).empty() ? value.find_first_of(",:") != std::string_view::npos : true)) {
    return "put the texts inside it in quotes where they have one of , : # * & ! [ ] { } in them";
  }
  if (value.size() > 1 && value.front() == '"') {
    const auto inner = value.substr(1, value.size() - (value.back() == '"' ? 2 : 1));
    return fmt::format("use single quotes: {}{}{}", key, key.empty() ? "" : ": ",
                       fmt::format("'{}'", replace_all(std::string(inner), "'", "''")));
  }
  return fmt::format("put it in quotes: {}{}{}", key, key.empty() ? "" : ": ", in_quotes(value));
}

bool explain_value(SourceText& source, int number, Faults& faults) {
  const auto parts = split_key_line(source.line(number));
  if (!parts || parts->value.empty()) return false;
  const auto key = std::string(parts->key), value = std::string(parts->value);
  auto why = meaning(value);
  if (const auto comment = swallowed(value);
      !comment.empty() && (value[0] == '[' || value[0] == '{')) {
    why = fmt::format("'{}' was read as a comment", comment);
  }
  if (why.empty()) return false;
  faults.add(source.position(number, parts->value_column),
             fmt::format("{}{}'{}' cannot be read: {}", key, key.empty() ? "" : ": ", value, why),
             advice(key, value));
  source.lines[static_cast<std::size_t>(number)].replace(
      static_cast<std::size_t>(parts->value_column), value.size(), "''");
  source.broken.insert(number);
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

bool explain_and_repair(SourceText& source, int line, int column, const std::string& reason,
                        Faults& faults) {
  const int before = previous_line_with_text(source, line);
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
