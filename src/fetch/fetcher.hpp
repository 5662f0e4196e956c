// SPDX-License-Identifier: MIT
// The fetcher on libcurl's multi interface: one thread, all hosts side by side.
#pragma once

#include <chrono>
#include <deque>
#include <functional>
#include <list>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <random>
#include <stop_token>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include <paperwatch/fetch.hpp>

#include "fetch/curl.hpp"
#include "fetch/exchange.hpp"
#include "fetch/recorder.hpp"
#include "fetch/trail.hpp"

namespace paperwatch {

// A fetch goes: approach (is the address allowed, what does robots.txt say) → line up at its
// host → claim a moment → start → conclude; and from there to the next address, to another try,
// or to its answer. Everything but fetch() and the destructor runs on the fetcher's own thread.
class CurlFetcher : public Fetcher {
 public:
  // `recorder`, if any, is told of each exchange and must outlive this.
  CurlFetcher(FetcherSettings settings, HostMemory& hosts, std::stop_token stop,
              Recorder* recorder = nullptr);
  ~CurlFetcher() override;
  void fetch(FetchRequest request, std::function<void(Answer)> done) override;

 private:
  using Clock = std::chrono::steady_clock;
  using Origin = std::string;

  struct Job;
  using Work = void (CurlFetcher::*)(Job&);
  using Timers = std::multimap<Clock::time_point, std::pair<Job*, Work>>;

  struct Job {
    Trail trail;
    std::function<void(Answer)> done;
    Clock::time_point began{};
    std::string host;  // whose turn this job has or waits for; "" none
    Duration delay{};  // to keep free after a request to it
    Time claimed{};
    std::unique_ptr<Exchange> exchange;       // while it is under way
    std::optional<Timers::iterator> silence;  // when its server's silence is looked at
    // What robots.txt of an origin said when this very job had it fetched.
    std::optional<std::pair<Origin, HostMemory::Robots>> robots;
    std::list<std::unique_ptr<Job>>::iterator place;
  };
  struct Host {
    Job* busy = nullptr;
    std::deque<Job*> waiting;
    Time free_from{};                        // as far as this fetcher knows
    std::optional<Clock::time_point> asked;  // when HostMemory was
  };

  void run();
  void take_inbox();
  void fire_timers();
  void take_turns();
  void start_ready();
  void transfer();
  void cancel_all();
  int poll_time() const;
  bool is_stopping();

  Job& add_job(Trail trail, std::function<void(Answer)> done);
  // Does `work`; what it throws is the job's answer.
  void attempt(Job& job, Work work);
  void later(Job& job, Duration wait, Work work);

  void approach(Job& job);
  void line_up(Job& job);
  void claim(Job& job);
  void make_ready(Job& job);
  void start(Job& job);
  // libcurl has no time for the first byte.
  void bear_silence(Job& job);
  void conclude(Job& job, CURLcode code);
  void leave_host(Job& job);
  void finish(Job& job, Answer answer);

  Time free_moment(Job& job, Time now);
  void hold(const std::string& host, Time until);
  // The delay counts from when a request really began, which may be later than was claimed.
  void keep_distance(const Job& job, Time began);

  // Whether the job may go on; otherwise it waits for robots.txt, or has been answered.
  bool may_fetch(Job& job);
  void keep_crawl_delay(Job& job, Duration wanted);
  std::optional<HostMemory::Robots> known_robots(const Job& job, const Origin& origin);
  void ask_robots(Job& job, const Origin& origin);
  void robots_came(const Origin& origin, Answer answer);

  Time now() const;

  FetcherSettings settings_;
  HostMemory& hosts_;
  std::stop_token stop_;
  Recorder* recorder_;
  Clock::time_point began_ = Clock::now();
  Time wall_began_;
  curl::Multi multi_;
  std::minstd_rand random_{std::random_device{}()};

  std::mutex mutex_;  // guards the next two
  std::vector<std::pair<FetchRequest, std::function<void(Answer)>>> inbox_;
  bool closing_ = false;

  std::list<std::unique_ptr<Job>> jobs_;
  std::map<std::string, Host> host_states_;
  std::map<Origin, std::vector<Job*>> awaiting_robots_;
  Timers timers_;
  std::deque<std::pair<Job*, Work>> turns_;  // what can be done at once
  std::deque<Job*> ready_;                   // wait for a free connection
  int running_ = 0;

  std::thread thread_;
  std::optional<std::stop_callback<std::function<void()>>> on_stop_;
};

}  // namespace paperwatch
