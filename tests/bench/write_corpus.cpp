// SPDX-License-Identifier: MIT
// write_corpus DIR SOURCES PAGES BASE [RECORDS]: writes the corpus as two folders for serve_folder,
// DIR/earlier and DIR/later, and paperwatch's configuration for it, DIR/paperwatch.yaml. BASE:
// where it will be served.
#include <cstdio>
#include <exception>
#include <filesystem>
#include <fstream>
#include <string>

#include <fmt/format.h>

#include "bench/corpus.hpp"

namespace {

namespace fs = std::filesystem;
using paperwatch::test::Corpus;

void write(const fs::path& file, const std::string& text) {
  fs::create_directories(file.parent_path());
  std::ofstream out(file, std::ios::binary);
  out.exceptions(std::ios::failbit | std::ios::badbit);
  out << text;
  out.close();
}

void write_site(const fs::path& folder, const Corpus& corpus) {
  for (int source = 0; source < corpus.sources; ++source) {
    for (int page = 1; page <= corpus.pages; ++page) {
      const auto target = paperwatch::test::listing_target(source, page);
      const auto file = folder / (target.substr(1) + (page == 1 ? ".html" : ""));
      write(file, paperwatch::test::listing_page(corpus, source, page));
    }
  }
}

}  // namespace

int main(int count, char** words) {
  if (count != 5 && count != 6) {
    fmt::print(stderr, "Usage: write_corpus DIR SOURCES PAGES BASE [RECORDS]\n");
    return 2;
  }
  try {
    const fs::path folder = words[1];
    Corpus corpus{.sources = std::stoi(words[2]), .pages = std::stoi(words[3])};
    if (count == 6) corpus.records_per_page = std::stoi(words[5]);
    write_site(folder / "earlier", corpus);
    corpus.moment = Corpus::Moment::later;
    write_site(folder / "later", corpus);
    write(folder / "paperwatch.yaml", paperwatch::test::corpus_config(corpus, words[4]));
    return 0;
  } catch (const std::exception& error) {
    fmt::print(stderr, "write_corpus: {}\n", error.what());
    return 1;
  }
}
