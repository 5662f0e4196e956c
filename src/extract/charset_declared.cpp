// SPDX-License-Identifier: MIT
// What a page says of its own encoding: header, prolog, <meta>.
#include <algorithm>
#include <optional>
#include <vector>

#include "base/ascii.hpp"
#include "base/text.hpp"
#include "extract/charset.hpp"
#include "extract/charset_internal.hpp"

namespace paperwatch {

namespace {

using std::string_view;

constexpr std::size_t prescanned = 1024;
// Where the prescan finds nothing, browsers still heed a <meta> that they come to while parsing.
constexpr std::size_t read_on_to = 64u << 10;

// The prescan of the HTML Standard, §13.2.3.2; names as there.
class Prescan {
 public:
  explicit Prescan(string_view bytes) : bytes_(bytes) {}

  std::string run() {
    for (; at_ < bytes_.size(); ++at_) {
      if (bytes_[at_] != '<') continue;
      if (bytes_.compare(at_, 4, "<!--") == 0) {
        const auto end = bytes_.find("-->", at_ + 2);
        at_ = end == string_view::npos ? bytes_.size() : end + 2;
      } else if (begins_meta()) {
        at_ += 5;
        if (auto encoding = meta()) return *encoding;
      } else if (is_ascii_letter(peek(1)) || (peek(1) == '/' && is_ascii_letter(peek(2)))) {
        while (at_ < bytes_.size() && !is_ascii_space(bytes_[at_]) && bytes_[at_] != '>') ++at_;
        while (attribute()) {
        }
      } else if (peek(1) == '!' || peek(1) == '/' || peek(1) == '?') {
        at_ = std::min(bytes_.find('>', at_), bytes_.size());
      }
    }
    return {};
  }

 private:
  struct Attribute {
    std::string name, value;
  };

  char peek(std::size_t ahead) const {
    return at_ + ahead < bytes_.size() ? bytes_[at_ + ahead] : '\0';
  }
  bool begins_meta() const {
    return equal_ignoring_case(bytes_.substr(at_, 5), "<meta") &&
           (is_ascii_space(peek(5)) || peek(5) == '/');
  }

  // Nothing where this <meta> says no encoding, or the bytes end in it.
  std::optional<std::string> meta() {
    bool got_pragma = false;
    std::optional<bool> need_pragma;
    std::string charset;
    std::vector<std::string> seen;
    while (const auto found = attribute()) {
      const auto& [name, value] = *found;
      if (std::find(seen.begin(), seen.end(), name) != seen.end()) continue;
      seen.push_back(name);
      if (name == "http-equiv") got_pragma = got_pragma || value == "content-type";
      if (name == "charset") {
        charset = encoding_of_label(value);
        need_pragma = false;
      } else if (name == "content" && !need_pragma) {
        const std::string inside = encoding_of_label(charset_in_content(value));
        if (inside.empty()) continue;
        charset = inside;
        need_pragma = true;
      }
    }
    if (at_ >= bytes_.size() || !need_pragma || charset.empty()) return std::nullopt;
    if (*need_pragma && !got_pragma) return std::nullopt;
    // A <meta> that could be read was not UTF-16.
    if (charset.substr(0, 6) == "utf-16") return "utf-8";
    return charset == "x-user-defined" ? "windows-1252" : charset;
  }

  // "Get an attribute": nothing at the tag's end, where `at_` stays.
  std::optional<Attribute> attribute() {
    while (is_ascii_space(peek(0)) || peek(0) == '/') ++at_;
    if (at_ >= bytes_.size() || bytes_[at_] == '>') return std::nullopt;
    Attribute out;
    while (at_ < bytes_.size() && (bytes_[at_] != '=' || out.name.empty())) {
      if (is_ascii_space(bytes_[at_]) || bytes_[at_] == '/' || bytes_[at_] == '>') break;
      out.name += bytes_[at_++];
    }
    while (is_ascii_space(peek(0))) ++at_;
    if (peek(0) == '=') {
      ++at_;
      while (is_ascii_space(peek(0))) ++at_;
      out.value = value();
    }
    return Attribute{lower_ascii(out.name), lower_ascii(out.value)};
  }

  string_view value() {
    const char quote = peek(0);
    if (quote == '"' || quote == '\'') {
      const auto start = ++at_;
      const auto end = std::min(bytes_.find(quote, start), bytes_.size());
      at_ = std::min(end + 1, bytes_.size());
      return bytes_.substr(start, end - start);
    }
    const auto start = at_;
    while (at_ < bytes_.size() && !is_ascii_space(bytes_[at_]) && bytes_[at_] != '>') ++at_;
    return bytes_.substr(start, at_ - start);
  }

  string_view bytes_;
  std::size_t at_ = 0;
};

}  // namespace

std::string charset_in_content(std::string_view content) {
  const std::string lower = lower_ascii(content);
  for (auto at = lower.find("charset"); at != std::string::npos; at = lower.find("charset", at)) {
    at += 7;
    while (at < lower.size() && is_ascii_space(lower[at])) ++at;
    if (at >= lower.size() || lower[at] != '=') continue;
    ++at;
    while (at < lower.size() && is_ascii_space(lower[at])) ++at;
    if (at >= lower.size()) return {};
    if (lower[at] == '"' || lower[at] == '\'') {
      const auto end = lower.find(lower[at], at + 1);
      return end == std::string::npos ? std::string() : lower.substr(at + 1, end - at - 1);
    }
    return lower.substr(at, lower.find_first_of("; \t\n\r\f", at) - at);
  }
  return {};
}

std::string prescan_meta(std::string_view bytes) {
  return Prescan(bytes.substr(0, prescanned)).run();
}

std::string encoding_of_meta(std::string_view bytes) {
  std::string found = prescan_meta(bytes);
  return found.empty() ? Prescan(bytes.substr(0, read_on_to)).run() : found;
}

std::string encoding_of_content_type(std::string_view content_type) {
  return encoding_of_label(charset_in_content(content_type));
}

std::string encoding_of_prolog(std::string_view bytes) {
  while (!bytes.empty() && is_ascii_space(bytes.front())) bytes.remove_prefix(1);
  if (bytes.substr(0, 5) != "<?xml") return {};
  const auto prolog = bytes.substr(0, std::min(bytes.find("?>"), prescanned));
  auto at = prolog.find("encoding");
  if (at == string_view::npos) return {};
  at += 8;
  while (at < prolog.size() && (is_ascii_space(prolog[at]) || prolog[at] == '=')) ++at;
  if (at >= prolog.size() || (prolog[at] != '"' && prolog[at] != '\'')) return {};
  const auto end = prolog.find(prolog[at], at + 1);
  if (end == string_view::npos) return {};
  const std::string encoding = encoding_of_label(prolog.substr(at + 1, end - at - 1));
  return encoding.substr(0, 6) == "utf-16" ? "utf-8" : encoding;
}

}  // namespace paperwatch
