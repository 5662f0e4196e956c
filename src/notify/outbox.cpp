// SPDX-License-Identifier: MIT
#include "notify/outbox.hpp"

#include <algorithm>
#include <chrono>
#include <deque>
#include <iterator>
#include <memory>
#include <set>
#include <thread>
#include <utility>

#include <fmt/format.h>
#include <spdlog/spdlog.h>

#include "base/text.hpp"
#include "core/delivery_times.hpp"

namespace paperwatch {

namespace {

using namespace std::chrono_literals;

constexpr std::size_t batch = 10'000;   // deliveries looked at together
constexpr Duration refresh_after = 1s;  // then new ones are looked for
constexpr auto patience = 10s;          // with another process that delivers
constexpr Duration first_wait = 1min;
constexpr Duration longest_wait = 6h;
constexpr Duration lifetime = std::chrono::hours(72);
constexpr Duration channel_wait = 1h;  // until a missing channel is looked for again
constexpr int short_waits = 5;         // how often a receiver may ask for less than our own

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

}  // namespace

std::optional<Time> next_attempt(int attempts, Time first, Time now,
                                 std::optional<Duration> asked) {
  const Time end = first + lifetime;
  if (now >= end) return std::nullopt;
  Duration wait = first_wait;
  for (int i = 0; i < attempts && wait < longest_wait; ++i) wait *= 2;
  wait = std::min(wait, longest_wait);
  if (asked)
    wait = attempts < short_waits ? std::max<Duration>(*asked, 1s) : std::max(*asked, wait);
  return std::min(now + wait, end);
}

// What goes to a channel at once: one delivery, or those of a digest.
struct Outbox::Consignment {
  std::vector<DeliveryRow> rows;
  Notice notice{};
  std::deque<std::string> recipients{};  // who has not been tried yet
  std::vector<std::string> problems{};   // of those who did not accept it
  std::optional<Duration> wait{};

  bool is_digest() const { return rows.front().cap > 0; }
};

// What is due at one channel, oldest first.
struct Outbox::Lane {
  const Channel* channel;
  std::deque<Consignment> waiting{};
  std::unique_ptr<Consignment> under_way{};
};

Outbox::Outbox(const Config& config, Store& store, std::function<Time()> now)
    : config_(config), store_(store), now_(std::move(now)) {}

// One call of deliver_due().
class Outbox::Round {
 public:
  Round(Outbox& outbox, std::stop_token stop)
      : config_(outbox.config_), store_(outbox.store_), now_(outbox.now_), stop_(std::move(stop)) {}

  DeliverResult run() {
    take_channels();
    auto look_again = std::chrono::steady_clock::now();
    while (true) {
      const auto now = std::chrono::steady_clock::now();
      if (!stop_.stop_requested()) {
        if (is_idle() || now >= look_again) {
          look();
          look_again = now + refresh_after;
        }
        for (std::size_t i = 0; i < lanes_.size(); ++i) start_next(i);
      }
      if (is_idle()) return std::move(result_);
      if (auto finished = dispatch_.take(refresh_after))
        settle(lanes_[finished->lane], finished->lane, finished->receipt);
    }
  }

 private:
  // Held from before the outbox is read until its last delivery is settled: what somebody else has
  // just sent is not read as waiting.
  void take_channels() {
    for (const auto& channel : config_.channels) {
      if (leases_.emplace_back(store_, channel.name).held()) {
        lanes_.push_back({&channel});
      } else {
        result_.busy = true;
      }
    }
  }

  bool is_idle() const {
    return std::none_of(lanes_.begin(), lanes_.end(),
                        [](const Lane& lane) { return lane.under_way != nullptr; });
  }

  Lane* lane_of(const std::string& channel) {
    const auto found = std::find_if(lanes_.begin(), lanes_.end(), [&](const Lane& lane) {
      return lane.channel->name == channel;
    });
    return found == lanes_.end() ? nullptr : &*found;
  }

  bool is_configured(const std::string& name) const {
    return std::any_of(config_.channels.begin(), config_.channels.end(),
                       [&](const Channel& channel) { return channel.name == name; });
  }

  // Reads what is due. Moves out of the way what can go to nobody now.
  void look() {
    for (auto& lane : lanes_) lane.waiting.clear();
    const Time now = now_();
    for (auto& row : store_.due(now, batch)) {
      if (!is_configured(row.channel)) {
        store_.hold(row.id, now + channel_wait, "the channel is not in the configuration");
      } else if (const auto quiet = quiet_until(row.quiet, now)) {
        store_.hold(row.id, *quiet, "held by quiet hours");
      } else if (auto* lane = lane_of(row.channel); lane && !is_under_way(*lane, row)) {
        line_up(*lane, std::move(row));
      }
    }
  }

  static bool is_under_way(const Lane& lane, const DeliveryRow& row) {
    return lane.under_way &&
           std::any_of(lane.under_way->rows.begin(), lane.under_way->rows.end(),
                       [&](const DeliveryRow& known) { return known.id == row.id; });
  }

  // Deliveries of one digest, or those that are to become one, stand together.
  static void line_up(Lane& lane, DeliveryRow row) {
    const auto belongs = [&](const Consignment& waiting) {
      return waiting.is_digest() && row.cap > 0 && waiting.rows.front().digest == row.digest;
    };
    const auto found = std::find_if(lane.waiting.begin(), lane.waiting.end(), belongs);
    if (found != lane.waiting.end()) {
      found->rows.push_back(std::move(row));
    } else {
      lane.waiting.push_back({{std::move(row)}});
    }
  }

  void start_next(std::size_t index) {
    Lane& lane = lanes_[index];
    while (!lane.under_way && !lane.waiting.empty()) {
      auto consignment = std::make_unique<Consignment>(std::move(lane.waiting.front()));
      lane.waiting.pop_front();
      if (!make_ready(*consignment, *lane.channel)) continue;
      lane.under_way = std::move(consignment);
      send_to_first(lane, index);
    }
  }

  // False where nothing is left to send.
  bool make_ready(Consignment& consignment, const Channel& channel) {
    if (consignment.is_digest()) gather(consignment);
    std::vector<Event> events;
    std::erase_if(consignment.rows, [&](const DeliveryRow& row) {
      auto event = store_.event(row.event);
      if (event) events.push_back(std::move(*event));
      if (!event) give_up(row, "the event is no longer known");
      return !event;
    });
    if (consignment.rows.empty()) return false;
    const auto& first = consignment.rows.front();
    consignment.notice =
        first.cap > 0 ? digest_of(first.key, std::move(events), static_cast<std::size_t>(first.cap))
                      : notice_of(first.key, std::move(events.front()));
    const auto reached = store_.recipients_reached(first.id);
    for (auto& recipient : recipients_of(channel)) {
      if (!reached.contains(recipient)) consignment.recipients.push_back(std::move(recipient));
    }
    if (consignment.recipients.empty()) finish(consignment);
    return !consignment.recipients.empty();
  }

  // From the first attempt on a digest is what it is: its receiver knows it by its key.
  void gather(Consignment& consignment) {
    if (!consignment.rows.front().digest) {
      std::vector<DeliveryId> ids;
      for (const auto& row : consignment.rows) ids.push_back(row.id);
      std::sort(ids.begin(), ids.end());
      store_.gather(ids);
      consignment.rows.front().digest = ids.front();
    }
    consignment.rows = store_.in_digest(*consignment.rows.front().digest);
  }

  void send_to_first(Lane& lane, std::size_t index) {
    const auto& consignment = *lane.under_way;
    dispatch_.start(index, [channel = lane.channel, notice = consignment.notice,
                            recipient = consignment.recipients.front(), now = now_(),
                            stop = stop_] { return send(*channel, notice, recipient, now, stop); });
  }

  void settle(Lane& lane, std::size_t index, const Receipt& receipt) {
    auto& consignment = *lane.under_way;
    const auto recipient = std::move(consignment.recipients.front());
    consignment.recipients.pop_front();
    if (receipt.accepted()) {
      if (!recipient.empty()) store_.reached(consignment.rows.front().id, recipient);
    } else if (stop_.stop_requested()) {
      lane.under_way.reset();  // not its fault: it stays due
      return;
    } else {
      consignment.problems.push_back(receipt.error->message);
      if (receipt.wait) consignment.wait = receipt.wait;
    }
    const bool goes_on = !consignment.recipients.empty() && !receipt.receiver_is_down;
    if (goes_on && !stop_.stop_requested()) return send_to_first(lane, index);
    const auto done = std::move(lane.under_way);
    if (!done->problems.empty()) {
      fail_all(lane, *done, receipt.receiver_is_down);
    } else if (!goes_on) {
      finish(*done);
    }
  }

  void finish(const Consignment& consignment) {
    Store::Transaction transaction(store_);
    for (const auto& row : consignment.rows) store_.delivered(row.id, now_());
    transaction.commit();
    result_.accepted += consignment.rows.size();
  }

  // `with_the_rest`: what waits behind it would fare no better, and is put off as well.
  void fail_all(Lane& lane, const Consignment& consignment, bool with_the_rest) {
    const auto error = join(consignment.problems, "; ");
    const auto& first = consignment.rows.front();
    Store::Transaction transaction(store_);
    fail_rows(consignment.rows, error, consignment.wait);
    std::size_t others = 0;
    if (with_the_rest) {
      for (const auto& waiting : lane.waiting) {
        others += waiting.rows.size();
        fail_rows(waiting.rows, error, consignment.wait);
      }
      lane.waiting.clear();
    }
    transaction.commit();
    result_.problems.push_back(
        fmt::format("{}: delivery {}: {}", lane.channel->name, first.id, error));
    spdlog::warn("delivery failed channel={} delivery={} attempt={} waiting={} error=\"{}\"",
                 lane.channel->name, first.id, first.attempts + 1, others, error);
  }

  void fail_rows(const std::vector<DeliveryRow>& rows, const std::string& error,
                 std::optional<Duration> wait) {
    const Time now = now_();
    for (const auto& row : rows) {
      if (const auto next = next_attempt(row.attempts, row.tried.value_or(now), now, wait)) {
        store_.put_off(row.id, now, *next, error);
        ++result_.put_off;
      } else {
        give_up(row, error);
      }
    }
  }

  void give_up(const DeliveryRow& row, const std::string& error) {
    store_.give_up(row.id, error);
    ++result_.given_up;
  }

  const Config& config_;
  Store& store_;
  const std::function<Time()>& now_;
  std::stop_token stop_;
  DeliverResult result_;
  std::deque<ChannelLease> leases_;
  std::deque<Lane> lanes_;
  Dispatch dispatch_;  // last: what runs is waited for first
};

DeliverResult Outbox::deliver_due(std::stop_token stop) {
  return Round(*this, std::move(stop)).run();
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
