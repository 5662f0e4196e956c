// SPDX-License-Identifier: MIT
#include "extract/steps.hpp"

#include "support/catch.hpp"

using namespace paperwatch;

namespace {

using Texts = std::vector<std::string>;

Expression re(const std::string& text) {
  return std::make_shared<const re2::RE2>(text);
}

}  // namespace

TEST_CASE("without steps texts are trimmed and empty ones fall away", "[steps]") {
  CHECK(run_steps({}, {"  a \n b ", "\xc2\xa0", ""}) == Texts{"a b"});
}

TEST_CASE("match gives the first group, else the whole match, else nothing", "[steps]") {
  Steps steps;
  steps.match = re(R"((\d{4})$)");
  CHECK(run_steps(steps, {"arXiv2025", "none"}) == Texts{"2025"});
  steps.match = re(R"(\d+)");
  CHECK(run_steps(steps, {"a12b34"}) == Texts{"12"});
  steps.match = re(R"(a(x)|b(y))");
  CHECK(run_steps(steps, {"by"}) == Texts{"y"});
  steps.match = re(R"([“"](.+)[”"])");
  CHECK(run_steps(steps, {"“Ünïcode”"}) == Texts{"Ünïcode"});
  steps.match = re(R"(x()y)");
  CHECK(run_steps(steps, {"xy"}).empty());
}

TEST_CASE("replace runs in the order written and knows groups", "[steps]") {
  Steps steps;
  steps.replace = {{re("a"), "b"}, {re("b+"), "[\\0]"}, {re(R"((\w)-(\w))"), "\\2-\\1"}};
  CHECK(run_steps(steps, {"aab x-y"}) == Texts{"[bbb] y-x"});
  steps.replace = {{re(".*"), ""}};
  CHECK(run_steps(steps, {"gone"}).empty());
}

TEST_CASE("split trims its parts and drops empty ones", "[steps]") {
  Steps steps;
  steps.split = re("[;,]");
  CHECK(run_steps(steps, {"a; b,,c ; ", "d"}) == Texts{"a", "b", "c", "d"});
  steps.split = re(", and |, | and ");
  CHECK(run_steps(steps, {"A. One, B. Two, and C. Three"}) ==
        Texts{"A. One", "B. Two", "C. Three"});
  steps.split = re("x*");  // matches nothing at all in many places
  CHECK(run_steps(steps, {"äbxxc"}) == Texts{"äb", "c"});
  steps.split = re("");
  CHECK(run_steps(steps, {"äb"}) == Texts{"äb"});
}

TEST_CASE("each works on the parts, join makes one of them", "[steps]") {
  Steps steps;
  steps.split = re(";");
  steps.each_match = re(R"(^(\S+) \d+$)");
  steps.each_replace = {{re("^a"), "A"}};
  CHECK(run_steps(steps, {"ann 1; bob; abe 3"}) == Texts{"Ann", "Abe"});
  steps.join = " / ";
  CHECK(run_steps(steps, {"ann 1; bob; abe 3"}) == Texts{"Ann / Abe"});
  CHECK(run_steps(steps, {"bob"}).empty());
}
