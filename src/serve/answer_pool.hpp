// SPDX-License-Identifier: MIT
// Threads that make answers from the database, each with connections of its own, so that a slow
// question delays neither feeds nor other readers.
#pragma once

#include <condition_variable>
#include <deque>
#include <functional>
#include <mutex>
#include <thread>
#include <vector>

#include <paperwatch/serve.hpp>

#include "serve/overview_keeper.hpp"
#include "serve/reading_room.hpp"

namespace paperwatch {

class AnswerPool {
 public:
  // Throws StoreError. All references must outlive it.
  AnswerPool(const Config& config, const Access& access, const ServeActions& actions,
             const Traffic& traffic, std::function<Time()> now, std::size_t most_waiting);
  // As close().
  ~AnswerPool();
  AnswerPool(const AnswerPool&) = delete;
  AnswerPool& operator=(const AnswerPool&) = delete;

  // Calls `done` with the answer, on a thread of the pool, exactly once. False: too many wait, or
  // the pool is closed; `done` is not called then. Any thread.
  bool put(WebRequest request, std::function<void(WebResponse)> done);

  // Answers what waits with 503 and ends the threads. Again: nothing.
  void close();

 private:
  struct Job {
    WebRequest request;
    std::function<void(WebResponse)> done;
  };
  struct Desk {  // one thread's
    explicit Desk(const std::filesystem::path& file)
        : store(file, Store::Access::read), catalogue(file) {}
    Store store;
    Catalogue catalogue;
  };
  void work(Desk& desk);
  bool next(Job& job);
  WebResponse answer_at(Desk& desk, const WebRequest& request);

  const Config& config_;
  const Access& access_;
  const ServeActions& actions_;
  const Traffic& traffic_;
  std::function<Time()> now_;
  std::size_t most_waiting_;
  OverviewKeeper keeper_;
  SearchFeeds search_feeds_;
  std::mutex mutex_;
  std::condition_variable changed_;
  std::deque<Job> jobs_;
  bool is_closed_ = false;
  std::vector<std::unique_ptr<Desk>> desks_;
  std::vector<std::jthread> threads_;  // last: they use the others
};

}  // namespace paperwatch
