// SPDX-License-Identifier: MIT
// The listing that most end-to-end tests watch, and the configuration that watches it.
#pragma once

#include <string>

#include <fmt/format.h>

namespace paperwatch::test {

// Papers 1 to `papers`, the newest on top.
inline std::string numbers_page(int papers) {
  std::string items;
  for (int i = papers; i >= 1; --i) {
    items += fmt::format("<li><a href=/p/{0}>On the number {0} and its friends</a></li>", i);
  }
  return "<!doctype html><html><body><ul>" + items + "</ul></body></html>";
}

// One source, `numbers`, at `url`; `more` stands before it.
inline std::string numbers_config(const std::string& url, const std::string& more) {
  return "fetch: {host_delay: 0s, private_addresses: allow, retries: 0}\n" + more +
         "sources:\n"
         "  - id: numbers\n"
         "    url: " +
         url +
         "\n"
         "    every: 1h\n"
         "    extract: {record: li, fields: {title: a, url: 'a::attr(href)'}}\n";
}

}  // namespace paperwatch::test
