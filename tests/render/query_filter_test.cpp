// SPDX-License-Identifier: MIT
// An index of words is asked what a query needs: it may offer a paper too many, never one too few.
#include "render/query_filter.hpp"

#include <algorithm>
#include <random>

#include "base/text.hpp"
#include "core/search_words.hpp"
#include "support/catch.hpp"
#include "support/render_values.hpp"

using namespace paperwatch;

namespace {

using List = std::vector<std::string>;

bool holds(const WordFilter& filter, const List& words) {
  const auto any_word = [&](const auto& fits) {
    return std::any_of(words.begin(), words.end(), fits);
  };
  const auto part = [&](const WordFilter& one) { return holds(one, words); };
  switch (filter.kind) {
    case WordFilter::Kind::anything:
      return true;
    case WordFilter::Kind::word:
      return any_word([&](const auto& word) { return word == filter.text; });
    case WordFilter::Kind::beginning:
      return any_word([&](const auto& word) { return word.starts_with(filter.text); });
    case WordFilter::Kind::all_of:
      return std::all_of(filter.parts.begin(), filter.parts.end(), part);
    case WordFilter::Kind::any_of:
      return std::any_of(filter.parts.begin(), filter.parts.end(), part);
  }
  return false;
}

std::string text(const WordFilter& filter) {
  std::string out;
  for (const auto& part : filter.parts) {
    if (!out.empty()) out += filter.kind == WordFilter::Kind::all_of ? " & " : " | ";
    out += text(part);
  }
  if (!filter.parts.empty()) return "(" + out + ")";
  if (filter.kind == WordFilter::Kind::anything) return "?";
  return filter.text + (filter.kind == WordFilter::Kind::beginning ? "*" : "");
}

std::string filter_text(std::string_view query) {
  const auto parsed = parse_query(query);
  INFO(query);
  REQUIRE(parsed);
  return text(filter_of(*parsed));
}

// Few words, so that random queries and papers often meet.
const List& vocabulary() {
  static const List words{"sparse", "Matrix", "naïve", "Bayes", "量子",  "计算",      "量子计算",
                          "C++",    "2024",   "2025",  "x",     "ไทย",   "10.1000/x", "2024-07-02",
                          "--",     "of",     "offer", "a-b",   "Höfler"};
  return words;
}

class Dice {
 public:
  explicit Dice(unsigned seed) : engine_(seed) {}
  std::size_t below(std::size_t n) {
    return std::uniform_int_distribution<std::size_t>(0, n - 1)(engine_);
  }
  const std::string& one_of(const List& list) { return list[below(list.size())]; }

 private:
  std::mt19937 engine_;
};

std::string words(Dice& dice) {
  std::string out = dice.one_of(vocabulary());
  for (std::size_t more = dice.below(3); more > 0; --more)
    out += (dice.below(4) == 0 ? "" : " ") + dice.one_of(vocabulary());
  return out;
}

Fields random_fields(Dice& dice) {
  Fields fields{{"title", words(dice)}};
  if (dice.below(2)) fields.emplace("authors", List{words(dice), words(dice)});
  if (dice.below(2)) fields.emplace("abstract", words(dice));
  if (dice.below(2)) fields.emplace("year", std::int64_t(2023 + dice.below(4)));
  if (dice.below(2))
    fields.emplace("date", dice.one_of({"2024", "2025-07", "2024-07-02", "2025-01-01T10:00:00Z"}));
  if (dice.below(2)) fields.emplace("doi", dice.one_of({"10.1000/x", "10.1000/y"}));
  if (dice.below(2)) fields.emplace("url", "https://example.org/" + dice.one_of(vocabulary()));
  return fields;
}

std::string random_query(Dice& dice, int depth) {
  const auto quoted = [&] { return "\"" + words(dice) + "\""; };
  switch (dice.below(depth > 2 ? 6 : 9)) {
    case 0:
      return quoted();
    case 1:
      return dice.one_of({"title", "author", "abstract", "url", "year", "date"}) + " ~ " + quoted();
    case 2:
      return dice.one_of({"title", "author", "doi", "abstract"}) + " = " + quoted();
    case 3:
      return "year = " + dice.one_of({"2024", "2023..2025", "2025..2030"});
    case 4:
      return "date " + dice.one_of({"=", ">=", "<"}) + " " +
             dice.one_of({"2024", "2024-07", "2024-07-02"});
    case 5:
      return "doi " + dice.one_of({"=", "!="}) + " " + dice.one_of({"\"\"", "10.1000/x"});
    case 6:
      return "not (" + random_query(dice, depth + 1) + ")";
    case 7:
      return "(" + random_query(dice, depth + 1) + " or " + random_query(dice, depth + 1) + ")";
    default:
      return random_query(dice, depth + 1) + " and " + random_query(dice, depth + 1);
  }
}

}  // namespace

TEST_CASE("a query asks an index for the words that it needs", "[query][filter]") {
  CHECK(filter_text("sparse") == "sparse*");
  CHECK(filter_text("\"Sparse Matrix\"") == "(sparse & matrix*)");
  CHECK(filter_text("sparse matrix") == "(sparse* & matrix*)");
  CHECK(filter_text("title ~ sparse or author = \"Ann Lee\"") == "(sparse* | (ann & lee))");
  CHECK(filter_text("subject = cs.DC and year >= 2024") == "(cs & dc)");
  CHECK(filter_text("year = 2024..2026") == "(2024* | 2025* | 2026*)");
  CHECK(filter_text("date = 2024-07") == "2024*");
  CHECK(filter_text("subject in (cs.LG, cs.AI)") == "((cs & lg) | (cs & ai))");
  CHECK(filter_text("title ~ 量子") == "(量 & 子*)");
  CHECK(filter_text("title ~ c++") == "c++*");
}

TEST_CASE("what words do not tell is left out, and alone it lets every paper pass",
          "[query][filter]") {
  CHECK(filter_text("") == "?");
  CHECK(filter_text("not sparse") == "?");
  CHECK(filter_text("year >= 2024") == "?");
  CHECK(filter_text("source = hoefler") == "?");
  CHECK(filter_text("state = missing") == "?");
  CHECK(filter_text("url ~ example") == "?");
  CHECK(filter_text("doi = \"\"") == "?");
  CHECK(filter_text("title ~ \"--\"") == "?");
  CHECK(filter_text("x") == "?");
  CHECK(filter_text("sparse or year >= 2024") == "?");
  CHECK(filter_text("sparse and source = hoefler") == "sparse*");
}

TEST_CASE("no paper that matches is missed by the words asked for", "[query][filter]") {
  Dice dice(7);
  int matched = 0, told = 0;
  for (int round = 0; round < 20'000; ++round) {
    const std::string asked = random_query(dice, 0);
    const auto query = parse_query(asked);
    if (!query) continue;
    const auto filter = filter_of(*query);
    if (filter.kind != WordFilter::Kind::anything) ++told;
    const auto paper = test::row(random_fields(dice));
    if (!matches(*query, paper)) continue;
    ++matched;
    const auto has = split(search_text(paper.fields), ' ');
    INFO(asked << "\n" << join(has, " "));
    REQUIRE(holds(filter, has));
  }
  CHECK(matched > 2'000);
  CHECK(told > 2'000);
}
