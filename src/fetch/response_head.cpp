// SPDX-License-Identifier: MIT
#include "fetch/response_head.hpp"

#include <charconv>
#include <optional>

#include "base/text.hpp"

namespace paperwatch {

namespace {

// "HTTP/1.1 404 Not Found", "HTTP/2 200"
int status_of(std::string_view line) {
  int status = 0;
  const auto blank = line.find(' ');
  if (blank == std::string_view::npos) return 0;
  const auto rest = trim(line.substr(blank));
  std::from_chars(rest.data(), rest.data() + rest.size(), status);
  return status;
}

std::optional<std::string_view> value_of(std::string_view line, std::string_view name) {
  if (line.size() <= name.size() || line[name.size()] != ':') return std::nullopt;
  if (!equal_ignoring_case(line.substr(0, name.size()), name)) return std::nullopt;
  return trim(line.substr(name.size() + 1));
}

}  // namespace

void ResponseHead::read_line(std::string_view line) {
  if (line.starts_with("HTTP/")) {
    *this = {};
    status = status_of(line);
    return;
  }
  const auto keep = [&](std::string_view name, std::string& field) {
    if (const auto value = value_of(line, name); value && field.empty()) field = *value;
  };
  keep("location", location);
  keep("retry-after", retry_after);
  keep("content-type", content_type);
  keep("content-length", content_length);
  keep("transfer-encoding", transfer_encoding);
  if (const auto value = value_of(line, "content-encoding")) {
    if (!content_encoding.empty()) content_encoding += ", ";
    content_encoding += *value;
  }
  keep("etag", validators.etag);
  keep("last-modified", validators.last_modified);
}

}  // namespace paperwatch
