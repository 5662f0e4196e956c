// SPDX-License-Identifier: MIT
// robots.txt as RFC 9309 reads it, with the tolerance for misspelling that large crawlers show.
// Pure.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <paperwatch/model.hpp>

namespace paperwatch {

// One line that says something.
struct RobotsLine {
  enum class Kind { user_agent, allow, disallow, sitemap, crawl_delay, unknown } kind;
  std::string value;  // paths: as patterns, percent-encoding made uniform
  int line = 0;       // from 1
  std::string text;   // as it stands in the file, without comment
};

struct RobotsFile {
  std::vector<RobotsLine> lines;
  int last_line = 0;  // how many lines the file has, empty ones included
};

// Whatever `body` is, it can be read; only its first 500 KiB count (RFC 9309 §2.5).
RobotsFile parse_robots(std::string_view body);

struct RobotsVerdict {
  bool allowed = true;
  int line = 0;                         // of the rule that decided; 0 if none did
  std::string rule;                     // its text
  std::optional<Duration> crawl_delay;  // of the group that applies
};

// What the file says to `agent` (a product token) about `url`, which is percent-encoded. The group
// of the agent counts, else that of `*`; in it the longest matching pattern, and of two equally
// long ones `allow`.
RobotsVerdict judge_robots(const RobotsFile& file, std::string_view agent, std::string_view url);

// The product token in a User-Agent text: "paperwatch" if that is in it, else its first word.
std::string robots_agent(std::string_view user_agent);

// Path with parameters and query, without fragment; "/" if there is none.
std::string robots_path(std::string_view url);
// Bytes beyond ASCII percent-encoded, hexadecimal digits in upper case.
std::string robots_escape(std::string_view pattern);

inline constexpr std::size_t largest_robots = 500 << 10;  // bytes

}  // namespace paperwatch
