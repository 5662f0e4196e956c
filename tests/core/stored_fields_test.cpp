// SPDX-License-Identifier: MIT
#include "core/stored_fields.hpp"

#include "support/catch.hpp"

using namespace paperwatch;

TEST_CASE("a DOI is stored in lower case", "[stored]") {
  CHECK(text_of(as_stored({{"doi", "10.1000/AbC"}}), "doi") == "10.1000/abc");
}

TEST_CASE("a version comes by itself from an arXiv link that carries it", "[stored]") {
  CHECK(text_of(as_stored({{"url", "https://arxiv.org/abs/2602.15028v1"}}), "version") == "1");
  CHECK(text_of(as_stored({{"url", "https://l.example/1"},
                           {"pdf", "https://arxiv.org/pdf/2602.15028v12"}}),
                "version") == "12");
  CHECK(text_of(as_stored({{"url", "https://arxiv.org/abs/2602.15028v1"}, {"version", "3"}}),
                "version") == "3");
  CHECK_FALSE(as_stored({{"url", "https://arxiv.org/abs/2602.15028"}}).contains("version"));
  CHECK_FALSE(as_stored({{"url", "https://biorxiv.example/287961v1"}}).contains("version"));
}
