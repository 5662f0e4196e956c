// SPDX-License-Identifier: MIT
#include "app/daemon.hpp"

#include <algorithm>
#include <atomic>
#include <condition_variable>
#include <map>
#include <memory>
#include <mutex>
#include <thread>
#include <utility>

#include <fmt/format.h>
#include <spdlog/spdlog.h>

#include <paperwatch/review.hpp>
#include <paperwatch/upkeep.hpp>

#include "app/log.hpp"
#include "app/publishing.hpp"
#include "app/serving.hpp"
#include "app/signals.hpp"
#include "app/systemd.hpp"
#include "app/visiting.hpp"
#include "base/memory.hpp"
#include "base/time.hpp"
#include "core/calendar.hpp"
#include "core/visit_times.hpp"
#include "notify/deliverer.hpp"
#include "sync/freshness.hpp"

namespace paperwatch {

namespace {

// After the database refused a visit: long enough for a disk to be freed, short enough to miss
// little.
constexpr auto store_pause = std::chrono::minutes(1);
constexpr auto archive_care_every = std::chrono::hours(1);
// How long a daemon waits for another that is about to stop.
constexpr auto handover = std::chrono::seconds(5);
// What a daemon holds of its database beside the sources under visit; no source has such an id.
constexpr auto daemon_lease = "(daemon)";

std::optional<Time> earliest(std::optional<Time> a, std::optional<Time> b) {
  if (!a || !b) return a ? a : b;
  return std::min(*a, *b);
}

// Sleeps that a stop, a reload or the watchdog may end.
class Alarm {
 public:
  void ring() {
    {
      const std::lock_guard lock(mutex_);
      rung_ = true;
    }
    changed_.notify_all();
  }

  void sleep_until(std::optional<Time> time, std::stop_token stop) {
    std::unique_lock lock(mutex_);
    while (!stop.stop_requested() && !rung_) {
      const Time now = wall_now();
      if (time && now >= *time) break;
      // Never longer than an hour, so that a clock that is set back does not stop the visits.
      Duration rest = time ? *time - now : Duration(std::chrono::hours(1));
      rest = std::min(rest, Duration(std::chrono::hours(1)));
      if (watchdog_.interval()) rest = std::min(rest, *watchdog_.interval());
      changed_.wait_for(lock, stop, rest, [this] { return rung_; });
      watchdog_.feed();
    }
    rung_ = false;
  }

  Watchdog& watchdog() { return watchdog_; }

 private:
  std::mutex mutex_;
  std::condition_variable_any changed_;
  bool rung_ = false;
  Watchdog watchdog_;
};

// Nobody waits for the daemon: it keeps the distances that sites ask for in robots.txt.
constexpr auto patience_with_hosts = std::chrono::minutes(1);

// At the start a port that cannot be opened ends the program; later the one in use stays.
void follow_port(Port& port, const Config& config, bool at_start) {
  const auto followed = port.follow(config);
  if (followed) return;
  if (at_start) throw Refusal{source_failed, followed.error(), {}};
  spdlog::error("serve error=\"{}\" hint=\"{}\"", followed.error().message, followed.error().hint);
}

class Daemon {
 public:
  // Throws Refusal where another daemon has the database, or `at_start` the port.
  Daemon(const Config& config, const Signals& signals, Alarm& alarm, Port& port, bool at_start)
      : config_(config),
        signals_(signals),
        alarm_(alarm),
        visiting_(config, wall_now, signals.stop(), make_fetcher, patience_with_hosts),
        keeper_(config.database, Store::Access::read),
        feeds_(config, visiting_.store(),
               [](const Error& error) {
                 spdlog::error("feeds error=\"{}\" hint=\"{}\"", error.message, error.hint);
               }),
        deliverer_(config, wall_now),
        requests_(config, [&alarm] { alarm.ring(); }) {
    be_the_only_one();
    follow_port(port, config, at_start);
    if (signals.stop().stop_requested()) return;
    feeds_.publish();
    if (!port.listener() || !config.serve) return;
    ServeActions actions;
    actions.sync = [this](const std::string& source) { return requests_.ask(source); };
    actions.review = [this](VisitId visit, Verdict verdict) { return decide(visit, verdict); };
    server_ = std::make_unique<Server>(config, *port.listener(), std::move(actions), wall_now);
  }

  // Until a stop or `reload`; visits under way are ended first.
  void run(const std::atomic<bool>& reload) {
    while (!signals_.stop().stop_requested() && !reload) {
      auto due = due_sources(config_, visiting_.store().sources(), wall_now());
      add_asked(due.sources);
      if (is_reviewed_.exchange(false)) {
        tell_in_feeds();
        deliverer_.wake();
      }
      if (due.sources.empty()) {
        if (index_some()) continue;
        watch_silence();
        rest(due.next);
        continue;
      }
      visit(due.sources, reload);
    }
  }

 private:
  // Two would visit everything twice as often and race for the feeds. The kernel lets go of the
  // lease when the process ends, however it ends.
  void be_the_only_one() {
    const auto give_up = std::chrono::steady_clock::now() + handover;
    while (!keeper_.lease(daemon_lease)) {
      if (signals_.stop().stop_requested()) return;
      if (std::chrono::steady_clock::now() >= give_up) {
        throw Refusal{no_database,
                      {"busy",
                       fmt::format("another paperwatch daemon works on {}",
                                   std::filesystem::absolute(config_.database).string()),
                       "stop that one first; `paperwatch sync` may run beside it"},
                      {}};
      }
      std::this_thread::sleep_for(std::chrono::milliseconds(100));
    }
  }

  // On a thread of the server's, with a connection of its own.
  Result<Done> decide(VisitId visit, Verdict verdict) {
    try {
      Store store(config_.database, Store::Access::write);
      if (verdict == Verdict::reject) return reject(store, visit);
      const auto accepted = accept(store, config_, visit, wall_now());
      if (!accepted) return fail(accepted.error());
      is_reviewed_ = true;
      alarm_.ring();
      return Done{};
    } catch (const StoreError& error) {
      return fail("io", error.what(), error.hint);
    }
  }

  void add_asked(std::vector<std::string>& sources) {
    for (auto& asked : requests_.take()) {
      if (std::find(sources.begin(), sources.end(), asked) == sources.end())
        sources.push_back(std::move(asked));
    }
  }

  void visit(const std::vector<std::string>& sources, const std::atomic<bool>& reload) {
    SyncOptions options;
    options.hold_back = [&reload] { return reload.load(); };
    options.finished = [this](const VisitReport& report) {
      feeds_.has_visited(report);
      if (!report.events.empty()) deliverer_.wake();
    };
    options.progress = [this](const SyncProgress& progress) {
      feeds_.publish_overdue();
      alarm_.watchdog().feed();
      tell_status(fmt::format("visiting {} of {} sources; {} pages so far",
                              progress.sources - progress.finished, progress.sources,
                              progress.pages));
    };
    try {
      visiting_.visit(sources, options);
      feeds_.publish();
      care_for_archive();
    } catch (const StoreError& error) {
      spdlog::error("database error=\"{}\" hint=\"{}\" next=in {}", error.what(), error.hint,
                    duration_text(store_pause));
      alarm_.sleep_until(wall_now() + store_pause, signals_.stop());
    }
  }

  // Sources that fall silent between two visits.
  void watch_silence() {
    try {
      const auto events = tell_stale(config_, visiting_.store(), wall_now());
      for (const auto& event : events) spdlog::warn("{}", event.message);
      if (events.empty()) return;
      deliverer_.wake();
      tell_in_feeds();
    } catch (const StoreError& error) {
      spdlog::error("database error=\"{}\" hint=\"{}\"", error.what(), error.hint);
    }
  }

  // Until a visit is due or something else is to be done.
  void rest(std::optional<Time> next_visit) {
    const auto wake = prepare_rest(next_visit);
    give_back_memory();  // what visits and the reading of the configuration needed
    alarm_.sleep_until(wake, signals_.stop());
  }

  std::optional<Time> prepare_rest(std::optional<Time> next_visit) {
    const auto memories = visiting_.store().sources();
    tell_status(resting_status(memories, next_visit));
    upkeep_.reset();
    try {
      visiting_.rest();
    } catch (const StoreError& error) {
      spdlog::error("database error=\"{}\" hint=\"{}\"", error.what(), error.hint);
    }
    return earliest(next_visit, next_silence(memories));
  }

  // Nothing while it is past: then the database refused to note it.
  std::optional<Time> next_silence(const std::vector<SourceMemory>& memories) const {
    const auto next = next_stale(config_, memories);
    return next && *next > wall_now() ? next : std::nullopt;
  }

  // Of what no visit brought.
  void tell_in_feeds() {
    feeds_.has_news();
    feeds_.publish();
  }

  // New papers are made findable by their words while no visit is due. True: others wait.
  bool index_some() {
    try {
      alarm_.watchdog().feed();
      return upkeep().index_papers(papers_at_once);
    } catch (const StoreError& error) {
      spdlog::error("database error=\"{}\" hint=\"{}\"", error.what(), error.hint);
      return false;
    }
  }

  void care_for_archive() {
    const Time now = wall_now();
    if (now < next_care_) return;
    next_care_ = now + archive_care_every;
    visiting_.store().prune_archive(now, config_.archive.keep, config_.archive.max_size);
    for (const auto& source : config_.sources)
      upkeep().fold_visits(source.id, now - config_.archive.keep);
  }

  Upkeep& upkeep() { return upkeep_ ? *upkeep_ : upkeep_.emplace(config_.database); }

  // The line of `systemctl status`.
  void tell_status(std::string status) {
    if (status == status_) return;
    status_ = std::move(status);
    tell_systemd("STATUS=" + status_);
  }

  std::string resting_status(const std::vector<SourceMemory>& memories,
                             std::optional<Time> next) const {
    const auto in_trouble =
        std::count_if(memories.begin(), memories.end(), [this](const SourceMemory& memory) {
          return memory.health != Health::ok && memory.health != Health::fresh &&
                 config_.find(memory.source);
        });
    return fmt::format(
        "{}{}; next visit {}", counted(config_.sources.size(), "source"),
        in_trouble == 0 ? "" : fmt::format(", {} in trouble (paperwatch status)", in_trouble),
        next ? local_time(*next) : "never");
  }

  const Config& config_;
  const Signals& signals_;
  Alarm& alarm_;
  Visiting visiting_;
  Store keeper_;  // of the daemon's lease: the visits' store is opened anew when they rest
  FeedPublisher feeds_;
  std::optional<Upkeep> upkeep_;  // not while nothing is to be done
  Deliverer deliverer_;
  VisitRequests requests_;
  std::atomic<bool> is_reviewed_{false};  // by the server; the loop tells of it
  Time next_care_{};
  std::string status_;
  std::unique_ptr<Server> server_;  // last: it calls the others
};

// The new configuration, or nothing if it is at fault: then the old one stays.
std::optional<Config> reload_config(const Session& session) {
  try {
    return session.load();
  } catch (const Refusal& refusal) {
    for (const auto& fault : refusal.faults) spdlog::error("reload refused: {}", render(fault));
    spdlog::error("reload refused: {}; the configuration in use stays", refusal.error.message);
    return std::nullopt;
  }
}

}  // namespace

Due due_sources(const Config& config, const std::vector<SourceMemory>& memories, Time now) {
  std::map<std::string, const SourceMemory*> known;
  for (const auto& memory : memories) known[memory.source] = &memory;
  Due due;
  for (const auto& source : config.sources) {
    if (!source.enabled) continue;
    const auto memory = known.find(source.id);
    const auto next = memory == known.end() ? std::nullopt : planned_visit(source, *memory->second);
    if (!next || *next <= now) {
      due.sources.push_back(source.id);
    } else if (*next < never && (!due.next || *next < *due.next)) {
      due.next = next;
    }
  }
  return due;
}

int run_daemon(const Session& session) {
  start_service_log(session.verbose, session.quiet);
  Alarm alarm;
  std::atomic<bool> reload{false};
  const Signals signals([&] {
    reload = true;
    alarm.ring();
  });
  auto config = std::make_unique<Config>(session.load());
  std::unique_ptr<Config> next;
  spdlog::info("paperwatch starts sources={} database={}", config->sources.size(),
               config->database.string());
  Port port;
  bool is_ready = false;
  while (!signals.stop().stop_requested()) {
    if (next) config = std::move(next);
    Daemon daemon(*config, signals, alarm, port, !is_ready);
    if (!std::exchange(is_ready, true)) tell_systemd("READY=1");
    daemon.run(reload);
    if (signals.stop().stop_requested()) break;
    reload = false;
    tell_systemd("RELOADING=1");
    if (auto fresh = reload_config(session)) {
      next = std::make_unique<Config>(std::move(*fresh));
      spdlog::info("configuration read anew sources={}", next->sources.size());
    }
    tell_systemd("READY=1");
  }
  tell_systemd("STOPPING=1");
  spdlog::info("paperwatch stops");
  return done;
}

}  // namespace paperwatch
