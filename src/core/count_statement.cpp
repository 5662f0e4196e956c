// SPDX-License-Identifier: MIT
#include "core/count_statement.hpp"

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include <unicode/uchar.h>

#include "base/ascii.hpp"
#include "base/text.hpp"
#include "core/count_words.hpp"

namespace paperwatch {

namespace {

// A statement is a line; what is longer is a page, and only its beginning is looked at.
constexpr std::size_t longest_statement = 2000;
constexpr std::size_t most_numbers = 40;
// The weight of a number that outdoes "no records" even at the start of the statement.
constexpr int surely_no_zero = 60;

// A number as written: groups of digits and what stood between them.
struct Number {
  std::size_t begin = 0, end = 0;
  std::vector<std::string> groups;
  char separator = 0;  // 0: none
};

// Folded for matching: ASCII digits whatever the script, one kind of dash, and ' for every
// separator of thousands that is neither a comma, a full stop nor an ordinary blank.
std::string folded(std::string_view text) {
  constexpr std::u32string_view thin = U"\u00A0\u2007\u2008\u2009\u202F\u066C\u2019\u02BC";
  constexpr std::u32string_view dashes = U"\u2010\u2011\u2012\u2013\u2014\u2015\u2212\uFE58";
  const std::string valid = nfc(text.substr(0, longest_statement));
  std::string plain;
  for (std::size_t i = 0; i < valid.size();) {
    const char32_t c = next_character(valid, i);
    const int32_t digit = u_charDigitValue(static_cast<UChar32>(c));
    const bool inside = !plain.empty() && is_ascii_digit(plain.back()) && i < valid.size();
    if (digit >= 0) {
      plain += static_cast<char>('0' + digit);
    } else if (inside && thin.find(c) != std::u32string_view::npos) {
      std::size_t next = i;
      const auto after = next_character(valid, next);
      const bool before_digit = u_charDigitValue(static_cast<UChar32>(after)) >= 0;
      if (before_digit) plain += '\'';
      if (!before_digit) plain += ' ';
    } else if (dashes.find(c) != std::u32string_view::npos) {
      plain += '-';
    } else {
      append_utf8(plain, c);
    }
  }
  return collapse_space(fold_case(plain));
}

std::string take_digits(std::string_view text, std::size_t at) {
  std::size_t end = at;
  while (end < text.size() && is_ascii_digit(text[end])) ++end;
  return std::string(text.substr(at, end - at));
}

// An ordinary blank groups only "1 234"; "Page 5 181 records" is two numbers.
bool blank_may_group(std::string_view text, const Number& number, const std::string& next) {
  const auto before = text.substr(0, number.begin);
  return next.size() == 3 && number.groups.front().size() <= 3 && number.groups.front() != "0" &&
         !count_words().page_before.is_in({before.data(), before.size()});
}

Number scan_number(std::string_view text, std::size_t begin) {
  Number number{begin, begin, {}, 0};
  number.groups.push_back(take_digits(text, begin));
  number.end = begin + number.groups.front().size();
  while (number.end + 1 < text.size() && is_ascii_digit(text[number.end + 1])) {
    const char c = text[number.end];
    if (c != ',' && c != '.' && c != '\'' && c != ' ') break;
    if (number.separator != 0 && c != number.separator && (c == ' ' || number.separator == ' '))
      break;
    const auto next = take_digits(text, number.end + 1);
    if (c == ' ' && !blank_may_group(text, number, next)) break;
    // Mixed separators ("1,234.56") belong to one number, which is then none of ours.
    number.separator = number.separator == 0 || number.separator == c ? c : '?';
    number.end += 1 + next.size();
    number.groups.push_back(next);
  }
  return number;
}

std::vector<Number> numbers_of(std::string_view text) {
  std::vector<Number> numbers;
  for (std::size_t i = 0; i < text.size() && numbers.size() < most_numbers;) {
    if (!is_ascii_digit(text[i])) {
      ++i;
      continue;
    }
    numbers.push_back(scan_number(text, i));
    i = numbers.back().end;
  }
  return numbers;
}

bool is_grouped(const Number& number) {
  const auto& groups = number.groups;
  if (number.separator == '?' || groups.front().size() > 3) return false;
  const auto all_of_size = [&](std::size_t size, std::size_t count) {
    return std::all_of(groups.begin() + 1, groups.begin() + static_cast<std::ptrdiff_t>(1 + count),
                       [size](const std::string& g) { return g.size() == size; });
  };
  if (all_of_size(3, groups.size() - 1)) return groups.front() != "0";
  // 12,34,567
  return number.separator == ',' && groups.size() > 2 && groups.front().size() <= 2 &&
         groups.back().size() == 3 && all_of_size(2, groups.size() - 2);
}

std::optional<std::int64_t> whole_value(const Number& number) {
  if (number.groups.size() > 1 && !is_grouped(number)) return std::nullopt;
  const auto digits = join(number.groups, "");
  if (digits.size() > 15) return std::nullopt;
  return std::stoll(digits);
}

// "1.2k", "3 million", "1.2万": the number times what follows it.
std::optional<std::int64_t> scaled_value(const Number& number, double factor) {
  const auto whole = whole_value(number);
  if (whole)
    return *whole < 1'000'000 ? std::optional(std::llround(*whole * factor)) : std::nullopt;
  const auto& groups = number.groups;
  const bool decimal = groups.size() == 2 && (number.separator == '.' || number.separator == ',') &&
                       groups[0].size() + groups[1].size() <= 9;
  if (!decimal) return std::nullopt;
  const double fraction =
      std::stod(groups[1]) / std::pow(10.0, static_cast<double>(groups[1].size()));
  return std::llround((std::stod(groups[0]) + fraction) * factor);
}

double factor_after(re2::StringPiece after) {
  const auto& words = count_words();
  if (words.thousand_after.is_in(after)) return 1e3;
  if (words.million_after.is_in(after)) return 1e6;
  if (words.myriad_after.is_in(after)) return 1e4;
  if (words.hundred_million_after.is_in(after)) return 1e8;
  return 1;
}

// One number of the statement with the text on both sides of it.
class Candidate {
 public:
  Candidate(std::string_view text, const Number& number)
      : number_(number),
        whole_(text),
        before_(text.data(), number.begin),
        after_(text.data() + number.end, text.size() - number.end),
        factor_(factor_after(after_)) {}

  std::optional<Count> count() const;
  // How much speaks for this number being the total; 0: nothing, negative: it is something else.
  int weight() const;

 private:
  bool before(const CountPattern& words) const { return words.is_in(before_); }
  bool after(const CountPattern& words) const { return words.is_in(after_); }
  bool is_part_of_a_word() const;
  bool counts_something_else() const;
  bool looks_like_a_year() const;
  bool stands_alone() const;
  // `before_` without the words that say the kind: "of about " → "of ".
  re2::StringPiece before_kind() const;

  const Number& number_;
  std::string_view whole_;
  re2::StringPiece before_, after_;
  double factor_;
};

std::optional<Count> Candidate::count() const {
  const auto value = factor_ > 1 ? scaled_value(number_, factor_) : whole_value(number_);
  if (!value) return std::nullopt;
  const auto& words = count_words();
  if (after(words.at_least_after)) return Count{CountKind::at_least, *value};
  if (before(words.at_least_before)) return Count{CountKind::at_least, *value};
  if (before(words.more_than_before) || after(words.more_than_after)) {
    return Count{CountKind::at_least, *value + 1};
  }
  const bool about = factor_ > 1 || before(words.about_before) || after(words.about_after);
  return Count{about ? CountKind::about : CountKind::exact, *value};
}

bool Candidate::is_part_of_a_word() const {
  static const CountPattern joined("[\\d\\p{Latin}\\p{Cyrillic}]$|(?:^|[^\\pL])\\.$");
  if (before(joined)) return true;
  return factor_ <= 1 && !after_.empty() && after_[0] >= 'a' && after_[0] <= 'z' &&
         !after(count_words().noun_after);
}

bool Candidate::counts_something_else() const {
  const auto& words = count_words();
  const bool noun = after(words.noun_after);
  if (before(words.page_before) || after(words.other_thing_after)) return true;
  if (before(words.at_most_before) && !before(words.at_least_before)) return true;
  if (before(words.range_before) || after(words.range_after)) return true;
  return !noun && (before(words.page_of_before) || before(words.other_thing_before));
}

bool Candidate::looks_like_a_year() const {
  const auto value = whole_value(number_);
  return value && number_.separator == 0 && number_.groups.front().size() == 4 && *value >= 1900 &&
         *value <= 2100;
}

bool Candidate::stands_alone() const {
  const auto rest = std::string(before_kind()) + " " + std::string(after_);
  return !count_words().letters.is_in(rest) &&
         rest.find_first_of("0123456789") == std::string::npos;
}

re2::StringPiece Candidate::before_kind() const {
  if (before_.empty()) return before_;
  const auto& words = count_words();
  for (const auto* kind : {&words.at_least_before, &words.more_than_before, &words.about_before}) {
    re2::StringPiece found;
    if (!kind->compiled().Match(before_, 0, before_.size(), RE2::UNANCHORED, &found, 1)) continue;
    auto start = static_cast<std::size_t>(found.data() - before_.data());
    if (start < before_.size() && (before_[start] == ' ' || before_[start] == '(')) ++start;
    return before_.substr(0, start);
  }
  return before_;
}

int Candidate::weight() const {
  if (is_part_of_a_word() || counts_something_else()) return -1;
  const auto& words = count_words();
  const auto plain_before = before_kind();
  const bool kind_said = plain_before.size() != before_.size() || after(words.at_least_after);
  int weight = kind_said ? 10 : 0;
  if (words.of_before.is_in(plain_before)) weight += 50;
  if (words.total_before.is_in(plain_before) || after(words.total_after)) weight += 45;
  if (after(words.noun_after)) weight += looks_like_a_year() ? 20 : 40;
  if (words.labelled_before.is_in(plain_before)) weight += 25;
  if (!looks_like_a_year() && words.noun_before.is_in(plain_before)) weight += 15;
  if (stands_alone()) weight += 10;
  if (before(words.showing_before)) weight -= 15;
  if (weight <= 0 && looks_like_a_year()) return -1;
  return std::max(weight, 0);
}

struct Best {
  std::optional<Count> count;
  int weight = -1;
};

// The number most likely meant. Among several that nothing speaks for there is no telling.
Best best_of(std::string_view text) {
  Best best;
  int unsupported = 0;
  for (const auto& number : numbers_of(text)) {
    const Candidate candidate(text, number);
    const int weight = candidate.weight();
    const auto count = weight < 0 ? std::nullopt : candidate.count();
    if (!count) continue;
    if (weight == 0) ++unsupported;
    if (weight > best.weight) best = {count, weight};
  }
  if (best.weight == 0 && unsupported > 1) return {};
  return best;
}

}  // namespace

std::optional<Count> parse_count(std::string_view text) {
  const std::string statement = folded(text);
  const Best best = best_of(statement);
  if (best.weight >= surely_no_zero) return best.count;
  re2::StringPiece found;
  const bool zero = count_words().zero.compiled().Match(statement, 0, statement.size(),
                                                        RE2::UNANCHORED, &found, 1);
  const bool at_start = zero && found.data() - statement.data() <= 1;
  const int needed = at_start ? surely_no_zero : 40;
  if (zero && best.weight < needed) return Count{CountKind::exact, 0};
  return best.count;
}

}  // namespace paperwatch
