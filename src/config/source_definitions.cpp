// SPDX-License-Identifier: MIT
// Sources as text, as a person would write them.
#include <algorithm>

#include <fmt/format.h>

#include <paperwatch/watch_list.hpp>

#include "base/ascii.hpp"
#include "base/text.hpp"
#include "base/time.hpp"
#include "base/url.hpp"

namespace paperwatch {

namespace {

constexpr std::size_t longest_id = 40;

// In quotes whatever it is: YAML's double quotes know JSON's escapes.
std::string in_double_quotes(std::string_view text) {
  std::string out = "\"";
  for (const char c : valid_utf8(text)) {
    if (c == '"' || c == '\\')
      (out += '\\') += c;
    else if (static_cast<unsigned char>(c) < 0x20 || c == 0x7f)
      out += fmt::format("\\x{:02x}", static_cast<unsigned char>(c));
    else
      out += c;
  }
  return out + "\"";
}

std::string comment(std::string_view text) {
  std::string line(text);
  std::replace_if(
      line.begin(), line.end(), [](char c) { return static_cast<unsigned char>(c) < 0x20; }, ' ');
  return line;
}

std::string slug(std::string_view text) {
  std::string out;
  for (const char c : lower_ascii(text)) {
    const bool fits = is_ascii_lower(c) || is_ascii_digit(c) || c == '.' || c == '_';
    if (fits)
      out += c;
    else if (!out.empty() && out.back() != '-')
      out += '-';
  }
  out.resize(std::min(out.size(), longest_id));
  const auto end = out.find_last_not_of("-.");
  return end == out.npos ? "" : out.substr(0, end + 1);
}

std::string id_of(const Watch& watch, std::vector<std::string>& taken) {
  const auto is_taken = [&](const std::string& id) {
    return std::find(taken.begin(), taken.end(), id) != taken.end();
  };
  const auto url = parse_url(watch.url);
  std::string base = slug(watch.title == watch.url && url ? url->host + url->path : watch.title);
  if (base.empty()) base = url ? slug(url->host) : "";
  if (base.empty()) base = "source";
  std::string id = base;
  for (int number = 2; is_taken(id); ++number) id = fmt::format("{}-{}", base, number);
  taken.push_back(id);
  return id;
}

std::string rules_text(const Watch& watch) {
  if (watch.is_feed) return "    template: feed\n";
  // The element may be the link, or hold it.
  return fmt::format(
      "    extract:\n      record: {}\n      fields:\n"
      "        title: {{select: [a, \":scope\"]}}\n"
      "        url: {{select: [\"a::attr(href)\", \":scope::attr(href)\"]}}\n",
      watch.record_is_xpath ? fmt::format("{{xpath: {}}}", in_double_quotes(watch.record))
                            : in_double_quotes(watch.record));
}

std::string options_text(const Watch& watch) {
  std::string out;
  if (!watch.enabled) out += "    enabled: false\n";
  if (!watch.tags.empty()) {
    std::vector<std::string> tags;
    for (const auto& tag : watch.tags) tags.push_back(in_double_quotes(tag));
    out += fmt::format("    tags: [{}]\n", join(tags, ", "));
  }
  if (!watch.encoding.empty())
    out += fmt::format("    encoding: {}\n", in_double_quotes(watch.encoding));
  if (watch.timeout) out += fmt::format("    timeout: {}\n", duration_text(*watch.timeout));
  if (!watch.follows_redirects) out += "    redirects: 0\n";
  if (!watch.proxy.empty()) out += fmt::format("    proxy: {}\n", in_double_quotes(watch.proxy));
  if (watch.headers.empty()) return out;
  out += "    headers:\n";
  for (const auto& [name, value] : watch.headers)
    out += fmt::format("      {}: {}\n", in_double_quotes(name), in_double_quotes(value));
  return out;
}

}  // namespace

std::string source_definitions(const std::vector<Watch>& watches, std::vector<std::string> taken) {
  taken.insert(taken.end(), {"all", "status"});  // feeds of paperwatch's own
  std::string out = watches.empty() ? "sources: []\n" : "sources:\n";
  for (const auto& watch : watches) {
    for (const auto& what : watch.left_out)
      out += fmt::format("  # not carried over: {}\n", comment(what));
    out += fmt::format("  - id: {}\n    title: {}\n    url: {}\n",
                       in_double_quotes(id_of(watch, taken)), in_double_quotes(watch.title),
                       in_double_quotes(watch.url));
    out += rules_text(watch) + options_text(watch);
  }
  return out;
}

}  // namespace paperwatch
