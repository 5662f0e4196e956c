// SPDX-License-Identifier: MIT
#include "render/query.hpp"

#include "base/file.hpp"
#include "base/text.hpp"
#include "support/catch.hpp"
#include "support/render_values.hpp"

namespace paperwatch {
namespace {

using List = std::vector<std::string>;

PaperRow paper() {
  auto row = test::row({{"title", "Sparse Matrix–Vector Products in C++"},
                        {"authors", List{"Torsten Höfler", "Ann Lee"}},
                        {"subjects", List{"cs.DC", "math.NA"}},
                        {"abstract", "We study the channel capacity."},
                        {"venue", "SC 2025"},
                        {"year", std::int64_t{2025}},
                        {"date", "2025-11"},
                        {"citations", "41"},
                        {"note", "基于量子计算的方法"}});
  row.sources = {"hoefler", "arxiv.dc"};
  return row;
}

bool holds(std::string_view text) {
  const auto query = parse_query(text);
  INFO(text << ": " << (query ? "" : query.error().message));
  REQUIRE(query);
  return matches(*query, paper());
}

TEST_CASE("queries that hold for the paper", "[query]") {
  for (const auto* text : {"",
                           "  ",
                           "sparse",
                           "SPARSE products",
                           "\"matrix-vector\"",
                           "“matrix vector”",
                           "spars",
                           "Lee",
                           "cs.dc",
                           "capacity",
                           "title ~ sparse",
                           "title ~ \"sparse matrix\"",
                           "title ~ c++",
                           "title ~ VECTOR",
                           "title = \"sparse matrix vector products in C++\"",
                           "title != \"Sparse Matrix\"",
                           "subject = cs.DC",
                           "subjects = CS.DC",
                           "author = \"ann lee\"",
                           "author ~ \"torsten höfler\"",
                           "author ~ ho\u0308f",
                           "year = 2025",
                           "year != 2024",
                           "year > 2024",
                           "year >= 2025",
                           "year <= 2025",
                           "year < 2026",
                           "year = 2020..2025",
                           "year in (2024, 2025)",
                           "year not in (2023, 2024)",
                           "subject in (cs.PF, cs.DC)",
                           "date >= 2025",
                           "date >= 2025-11",
                           "date < 2026",
                           "date > 2025-10-31",
                           "date = 2025",
                           "date = 2025-01..2025-12",
                           "citations > 40",
                           "citations = 41",
                           "doi = \"\"",
                           "title != \"\"",
                           "doi != x",
                           "note ~ 量子",
                           "source = hoefler",
                           "source = ARXIV.DC",
                           "source ~ arxiv",
                           "source != acl",
                           "state = current",
                           "state != removed",
                           "state in (missing, listed)",
                           "not survey",
                           "not not sparse",
                           "survey or sparse",
                           "survey and survey or sparse",
                           "(survey or sparse) and year = 2025",
                           "sparse AND NOT survey",
                           "sparse not survey",
                           "TITLE ~ sparse",
                           "title~sparse",
                           "title !~ survey",
                           "subject = cs.DC and title ~ \"sparse\" and not author = \"Bo Chen\""}) {
    CHECKED_ELSE(holds(text)) {
      FAIL_CHECK(text);
    }
  }
}

TEST_CASE("queries that do not hold for the paper", "[query]") {
  for (const auto* text : {"survey",
                           "sparse survey",
                           "parse",
                           "hannel",
                           "title ~ parse",
                           "title = sparse",
                           "title ~ \"products matrix\"",
                           "subject = cs",
                           "subject = cs.D",
                           "author = Lee",
                           "author != \"Ann Lee\"",
                           "year = 2024",
                           "year > 2025",
                           "year = 2026..2030",
                           "year not in (2025)",
                           "date < 2025-11",
                           "date > 2025-11",
                           "date = 2025-11-02",
                           "date < 2025-11-15",
                           "date > 2025-11-15",
                           "date >= 2025-12",
                           "doi != \"\"",
                           "doi = x",
                           "doi ~ x",
                           "citations < 41",
                           "source = arxiv",
                           "source = acl",
                           "state = removed",
                           "not sparse",
                           "survey or review",
                           "(survey or sparse) and year = 2024",
                           "abstract ~ sparse",
                           "title !~ sparse"}) {
    CHECKED_ELSE(!holds(text)) {
      FAIL_CHECK(text);
    }
  }
}

TEST_CASE("a year that a paper lacks is that of its date", "[query]") {
  const auto row = test::row({{"title", "T"}, {"date", "2026-07-02"}});

  CHECK(matches(*parse_query("year = 2026"), row));
  CHECK_FALSE(matches(*parse_query("year = 2025"), row));
  CHECK_FALSE(matches(*parse_query("year >= 2000"), test::row({{"title", "T"}})));
}

TEST_CASE("and binds closer than or, not closer than both", "[query]") {
  CHECK(*parse_query("a or b c") == *parse_query("a or (b and c)"));
  CHECK(*parse_query("not a b") == *parse_query("(not a) and b"));
  CHECK_FALSE(*parse_query("(a or b) c") == *parse_query("a or b c"));
}

TEST_CASE("a backslash takes the next character of a phrase as it is", "[query]") {
  const auto row = test::row({{"title", "The \"C\" language"}, {"note", "\""}});

  CHECK(matches(*parse_query(R"(title ~ "\"c\"")"), row));
  CHECK(matches(*parse_query(R"(note = "\"")"), row));
}

TEST_CASE("a fault is told with its column and what to write instead", "[query]") {
  struct Case {
    std::string query, message, hint;
  };
  const std::vector<Case> cases{
      {"title = ", "column 9: the query ends too early", "add what"},
      {"(a or b", "column 1: this parenthesis is not closed", "add )"},
      {"a)", "column 2: ')' is not expected", "parentheses"},
      {"title ~ \"open", "column 9: this quote is not closed", "add \""},
      {"title == x", "column 7: '==' is not used here", "write ="},
      {"a && b", "column 3: '&&' is not used here", "write and"},
      {"a || b", "column 3: '||' is not used here", "write or"},
      {"!a", "column 1: '!a' is not used here", "write not"},
      {"and a", "column 1: 'and'", "FIELD"},
      {"a and", "column 6: the query ends too early", "add what"},
      {"a or", "column 5: the query ends too early", "add what"},
      {"not", "column 4: the query ends too early", "add what"},
      {"\"title\" = x", "column 1: a field's name stands without quotes", "write title"},
      {"año = 1 and year = many", "column 20: 'many': a year is a number", "year = 2020..2026"},
      {"year = 2020..x", "column 14: 'x': a year is a number", "2020..2026"},
      {"date >= july", "'july': this is no date", "2026-07"},
      {"date = 2026-13", "'2026-13': this is no date", "2026-07"},
      {"citations > few", "only numbers and dates", "a number"},
      {"state = gone", "'gone': unknown state", "current, missing, removed, left"},
      {"subject in (a, )", "column 16: ')' is not expected", "FIELD"},
      {"subject in (a b)", "column 15: 'b' is not expected", "FIELD"},
      {"title ~ a, b", "column 10: ',' is not expected", "quotes"}};

  for (const auto& [query, message, hint] : cases) {
    INFO(query);
    const auto parsed = parse_query(query);
    REQUIRE_FALSE(parsed);
    CHECK(parsed.error().code == "usage");
    CHECK_THAT(parsed.error().message, Catch::Matchers::Contains(message));
    CHECK_THAT(parsed.error().hint, Catch::Matchers::Contains(hint));
  }
}

TEST_CASE("nesting without end is refused", "[query]") {
  CHECK_FALSE(parse_query(std::string(100'000, '(')));
  std::string nots;
  for (int i = 0; i < 100'000; ++i) nots += "not ";
  CHECK_FALSE(parse_query(nots + "a"));
}

TEST_CASE("every query of the manual can be read", "[query][docs]") {
  const auto manual = read_file(PAPERWATCH_SOURCE_DIR "/docs/queries.md");
  REQUIRE(manual);

  int examples = 0;
  const auto lines = split(*manual, '\n');
  for (std::size_t i = 0; i + 1 < lines.size(); ++i) {
    if (lines[i] != "```query") continue;
    ++examples;
    CHECKED_ELSE(parse_query(lines[i + 1]).has_value()) {
      FAIL_CHECK(lines[i + 1]);
    }
  }
  for (const auto& line : lines) {
    if (!line.starts_with("| `")) continue;
    ++examples;
    const auto example = line.substr(3, line.find('`', 3) - 3);
    CHECKED_ELSE(parse_query(example).has_value()) {
      FAIL_CHECK(example);
    }
  }
  CHECK(examples == 12);
}

}  // namespace
}  // namespace paperwatch
