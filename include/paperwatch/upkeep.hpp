// SPDX-License-Identifier: MIT
// What is put in order after visits, so that the database stays small and quick however long it
// runs. A connection of its own; belongs to one thread. Nothing of it changes an answer, and what
// was not done today is done tomorrow.
#pragma once

#include <cstddef>
#include <filesystem>
#include <memory>
#include <string_view>

#include <paperwatch/model.hpp>

namespace paperwatch {

// What is indexed at a time by those who may be asked to stop.
inline constexpr std::size_t papers_at_once = 2000;

class Upkeep {
 public:
  // Throws StoreError, as all members do.
  explicit Upkeep(const std::filesystem::path& file);
  ~Upkeep();
  Upkeep(const Upkeep&) = delete;
  Upkeep& operator=(const Upkeep&) = delete;

  // Makes the papers that came or changed since findable through the index; searches look at the
  // others one by one. At most `most` papers; answers whether others wait.
  bool index_papers(std::size_t most);

  // Folds the source's visits without news that ended before `limit`: of those that follow each
  // other the last one stays, and knows when the others ended. Answers how many rows that saved.
  std::size_t fold_visits(std::string_view source, Time limit);

 private:
  struct Connection;
  std::unique_ptr<Connection> connection_;
};

}  // namespace paperwatch
