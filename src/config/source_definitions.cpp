// SPDX-License-Identifier: MIT
// Sources as text, as a person would write them.
#include <algorithm>

#include <fmt/format.h>

#include <paperwatch/watch_list.hpp>

#include "base/latin.hpp"
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

// Whole words, as far as there is room.
std::string shortened(std::string text) {
  if (text.size() > longest_id) {
    const auto blank = text.rfind('-', longest_id);
    text.resize(blank == text.npos || blank < longest_id / 2 ? longest_id : blank);
  }
  const auto end = text.find_last_not_of("-.");
  return end == text.npos ? "" : text.substr(0, end + 1);
}

// "Universität Zürich: News" becomes "universitat-zurich-news"; "" where most of the title is in
// letters that an id cannot have.
std::string slug(std::string_view text) {
  const auto plain = plain_latin(text);
  std::string out;
  std::size_t kept = 0, lost = 0;
  for (std::size_t at = 0; at < plain.size();) {
    const char32_t c = next_character(plain, at);
    const bool fits = (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '.' || c == '_';
    kept += fits ? 1 : 0;
    lost += c > 0x7F ? 1 : 0;
    if (fits)
      out += static_cast<char>(c);
    else if (!out.empty() && out.back() != '-')
      out += '-';
  }
  return lost > kept ? "" : shortened(std::move(out));
}

std::string id_of(const Watch& watch, std::vector<std::string>& taken) {
  const auto is_taken = [&](const std::string& id) {
    return std::find(taken.begin(), taken.end(), id) != taken.end();
  };
  const auto url = parse_url(watch.url);
  std::string base = slug(watch.title == watch.url && url ? url->host + url->path : watch.title);
  if (base.empty()) base = url ? slug(url->host + url->path) : "";
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
