// SPDX-License-Identifier: MIT
// sync_until committed|indexed CONFIG: what `paperwatch sync` does up to a stage. committed: every
// visit is stored, with its events and its pages in the archive; indexed: papers are findable by
// their words, too. Feeds are not written.
#include <cstdio>
#include <exception>
#include <string>

#include <paperwatch/upkeep.hpp>

#include "app/visiting.hpp"
#include "base/time.hpp"

int main(int count, char** words) {
  using namespace paperwatch;
  const std::string stage = count == 3 ? words[1] : "";
  if (stage != "committed" && stage != "indexed") {
    std::fputs("Usage: sync_until committed|indexed CONFIG\n", stderr);
    return 2;
  }
  try {
    const auto loaded = load_config(words[2]);
    if (!loaded.config) throw std::runtime_error("the configuration is at fault");
    Visiting visiting(*loaded.config, wall_now, {});
    visiting.visit(enabled_sources(*loaded.config), {});
    if (stage == "indexed") {
      Upkeep upkeep(loaded.config->database);
      while (upkeep.index_papers(papers_at_once)) {
      }
    }
    return 0;
  } catch (const std::exception& error) {
    std::fprintf(stderr, "sync_until: %s\n", error.what());
    return 1;
  }
}
