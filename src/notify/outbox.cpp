// SPDX-License-Identifier: MIT
#include "notify/outbox.hpp"

#include <algorithm>
#include <chrono>
#include <deque>
#include <iterator>
#include <thread>
#include <utility>

#include <fmt/format.h>
#include <spdlog/spdlog.h>

namespace paperwatch {

namespace {

using namespace std::chrono_literals;

constexpr std::size_t batch = 10'000;  // deliveries looked at together
constexpr auto refresh_after = 2s;     // then new ones of other channels are looked for
constexpr auto patience = 10s;         // with another process that delivers
constexpr Duration first_wait = 1min;
constexpr Duration longest_wait = 6h;
constexpr Duration lifetime = std::chrono::hours(72);
constexpr Duration channel_wait = 1h;  // until a missing channel is looked for again

// One process at a time delivers to a channel. No source's id holds a colon.
class ChannelLease {
 public:
  ChannelLease(Store& store, const std::string& channel)
      : store_(store), name_(":channel:" + channel), held_(store.lease(name_)) {}
  ~ChannelLease() {
    if (held_) store_.release(name_);
  }
  ChannelLease(const ChannelLease&) = delete;
  ChannelLease& operator=(const ChannelLease&) = delete;
  bool held() const { return held_; }

 private:
  Store& store_;
  std::string name_;
  bool held_;
};

Result<Done> send(const Channel& channel, const Event& event, const std::string& delivery,
                  std::stop_token stop) {
  if (const auto* exec = std::get_if<ExecChannel>(&channel.kind)) {
    return paperwatch::send(*exec, event, delivery, std::move(stop));
  }
  if (const auto* log = std::get_if<LogChannel>(&channel.kind)) {
    return paperwatch::send(*log, event, delivery, std::move(stop));
  }
  return fail("config", "this kind of channel cannot be sent to yet");
}

}  // namespace

std::optional<Time> next_attempt(int attempts, Time created, Time now) {
  const Time end = created + lifetime;
  if (now >= end) return std::nullopt;
  Duration wait = first_wait;
  for (int i = 0; i < attempts && wait < longest_wait; ++i) wait *= 2;
  return std::min(now + std::min(wait, longest_wait), end);
}

// The deliveries due at one channel, oldest first.
struct Outbox::Lane {
  const Channel* channel;
  std::deque<DeliveryRow> rows;
};

Outbox::Outbox(const Config& config, Store& store, std::function<Time()> now)
    : config_(config), store_(store), now_(std::move(now)) {}

const Channel* Outbox::find(std::string_view name) const {
  const auto found = std::find_if(config_.channels.begin(), config_.channels.end(),
                                  [&](const Channel& channel) { return channel.name == name; });
  return found == config_.channels.end() ? nullptr : &*found;
}

// What is due at the channels that are ours. Puts off what cannot be sent to anybody, so that it
// does not stand in the way of the rest.
std::vector<Outbox::Lane> Outbox::lanes(const std::vector<const Channel*>& ours) {
  std::vector<Lane> lanes;
  for (auto& row : store_.due(now_(), batch)) {
    const Channel* channel = find(row.channel);
    if (channel == nullptr) {
      wait_for_channel(row, "the channel is not in the configuration");
      continue;
    }
    if (!is_supported(*channel)) {
      wait_for_channel(row, "channels of this kind cannot be sent to in this release");
      continue;
    }
    if (std::find(ours.begin(), ours.end(), channel) == ours.end()) continue;
    auto lane = std::find_if(lanes.begin(), lanes.end(),
                             [&](const Lane& known) { return known.channel == channel; });
    if (lane == lanes.end()) lane = lanes.insert(lane, Lane{channel, {}});
    lane->rows.push_back(std::move(row));
  }
  return lanes;
}

void Outbox::wait_for_channel(const DeliveryRow& row, const char* why) {
  store_.put_off(row.id, now_() + channel_wait, why);
}

void Outbox::settle_failure(const DeliveryRow& row, const Error& error, DeliverResult& result) {
  const auto next = next_attempt(row.attempts, row.created, now_());
  if (next) {
    store_.put_off(row.id, *next, error.message);
    ++result.put_off;
  } else {
    store_.give_up(row.id, error.message);
    ++result.given_up;
  }
  result.problems.push_back(fmt::format("{}: delivery {}: {}", row.channel, row.id, error.message));
  spdlog::warn("delivery failed channel={} delivery={} attempt={} {} error=\"{}\"", row.channel,
               row.id, row.attempts + 1, next ? "retried=yes" : "retried=no", error.message);
}

void Outbox::deliver_first(Lane& lane, std::stop_token stop, DeliverResult& result) {
  const auto row = std::move(lane.rows.front());
  lane.rows.pop_front();
  const auto event = store_.event(row.event);
  if (!event) {
    store_.give_up(row.id, "the event is no longer known");
    ++result.given_up;
    return;
  }
  const auto sent = send(*lane.channel, *event, row.key, stop);
  if (sent) {
    store_.delivered(row.id, now_());
    ++result.accepted;
  } else if (!stop.stop_requested()) {
    settle_failure(row, sent.error(), result);
  }
}

DeliverResult Outbox::deliver_due(std::stop_token stop) {
  DeliverResult result;
  // Held from before the outbox is read until its last delivery is settled: what somebody else has
  // just sent is not read as waiting.
  std::deque<ChannelLease> leases;
  std::vector<const Channel*> ours;
  for (const auto& channel : config_.channels) {
    if (!is_supported(channel)) continue;
    if (leases.emplace_back(store_, channel.name).held()) {
      ours.push_back(&channel);
    } else {
      result.busy = true;
    }
  }
  while (!stop.stop_requested()) {
    auto waiting = lanes(ours);
    if (waiting.empty()) break;
    deliver_in_turn(waiting, stop, result);
  }
  return result;
}

void Outbox::deliver_in_turn(std::vector<Lane>& lanes, const std::stop_token& stop,
                             DeliverResult& result) {
  const auto end = std::chrono::steady_clock::now() + refresh_after;
  while (!lanes.empty()) {
    for (auto& lane : lanes) {
      if (stop.stop_requested()) return;
      deliver_first(lane, stop, result);
    }
    std::erase_if(lanes, [](const Lane& lane) { return lane.rows.empty(); });
    if (std::chrono::steady_clock::now() > end) return;
  }
}

DeliverResult deliver_all(const Config& config, Store& store, const std::function<Time()>& now,
                          std::stop_token stop) {
  Outbox outbox(config, store, now);
  const auto end = std::chrono::steady_clock::now() + patience;
  DeliverResult total;
  while (true) {
    auto result = outbox.deliver_due(stop);
    total.accepted += result.accepted;
    total.put_off += result.put_off;
    total.given_up += result.given_up;
    total.busy = result.busy;
    std::move(result.problems.begin(), result.problems.end(), std::back_inserter(total.problems));
    if (!result.busy || stop.stop_requested() || std::chrono::steady_clock::now() > end) break;
    std::this_thread::sleep_for(100ms);
  }
  return total;
}

}  // namespace paperwatch
