// SPDX-License-Identifier: MIT
#define CATCH_CONFIG_MAIN
#include "support/catch.hpp"

#if CATCH_VERSION_MAJOR >= 3
int main(int count, char** words) {
  return Catch::Session().run(count, words);
}
#endif
