// SPDX-License-Identifier: MIT
// Typed access to a map of the configuration. A value that cannot be read is a fault with its
// position, and leaves the target as it was; reading goes on.
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "config/faults.hpp"
#include "config/node.hpp"

namespace paperwatch {

// A scalar's text. Faults: nothing there, a list or map, a number with a leading zero.
std::optional<std::string> read_text(const Node& node, std::string_view name, Faults& faults);
// The same where a comment may have swallowed a part: selectors, patterns, what a page says.
std::optional<std::string> read_pattern_text(const Node& node, std::string_view name,
                                             Faults& faults);
std::optional<std::int64_t> read_integer(const Node& node, std::string_view name,
                                         std::int64_t least, std::int64_t most, Faults& faults);
std::optional<Duration> read_duration(const Node& node, std::string_view name, Duration least,
                                      Faults& faults);
std::optional<std::uint64_t> read_size(const Node& node, std::string_view name, Faults& faults);
std::optional<bool> read_flag(const Node& node, std::string_view name, Faults& faults);
// One text or a list of them.
std::vector<std::string> read_texts(const Node& node, std::string_view name, Faults& faults);
// An http or https address.
std::optional<std::string> read_url(const Node& node, std::string_view name, Faults& faults);
// The zone's name as in the IANA database, checked where the machine has one.
std::optional<std::string> read_timezone(const Node& node, Faults& faults);
// [A-Za-z0-9._-]+
bool is_id(std::string_view text);
// "2", "2026" … of a plain scalar; what kind of node it is in a reader's words.
std::string_view kind_in_words(const Node& node);
// "title b" as a key without a value: told as what lacks its colon. False if it is none of these.
bool tell_missing_colon(const Node::Entry& entry, Faults& faults);
// A path, relative to the file in which it stands.
std::filesystem::path path_beside(const Position& at, const std::string& path);

class MapReader {
 public:
  // Tells unknown keys at once. `table` names the known ones (keys.hpp), `where` the map in
  // messages: "a source", "'fetch'".
  MapReader(const Node& node, std::string_view table, std::string_view where, Faults& faults);

  // The key's value, unless it is absent or broken.
  const Node* find(std::string_view key) const;
  // The same, and null counts as absent: for keys that `null` switches off.
  const Node* find_value(std::string_view key) const;
  bool has(std::string_view key) const { return node_.find(key) != nullptr; }
  bool has_unknown_keys() const { return !unknown_.empty(); }
  // Whether the key is there, or one was told as unknown that likely means it.
  bool has_or_means(std::string_view key) const;
  const Position& at() const { return node_.at; }

  void text(std::string_view key, std::string& target) const;
  void text_or_null(std::string_view key, std::string& target) const;  // null: ""
  void texts(std::string_view key, std::vector<std::string>& target) const;
  void flag(std::string_view key, bool& target) const;
  void integer(std::string_view key, int& target, int least, int most) const;
  void duration(std::string_view key, Duration& target, Duration least = Duration(0)) const;
  void size(std::string_view key, std::uint64_t& target) const;
  // The index of the word among `words`.
  std::optional<std::size_t> choice(std::string_view key,
                                    const std::vector<std::string>& words) const;

 private:
  void tell_unknown_keys(std::string_view table, std::string_view where);
  const Node& node_;
  std::vector<std::string> unknown_;
  Faults& faults_;
};

// Tells which of `keys` the map does not have.
void require_keys(const MapReader& in, const std::vector<std::string>& keys,
                  const std::string& where, Faults& faults);

}  // namespace paperwatch
