// SPDX-License-Identifier: MIT
#include "config/overlay.hpp"

#include <algorithm>
#include <array>
#include <string>

namespace paperwatch {

namespace {

// A selector from one rule and a pattern from another make no rule.
bool is_unit(const std::string& path) {
  static constexpr std::array units{"extract.record", "extract.count", "extract.empty",
                                    "extract.key",    "pages.next",    "auth"};
  return path.starts_with("extract.fields.") ||
         std::find(units.begin(), units.end(), path) != units.end();
}

void erase(Node& map, const std::string& key) {
  std::erase_if(map.entries, [&key](const Node::Entry& entry) { return entry.key.text == key; });
}

// Of two keys that exclude each other the upper layer's stands.
void make_way(Node& below, const std::string& key) {
  static constexpr std::array<std::array<const char*, 2>, 2> exclusive{
      {{"every", "at"}, {"watch", "ignore"}}};
  for (const auto& [a, b] : exclusive) {
    if (key == a) erase(below, b);
    if (key == b) erase(below, a);
  }
}

Node merged(const Node& below, const Node& above, const std::string& path) {
  const bool maps = below.is(Node::Kind::map) && above.is(Node::Kind::map);
  if (!maps || is_unit(path)) return above;
  Node out = below;
  out.at = above.at;
  for (const auto& [key, value] : above.entries) make_way(out, key.text);
  for (const auto& [key, value] : above.entries) {
    const auto same = [&k = key](const Node::Entry& entry) { return entry.key.text == k.text; };
    const auto found = std::find_if(out.entries.begin(), out.entries.end(), same);
    if (found == out.entries.end()) {
      out.entries.push_back({key, value});
    } else if (value.is(Node::Kind::null) && value.lost.empty()) {
      out.entries.erase(found);
    } else {
      found->value = merged(found->value, value, path.empty() ? key.text : path + "." + key.text);
    }
  }
  return out;
}

}  // namespace

Node lay_over(const Node& below, const Node& above) {
  return merged(below, above, "");
}

}  // namespace paperwatch
