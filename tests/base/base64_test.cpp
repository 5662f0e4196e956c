// SPDX-License-Identifier: MIT
#include "base/base64.hpp"

#include <string>

#include "support/catch.hpp"

using namespace paperwatch;

TEST_CASE("base 64 as in RFC 4648, section 10", "[base64]") {
  const std::pair<const char*, const char*> table[]{{"", ""},
                                                    {"f", "Zg=="},
                                                    {"fo", "Zm8="},
                                                    {"foo", "Zm9v"},
                                                    {"foob", "Zm9vYg=="},
                                                    {"fooba", "Zm9vYmE="},
                                                    {"foobar", "Zm9vYmFy"}};
  for (const auto& [plain, coded] : table) {
    CHECK(encode_base64(plain) == coded);
    CHECK(decode_base64(coded) == plain);
  }
  std::string bytes;
  for (int i = 0; i < 1000; ++i) bytes += static_cast<char>(i * 7);
  CHECK(decode_base64(encode_base64(bytes)) == bytes);
}

TEST_CASE("what no encoder writes is no base 64", "[base64]") {
  for (const char* text :
       {"Z", "Zg", "Zg=", "Zg==Zg==", "Z===", "====", "Zm9v\n", "Zm 9", "Zh==", "Zm9="})
    CHECK_FALSE(decode_base64(text));
}
