// SPDX-License-Identifier: MIT
// Makes a database of many papers for measuring: large_database FILE [PAPERS [SOURCES]].
#include <cstdio>
#include <string>

#include <paperwatch/upkeep.hpp>

#include "base/file.hpp"
#include "base/text.hpp"
#include "store/opening.hpp"

int main(int count, char** arguments) {
  using namespace paperwatch;
  if (count < 2) {
    std::fputs("usage: large_database FILE [PAPERS [SOURCES]]\n", stderr);
    return 2;
  }
  const std::string papers = count > 2 ? arguments[2] : "1000000";
  const std::string sources = count > 3 ? arguments[3] : "1000";
  try {
    const auto db = open_for_writing(arguments[1]);
    db->execute("PRAGMA synchronous = OFF");
    db->execute("PRAGMA cache_size = -400000");
    auto sql = *read_file(PAPERWATCH_SOURCE_DIR "/tests/bench/large_database.sql");
    sql = replace_all(replace_all(std::move(sql), ":papers", papers), ":sources", sources);
    db->execute("BEGIN;" + sql + "COMMIT");
    for (Upkeep upkeep(arguments[1]); upkeep.index_papers(50'000);) std::fputc('.', stderr);
  } catch (const StoreError& error) {
    std::fprintf(stderr, "%s\n", error.what());
    return 1;
  }
}
