// SPDX-License-Identifier: MIT
#include "extract/html_prescan.hpp"

#include <algorithm>
#include <array>
#include <cstdint>
#include <unordered_map>
#include <utility>
#include <vector>

#include "base/ascii.hpp"
#include "base/eight.hpp"
#include "base/text.hpp"

namespace paperwatch {

namespace {

using std::string_view;

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

// Elements inside which the tree builder follows rules of its own.
constexpr auto with_rules_of_their_own =
    std::to_array<string_view>({"annotation-xml", "desc", "foreignobject", "math", "mi", "mn", "mo",
                                "ms", "mtext", "select", "svg", "title"});

constexpr string_view empty_comment = "<!---->";

// Shorter texts are not worth the cutting.
constexpr std::size_t shortest_cut = 16;

// A piece of the page that Gumbo reads otherwise.
struct Edit {
  std::size_t at = 0, length = 0;
  string_view by;
  bool is_set_aside = false;  // then a stand-in takes its place
};

// A stand-in is two characters, U+10E000 + a number below 4096: which text it is.
constexpr string_view stand_in_prefix = "\xF4\x8E";
constexpr char32_t stand_in_base = 0x10E000;
constexpr std::size_t stand_in_numbers = 0x1000;
constexpr std::size_t most_stand_ins = stand_in_numbers * stand_in_numbers;

void append_stand_in(std::string& out, std::size_t number) {
  append_utf8(out, stand_in_base + static_cast<char32_t>(number / stand_in_numbers));
  append_utf8(out, stand_in_base + static_cast<char32_t>(number % stand_in_numbers));
}

bool continues_character(char c) {
  return (static_cast<unsigned char>(c) & 0xC0) == 0x80;
}

std::size_t start_of_character(string_view text, std::size_t at) {
  while (at > 0 && continues_character(text[at])) --at;
  return at;
}

// Where a stretch ends that Gumbo would hand on as it is: at a reference, at a character that it
// takes for none (U+0000, U+FDD0 to U+FDEF, U+FFFE and U+FFFF of each plane).
std::size_t end_of_stretch(string_view text, std::size_t at) {
  for (; at < text.size(); ++at) {
    if (at % Eight::size == 0) {
      at = skip_eights(text, at, [](const Eight& eight) {
        return eight.is_ascii() && (eight.equal('&') | eight.equal('\0')) == 0;
      });
      if (at == text.size()) break;
    }
    const char c = text[at], after = at + 1 < text.size() ? text[at + 1] : ' ';
    if (c == '&' || c == '\0' || (c == '\xEF' && after == '\xB7')) return at;
    if (c == '\xBF' && (after == '\xBE' || after == '\xBF')) return start_of_character(text, at);
  }
  return at;
}

// Past what ends a stretch: a reference with all that could belong to it, or one character.
std::size_t skip_end_of_stretch(string_view text, std::size_t at) {
  const bool is_reference = text[at] == '&';
  const auto belongs = [is_reference](char c) {
    return is_reference ? is_ascii_word(c) || c == '#' : continues_character(c);
  };
  ++at;
  while (at < text.size() && belongs(text[at])) ++at;
  return is_reference && at < text.size() && text[at] == ';' ? at + 1 : at;
}

class TagScan {
 public:
  TagScan(string_view text, const ParseBudget& budget, HiddenText hidden, LongTexts texts)
      : text_(text),
        budget_(budget),
        leaves_out_(hidden == HiddenText::leave_out),
        sets_aside_(texts == LongTexts::set_aside) {}

  bool run() {
    while (refusal_.empty() && at_ < text_.size()) {
      const auto start = at_;
      at_ = std::min(text_.find('<', at_), text_.size());
      if (sets_aside_ && at_ - start > shortest_cut && knows_where_it_is()) set_aside(start);
      if (at_ < text_.size()) markup();
    }
    return refusal_.empty();
  }
  const std::string& refusal() const { return refusal_; }
  // In the order of the page.
  const std::vector<Edit>& edits() const { return edits_; }

 private:
  char peek(std::size_t offset) const {
    return at_ + offset < text_.size() ? text_[at_ + offset] : '\0';
  }
  void skip_past(string_view what) {
    const auto found = text_.find(what, at_);
    at_ = found == string_view::npos ? text_.size() : found + what.size();
  }

  // That the tree builder reads here what this scan takes it to read.
  bool knows_where_it_is() const { return is_sure_ && !is_foreign() && open_select_ == 0; }

  // The text from `at` to here. Leading white space stays, to which the tree builder may do
  // otherwise than to the text; what follows goes where the text goes.
  void set_aside(std::size_t at) {
    const auto text = text_.substr(0, at_);
    while (at < text.size()) {
      while (at < text.size() && is_ascii_space(text[at])) ++at;
      const auto end = end_of_stretch(text, at);
      if (end - at > shortest_cut && set_aside_ < most_stand_ins) {
        edits_.push_back({at, end - at, {}, true});
        ++set_aside_;
      }
      at = end < text.size() ? skip_end_of_stretch(text, end) : end;
    }
  }

  void markup() {
    if (is_ascii_letter(peek(1))) {
      ++at_;
      start_tag();
    } else if (peek(1) == '/' && is_ascii_letter(peek(2))) {
      at_ += 2;
      end_tag();
    } else if (text_.compare(at_, 4, "<!--") == 0) {
      comment();
    } else if (peek(1) == '!' || peek(1) == '?' || peek(1) == '/') {
      if (is_foreign() && peek(2) == '[') is_sure_ = false;  // CDATA may hold anything
      skip_past(">");
    } else {
      ++at_;
    }
  }

  void comment() {
    const auto start = at_;
    end_comment();
    const auto length = at_ - start;
    if (leaves_out_ && knows_where_it_is() && at_ < text_.size() && length > shortest_cut)
      edits_.push_back({start, length, empty_comment});
  }

  void end_comment() {
    at_ += 4;
    for (const string_view at_once : {">", "->"}) {
      if (text_.compare(at_, at_once.size(), at_once) == 0) return skip_past(">");
    }
    while (at_ < text_.size()) {
      skip_past("--");
      if (peek(0) == '>' || (peek(0) == '!' && peek(1) == '>')) return skip_past(">");
      if (peek(0) == '-') --at_;
    }
  }

  std::string tag_name() {
    const auto start = at_;
    while (at_ < text_.size() && !is_ascii_space(text_[at_]) && text_[at_] != '/' &&
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
    const bool foreign = is_foreign();
    if (!is_one_of(name, shallow) && !(self_closing && foreign)) push(name);
    // Gumbo walks the open elements for each tag, and the attributes for each attribute.
    work_ += open_.size() + 2 * attribute_count_ * attribute_count_;
    if (work_ > budget_.max_work) {
      refusal_ = open_.size() > 1000
                     ? std::to_string(open_.size()) + " elements lie inside each other"
                     : "its tags have too many attributes in all";
    }
    // There the tree builder takes no style for one.
    if (name == "frameset" || (open_select_ > 0 && is_one_of(name, raw))) is_sure_ = false;
    if (!foreign && is_one_of(name, raw)) raw_text(name);
    if (name == "plaintext") at_ = text_.size();
  }

  void end_tag() {
    const auto start = at_ - 2;
    const std::string name = tag_name();
    attributes();
    // Gumbo moves the text it still holds at </form> behind the form; a comment makes it let go.
    if (name == "form") edits_.push_back({start, 0, empty_comment});
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
      if (is_ascii_space(c) || c == '/') {
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
    while (at_ < text_.size() && !is_ascii_space(text_[at_]) && text_[at_] != '/' &&
           text_[at_] != '>' && text_[at_] != '=') {
      ++at_;
    }
    const auto after_name = at_;
    while (is_ascii_space(peek(0))) ++at_;
    if (peek(0) != '=') {
      at_ = after_name;
      return;
    }
    ++at_;
    while (is_ascii_space(peek(0))) ++at_;
    const char quote = peek(0);
    if (quote == '"' || quote == '\'') {
      ++at_;
      skip_past(string_view(&quote, 1));
    } else {
      while (at_ < text_.size() && !is_ascii_space(text_[at_]) && text_[at_] != '>') ++at_;
    }
  }

  bool is_foreign() const { return open_foreign_ > 0; }

  void raw_text(const std::string& name) {
    const auto start = at_;
    skip_raw(name);
    if (!leaves_out_ || !is_sure_ || (name != "script" && name != "style")) return;
    const auto text = text_.substr(start, at_ - start);
    // After <!-- a script's end tag may be a part of it.
    if (at_ == text_.size() || text.size() <= shortest_cut || text.find("<!--") != text.npos)
      return;
    edits_.push_back({start, text.size(), {}});
  }

  void skip_raw(const std::string& name) {
    while ((at_ = text_.find("</", at_)) != string_view::npos) {
      const char after = peek(2 + name.size());
      if (equal_ignoring_case(text_.substr(at_ + 2, name.size()), name) &&
          (is_ascii_space(after) || after == '/' || after == '>')) {
        return;
      }
      at_ += 2;
    }
    at_ = text_.size();
  }

  void count(string_view name, int by) {
    if (name == "svg" || name == "math") open_foreign_ += by;
    if (name == "select") open_select_ += by;
  }

  void push(const std::string& name) {
    const auto [entry, is_new] = counts_.try_emplace(name, 0);
    ++entry->second;
    open_.push_back(&*entry);
    count(name, 1);
  }

  void pop(const std::string& name) {
    const auto found = counts_.find(name);
    if (found == counts_.end() || found->second == 0) return;
    while (!open_.empty()) {
      auto* const last = open_.back();
      open_.pop_back();
      --last->second;
      count(last->first, -1);
      if (last->first == name) return;
      // The tree builder may hold such an element open where an end tag reaches over it.
      if (is_one_of(last->first, with_rules_of_their_own)) is_sure_ = false;
    }
  }

  string_view text_;
  const ParseBudget& budget_;
  std::size_t at_ = 0;
  std::size_t attribute_count_ = 0;
  std::size_t work_ = 0;
  std::string refusal_;
  std::vector<Edit> edits_;
  const bool leaves_out_, sets_aside_;
  std::size_t set_aside_ = 0;
  bool is_sure_ = true;  // that the tree builder holds open what this scan takes it to hold open
  int open_foreign_ = 0, open_select_ = 0;
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

struct Reference {
  std::uint64_t value = 0;  // 0x110000: more than Unicode has
  std::size_t length = 0;   // 0: there is none
};

// The numeric reference at `at`.
Reference reference_at(string_view text, std::size_t at) {
  if (text.compare(at, 2, "&#") != 0) return {};
  auto i = at + 2;
  const bool hex = i < text.size() && (text[i] == 'x' || text[i] == 'X');
  if (hex) ++i;
  const auto digits = i;
  std::uint64_t value = 0;
  for (; i < text.size() && (hex ? is_ascii_hex(text[i]) : is_ascii_digit(text[i])); ++i) {
    const auto digit = static_cast<std::uint64_t>(
        is_ascii_digit(text[i]) ? text[i] - '0' : (text[i] | 0x20) - 'a' + 10);
    value = std::min<std::uint64_t>(value * (hex ? 16 : 10) + digit, 0x110000);
  }
  if (i == digits) return {};
  if (i < text.size() && text[i] == ';') ++i;
  return {value, i - at};
}

// The length of a numeric reference at `at` that stands for no character of Unicode; 0 if none.
std::size_t impossible_reference(string_view text, std::size_t at) {
  const auto reference = reference_at(text, at);
  return reference.value > 0x10FFFF ? reference.length : 0;
}

// Whether the page itself has, or refers to, characters that are to stand for others.
bool has_private_characters(string_view text) {
  if (text.find(hidden_prefix) != text.npos || text.find(stand_in_prefix) != text.npos) return true;
  for (auto at = text.find("&#"); at != text.npos; at = text.find("&#", at + 2)) {
    const auto value = reference_at(text, at).value;
    if (value >= stand_in_base && value <= 0x10FFFF) return true;
  }
  return false;
}

// Whether something begins with this byte that Gumbo may read wrongly.
constexpr std::array<bool, 256> suspicious_bytes = [] {
  std::array<bool, 256> out{};
  for (unsigned c = 1; c < 0x20; ++c) out[c] = c != '\t' && c != '\n' && c != '\f' && c != '\r';
  for (const unsigned c : {0x26u, 0x7Fu, 0xC2u}) out[c] = true;
  return out;
}();

// None of them, and no character beyond ASCII.
bool is_unsuspicious(const Eight& eight) {
  return eight.is_ascii() &&
         ((eight.below(' ') & ~eight.equal('\n')) | eight.equal('&') | eight.equal(0x7F)) == 0;
}

void rewrite_characters(string_view text, bool may_hide, PreparedHtml& out) {
  out.text.reserve(text.size() + 16);
  std::size_t copied = 0;
  const auto replace = [&](std::size_t at, std::size_t length, char32_t by) {
    out.text.append(text, copied, at - copied);
    append_utf8(out.text, by);
    copied = at + length;
  };
  for (std::size_t at = 0; at < text.size(); ++at) {
    if (at % Eight::size == 0) at = skip_eights(text, at, is_unsuspicious);
    if (at == text.size()) break;
    const auto c = static_cast<unsigned char>(text[at]);
    if (!suspicious_bytes[c]) continue;
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

void apply(const std::vector<Edit>& edits, PreparedHtml& page) {
  page.whole = std::exchange(page.text, {});
  page.text.reserve(page.whole.size());
  std::size_t copied = 0;
  for (const auto& edit : edits) {
    page.text.append(page.whole, copied, edit.at - copied).append(edit.by);
    copied = edit.at + edit.length;
    if (!edit.is_set_aside) continue;
    append_stand_in(page.text, page.set_aside.size());
    page.set_aside.push_back({edit.at, edit.length});
  }
  page.text.append(page.whole, copied);
}

// As the input stream of HTML has them: \r\n and \r are \n.
void append_lines(std::string& out, string_view text) {
  for (auto end = text.find('\r'); end != text.npos; end = text.find('\r')) {
    out.append(text.substr(0, end)) += '\n';
    text.remove_prefix(std::min(text.size(), end + (text.substr(end + 1, 1) == "\n" ? 2 : 1)));
  }
  out.append(text);
}

// Control characters as such again.
std::string with_controls(string_view text) {
  std::string out;
  out.reserve(text.size());
  for (std::size_t at = 0; at < text.size();) {
    if (text.compare(at, hidden_prefix.size(), hidden_prefix) != 0) {
      out += text[at++];
      continue;
    }
    const char32_t c = next_character(text, at);
    append_utf8(out, c >= hidden_base && c < hidden_base + 0xA0 ? c - hidden_base : c);
  }
  return out;
}

}  // namespace

Result<PreparedHtml> prepare_html(std::string_view utf8, const ParseBudget& budget,
                                  HiddenText hidden, LongTexts texts) {
  PreparedHtml prepared;
  const bool is_private = has_private_characters(utf8);
  if (is_private) texts = LongTexts::parse;
  rewrite_characters(utf8, !is_private, prepared);
  TagScan scan(prepared.text, budget, hidden, texts);
  if (!scan.run()) {
    return fail("too_complex", "the page is too complex to read: " + scan.refusal());
  }
  if (!scan.edits().empty()) apply(scan.edits(), prepared);
  return prepared;
}

std::string PreparedHtml::restored(std::string_view out_of_gumbo) const {
  std::string out;
  for (std::size_t at = 0; at < out_of_gumbo.size();) {
    const auto next =
        set_aside.empty() ? out_of_gumbo.npos : out_of_gumbo.find(stand_in_prefix, at);
    out.append(out_of_gumbo.substr(at, next - at));
    if (next == out_of_gumbo.npos) break;
    at = next;
    const std::size_t high = next_character(out_of_gumbo, at) - stand_in_base;
    const std::size_t low = next_character(out_of_gumbo, at) - stand_in_base;
    const std::size_t number = high * stand_in_numbers + low;
    if (number >= set_aside.size()) continue;
    append_lines(out,
                 std::string_view(whole).substr(set_aside[number].at, set_aside[number].length));
  }
  return has_hidden_controls ? with_controls(out) : out;
}

}  // namespace paperwatch
