// SPDX-License-Identifier: MIT
// Deliveries that are due go to their channels (semantics §7).
#pragma once

#include <functional>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

#include <paperwatch/config.hpp>
#include <paperwatch/model.hpp>
#include <paperwatch/store.hpp>

#include "notify/channels.hpp"

namespace paperwatch {

struct DeliverResult {
  std::size_t accepted = 0, put_off = 0, given_up = 0;
  bool busy = false;                  // another process delivers to some channel
  std::vector<std::string> problems;  // one line for each delivery that was not accepted
};

// When a delivery is tried again after its attempt at `now` failed: 1 min after the first, twice as
// long after each further one, at most 6 h; the last time 3 days after it was queued. Nothing:
// that was the last time. `attempts`: those before this one. Pure.
std::optional<Time> next_attempt(int attempts, Time created, Time now);

class Outbox {
 public:
  // The references must outlive it; the store is used on the calling thread only.
  Outbox(const Config& config, Store& store, std::function<Time()> now);

  // Delivers what is due, one of each channel in turn, so that a slow channel delays the others by
  // one time limit at most. Each delivery is settled on its own: acknowledged, put off, or given
  // up. What a stop finds under way stays due. Throws StoreError.
  //
  // A delivery whose channel is not in the configuration, or is of a kind that cannot be sent yet,
  // keeps waiting and says so; it is never given up.
  DeliverResult deliver_due(std::stop_token stop);

 private:
  struct Lane;
  std::vector<Lane> lanes(const std::vector<const Channel*>& ours);
  void deliver_in_turn(std::vector<Lane>& lanes, const std::stop_token& stop,
                       DeliverResult& result);
  void deliver_first(Lane& lane, std::stop_token stop, DeliverResult& result);
  void wait_for_channel(const DeliveryRow& row, const char* why);
  void settle_failure(const DeliveryRow& row, const Error& error, DeliverResult& result);
  const Channel* find(std::string_view name) const;

  const Config& config_;
  Store& store_;
  std::function<Time()> now_;
};

// For one-shot commands: all that is due, also what another process is about to deliver, whom it
// waits for a few seconds. `busy` then says that this was not enough. Throws StoreError.
DeliverResult deliver_all(const Config& config, Store& store, const std::function<Time()>& now,
                          std::stop_token stop);

}  // namespace paperwatch
