// SPDX-License-Identifier: MIT
#include "base/text.hpp"

#include "support/catch.hpp"

using namespace paperwatch;

TEST_CASE("white space of any kind collapses to one blank", "[text]") {
  CHECK(collapse_space("  a \xC2\xA0\n\t b\xE3\x80\x80") == "a b");
  CHECK(collapse_space(" \n ").empty());
}

TEST_CASE("invisible characters are seen by nobody", "[text]") {
  CHECK(without_invisible("co\xC2\xADop\xE2\x80\x8B"
                          "er\xE2\x80\x8F"
                          "ate") == "cooperate");
}

TEST_CASE("words fold to letters and digits of any script", "[text]") {
  CHECK(fold_words("  Sparse  Mat-Rix: “Ünïcode” ") == "sparse mat rix ünïcode");
  CHECK(fold_words("ﬁne Ⅲ") == "fine iii");
  CHECK(fold_words("C++ & C") == "c++ c");
}

TEST_CASE("what is no UTF-8 becomes a replacement character", "[text]") {
  CHECK(valid_utf8("Caf\xE9!") == "Caf\xEF\xBF\xBD!");
  CHECK_FALSE(is_valid_utf8("\xED\xA0\x80"));
}

TEST_CASE("a misspelt word finds its neighbour, a foreign one none", "[text]") {
  CHECK(nearest("recrod", {"record", "fields", "count"}) == "record");
  CHECK(nearest("zebra", {"record", "fields", "count"}).empty());
}
