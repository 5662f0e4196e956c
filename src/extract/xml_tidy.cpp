// SPDX-License-Identifier: MIT
#include "extract/xml_tidy.hpp"

#include <cctype>
#include <cstdint>
#include <optional>
#include <set>
#include <unordered_map>
#include <vector>

#include "base/text.hpp"
#include "extract/html.hpp"

namespace paperwatch {

namespace {

constexpr std::size_t longest_entity_name = 32;  // CounterClockwiseContourIntegral has 31

bool is_predefined(std::string_view name) {
  return name == "amp" || name == "lt" || name == "gt" || name == "quot" || name == "apos";
}

// XML 1.0 §2.2.
bool is_allowed(char32_t c) {
  if (c < 0x20) return c == '\t' || c == '\n' || c == '\r';
  return c <= 0x10ffff && (c < 0xd800 || c > 0xdfff) && c != 0xfffe && c != 0xffff;
}

bool is_ascii_alnum(char c) {
  return std::isalnum(static_cast<unsigned char>(c)) != 0;
}

// The name in "&name;" at `at`, "" if there is none.
std::string_view entity_name(std::string_view text, std::size_t at) {
  std::size_t end = at + 1;
  while (end < text.size() && end - at <= longest_entity_name && is_ascii_alnum(text[end])) ++end;
  if (end == at + 1 || end >= text.size() || text[end] != ';') return {};
  return text.substr(at + 1, end - at - 1);
}

// Where the section that opens at `at` ends (one past it), and whether its content is text.
struct Section {
  std::size_t end = 0;
  bool kept = false;
};

std::optional<Section> section_at(std::string_view text, std::size_t at) {
  const auto until = [&](std::string_view close, bool kept) {
    const std::size_t found = text.find(close, at);
    const bool open = found == std::string_view::npos;
    return Section{open ? text.size() : found + close.size(), kept};
  };
  const std::string_view rest = text.substr(at);
  if (rest.starts_with("<!--")) return until("-->", false);
  if (rest.starts_with("<![CDATA[")) return until("]]>", true);
  if (rest.starts_with("<?")) return until("?>", false);
  return std::nullopt;
}

// The characters of all entities that the text names, by one look into an HTML parser: it has
// the table, and asking once keeps the cost linear.
using Entities = std::unordered_map<std::string, std::string>;

std::set<std::string> named_entities(std::string_view text) {
  std::set<std::string> names;
  for (std::size_t at = text.find('&'); at != std::string_view::npos; at = text.find('&', at + 1)) {
    const std::string_view name = entity_name(text, at);
    if (!name.empty() && !is_predefined(name)) names.emplace(name);
  }
  return names;
}

Entities look_up(const std::set<std::string>& names) {
  constexpr std::string_view separator = "\xee\x80\x80";  // U+E000: no entity stands for it
  Entities found;
  if (names.empty()) return found;
  std::string page = "<body>";
  for (const std::string& name : names) page.append(separator).append("&" + name + ";");
  const Result<Tree> tree = parse_html(page);
  if (!tree) return found;
  std::string text;
  for (const Tree::Node& node : tree->nodes) {
    if (node.kind == Tree::Kind::text) text += node.text;
  }
  std::size_t at = text.find(separator);
  for (const std::string& name : names) {
    if (at == std::string::npos) break;
    const std::size_t start = at + separator.size();
    at = text.find(separator, start);
    std::string value = text.substr(start, at == std::string::npos ? at : at - start);
    if (value != "&" + name + ";") found.emplace(name, std::move(value));
  }
  return found;
}

class Tidier {
 public:
  explicit Tidier(std::string_view text) : text_(text), entities_(look_up(named_entities(text))) {
    out_.reserve(text.size() + 16);
  }

  std::string run() {
    while (at_ < text_.size()) step();
    return std::move(out_);
  }

 private:
  void step() {
    const char c = text_[at_];
    if (c == '<') return open();
    if (c == '&') return reference();
    copy_character();
  }

  void open() {
    if (const auto section = section_at(text_, at_)) {
      const std::size_t end = section->end;
      if (section->kept) {
        while (at_ < end) copy_character();
      }
      at_ = end;
      return;
    }
    const char next = at_ + 1 < text_.size() ? text_[at_ + 1] : ' ';
    const bool opens = std::isalpha(static_cast<unsigned char>(next)) != 0 || next == '/' ||
                       next == '!' || next == '_' || next == ':' ||
                       static_cast<unsigned char>(next) >= 0x80;
    out_ += opens ? "<" : "&lt;";
    ++at_;
  }

  void reference() {
    if (at_ + 1 < text_.size() && text_[at_ + 1] == '#') return numeric_reference();
    const std::string_view name = entity_name(text_, at_);
    if (name.empty()) {
      out_ += "&amp;";
      ++at_;
      return;
    }
    const auto known = entities_.find(std::string(name));
    if (is_predefined(name)) {
      out_.append("&").append(name).append(";");
    } else if (known != entities_.end()) {
      append_escaped(known->second);
    } else {
      out_.append("&amp;").append(name).append(";");
    }
    at_ += name.size() + 2;
  }

  void numeric_reference() {
    std::size_t at = at_ + 2;
    const bool hex = at < text_.size() && (text_[at] == 'x' || text_[at] == 'X');
    if (hex) ++at;
    const std::size_t digits = at;
    std::uint32_t value = 0;
    const auto is_digit = [&](char c) {
      const auto byte = static_cast<unsigned char>(c);
      return hex ? std::isxdigit(byte) != 0 : std::isdigit(byte) != 0;
    };
    for (; at < text_.size() && is_digit(text_[at]); ++at) {
      const char c = text_[at];
      const int digit = c <= '9' ? c - '0' : (c | 0x20) - 'a' + 10;
      if (value <= 0x10ffff) value = value * (hex ? 16 : 10) + static_cast<std::uint32_t>(digit);
    }
    if (at == digits || at >= text_.size() || text_[at] != ';') {
      out_ += "&amp;";
      ++at_;
      return;
    }
    at_ = at + 1;
    if (!is_allowed(value)) return;
    std::string character;
    append_utf8(character, value);
    append_escaped(character);
  }

  void append_escaped(std::string_view characters) {
    for (const char c : characters) {
      switch (c) {
        case '<':
          out_ += "&lt;";
          break;
        case '>':
          out_ += "&gt;";
          break;
        case '&':
          out_ += "&amp;";
          break;
        case '"':
          out_ += "&quot;";
          break;
        case '\'':
          out_ += "&apos;";
          break;
        default:
          out_ += c;
      }
    }
  }

  void copy_character() {
    const auto byte = static_cast<unsigned char>(text_[at_]);
    if (byte >= 0x20 && byte < 0x80) {
      out_ += text_[at_++];
      return;
    }
    const std::size_t start = at_;
    if (is_allowed(next_character(text_, at_))) out_ += text_.substr(start, at_ - start);
  }

  std::string_view text_;
  Entities entities_;
  std::size_t at_ = 0;
  std::string out_;
};

}  // namespace

std::string tidy_xml(std::string_view utf8) {
  return Tidier(utf8).run();
}

}  // namespace paperwatch
