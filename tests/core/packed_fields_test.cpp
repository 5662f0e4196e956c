// SPDX-License-Identifier: MIT
#include "core/packed_fields.hpp"

#include "support/catch.hpp"

using namespace paperwatch;

TEST_CASE("packed fields are the same when they are unpacked", "[packed]") {
  using Texts = std::vector<std::string>;
  const Fields fields = GENERATE(Fields{}, Fields{{"title", "On Things"}},
                                 Fields{{"abstract", std::string("a\0b\n", 4) + "Müller"},
                                        {"authors", Texts{"Ann", "", "Bo"}},
                                        {"subjects", Texts{}},
                                        {"version", std::int64_t{-2}},
                                        {"year", std::int64_t{2026}}});
  CHECK(unpack_fields(pack_fields(fields)) == fields);
}
