// SPDX-License-Identifier: MIT
#include "sync/visit_queue.hpp"

#include <utility>

namespace paperwatch {

void VisitQueue::add(const std::string& host) {
  Host& at = hosts_[host];
  at.waiting.insert(host_of_.size());
  host_of_.push_back(&at);
  ++waiting_;
  offer(at);
}

std::optional<std::size_t> VisitQueue::next() {
  if (offers_.empty() || under_way_ >= most_) return std::nullopt;
  const std::size_t visit = *offers_.begin();
  Host& host = *host_of_[visit];
  host.waiting.erase(visit);
  ++host.under_way;
  --waiting_;
  ++under_way_;
  offer(host);
  return visit;
}

void VisitQueue::end(std::size_t visit) {
  Host& host = *host_of_[visit];
  --host.under_way;
  --under_way_;
  offer(host);
}

void VisitQueue::put_aside(std::size_t visit) {
  end(visit);
  aside_.push_back(visit);
  ++waiting_;
}

void VisitQueue::take_up() {
  for (const std::size_t visit : std::exchange(aside_, {})) {
    Host& host = *host_of_[visit];
    host.waiting.insert(visit);
    offer(host);
  }
}

void VisitQueue::offer(Host& host) {
  if (host.offered) offers_.erase(*host.offered);
  host.offered.reset();
  if (host.waiting.empty() || host.under_way >= most_of_host_) return;
  host.offered = *host.waiting.begin();
  offers_.insert(*host.offered);
}

}  // namespace paperwatch
