// SPDX-License-Identifier: MIT
#include "fetch/robots.hpp"

#include <algorithm>
#include <array>
#include <cctype>
#include <cmath>

#include <fmt/format.h>

#include "base/ascii.hpp"
#include "base/text.hpp"

namespace paperwatch {

namespace {

using Kind = RobotsLine::Kind;

// Nothing sensible is longer; the rest of such a line is dropped.
constexpr std::size_t longest_line = 2083 * 8 - 1;

bool is_token(char c) {
  return std::isalpha(static_cast<unsigned char>(c)) || c == '-' || c == '_';
}

bool starts_with_ignoring_case(std::string_view text, std::string_view start) {
  return equal_ignoring_case(text.substr(0, start.size()), start);
}

Kind kind_of(std::string_view key) {
  struct Name {
    std::string_view start;
    Kind kind;
  };
  // Misspellings that are common in the wild stand beside the right word.
  static constexpr std::array<Name, 13> names{{{"user-agent", Kind::user_agent},
                                               {"useragent", Kind::user_agent},
                                               {"user agent", Kind::user_agent},
                                               {"allow", Kind::allow},
                                               {"disallow", Kind::disallow},
                                               {"dissallow", Kind::disallow},
                                               {"dissalow", Kind::disallow},
                                               {"disalow", Kind::disallow},
                                               {"diasllow", Kind::disallow},
                                               {"disallaw", Kind::disallow},
                                               {"sitemap", Kind::sitemap},
                                               {"site-map", Kind::sitemap},
                                               {"crawl-delay", Kind::crawl_delay}}};
  for (const auto& [start, kind] : names) {
    if (starts_with_ignoring_case(key, start)) return kind;
  }
  return Kind::unknown;
}

// "key: value", or "key value" where the colon was forgotten.
std::optional<std::pair<std::string_view, std::string_view>> key_and_value(std::string_view line) {
  auto separator = line.find(':');
  if (separator == std::string_view::npos) {
    separator = line.find_first_of(" \t");
    if (separator == std::string_view::npos) return std::nullopt;
    // Exactly two words: more of them are prose.
    const auto second = trim(line.substr(separator));
    if (second.find_first_of(" \t") != std::string_view::npos) return std::nullopt;
  }
  const auto key = trim(line.substr(0, separator));
  if (key.empty()) return std::nullopt;
  return std::pair{key, trim(line.substr(separator + 1))};
}

void read_line(std::string_view raw, RobotsFile& file) {
  ++file.last_line;
  raw = raw.substr(0, longest_line);
  const auto text = trim(raw.substr(0, raw.find('#')));
  const auto parts = key_and_value(text);
  if (!parts) return;
  const auto& [key, value] = *parts;
  const Kind kind = kind_of(key);
  const bool is_path = kind == Kind::allow || kind == Kind::disallow;
  file.lines.push_back({.kind = kind,
                        .value = is_path ? robots_escape(value) : std::string(value),
                        .line = file.last_line,
                        .text = valid_utf8(text)});
}

// The byte order mark, also where only a part of it survived.
std::string_view without_mark(std::string_view body) {
  for (const char byte : {'\xEF', '\xBB', '\xBF'}) {
    if (!body.starts_with(byte)) break;
    body.remove_prefix(1);
  }
  return body;
}

// `pattern` at the start of `path`: * is any run of characters, $ at the end is the end.
bool matches(std::string_view path, std::string_view pattern) {
  const bool anchored = pattern.ends_with('$');
  if (anchored) pattern.remove_suffix(1);
  std::size_t at = 0, in_pattern = 0, star = std::string_view::npos, retry = 0;
  for (;;) {
    if (in_pattern == pattern.size() && (!anchored || at == path.size())) return true;
    if (in_pattern < pattern.size() && pattern[in_pattern] == '*') {
      star = in_pattern++;
      retry = at;
    } else if (at < path.size() && in_pattern < pattern.size() && pattern[in_pattern] == path[at]) {
      ++at, ++in_pattern;
    } else if (star != std::string_view::npos && retry < path.size()) {
      in_pattern = star + 1;
      at = ++retry;
    } else {
      return false;
    }
  }
}

// A rule for a folder's index page is one for the folder.
std::string without_index(const std::string& pattern) {
  const auto slash = pattern.rfind('/');
  if (slash == std::string::npos || !pattern.substr(slash).starts_with("/index.htm")) return "";
  return pattern.substr(0, slash + 1) + "$";
}

std::optional<Duration> delay_of(const std::string& value) {
  if (value.empty() || value.find_first_not_of("0123456789.") != std::string::npos ||
      value.size() > 12 || std::count(value.begin(), value.end(), '.') > 1 || value == ".") {
    return std::nullopt;
  }
  return Duration(std::llround(std::stod(value) * 1000));
}

// "%c3" and "%C3" are one byte (RFC 3986 §6.2.2.1).
std::string with_upper_case_escapes(std::string_view text) {
  std::string out(text);
  for (std::size_t i = 0; i + 2 < out.size(); ++i) {
    if (out[i] != '%' || !is_ascii_hex(out[i + 1]) || !is_ascii_hex(out[i + 2])) continue;
    for (const std::size_t at : {i + 1, i + 2}) {
      out[at] = static_cast<char>(std::toupper(static_cast<unsigned char>(out[at])));
    }
  }
  return out;
}

// What the lines of one kind of group (the agent's own, or everybody's) amount to.
struct Group {
  bool exists = false;
  const RobotsLine* allow = nullptr;
  const RobotsLine* disallow = nullptr;
  std::ptrdiff_t allow_length = -1, disallow_length = -1;
  std::optional<Duration> crawl_delay;

  void take(const RobotsLine& line, const std::string& path) {
    if (line.kind == Kind::crawl_delay && !crawl_delay) crawl_delay = delay_of(line.value);
    if (line.kind == Kind::allow) take_pattern(line, path, allow, allow_length);
    if (line.kind == Kind::disallow) take_pattern(line, path, disallow, disallow_length);
  }

  static void take_pattern(const RobotsLine& line, const std::string& path,
                           const RobotsLine*& winner, std::ptrdiff_t& length) {
    std::string pattern = line.value;
    if (!matches(path, pattern) && line.kind == Kind::allow) pattern = without_index(pattern);
    // An empty pattern says nothing.
    if (pattern.empty() || !matches(path, pattern)) return;
    if (static_cast<std::ptrdiff_t>(pattern.size()) <= length) return;
    length = static_cast<std::ptrdiff_t>(pattern.size());
    winner = &line;
  }

  RobotsVerdict verdict() const {
    const bool allowed = disallow_length <= allow_length;
    const RobotsLine* rule = allowed ? allow : disallow;
    return {.allowed = allowed,
            .line = rule ? rule->line : 0,
            .rule = rule ? rule->text : "",
            .crawl_delay = crawl_delay};
  }
};

bool names_everybody(std::string_view value) {
  return value == "*" || value.starts_with("* ") || value.starts_with("*\t");
}

std::string_view token_of(std::string_view value) {
  std::size_t end = 0;
  while (end < value.size() && is_token(value[end])) ++end;
  return value.substr(0, end);
}

}  // namespace

RobotsFile parse_robots(std::string_view body) {
  RobotsFile file;
  body = without_mark(body.substr(0, largest_robots));
  while (!body.empty()) {
    const auto end = body.find_first_of("\r\n");
    read_line(body.substr(0, end), file);
    if (end == std::string_view::npos) break;
    const bool two = body.substr(end).starts_with("\r\n");
    body.remove_prefix(end + (two ? 2 : 1));
  }
  return file;
}

RobotsVerdict judge_robots(const RobotsFile& file, std::string_view agent, std::string_view url) {
  const std::string path = with_upper_case_escapes(robots_path(url));
  Group own, everybody;
  bool for_us = false, for_everybody = false, in_rules = false;
  for (const auto& line : file.lines) {
    if (line.kind == Kind::user_agent) {
      // Consecutive user-agent lines share the rules that follow them.
      if (in_rules) for_us = for_everybody = in_rules = false;
      if (names_everybody(line.value)) {
        for_everybody = everybody.exists = true;
      } else if (!agent.empty() && equal_ignoring_case(token_of(line.value), agent)) {
        for_us = own.exists = true;
      }
      continue;
    }
    if (line.kind == Kind::allow || line.kind == Kind::disallow) in_rules = true;
    if (for_us) own.take(line, path);
    if (for_everybody) everybody.take(line, path);
  }
  return own.exists ? own.verdict() : everybody.verdict();
}

std::string robots_agent(std::string_view user_agent) {
  if (user_agent.empty() || contains_ignoring_case(user_agent, "paperwatch")) return "paperwatch";
  return std::string(token_of(user_agent));
}

std::string robots_path(std::string_view url) {
  const std::size_t start = url.starts_with("//") ? 2 : 0;
  const auto early = url.find_first_of("/?;", start);
  auto authority = url.find("://", start);
  authority = authority == std::string_view::npos || early < authority ? start : authority + 3;
  const auto path = url.find_first_of("/?;", authority);
  const auto fragment = url.find('#', start);
  if (path == std::string_view::npos || fragment < path) return "/";
  const std::string found(url.substr(path, fragment - path));
  return found.starts_with('/') ? found : "/" + found;
}

std::string robots_escape(std::string_view pattern) {
  std::string out;
  for (const char c : with_upper_case_escapes(pattern)) {
    const auto byte = static_cast<unsigned char>(c);
    out += byte < 0x80 ? std::string(1, c) : fmt::format("%{:02X}", byte);
  }
  return out;
}

}  // namespace paperwatch
