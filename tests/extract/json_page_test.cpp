// SPDX-License-Identifier: MIT
#include "extract/json_page.hpp"

#include <nlohmann/json.hpp>

#include "support/catch.hpp"

using namespace paperwatch;

namespace {

std::vector<std::string> find(std::string_view json, std::string_view pointer) {
  const auto page = parse_json(json);
  REQUIRE(page);
  std::string fault;
  const auto parsed = JsonPointer::parse(pointer, fault);
  REQUIRE(parsed);
  std::vector<std::string> out;
  for (const Json* value : parsed->find(*page))
    out.push_back(value->is_string() ? value->get<std::string>() : value->dump());
  return out;
}

using Texts = std::vector<std::string>;

}  // namespace

TEST_CASE("a JSON Pointer leads to a value, or with * to every element", "[json]") {
  const std::string page =
      R"({"a":{"b":[{"n":"x"},{"n":"y"},{}]},"m/n":1,"t~":2,"":3,"list":["p",null,"q"],"*":9})";
  CHECK(find(page, "/a/b/0/n") == Texts{"x"});
  CHECK(find(page, "/a/b/*/n") == Texts{"x", "y"});
  CHECK(find(page, "/a/*/1/n") == Texts{"y"});
  CHECK(find(page, "/m~1n") == Texts{"1"});
  CHECK(find(page, "/t~0") == Texts{"2"});
  CHECK(find(page, "/") == Texts{"3"});
  CHECK(find(page, "/list/*") == Texts{"p", "q"});
  CHECK(find(page, "/list/01").empty());
  CHECK(find(page, "/list/9").empty());
  CHECK(find(page, "/a/b/n").empty());
  CHECK(find(R"([1,2])", "").size() == 1);
}

TEST_CASE("a pointer that cannot be is a fault", "[json]") {
  std::string fault;
  CHECK_FALSE(JsonPointer::parse("title", fault));
  CHECK_FALSE(fault.empty());
  CHECK_FALSE(JsonPointer::parse("/a~2", fault));
  CHECK_FALSE(JsonPointer::parse("/a~", fault));
}

TEST_CASE("JSON beyond the budget, cut or none is told apart", "[json]") {
  CHECK(parse_json(std::string(300, '[') + std::string(300, ']')).error().code == "too_complex");
  CHECK(parse_json(std::string(100000, '[')).error().code == "too_complex");
  CHECK(parse_json(R"({"a":[1,2)").error().code == "truncated");
  CHECK(parse_json("<html>").error().code == "no_content");
  CHECK(parse_json(R"({"a":nope})").error().code == "no_content");
  CHECK(parse_json("").error().code == "no_content");
  ParseBudget small;
  small.max_nodes = 5;
  CHECK(parse_json("[1,2,3,4,5,6,7]", small).error().code == "too_complex");
}
