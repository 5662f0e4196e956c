// SPDX-License-Identifier: MIT
#include "config/map_reader.hpp"

#include <algorithm>
#include <cctype>
#include <charconv>
#include <system_error>

#include <fmt/format.h>

#include <paperwatch/given_fields.hpp>

#include "base/ascii.hpp"
#include "base/text.hpp"
#include "base/time.hpp"
#include "base/url.hpp"
#include "config/keys.hpp"

namespace paperwatch {

namespace {

// 010 is eight to YAML 1.1, ten to YAML 1.2, and whoever wrote it meant one of the two.
bool looks_octal(std::string_view text) {
  if (text.starts_with('-') || text.starts_with('+')) text.remove_prefix(1);
  return text.size() > 1 && text[0] == '0' && is_ascii_digit(text[1]);
}

bool is_all_digits(std::string_view text) {
  if (text.starts_with('-') || text.starts_with('+')) text.remove_prefix(1);
  return !text.empty() && std::all_of(text.begin(), text.end(), is_ascii_digit);
}

void tell_octal(const Node& node, std::string_view name, Faults& faults) {
  const auto plain =
      node.text.substr(std::min(node.text.find_first_not_of("+-0"), node.text.size() - 1));
  faults.add(
      node.content,
      fmt::format("{}: {} begins with 0, which some readers take for octal", name, node.text),
      fmt::format("write {}, or \"{}\" if it is a text", plain, node.text));
}

// Fault for a node that should have been a single value.
void tell_no_scalar(const Node& node, std::string_view name, Faults& faults) {
  if (node.is(Node::Kind::broken)) return;
  if (node.is(Node::Kind::null) && !node.lost.empty()) {
    faults.add(
        node.content,
        fmt::format("{}: '{}' was read as a comment, so the value is empty", name, node.lost),
        fmt::format("put it in quotes: {}: {}", name, in_quotes(node.lost)));
  } else if (node.is(Node::Kind::null)) {
    faults.add(node.at, fmt::format("{} is empty", name), "write a value, or leave the key out");
  } else {
    const bool list = node.is(Node::Kind::sequence);
    faults.add(node.at, fmt::format("{}: one text belongs here, not {}", name, kind_in_words(node)),
               node.flow ? fmt::format("is the {} part of the text? then put all of it in quotes",
                                       list ? "[" : "{")
                         : std::string());
  }
}

void tell_wrong(const Node& node, std::string_view name, std::string_view what, Faults& faults,
                std::string hint) {
  faults.add(node.content, fmt::format("{}: '{}' is not {}", name, node.text, what),
             std::move(hint));
}

// The scalar of a number, duration or size; leading zeros are faults.
const Node* as_quantity(const Node& node, std::string_view name, Faults& faults) {
  if (!node.is(Node::Kind::scalar)) {
    tell_no_scalar(node, name, faults);
    return nullptr;
  }
  if (!looks_octal(node.text)) return &node;
  tell_octal(node, name, faults);
  return nullptr;
}

}  // namespace

std::string_view kind_in_words(const Node& node) {
  switch (node.kind) {
    case Node::Kind::null:
      return "nothing";
    case Node::Kind::scalar:
      return "a single value";
    case Node::Kind::sequence:
      return node.flow ? "a list ([…])" : "a list";
    case Node::Kind::map:
      return node.flow ? "a map ({…})" : "a map";
    case Node::Kind::broken:
      break;
  }
  return "something broken";
}

std::optional<std::string> read_text(const Node& node, std::string_view name, Faults& faults) {
  if (!node.is(Node::Kind::scalar)) {
    tell_no_scalar(node, name, faults);
    return std::nullopt;
  }
  if (!node.quoted && is_all_digits(node.text) && looks_octal(node.text)) {
    tell_octal(node, name, faults);
    return std::nullopt;
  }
  if (trim(node.text).empty()) {
    faults.add(node.at, fmt::format("{} is empty", name), "write a value, or leave the key out");
    return std::nullopt;
  }
  return node.text;
}

std::optional<std::string> read_pattern_text(const Node& node, std::string_view name,
                                             Faults& faults) {
  if (node.is(Node::Kind::scalar) && !node.lost.empty()) {
    faults.add(node.content,
               fmt::format("{}: '{}' was read as a comment, so only '{}' is left", name, node.lost,
                           node.text),
               fmt::format("put it in quotes: {}: {}; or write a blank behind the # of a comment",
                           name, in_quotes(node.text + " " + node.lost)));
    return std::nullopt;
  }
  if (node.is(Node::Kind::sequence) && node.flow) {
    faults.add(node.at, fmt::format("{}: a leading [ opens a list in YAML", name),
               fmt::format("put the selector or pattern in quotes: {}: \"[…]\"", name));
    return std::nullopt;
  }
  if (node.is(Node::Kind::scalar) && node.quoted && node.text == " ")
    return node.text;  // `join: " "`
  return read_text(node, name, faults);
}

std::optional<std::int64_t> read_integer(const Node& node, std::string_view name,
                                         std::int64_t least, std::int64_t most, Faults& faults) {
  const Node* scalar = as_quantity(node, name, faults);
  if (!scalar) return std::nullopt;
  std::int64_t value = 0;
  const auto* end = scalar->text.data() + scalar->text.size();
  const auto [stop, error] = std::from_chars(scalar->text.data(), end, value);
  if (error == std::errc::invalid_argument || stop != end) {
    tell_wrong(*scalar, name, "a whole number", faults, "write it in digits, without separators");
    return std::nullopt;
  }
  if (error == std::errc() && value >= least && value <= most) return value;
  faults.add(scalar->content, fmt::format("{}: {} is out of range", name, scalar->text),
             fmt::format("from {} to {}", least, most));
  return std::nullopt;
}

std::optional<Duration> read_duration(const Node& node, std::string_view name, Duration least,
                                      Faults& faults) {
  const Node* scalar = as_quantity(node, name, faults);
  if (!scalar) return std::nullopt;
  if (const auto duration = parse_duration(scalar->text)) {
    if (*duration >= least) return duration;
    faults.add(scalar->content, fmt::format("{}: {} is too short", name, scalar->text),
               fmt::format("at least {}", duration_text(least)));
    return std::nullopt;
  }
  if (is_all_digits(scalar->text) && scalar->text.front() != '-') {
    tell_wrong(*scalar, name, "a duration: the unit is missing", faults,
               fmt::format("write {0}s, {0}m, {0}h or {0}d", scalar->text));
  } else {
    tell_wrong(*scalar, name, "a duration", faults, "write it like 90s, 15m, 6h, 7d or 1h30m");
  }
  return std::nullopt;
}

std::optional<std::uint64_t> read_size(const Node& node, std::string_view name, Faults& faults) {
  const Node* scalar = as_quantity(node, name, faults);
  if (!scalar) return std::nullopt;
  if (const auto size = parse_size(scalar->text)) {
    if (*size > 0) return size;
    faults.add(scalar->content, fmt::format("{}: {} is too small", name, scalar->text),
               "write at least 1KiB");
    return std::nullopt;
  }
  const bool bare = is_all_digits(scalar->text);
  tell_wrong(*scalar, name, bare ? "a size: the unit is missing" : "a size", faults,
             bare ? fmt::format("write {0}KiB, {0}MiB or {0}GiB", scalar->text)
                  : "write it like 512KiB, 16MiB or 1GiB");
  return std::nullopt;
}

std::optional<bool> read_flag(const Node& node, std::string_view name, Faults& faults) {
  const auto text = read_text(node, name, faults);
  if (!text) return std::nullopt;
  if (*text == "true") return true;
  if (*text == "false") return false;
  tell_wrong(node, name, "true or false", faults,
             fmt::format("write {}: true or {}: false", name, name));
  return std::nullopt;
}

std::vector<std::string> read_texts(const Node& node, std::string_view name, Faults& faults) {
  std::vector<std::string> out;
  if (!node.is(Node::Kind::sequence)) {
    if (auto one = read_text(node, name, faults)) out.push_back(std::move(*one));
    return out;
  }
  for (const auto& item : node.items) {
    if (auto one = read_text(item, name, faults)) out.push_back(std::move(*one));
  }
  return out;
}

std::optional<std::string> read_url(const Node& node, std::string_view name, Faults& faults) {
  const auto text = read_text(node, name, faults);
  if (!text) return std::nullopt;
  const auto lower = lower_ascii(*text);
  const std::size_t scheme = lower.starts_with("https://")  ? 8
                             : lower.starts_with("http://") ? 7
                                                            : 0;
  if (scheme == 0) {
    const bool other = lower.find("://") != std::string::npos;
    tell_wrong(
        node, name, "an http or https address", faults,
        other ? "only http:// and https:// are fetched" : fmt::format("write https://{}", *text));
    return std::nullopt;
  }
  const auto host = text->substr(scheme, text->find_first_of("/?#", scheme) - scheme);
  const bool blank = std::any_of(text->begin(), text->end(),
                                 [](char c) { return static_cast<unsigned char>(c) <= ' '; });
  if (host.empty() || host.starts_with(':') || host.ends_with('@')) {
    tell_wrong(node, name, "an address: the host is missing", faults,
               "write it like https://example.org/papers");
    return std::nullopt;
  }
  if (blank) {
    tell_wrong(node, name, "an address: there is a blank in it", faults, "write %20 for a blank");
    return std::nullopt;
  }
  if (!parse_url(*text)) {
    tell_wrong(node, name, "an address", faults, "write it like https://example.org/papers");
    return std::nullopt;
  }
  return text;
}

std::optional<std::string> read_timezone(const Node& node, Faults& faults) {
  const auto text = read_text(node, "timezone", faults);
  if (!text) return std::nullopt;
  const std::filesystem::path zones("/usr/share/zoneinfo");
  std::error_code error;
  const bool sane = text->find("..") == std::string::npos && text->front() != '/' &&
                    std::none_of(text->begin(), text->end(),
                                 [](char c) { return static_cast<unsigned char>(c) <= ' '; });
  const bool known = !std::filesystem::is_directory(zones, error) ||
                     std::filesystem::is_regular_file(zones / *text, error);
  if (sane && known) return text;
  tell_wrong(node, "timezone", "a time zone of this machine", faults,
             "write a name like Europe/Zurich or UTC");
  return std::nullopt;
}

bool is_id(std::string_view text) {
  const auto allowed = [](char c) {
    return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '.' || c == '_' || c == '-';
  };
  return !text.empty() && text != "." && text != ".." &&
         std::all_of(text.begin(), text.end(), allowed);
}

bool tell_missing_colon(const Node::Entry& entry, Faults& faults) {
  const auto& [key, value] = entry;
  const auto blank = key.text.find(' ');
  if (!value.is(Node::Kind::null) || key.quoted || blank == std::string::npos) return false;
  const auto word = key.text.substr(0, blank);
  auto at = key.at;
  at.column += static_cast<int>(character_count(word));
  faults.add(at, fmt::format("a colon is missing after '{}'", word),
             fmt::format("write {}:{}", word, key.text.substr(blank)));
  return true;
}

std::filesystem::path path_beside(const Position& at, const std::string& path) {
  return (std::filesystem::path(*at.file).parent_path() / path).lexically_normal();
}

namespace {

// "name:Listing": one word to YAML, a key and a value to whoever wrote it.
bool tell_glued_colon(const Node& word, const std::vector<std::string>& known, Faults& faults) {
  const auto colon = word.text.find(':');
  if (!word.is(Node::Kind::scalar) || word.quoted || colon == std::string::npos || colon == 0)
    return false;
  const auto key = word.text.substr(0, colon);
  const auto rest = word.text.substr(colon + 1);
  const bool address = rest.starts_with("//");
  const bool known_key = std::find(known.begin(), known.end(), key) != known.end();
  if (rest.empty() || address || (!known_key && rest.find_first_of("{[") != std::string::npos))
    return false;
  auto at = word.at;
  at.column += static_cast<int>(character_count(key));
  faults.add(at, fmt::format("a blank is missing after the colon of '{}:'", key),
             fmt::format("write {}: {}", key, rest));
  return true;
}

// `url:` beside `fields:`: a field that stands one level too high.
bool tell_misplaced_field(const Node& key, std::string_view table, Faults& faults) {
  const bool beside_fields = table == "extract" || table == "record";
  if (!beside_fields && table != "source" && table != "template") return false;
  const auto& of_source = keys_of("source");
  if (!beside_fields && std::find(of_source.begin(), of_source.end(), key.text) != of_source.end())
    return false;
  const auto& fields = known_fields();
  if (std::find(fields.begin(), fields.end(), key.text) == fields.end()) return false;
  faults.add_first(key.at, fmt::format("{} is a field", key.text),
                   beside_fields ? "indent it under fields:"
                                 : "write it under extract:, and there under fields:");
  return true;
}

}  // namespace

MapReader::MapReader(const Node& node, std::string_view table, std::string_view where,
                     Faults& faults)
    : node_(node), faults_(faults) {
  if (node.is(Node::Kind::map)) {
    tell_unknown_keys(table, where);
  } else if (!node.is(Node::Kind::null) && !node.is(Node::Kind::broken) &&
             !tell_glued_colon(node, keys_of(table), faults)) {
    faults_.add(
        node.at,
        fmt::format("{} must be a map of keys and values, not {}", where, kind_in_words(node)),
        "known: " + join(keys_of(table), ", "));
  }
}

void MapReader::tell_unknown_keys(std::string_view table, std::string_view where) {
  const auto& known = keys_of(table);
  for (const auto& [key, value] : node_.entries) {
    if (std::find(known.begin(), known.end(), key.text) != known.end()) continue;
    unknown_.push_back(key.text);
    if (tell_glued_colon(key, known, faults_)) continue;
    if (tell_missing_colon({key, value}, faults_)) continue;
    if (tell_misplaced_field(key, table, faults_)) continue;
    if (key.text == "…" || key.text == "...") {
      faults_.add(key.at,
                  fmt::format("'{}' stands for something left out; {} needs the real thing",
                              key.text, where),
                  "known: " + join(known, ", "));
    } else {
      faults_.add_first(key.at, fmt::format("unknown key '{}' in {}", key.text, where),
                        did_you_mean(key.text, known));
    }
  }
}

bool MapReader::has_or_means(std::string_view key) const {
  return has(key) || !nearest(key, unknown_).empty();
}

const Node* MapReader::find(std::string_view key) const {
  const Node* value = node_.find(key);
  return value && !value->is(Node::Kind::broken) ? value : nullptr;
}

const Node* MapReader::find_value(std::string_view key) const {
  const Node* value = find(key);
  return value && !(value->is(Node::Kind::null) && value->lost.empty()) ? value : nullptr;
}

void MapReader::text(std::string_view key, std::string& target) const {
  if (const Node* value = find(key)) {
    if (auto text = read_text(*value, key, faults_)) target = std::move(*text);
  }
}

void MapReader::text_or_null(std::string_view key, std::string& target) const {
  if (has(key) && !find_value(key)) target.clear();
  if (const Node* value = find_value(key)) {
    if (auto text = read_text(*value, key, faults_)) target = std::move(*text);
  }
}

void MapReader::texts(std::string_view key, std::vector<std::string>& target) const {
  if (const Node* value = find(key)) target = read_texts(*value, key, faults_);
}

void MapReader::flag(std::string_view key, bool& target) const {
  if (const Node* value = find(key)) target = read_flag(*value, key, faults_).value_or(target);
}

void MapReader::integer(std::string_view key, int& target, int least, int most) const {
  const Node* value = find(key);
  if (!value) return;
  if (const auto number = read_integer(*value, key, least, most, faults_))
    target = static_cast<int>(*number);
}

void MapReader::duration(std::string_view key, Duration& target, Duration least) const {
  if (const Node* value = find(key))
    target = read_duration(*value, key, least, faults_).value_or(target);
}

void MapReader::size(std::string_view key, std::uint64_t& target) const {
  if (const Node* value = find(key)) target = read_size(*value, key, faults_).value_or(target);
}

std::optional<std::size_t> MapReader::choice(std::string_view key,
                                             const std::vector<std::string>& words) const {
  const Node* value = find(key);
  if (!value) return std::nullopt;
  const auto text = read_text(*value, key, faults_);
  if (!text) return std::nullopt;
  const auto found = std::find(words.begin(), words.end(), *text);
  if (found != words.end()) return static_cast<std::size_t>(found - words.begin());
  faults_.add(value->content, fmt::format("{}: unknown word '{}'", key, *text),
              did_you_mean(*text, words));
  return std::nullopt;
}

void require_keys(const MapReader& in, const std::vector<std::string>& keys,
                  const std::string& where, Faults& faults) {
  for (const auto& key : keys) {
    if (!in.has_or_means(key))
      faults.add(in.at(), fmt::format("{} has no {}", where, key), fmt::format("add {}:", key));
  }
}

}  // namespace paperwatch
