// SPDX-License-Identifier: MIT
#include <optional>

#include "base/ascii.hpp"
#include "base/text.hpp"
#include "render/feeds.hpp"

namespace paperwatch {

namespace {

bool is_noncharacter(char32_t c) {
  return (c >= 0xFDD0 && c <= 0xFDEF) || (c & 0xFFFE) == 0xFFFE;
}

bool is_control(char32_t c) {
  return c < 0x20 || (c >= 0x7F && c < 0xA0);
}

bool is_plain(char c) {
  return c >= ' ' && c < 0x7F;
}

// Whether the text is what is shown of it, as most are: plain words, one blank between two.
bool is_settled(std::string_view text) {
  char before = ' ';
  for (const char c : text) {
    if (!is_plain(c) || c == '<' || (c == ' ' && before == ' ')) return false;
    before = c;
  }
  return text.empty() || before != ' ';
}

std::string readable(std::string_view text) {
  std::string out;
  out.reserve(text.size());
  for (std::size_t i = 0; i < text.size();) {
    const std::size_t start = i;
    while (i < text.size() && is_plain(text[i])) ++i;
    out += text.substr(start, i - start);
    if (i == text.size()) break;
    const char32_t c = next_character(text, i);
    if (is_space(c)) {
      out += ' ';
    } else if (!is_control(c) && !is_noncharacter(c)) {
      append_utf8(out, c);
    }
  }
  return collapse_space(out);
}

constexpr std::size_t longest_tag = 2000;  // bytes; longer ones stay text, like all that is left
constexpr int passes = 10;

bool is_name(char c) {
  return is_ascii_letter(c) || is_ascii_digit(c) || c == '-' || c == '_' || c == ':';
}

// A tag as HTML reads one: from `<` to its `>`.
struct Tag {
  std::string name;  // lower case
  bool has_attributes = false;
  std::size_t end = 0;  // past the `>`
};

// `<a b=c>` and `<a/b = c>` have some; `<int>`, `<T, U>` and `<k = 3, m>` have none. `inside` is
// what follows the tag's name.
bool has_attributes(std::string_view inside) {
  for (std::size_t i = 0; i < inside.size(); ++i) {
    if (inside[i] != ' ' && inside[i] != '/') continue;
    std::size_t end = i + 1;
    while (end < inside.size() && is_name(inside[end])) ++end;
    if (end == i + 1) continue;
    const auto next = inside.find_first_not_of(' ', end);
    if (next != std::string_view::npos && inside[next] == '=') return true;
  }
  return false;
}

// The tag that starts at `at`, where a `<` stands. Nothing where no name follows or no `>` comes.
std::optional<Tag> tag_at(std::string_view text, std::size_t at) {
  std::size_t i = at + 1;
  while (i < text.size() && is_ascii_letter(text[i])) ++i;
  if (i == at + 1) return std::nullopt;
  const auto close = text.substr(i, longest_tag).find('>');
  if (close == std::string_view::npos) return std::nullopt;
  return Tag{.name = lower_ascii(text.substr(at + 1, i - at - 1)),
             .has_attributes = has_attributes(text.substr(i, close)),
             .end = i + close + 1};
}

// A text in lower case, and where the last end tag of each element that hides its content stands:
// looking for one that is not there would read the rest of the text for every start tag.
class HiddenElements {
 public:
  explicit HiddenElements(std::string_view text)
      : folded_(lower_ascii(text)),
        last_script_(folded_.rfind("</script")),
        last_style_(folded_.rfind("</style")) {}

  // Where the script or style element that `tag` opens ends, with its content. Nothing for other
  // elements and where it is not closed.
  std::optional<std::size_t> end_of(const Tag& tag) const {
    if (tag.name != "script" && tag.name != "style") return std::nullopt;
    const auto last = tag.name == "script" ? last_script_ : last_style_;
    if (last == std::string::npos || last < tag.end) return std::nullopt;
    const auto end = folded_.find('>', folded_.find("</" + tag.name, tag.end));
    return end == std::string::npos ? folded_.size() : end + 1;
  }

 private:
  std::string folded_;
  std::size_t last_script_, last_style_;
};

std::string without_acting_elements(std::string_view text) {
  const HiddenElements hidden(text);
  std::string out;
  for (std::size_t i = 0; i < text.size();) {
    const auto tag = text[i] == '<' ? tag_at(text, i) : std::nullopt;
    if (const auto end = tag ? hidden.end_of(*tag) : std::nullopt) {
      i = *end;
    } else if (tag && tag->has_attributes) {
      i = tag->end;
    } else {
      out += text[i++];
    }
  }
  return out;
}

}  // namespace

std::string feed_text(std::string_view text) {
  if (is_settled(text)) return std::string(text);
  std::string plain = readable(text);
  if (plain.find('<') == std::string::npos) return plain;
  // Taking something out may put a tag together: `<scr<script>…</script>ipt>`.
  for (int pass = 0; pass < passes; ++pass) {
    auto shorter = without_acting_elements(plain);
    if (shorter.size() == plain.size()) break;
    plain = std::move(shorter);
  }
  return collapse_space(plain);
}

std::string entry_title(const FeedEntry& entry) {
  auto title = feed_text(entry.title);
  if (title.empty()) title = "(without a title)";
  if (!entry.withdrawn || contains_ignoring_case(title, "withdrawn") ||
      contains_ignoring_case(title, "retracted"))
    return title;
  return "[withdrawn] " + title;
}

std::string feed_link(const std::string& url) {
  return url.starts_with("http://") || url.starts_with("https://") ? feed_text(url) : "";
}

}  // namespace paperwatch
