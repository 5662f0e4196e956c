// SPDX-License-Identifier: MIT
#include <algorithm>
#include <deque>
#include <map>
#include <optional>
#include <set>
#include <string_view>
#include <thread>
#include <utility>

#include <spdlog/spdlog.h>

#include <paperwatch/sync.hpp>

#include "base/time.hpp"
#include "base/url.hpp"
#include "core/calendar.hpp"
#include "core/schedule.hpp"
#include "sync/pool.hpp"
#include "sync/router.hpp"
#include "sync/settle.hpp"
#include "sync/visit_queue.hpp"
#include "sync/visit_run.hpp"

namespace paperwatch {

namespace {

using namespace std::chrono_literals;

// Bodies that wait to be parsed; beyond it nothing new is asked for, so that memory stays flat.
constexpr std::size_t max_waiting_bodies = 32;
// Visits under way on one host: enough to parse one page while the next arrives.
constexpr std::size_t visits_per_host = 4;
constexpr std::size_t max_visits = 256;
// How long a run waits for a source that another process is visiting.
constexpr auto lease_patience = 60s;
// Between two looks at whether it has ended.
constexpr auto lease_pause = 300ms;

std::string host_of(const std::string& url) {
  const auto parsed = parse_url(url);
  return parsed ? parsed->origin() : url;
}

void log_troubled_visit(const VisitRow& visit, const Problem& problem) {
  spdlog::warn("visit source={} outcome={} code={} pages={} requests={} took={} error=\"{}\"",
               visit.source, name_of(visit.outcome), problem.code, visit.pages, visit.requests,
               duration_text(visit.finished - visit.started), problem.message);
}

void log_healthy_visit(const VisitRow& visit, std::size_t events) {
  spdlog::info(
      "visit source={} outcome={} papers={} events={} baseline={} pages={} requests={} took={}",
      visit.source, name_of(visit.outcome), visit.papers, events, visit.baseline, visit.pages,
      visit.requests, duration_text(visit.finished - visit.started));
}

void log_visit(const VisitReport& report) {
  const auto& visit = report.visit;
  if (visit.problem)
    log_troubled_visit(visit, *visit.problem);
  else
    log_healthy_visit(visit, report.events.size());
  for (const auto& warning : report.warnings)
    spdlog::warn("source={} note=\"{}\"", visit.source, warning);
}

}  // namespace

struct Engine::Parts {
  const Config& config;
  Store& store;
  Fetcher& fetcher;
  std::function<Time()> now;
  Router router;
  std::map<std::string, Extractor> extractors;
};

namespace {

struct Answered {
  std::size_t run;
  Fetcher::Answer answer;
};
struct Extracted {
  std::size_t run;
  Result<Listing> listing;
};
using Message = std::variant<Answered, Extracted>;

// One run over some sources. Lives on the calling thread; fetcher and pool talk to it by a queue.
class Run {
 public:
  Run(const Config& config, Store& store, Fetcher& fetcher, const Router& router,
      const std::map<std::string, Extractor>& extractors, std::function<Time()> now,
      const SyncOptions& options)
      : config_(config),
        store_(store),
        fetcher_(fetcher),
        router_(router),
        extractors_(extractors),
        now_(std::move(now)),
        options_(options),
        inbox_(std::make_shared<Queue<Message>>()),
        pool_(std::max(1u, std::thread::hardware_concurrency())) {}

  ~Run() {
    for (const auto& source : leased_) store_.release(source);
  }

  std::vector<VisitReport> over(const std::vector<std::string>& sources, std::stop_token stop) {
    reports_.resize(sources.size());
    progress_.sources = sources.size();
    std::map<std::string_view, const Source*> by_id;
    for (const auto& source : config_.sources) by_id.emplace(source.id, &source);
    for (const auto& id : sources) {
      sources_.push_back(by_id.at(id));
      queue_.add(host_of(sources_.back()->url));
    }
    give_up_leases_at_ = std::chrono::steady_clock::now() + lease_patience;
    while (!stop.stop_requested() && has_work()) {
      if (auto message = inbox_->pop_within(100ms)) {
        take(std::move(*message));
      } else if (options_.progress) {
        options_.progress(progress_);
      }
    }
    std::vector<VisitReport> done;
    for (auto& report : reports_) {
      if (report) done.push_back(std::move(*report));
    }
    return done;
  }

 private:
  // Visits under way are ended even where no further one is to begin.
  bool has_work() {
    if (options_.hold_back && options_.hold_back()) return !runs_.empty();
    return start_visits() || !runs_.empty() || queue_.has_waiting();
  }

  // Starts what may start now; true if anything did.
  bool start_visits() {
    const auto time = std::chrono::steady_clock::now();
    if (queue_.has_aside() && time >= look_at_leases_at_) {
      look_at_leases_at_ = time + lease_pause;
      queue_.take_up();
    }
    bool started = false;
    while (const auto visit = queue_.next()) {
      const Source& source = *sources_[*visit];
      if (store_.lease(source.id)) {
        leased_.insert(source.id);
        start(*visit);
        started = true;
      } else if (time < give_up_leases_at_) {
        queue_.put_aside(*visit);
      } else {
        queue_.end(*visit);
        report_busy(*visit);
      }
    }
    return started;
  }

  void start(std::size_t index) {
    const Source& source = *sources_[index];
    VisitRun::Reading before{store_.source(source.id), store_.pages(source.id),
                             config_.database.parent_path(), options_.full};
    runs_.emplace(index, VisitRun(source, extractors_.at(source.id), std::move(before), now_()));
    advance(index);
  }

  void report_busy(std::size_t index) {
    VisitReport report;
    report.visit.source = sources_[index]->id;
    report.visit.started = report.visit.finished = now_();
    report.visit.problem =
        Problem{"throttled", "another paperwatch process is visiting this source",
                "wait for it to end, or look at `paperwatch status`"};
    finish(index, std::move(report));
  }

  void take(Message message) {
    if (auto* answered = std::get_if<Answered>(&message)) {
      take_answer(answered->run, std::move(answered->answer));
    } else {
      auto& extracted = std::get<Extracted>(message);
      take_listing(extracted.run, std::move(extracted.listing));
    }
    while (!held_back_.empty() && waiting_bodies_ < max_waiting_bodies) {
      const std::size_t run = held_back_.front();
      held_back_.pop_front();
      advance(run);
    }
  }

  void take_answer(std::size_t index, Fetcher::Answer answer) {
    VisitRun& run = runs_.at(index);
    if (is_cancelled(answer)) return release(index);
    ++progress_.pages;
    progress_.source = run.source().id;
    if (options_.progress) options_.progress(progress_);
    if (!run.answered(std::move(answer))) return advance(index);
    ++waiting_bodies_;
    pool_.run([inbox = inbox_, index, extractor = run.extractor(), bytes = run.page_bytes()] {
      inbox->push(Extracted{index, extractor.extract(bytes)});
    });
  }

  void take_listing(std::size_t index, Result<Listing> listing) {
    VisitRun& run = runs_.at(index);
    --waiting_bodies_;
    const bool has_news =
        !run.asks_for_news() || !listing ||
        shows_news(run.source(), *listing, std::string(run.page_bytes().url), store_);
    run.extracted(std::move(listing), has_news);
    advance(index);
  }

  // A run that is stopped leaves the visits under way as if they had not begun.
  static bool is_cancelled(const Fetcher::Answer& answer) {
    const auto* error = std::get_if<FetchError>(&answer);
    return error && error->error.code == "cancelled";
  }

  void release(std::size_t index) {
    const Source& source = *sources_[index];
    store_.release(source.id);
    leased_.erase(source.id);
    queue_.end(index);
    runs_.erase(index);
  }

  // Asks for the next page, or settles the visit.
  void advance(std::size_t index) {
    VisitRun& run = runs_.at(index);
    if (auto request = run.next()) {
      if (waiting_bodies_ >= max_waiting_bodies) return held_back_.push_back(index);
      fetcher_.fetch(std::move(*request), [inbox = inbox_, index](Fetcher::Answer answer) {
        inbox->push(Answered{index, std::move(answer)});
      });
      return;
    }
    VisitReport report = settle(run.take(), {store_, router_, now_(), options_.dry_run});
    release(index);
    finish(index, std::move(report));
  }

  void finish(std::size_t index, VisitReport report) {
    ++progress_.finished;
    progress_.source = report.visit.source;
    log_visit(report);
    if (options_.finished) options_.finished(report);
    if (options_.progress) options_.progress(progress_);
    reports_[index] = std::move(report);
  }

  const Config& config_;
  Store& store_;
  Fetcher& fetcher_;
  const Router& router_;
  const std::map<std::string, Extractor>& extractors_;
  std::function<Time()> now_;
  const SyncOptions& options_;
  // Shared with answers that may come after a stopped run has ended.
  std::shared_ptr<Queue<Message>> inbox_;
  std::vector<const Source*> sources_;  // what is visited; its indexes name the visits
  VisitQueue queue_{visits_per_host, max_visits};
  std::map<std::size_t, VisitRun> runs_;  // under way
  std::set<std::string> leased_;
  std::deque<std::size_t> held_back_;
  std::size_t waiting_bodies_ = 0;
  std::chrono::steady_clock::time_point look_at_leases_at_{}, give_up_leases_at_;
  std::vector<std::optional<VisitReport>> reports_;
  SyncProgress progress_;
  Pool pool_;  // last: its jobs read pages that belong to the runs
};

}  // namespace

Engine::Engine(const Config& config, Store& store, Fetcher& fetcher, std::function<Time()> now)
    : parts_(new Parts{config, store, fetcher, std::move(now), Router(config), {}}) {
  // Sources of one template, which mostly stand together, share what is compiled.
  std::optional<Extractor> extractor;
  const Source* compiled = nullptr;
  for (const auto& source : config.sources) {
    if (!compiled || !(compiled->extract == source.extract && compiled->pages == source.pages)) {
      std::vector<RuleFault> faults;
      extractor = Extractor::compile(source.extract, source.pages, faults);
      compiled = &source;
    }
    if (extractor) parts_->extractors.emplace(source.id, *extractor);
  }
}

Engine::~Engine() = default;

std::vector<VisitReport> Engine::visit(const std::vector<std::string>& sources,
                                       const SyncOptions& options, std::stop_token stop) {
  Run run(parts_->config, parts_->store, parts_->fetcher, parts_->router, parts_->extractors,
          parts_->now, options);
  return run.over(sources, stop);
}

}  // namespace paperwatch
