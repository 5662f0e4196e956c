// SPDX-License-Identifier: MIT
// What ought to be told: the rules of the semantics, written a second time and much simpler, for
// one source whose papers have names that never change.
#pragma once

#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include <paperwatch/model.hpp>

#include "simulator/site.hpp"

namespace paperwatch::test {

class Truth {
 public:
  // The events due after a visit on which the site had this fault, each as one line.
  std::multiset<std::string> after_visit(const Site& site, Fault fault, Time at);

 private:
  struct Known {
    TruePaper content;
    bool removed = false, withdrawn = false;
    int missed = 0;
    std::optional<Time> since;
  };

  void healthy(const std::vector<TruePaper>& papers, bool complete, Time at);
  void see(const TruePaper& paper);
  void counts(const Site& site, std::size_t listed);
  void trouble(const std::string& kind);
  void recover();
  void tell(std::string line) { told_.insert(std::move(line)); }

  std::map<int, Known> known_;
  std::vector<TruePaper> last_listing_;  // as last read whole
  bool last_total_is_wrong_ = false;     // and what it stated did not agree
  bool has_baseline_ = false;
  bool trouble_told_ = false;
  int failures_ = 0;
  std::optional<std::int64_t> stated_, observed_;
  std::multiset<std::string> told_;
};

// "paper_changed 17: abstract, title"
std::string line_of(const std::string& kind, int number, const std::set<std::string>& fields = {});

}  // namespace paperwatch::test
