// SPDX-License-Identifier: MIT
#include "fetch/cookie_file.hpp"

#include <fmt/format.h>

#include "base/file.hpp"
#include "base/text.hpp"

namespace paperwatch {

namespace {

constexpr std::string_view http_only = "#HttpOnly_";  // such a line is no comment

}  // namespace

Result<std::vector<std::string>> read_cookie_file(const std::string& path) {
  const auto content = read_file(path);
  if (!content) {
    return fail("config", "cookies: " + content.error().message,
                "make the file readable for the user that runs paperwatch");
  }
  std::vector<std::string> values;
  int number = 0;
  for (const auto& line : split(*content, '\n')) {
    ++number;
    const auto text = trim(line);
    if (text.empty() || (text.front() == '#' && !text.starts_with(http_only))) continue;
    // An empty value may have lost its tab to an editor.
    const auto fields = split(line.ends_with('\r') ? line.substr(0, line.size() - 1) : line, '\t');
    if (fields.size() != 7 && fields.size() != 6) {
      return fail(
          "config",
          fmt::format("cookies: {}:{}: not a line of Netscape's cookie format", path, number),
          "seven fields with tabs between belong there; browsers' extensions that export "
          "cookies.txt write it");
    }
    if (fields.size() == 7) values.push_back(fields[6]);
  }
  return values;
}

}  // namespace paperwatch
