// SPDX-License-Identifier: MIT
#include "serve/answer_pool.hpp"

#include <exception>
#include <utility>

#include <spdlog/spdlog.h>

#include "serve/routes.hpp"

namespace paperwatch {

namespace {

constexpr int desks = 2;

}  // namespace

AnswerPool::AnswerPool(const Config& config, const Access& access, const ServeActions& actions,
                       const Traffic& traffic, std::function<Time()> now, std::size_t most_waiting)
    : config_(config),
      access_(access),
      actions_(actions),
      traffic_(traffic),
      now_(std::move(now)),
      most_waiting_(most_waiting),
      keeper_(config) {
  for (int i = 0; i < desks; ++i) desks_.push_back(std::make_unique<Desk>(config.database));
  for (auto& desk : desks_) threads_.emplace_back([this, &desk = *desk] { work(desk); });
}

AnswerPool::~AnswerPool() {
  close();
}

bool AnswerPool::put(WebRequest request, std::function<void(WebResponse)> done) {
  {
    const std::lock_guard lock(mutex_);
    if (is_closed_ || jobs_.size() >= most_waiting_) return false;
    jobs_.push_back({std::move(request), std::move(done)});
  }
  changed_.notify_one();
  return true;
}

void AnswerPool::close() {
  std::deque<Job> left;
  {
    const std::lock_guard lock(mutex_);
    is_closed_ = true;
    left.swap(jobs_);
  }
  changed_.notify_all();
  for (auto& job : left) job.done(unavailable("the server is stopping"));
  threads_.clear();
}

bool AnswerPool::next(Job& job) {
  std::unique_lock lock(mutex_);
  changed_.wait(lock, [this] { return is_closed_ || !jobs_.empty(); });
  if (jobs_.empty()) return false;
  job = std::move(jobs_.front());
  jobs_.pop_front();
  return true;
}

void AnswerPool::work(Desk& desk) {
  for (Job job; next(job);) job.done(answer_at(desk, job.request));
}

WebResponse AnswerPool::answer_at(Desk& desk, const WebRequest& request) {
  try {
    const auto overview = keeper_.current();
    ReadingRoom room{config_,  desk.store,    desk.catalogue, *overview, access_,
                     actions_, search_feeds_, traffic_,       now_()};
    return answer(request, room);
  } catch (const StoreError& error) {
    spdlog::error("serve path=\"{}\" error=\"{}\" hint=\"{}\"", request.path, error.what(),
                  error.hint);
    return unavailable("the database cannot be read just now");
  } catch (const std::exception& error) {
    spdlog::error("serve path=\"{}\" error=\"{}\"", request.path, error.what());
    return text_response(500, "this is a fault of paperwatch; its log says more");
  }
}

}  // namespace paperwatch
