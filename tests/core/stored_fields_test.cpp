// SPDX-License-Identifier: MIT
#include "core/stored_fields.hpp"

#include "support/catch.hpp"

using namespace paperwatch;

TEST_CASE("a DOI is stored in lower case", "[stored]") {
  CHECK(text_of(as_stored({{"doi", "10.1000/AbC"}}), "doi") == "10.1000/abc");
}

TEST_CASE("a version comes by itself from an arXiv link that carries it", "[stored]") {
  const auto version = [](Fields fields) {
    return number_of(as_stored(std::move(fields)), "version");
  };
  CHECK(version({{"url", "https://arxiv.org/abs/2602.15028v1"}}) == 1);
  CHECK(version({{"url", "https://l.example/1"}, {"pdf", "https://arxiv.org/pdf/2602.15028v12"}}) ==
        12);
  CHECK(version({{"url", "https://arxiv.org/abs/2602.15028v1"}, {"version", std::int64_t{3}}}) ==
        3);
  CHECK_FALSE(version({{"url", "https://arxiv.org/abs/2602.15028"}}));
  CHECK_FALSE(version({{"url", "https://biorxiv.example/287961v1"}}));
}
