// SPDX-License-Identifier: MIT
#include "extract/value.hpp"

#include "support/catch.hpp"

using namespace paperwatch;

namespace {

using Texts = std::vector<std::string>;
constexpr std::string_view base = "https://l.example/list/";

std::optional<Value> shaped(Shape shape, Texts texts) {
  return shape_value(shape, texts, base).value;
}
std::optional<Value> text(std::string value) {
  return Value(std::move(value));
}
std::optional<Value> number(std::int64_t value) {
  return Value(value);
}

}  // namespace

TEST_CASE("known fields have their shape whatever rule found them", "[value]") {
  CHECK(shape_of("authors", ValueType::automatic, false) == Shape::list);
  CHECK(shape_of("subjects", ValueType::text, false) == Shape::list);
  CHECK(shape_of("year", ValueType::automatic, false) == Shape::year);
  CHECK(shape_of("url", ValueType::automatic, false) == Shape::url);
  CHECK(shape_of("pdf", ValueType::automatic, true) == Shape::url);
  CHECK(shape_of("date", ValueType::automatic, false) == Shape::date);
  CHECK(shape_of("title", ValueType::automatic, true) == Shape::text);
  CHECK(shape_of("submitted", ValueType::automatic, false) == Shape::text);
  CHECK(shape_of("submitted", ValueType::date, false) == Shape::date);
  CHECK(shape_of("citations", ValueType::integer, false) == Shape::integer);
  CHECK(shape_of("keywords", ValueType::automatic, true) == Shape::list);
  CHECK(shape_of("keywords", ValueType::text, true) == Shape::text);
}

TEST_CASE("links are resolved, serialised, and only http and https survive", "[value]") {
  CHECK(shaped(Shape::url, {"p-8"}) == text("https://l.example/list/p-8"));
  CHECK(shaped(Shape::url, {"?id=1&x=a b"}) == text("https://l.example/list/?id=1&x=a%20b"));
  CHECK(shaped(Shape::url, {"//cdn.example/p"}) == text("https://cdn.example/p"));
  CHECK(shaped(Shape::url, {"HTTP://Host.example"}) == text("http://host.example/"));
  for (const char* none :
       {"javascript:void(0)", "mailto:a@b.example", "ftp://h.example/x", "data:text/html,x"}) {
    CHECK_FALSE(shaped(Shape::url, {none}));
    CHECK(shape_value(Shape::url, {none}, base).unreadable == Texts{none});
  }
}

TEST_CASE("a year is a number, or the field is left out and told", "[value]") {
  CHECK(shaped(Shape::year, {"2025"}) == number(2025));
  CHECK(shaped(Shape::year, {"2019-03-01"}) == number(2019));
  CHECK(shaped(Shape::year, {"(published 1998)"}) == number(1998));
  CHECK_FALSE(shaped(Shape::year, {"to appear"}));
  CHECK_FALSE(shaped(Shape::year, {"1998 or 1999"}));
  CHECK(shape_value(Shape::year, {"to appear"}, base).unreadable == Texts{"to appear"});
}

TEST_CASE("an integer may have separators of thousands", "[value]") {
  CHECK(whole_integer("1,234") == 1234);
  CHECK(whole_integer("1.234.567") == 1234567);
  CHECK(whole_integer("12 345") == 12345);
  CHECK(whole_integer("-5") == -5);
  CHECK_FALSE(whole_integer("1,23"));
  CHECK_FALSE(whole_integer("12a"));
  CHECK_FALSE(whole_integer(""));
  CHECK_FALSE(whole_integer("99999999999999999999"));
  CHECK(shaped(Shape::integer, {"many"}) == text("many"));
  CHECK(shape_value(Shape::integer, {"many"}, base).unreadable == Texts{"many"});
}

TEST_CASE("a DOI is stored bare, an arXiv id without its version", "[value]") {
  CHECK(shaped(Shape::doi, {"https://doi.org/10.1000/Ab.c"}) == text("10.1000/Ab.c"));
  CHECK(shaped(Shape::doi, {"doi:10.1000/x"}) == text("10.1000/x"));
  CHECK_FALSE(shaped(Shape::doi, {"forthcoming"}));
  CHECK(shaped(Shape::arxiv_id, {"arXiv:2303.00763v2"}) == text("2303.00763"));
  CHECK(shaped(Shape::arxiv_id, {"https://arxiv.org/abs/math/0510544"}) == text("math/0510544"));
  CHECK_FALSE(shaped(Shape::arxiv_id, {"none"}));
  CHECK(shape_value(Shape::arxiv_id, {"arXiv:2303.00763v2"}, base).version == 2);
}

TEST_CASE("a date keeps its precision, and its text where it cannot be read", "[value]") {
  CHECK(shaped(Shape::date, {"2 July 2026"}) == text("2026-07-02"));
  CHECK(shaped(Shape::date, {"2026-07"}) == text("2026-07"));
  CHECK(shaped(Shape::date, {"soon"}) == text("soon"));
  CHECK(shape_value(Shape::date, {"soon"}, base).unreadable == Texts{"soon"});
}

TEST_CASE("lists keep all texts, texts are joined", "[value]") {
  CHECK(shaped(Shape::list, {"a", "b"}) == Value(Texts{"a", "b"}));
  CHECK(shaped(Shape::text, {"a", "b"}) == text("a b"));
  CHECK_FALSE(shaped(Shape::text, {}));
  CHECK_FALSE(shaped(Shape::list, {}));
}
