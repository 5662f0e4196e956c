// SPDX-License-Identifier: MIT
// TeX as BibTeX entries use it, to text.
#include <algorithm>
#include <array>

#include "base/ascii.hpp"
#include "base/text.hpp"
#include "extract/bibtex.hpp"

namespace paperwatch {

namespace {

struct Accent {
  std::string_view command;
  char32_t mark;  // combining
};

constexpr std::array<Accent, 14> accents{{{"`", 0x300},
                                          {"'", 0x301},
                                          {"^", 0x302},
                                          {"~", 0x303},
                                          {"=", 0x304},
                                          {"u", 0x306},
                                          {".", 0x307},
                                          {"\"", 0x308},
                                          {"r", 0x30a},
                                          {"H", 0x30b},
                                          {"v", 0x30c},
                                          {"d", 0x323},
                                          {"c", 0x327},
                                          {"k", 0x328}}};

struct Letter {
  std::string_view command, text;
};

constexpr std::array<Letter, 24> letters{{{"ss", "ß"},
                                          {"o", "ø"},
                                          {"O", "Ø"},
                                          {"l", "ł"},
                                          {"L", "Ł"},
                                          {"ae", "æ"},
                                          {"AE", "Æ"},
                                          {"oe", "œ"},
                                          {"OE", "Œ"},
                                          {"aa", "å"},
                                          {"AA", "Å"},
                                          {"i", "i"},
                                          {"j", "j"},
                                          {"dh", "ð"},
                                          {"DH", "Ð"},
                                          {"th", "þ"},
                                          {"TH", "Þ"},
                                          {"dots", "…"},
                                          {"ldots", "…"},
                                          {"textendash", "–"},
                                          {"textemdash", "—"},
                                          {"textquoteright", "’"},
                                          {"textquoteleft", "‘"},
                                          {"textasciitilde", "~"}}};

class TexReader {
 public:
  explicit TexReader(std::string_view tex) : tex_(tex) {}

  std::string run() {
    while (at_ < tex_.size()) step();
    return std::move(out_);
  }

 private:
  bool take(std::string_view what) {
    if (tex_.compare(at_, what.size(), what) != 0) return false;
    at_ += what.size();
    return true;
  }

  void step() {
    if (tex_[at_] == '\\') {
      ++at_;
      command();
    } else if (tex_[at_] == '$') {
      formula();
    } else if (take("{") || take("}")) {
      return;
    } else if (take("---")) {
      out_ += "—";
    } else if (take("--")) {
      out_ += "–";
    } else if (take("``")) {
      out_ += "“";
    } else if (take("''")) {
      out_ += "”";
    } else if (take("~")) {
      out_ += ' ';
    } else {
      out_ += tex_[at_++];
    }
  }

  void formula() {
    const std::size_t end = tex_.find('$', at_ + 1);
    const std::size_t stop = end == std::string_view::npos ? tex_.size() : end + 1;
    out_ += tex_.substr(at_, stop - at_);
    at_ = stop;
  }

  std::string_view command_name() {
    const std::size_t start = at_;
    if (at_ < tex_.size() && !is_ascii_letter(tex_[at_])) return tex_.substr(at_++, 1);
    while (at_ < tex_.size() && is_ascii_letter(tex_[at_])) ++at_;
    return tex_.substr(start, at_ - start);
  }

  void command() {
    const std::string_view name = command_name();
    if (name.empty()) return;
    const auto accent = std::find_if(accents.begin(), accents.end(),
                                     [&](const Accent& a) { return a.command == name; });
    if (accent != accents.end()) {
      put_accented(accent->mark);
      return;
    }
    if (!is_ascii_letter(name.front())) {
      if (name == "\\" || name == " ") out_ += ' ';
      if (std::string_view("&%$#_{}").find(name.front()) != std::string_view::npos) out_ += name;
      return;
    }
    while (at_ < tex_.size() && tex_[at_] == ' ') ++at_;
    const auto letter = std::find_if(letters.begin(), letters.end(),
                                     [&](const Letter& l) { return l.command == name; });
    if (letter != letters.end()) out_ += letter->text;
  }

  // What the accent stands on: a group, a command such as \i, or one character.
  std::string argument() {
    while (at_ < tex_.size() && tex_[at_] == ' ') ++at_;
    if (at_ >= tex_.size()) return {};
    const std::size_t start = at_;
    if (tex_[at_] == '{') {
      int depth = 0;
      do {
        if (tex_[at_] == '{') ++depth;
        if (tex_[at_] == '}') --depth;
        ++at_;
      } while (at_ < tex_.size() && depth > 0);
    } else if (tex_[at_] == '\\') {
      ++at_;
      command_name();
    } else {
      next_character(tex_, at_);
    }
    return TexReader(tex_.substr(start, at_ - start)).run();
  }

  void put_accented(char32_t mark) {
    const std::string base = argument();
    std::size_t behind_first = 0;
    if (!base.empty()) next_character(base, behind_first);
    out_ += base.substr(0, behind_first);
    if (behind_first > 0) append_utf8(out_, mark);
    out_ += base.substr(behind_first);
  }

  std::string_view tex_;
  std::size_t at_ = 0;
  std::string out_;
};

}  // namespace

std::string text_of_tex(std::string_view tex) {
  return collapse_space(nfc(TexReader(tex).run()));
}

}  // namespace paperwatch
