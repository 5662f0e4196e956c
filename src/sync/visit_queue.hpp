// SPDX-License-Identifier: MIT
// Which visit of a run begins next. Pure.
#pragma once

#include <cstddef>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

namespace paperwatch {

// Visits begin in the order they were added, with so many under way on one host and in all. What
// is asked of it costs the logarithm of their number, however many wait for one host.
class VisitQueue {
 public:
  VisitQueue(std::size_t most_of_host, std::size_t most)
      : most_of_host_(most_of_host), most_(most) {}

  // The first visit added is number 0.
  void add(const std::string& host);
  // The first that may begin now. It is under way until end() or put_aside().
  std::optional<std::size_t> next();
  void end(std::size_t visit);
  // It cannot begin yet: others go first, till take_up() gives it back its place.
  void put_aside(std::size_t visit);
  void take_up();

  bool has_waiting() const { return waiting_ > 0; }  // put aside or not
  bool has_aside() const { return !aside_.empty(); }

 private:
  struct Host {
    std::set<std::size_t> waiting;
    std::size_t under_way = 0;
    std::optional<std::size_t> offered;  // the first that waits, while there is room for it
  };
  void offer(Host& host);

  std::size_t most_of_host_, most_;
  std::map<std::string, Host> hosts_;
  std::vector<Host*> host_of_;  // of each visit
  std::set<std::size_t> offers_;
  std::vector<std::size_t> aside_;
  std::size_t waiting_ = 0, under_way_ = 0;
};

}  // namespace paperwatch
