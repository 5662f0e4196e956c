// SPDX-License-Identifier: MIT
#include <filesystem>

#include <paperwatch/config.hpp>

#include "support/catch.hpp"

using namespace paperwatch;

TEST_CASE("every set of rules in the test data folder is read without a fault", "[config][data]") {
  const std::filesystem::path data(PAPERWATCH_TEST_DATA);
  if (data.empty() || !std::filesystem::exists(data / "pages")) {
    WARN("no test data folder: skipped");
    return;
  }
  int files = 0;
  for (const auto* folder : {"pages", "seeds"}) {
    for (const auto& entry : std::filesystem::recursive_directory_iterator(data / folder)) {
      if (!entry.path().string().ends_with(".rules.yaml")) continue;
      ++files;
      const auto loaded = load_config(entry.path());
      for (const auto& fault : loaded.faults) FAIL_CHECK(render(fault));
      for (const auto& fault : loaded.warnings) FAIL_CHECK(render(fault));
      CHECK(loaded.config.has_value());
      if (loaded.config) CHECK(loaded.config->sources.size() == 1);
    }
  }
  CHECK(files >= 71);
}
