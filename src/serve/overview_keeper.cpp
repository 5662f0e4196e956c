// SPDX-License-Identifier: MIT
#include "serve/overview_keeper.hpp"

#include <algorithm>
#include <chrono>
#include <utility>

#include <spdlog/spdlog.h>

namespace paperwatch {

namespace {

constexpr Duration look_every = std::chrono::milliseconds(500);
constexpr Duration after_trouble = std::chrono::seconds(10);
constexpr int share = 10;  // of the time at most one in so many is spent on reading

}  // namespace

OverviewKeeper::OverviewKeeper(const Config& config)
    : config_(config),
      store_(config.database, Store::Access::read),
      catalogue_(config.database),
      revision_(catalogue_.revision()),
      overview_(std::make_shared<const Overview>(read_overview(config, store_, catalogue_))),
      thread_([this](std::stop_token stop) { keep(std::move(stop)); }) {}

std::shared_ptr<const Overview> OverviewKeeper::current() const {
  const std::lock_guard lock(mutex_);
  return overview_;
}

void OverviewKeeper::keep(std::stop_token stop) {
  Duration rest = look_every;
  while (!stop.stop_requested()) {
    {
      std::unique_lock lock(mutex_);
      stopping_.wait_for(lock, stop, rest, [] { return false; });
    }
    if (stop.stop_requested()) return;
    try {
      rest = refresh();
    } catch (const StoreError& error) {
      spdlog::error("serve error=\"{}\" hint=\"{}\"", error.what(), error.hint);
      rest = after_trouble;
    }
  }
}

Duration OverviewKeeper::refresh() {
  const auto revision = catalogue_.revision();
  if (revision == revision_) return look_every;
  const auto began = std::chrono::steady_clock::now();
  auto fresh = std::make_shared<const Overview>(read_overview(config_, store_, catalogue_));
  revision_ = revision;
  const auto cost = std::chrono::duration_cast<Duration>(std::chrono::steady_clock::now() - began);
  const std::lock_guard lock(mutex_);
  overview_ = std::move(fresh);
  return std::max(look_every, cost * share);
}

}  // namespace paperwatch
