// SPDX-License-Identifier: MIT
// The tests provoke every trouble there is; that the engine logs it is not their output.
#define CATCH_CONFIG_RUNNER
#include <spdlog/spdlog.h>

#include "support/catch.hpp"

int main(int argc, char** argv) {
  spdlog::set_level(spdlog::level::off);
  return Catch::Session().run(argc, argv);
}
