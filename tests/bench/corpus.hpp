// SPDX-License-Identifier: MIT
// Listings that nobody published: the same arguments give the same bytes on every machine.
#pragma once

#include <map>
#include <optional>
#include <string>

#include <paperwatch/config.hpp>
#include <paperwatch/fetch.hpp>

namespace paperwatch::test {

struct Corpus {
  int sources = 1;
  int pages = 4;  // of each listing; they are linked by rel=next
  int records_per_page = 18;
  // Of the later moment one record in a hundred has another abstract than of the earlier.
  enum class Moment { earlier, later } moment = Moment::earlier;
};

// "/list/3?page=2"; sources count from 0, pages from 1.
std::string listing_target(int source, int page);
// Some 40 KB, half of it script and style, as listings are.
std::string listing_page(const Corpus& corpus, int source, int page);

// paperwatch's configuration for it. `base`: scheme and host, without a slash at the end. Rules
// with ten fields; no courtesy, as the server is one's own.
std::string corpus_config(const Corpus& corpus, const std::string& base);

// Answers with the pages of a corpus, at once and on the calling thread.
class CorpusFetcher : public Fetcher {
 public:
  CorpusFetcher(const Corpus& corpus, const std::string& base);
  void fetch(FetchRequest request, std::function<void(Answer)> done) override;

 private:
  std::map<std::string, std::string> bodies_;  // by address
};

}  // namespace paperwatch::test
