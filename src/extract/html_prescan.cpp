// SPDX-License-Identifier: MIT
#include "extract/html_prescan.hpp"

#include <algorithm>
#include <array>
#include <cstdint>
#include <unordered_map>
#include <utility>
#include <vector>

#include "base/text.hpp"

namespace paperwatch {

namespace {

using std::string_view;

bool is_html_space(char c) {
  return c == ' ' || c == '\t' || c == '\n' || c == '\f' || c == '\r';
}
bool is_letter(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}
bool is_digit(char c) {
  return c >= '0' && c <= '9';
}
bool is_hex(char c) {
  return is_digit(c) || (c >= 'a' && c <= 'f') || (c >= 'A' && c <= 'F');
}

bool is_one_of(string_view name, const auto& sorted) {
  return std::binary_search(sorted.begin(), sorted.end(), name);
}

// Elements that never stay open, or that the next of their kind closes.
constexpr auto shallow = std::to_array<string_view>(
    {"a",      "area",    "base", "basefont", "bgsound",  "body",   "br",
     "button", "caption", "col",  "colgroup", "dd",       "dt",     "embed",
     "frame",  "h1",      "h2",   "h3",       "h4",       "h5",     "h6",
     "head",   "hr",      "html", "image",    "img",      "input",  "keygen",
     "li",     "link",    "meta", "nobr",     "optgroup", "option", "p",
     "param",  "rb",      "rp",   "rt",       "rtc",      "source", "tbody",
     "td",     "tfoot",   "th",   "thead",    "tr",       "track",  "wbr"});
// Elements whose content is text to the tokenizer.
constexpr auto raw = std::to_array<string_view>(
    {"iframe", "noembed", "noframes", "script", "style", "textarea", "title", "xmp"});

constexpr string_view empty_comment = "<!---->";

class TagScan {
 public:
  TagScan(string_view text, const ParseBudget& budget) : text_(text), budget_(budget) {}

  bool run() {
    while (refusal_.empty() && (at_ = text_.find('<', at_)) != string_view::npos) markup();
    return refusal_.empty();
  }
  const std::string& refusal() const { return refusal_; }
  // Where Gumbo must be made to put down the text it holds.
  const std::vector<std::size_t>& flush_points() const { return flush_points_; }

 private:
  char peek(std::size_t offset) const {
    return at_ + offset < text_.size() ? text_[at_ + offset] : '\0';
  }
  void skip_past(string_view what) {
    const auto found = text_.find(what, at_);
    at_ = found == string_view::npos ? text_.size() : found + what.size();
  }

  void markup() {
    if (is_letter(peek(1))) {
      ++at_;
      start_tag();
    } else if (peek(1) == '/' && is_letter(peek(2))) {
      at_ += 2;
      end_tag();
    } else if (text_.compare(at_, 4, "<!--") == 0) {
      comment();
    } else if (peek(1) == '!' || peek(1) == '?' || peek(1) == '/') {
      skip_past(">");
    } else {
      ++at_;
    }
  }

  void comment() {
    at_ += 4;
    if (peek(0) == '>') return;
    if (peek(0) == '-' && peek(1) == '>') return;
    while (at_ < text_.size()) {
      skip_past("--");
      if (peek(0) == '>') break;
      if (peek(0) == '!' && peek(1) == '>') break;
      if (peek(0) == '-') --at_;
    }
  }

  std::string tag_name() {
    const auto start = at_;
    while (at_ < text_.size() && !is_html_space(text_[at_]) && text_[at_] != '/' &&
           text_[at_] != '>') {
      ++at_;
    }
    return lower_ascii(text_.substr(start, std::min<std::size_t>(at_ - start, 64)));
  }

  void start_tag() {
    const std::string name = tag_name();
    const bool self_closing = attributes();
    if (attribute_count_ > budget_.max_attributes) {
      refusal_ = "a tag has more than " + std::to_string(budget_.max_attributes) + " attributes";
      return;
    }
    const bool is_foreign = open_count("svg") + open_count("math") > 0;
    if (!is_one_of(name, shallow) && !(self_closing && is_foreign)) push(name);
    // Gumbo walks the open elements for each tag, and the attributes for each attribute.
    work_ += open_.size() + 2 * attribute_count_ * attribute_count_;
    if (work_ > budget_.max_work) {
      refusal_ =
          "its " + std::to_string(open_.size()) + " elements inside each other cost too much";
    }
    if (!is_foreign && is_one_of(name, raw)) skip_raw(name);
    if (name == "plaintext") at_ = text_.size();
  }

  void end_tag() {
    const auto start = at_ - 2;
    const std::string name = tag_name();
    attributes();
    if (name == "form") flush_points_.push_back(start);
    pop(name);
    work_ += 1;
  }

  // Moves past the tag's ">"; true if it ends in "/>".
  bool attributes() {
    attribute_count_ = 0;
    while (at_ < text_.size()) {
      const char c = text_[at_];
      if (c == '>') {
        ++at_;
        return text_[at_ - 2] == '/';
      }
      if (is_html_space(c) || c == '/') {
        ++at_;
      } else {
        attribute();
      }
    }
    return false;
  }

  void attribute() {
    ++attribute_count_;
    ++at_;  // a first "=" belongs to the name
    while (at_ < text_.size() && !is_html_space(text_[at_]) && text_[at_] != '/' &&
           text_[at_] != '>' && text_[at_] != '=') {
      ++at_;
    }
    const auto after_name = at_;
    while (is_html_space(peek(0))) ++at_;
    if (peek(0) != '=') {
      at_ = after_name;
      return;
    }
    ++at_;
    while (is_html_space(peek(0))) ++at_;
    const char quote = peek(0);
    if (quote == '"' || quote == '\'') {
      ++at_;
      skip_past(string_view(&quote, 1));
    } else {
      while (at_ < text_.size() && !is_html_space(text_[at_]) && text_[at_] != '>') ++at_;
    }
  }

  void skip_raw(const std::string& name) {
    while ((at_ = text_.find("</", at_)) != string_view::npos) {
      const char after = peek(2 + name.size());
      if (equal_ignoring_case(text_.substr(at_ + 2, name.size()), name) &&
          (is_html_space(after) || after == '/' || after == '>')) {
        return;
      }
      at_ += 2;
    }
    at_ = text_.size();
  }

  std::size_t open_count(string_view name) const {
    const auto found = counts_.find(std::string(name));
    return found == counts_.end() ? 0 : found->second;
  }

  void push(const std::string& name) {
    const auto [entry, is_new] = counts_.try_emplace(name, 0);
    ++entry->second;
    open_.push_back(&*entry);
  }

  void pop(const std::string& name) {
    if (open_count(name) == 0) return;
    while (!open_.empty()) {
      auto* const last = open_.back();
      open_.pop_back();
      --last->second;
      if (last->first == name) return;
    }
  }

  string_view text_;
  const ParseBudget& budget_;
  std::size_t at_ = 0;
  std::size_t attribute_count_ = 0;
  std::size_t work_ = 0;
  std::string refusal_;
  std::vector<std::size_t> flush_points_;
  std::unordered_map<std::string, std::size_t> counts_;
  std::vector<std::pair<const std::string, std::size_t>*> open_;
};

// Control characters that Gumbo would make U+FFFD stand as U+10FF00 + c while it works.
constexpr string_view hidden_prefix = "\xF4\x8F";
constexpr char32_t hidden_base = 0x10FF00;

bool is_control(unsigned char c) {
  return (c > 0 && c < 0x20 && c != '\t' && c != '\n' && c != '\f' && c != '\r') || c == 0x7F;
}

bool is_c1(string_view text, std::size_t at) {
  return text[at] == '\xC2' && at + 1 < text.size() &&
         static_cast<unsigned char>(text[at + 1]) < 0xA0;
}

// The length of a numeric reference at `at` that stands for no character of Unicode; 0 if none.
std::size_t impossible_reference(string_view text, std::size_t at) {
  if (text.compare(at, 2, "&#") != 0) return 0;
  auto i = at + 2;
  const bool hex = i < text.size() && (text[i] == 'x' || text[i] == 'X');
  if (hex) ++i;
  const auto digits = i;
  std::uint64_t value = 0;
  for (; i < text.size() && (hex ? is_hex(text[i]) : is_digit(text[i])); ++i) {
    const auto digit =
        static_cast<std::uint64_t>(is_digit(text[i]) ? text[i] - '0' : (text[i] | 0x20) - 'a' + 10);
    value = std::min<std::uint64_t>(value * (hex ? 16 : 10) + digit, 0x110000);
  }
  if (i == digits || value <= 0x10FFFF) return 0;
  if (i < text.size() && text[i] == ';') ++i;
  return i - at;
}

void rewrite_characters(string_view text, PreparedHtml& out) {
  const bool may_hide = text.find(hidden_prefix) == string_view::npos;
  out.text.reserve(text.size() + 16);
  std::size_t copied = 0;
  const auto replace = [&](std::size_t at, std::size_t length, char32_t by) {
    out.text.append(text, copied, at - copied);
    append_utf8(out.text, by);
    copied = at + length;
  };
  for (std::size_t at = 0; at < text.size(); ++at) {
    const auto c = static_cast<unsigned char>(text[at]);
    if (c == '&') {
      const auto length = impossible_reference(text, at);
      if (length > 0) replace(at, length, 0xFFFD);
    } else if (may_hide && is_control(c)) {
      replace(at, 1, hidden_base + c);
      out.has_hidden_controls = true;
    } else if (may_hide && is_c1(text, at)) {
      replace(at, 2, hidden_base + static_cast<unsigned char>(text[at + 1]));
      out.has_hidden_controls = true;
    }
  }
  out.text.append(text, copied);
}

std::string with_flushes(const std::string& text, const std::vector<std::size_t>& points) {
  std::string out;
  out.reserve(text.size() + points.size() * empty_comment.size());
  std::size_t copied = 0;
  for (const auto point : points) {
    out.append(text, copied, point - copied).append(empty_comment);
    copied = point;
  }
  return out.append(text, copied);
}

}  // namespace

Result<PreparedHtml> prepare_html(std::string_view utf8, const ParseBudget& budget) {
  PreparedHtml prepared;
  rewrite_characters(utf8, prepared);
  TagScan scan(prepared.text, budget);
  if (!scan.run()) {
    return fail("too_complex", "the page is too complex to read: " + scan.refusal());
  }
  // Gumbo moves the text it still holds at </form> behind the form; a comment makes it let go.
  if (!scan.flush_points().empty()) {
    prepared.text = with_flushes(prepared.text, scan.flush_points());
  }
  return prepared;
}

std::string restore_controls(std::string_view text) {
  std::string out;
  out.reserve(text.size());
  for (std::size_t at = 0; at < text.size();) {
    const bool may_be = text.compare(at, hidden_prefix.size(), hidden_prefix) == 0;
    if (!may_be) {
      out += text[at++];
      continue;
    }
    const char32_t c = next_character(text, at);
    append_utf8(out, c >= hidden_base && c < hidden_base + 0xA0 ? c - hidden_base : c);
  }
  return out;
}

}  // namespace paperwatch
