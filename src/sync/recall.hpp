// SPDX-License-Identifier: MIT
// What the store knows, as a visit's decisions ask for it.
#pragma once

#include <memory>
#include <set>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

#include <paperwatch/store.hpp>

#include "core/identity.hpp"

namespace paperwatch {

// Keeps the answers of late, so that what is asked again at once is read once; never all of a long
// listing. The store must outlive it.
class Recall : public Memory {
 public:
  // `watched`: the sources that are visited; no other will ever let go of a field.
  Recall(Store& store, std::string source, const std::vector<std::string>& watched)
      : store_(store), source_(std::move(source)), watched_(watched) {}

  std::vector<PaperId> owners(const std::string& key) const override;
  std::shared_ptr<const KnownPaper> paper(PaperId paper) const override;
  std::set<std::string> shown_elsewhere(const KnownPaper& paper) const override;
  bool is_last_change_told(const KnownPaper& paper, const std::string& field) const override;

  // What a few records will be asked for, in two readings: outside a Transaction each costs.
  void read_ahead(const std::vector<Sighting>& sightings);
  // To be called when the store was written.
  void forget();

 private:
  Store& store_;
  std::string source_;
  const std::vector<std::string>& watched_;
  mutable std::unordered_map<std::string, std::vector<PaperId>> owners_;
  mutable std::unordered_map<PaperId, std::shared_ptr<const KnownPaper>> papers_;
};

}  // namespace paperwatch
