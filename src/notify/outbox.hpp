// SPDX-License-Identifier: MIT
// Deliveries that are due go to their channels.
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
#include "notify/dispatch.hpp"

namespace paperwatch {

struct DeliverResult {
  std::size_t accepted = 0, put_off = 0, given_up = 0;
  bool busy = false;                  // another process delivers to some channel
  std::vector<std::string> problems;  // one line for each delivery that was not accepted
};

// When a delivery is tried again after its attempt at `now` failed: 1 min after the first, twice as
// long after each further one, at most 6 h; the last time 3 days after it was first tried. Nothing:
// that was the last time. `attempts`: those before this one. `asked`: what the receiver asked for
// instead; a short wait is granted to it a few times only. Pure.
std::optional<Time> next_attempt(int attempts, Time first, Time now,
                                 std::optional<Duration> asked = {});

class Outbox {
 public:
  // The references must outlive it; the store is used on the calling thread only.
  Outbox(const Config& config, Store& store, std::function<Time()> now);

  // Delivers what is due, to all channels side by side and to each one thing after the other, until
  // nothing is due. Each delivery is settled on its own: acknowledged, put off, or given up. Where
  // a receiver is down, all that is due there is put off with it. What a stop finds under way stays
  // due. Throws StoreError.
  //
  // Deliveries of a digest that are due are gathered and sent as one. What may not leave now (quiet
  // hours), or has a channel that is not in the configuration, keeps waiting and says so.
  DeliverResult deliver_due(std::stop_token stop);

 private:
  struct Consignment;
  struct Lane;
  class Round;

  const Config& config_;
  Store& store_;
  std::function<Time()> now_;
};

// For one-shot commands: all that is due, also what another process is about to deliver, whom it
// waits for a few seconds. `busy` then says that this was not enough. Throws StoreError.
DeliverResult deliver_all(const Config& config, Store& store, const std::function<Time()>& now,
                          std::stop_token stop);

}  // namespace paperwatch
