// SPDX-License-Identifier: MIT
// What is known, read page by page from the newest back, however much there is: for readers who
// turn pages. A connection of its own that never writes; belongs to one thread.
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <limits>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include <paperwatch/model.hpp>
#include <paperwatch/store.hpp>
#include <paperwatch/word_filter.hpp>

namespace paperwatch {

class Catalogue {
 public:
  // Throws StoreError, as all members do.
  explicit Catalogue(const std::filesystem::path& file);
  ~Catalogue();
  Catalogue(const Catalogue&) = delete;
  Catalogue& operator=(const Catalogue&) = delete;

  // Another number than before if anybody committed anything since. Costs next to nothing.
  std::int64_t revision();

  struct Events {
    std::optional<std::string> source;
    std::vector<EventKind> kinds;   // empty: all
    std::optional<EventId> before;  // ids less than it
    std::size_t limit = 50;
    bool baseline = true;  // include those of baselines
  };
  std::vector<Event> events(const Events& wanted);  // newest first

  struct Papers {
    std::optional<std::string> source;
    PaperQuery::State state = PaperQuery::State::current;
    std::optional<PaperId> before;
    WordFilter words{};  // only papers that have these words, and maybe a few others
  };
  // Shows `look` one paper after the other, from the newest (the greatest id) on, until it answers
  // false; all as of one moment. Null: that one is in another state, but looking took its time.
  void papers(const Papers& wanted, const std::function<bool(PaperId, PaperRow*)>& look);

  // The papers with the newest events that a search finds, newest first, each with its events.
  // Reads back from the newest until there are enough; where matches are few, it reads those papers
  // alone that have the words.
  struct FeedSearch {
    std::string source;  // "" all
    WordFilter words{};  // what every match has; without any, all papers may have to be read
    std::function<bool(const PaperRow&)> matches;
    std::size_t limit = 100;
    std::size_t most_read = std::numeric_limits<std::size_t>::max();  // papers; then that is all
  };
  std::vector<Store::FeedPaper> feed_papers(const FeedSearch& search);

  struct Totals {
    std::size_t papers = 0, waiting = 0, failed = 0;  // papers; deliveries
  };
  Totals totals();

 private:
  struct Connection;
  std::unique_ptr<Connection> connection_;
};

}  // namespace paperwatch
