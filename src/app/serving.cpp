// SPDX-License-Identifier: MIT
#include "app/serving.hpp"

#include <algorithm>
#include <utility>

#include <fmt/format.h>
#include <spdlog/spdlog.h>

#include "app/session.hpp"
#include "app/systemd.hpp"

namespace paperwatch {

Port::Port() : inherited_(inherited_socket()) {}

Result<Done> Port::follow(const Config& config) {
  if (!config.serve) {
    if (inherited_) {
      spdlog::warn(
          "nobody answers on the socket that systemd opened: write `serve:` into the "
          "configuration, or disable paperwatch.socket");
    } else {
      listener_.reset();
    }
    listen_.clear();
    return Done{};
  }
  if (listener_ && (inherited_ || listen_ == config.serve->listen)) return Done{};
  if (inherited_) {
    listener_.emplace(Listener::adopt(*inherited_));
  } else {
    auto opened = Listener::open(config.serve->listen);
    if (!opened) return fail(opened.error());
    listener_.emplace(std::move(*opened));
  }
  listen_ = config.serve->listen;
  spdlog::info("serves address=http://{}/", listener_->address());
  return Done{};
}

VisitRequests::VisitRequests(const Config& config, std::function<void()> wake)
    : config_(config), wake_(std::move(wake)) {}

Result<Done> VisitRequests::ask(const std::string& source) {
  if (!config_.find(source)) {
    std::vector<std::string> known;
    for (const auto& one : config_.sources) known.push_back(one.id);
    return fail("usage", fmt::format("no source '{}' in the configuration", source),
                did_you_mean(source, known));
  }
  {
    const std::lock_guard lock(mutex_);
    if (std::find(asked_.begin(), asked_.end(), source) == asked_.end()) asked_.push_back(source);
  }
  wake_();
  return Done{};
}

std::vector<std::string> VisitRequests::take() {
  const std::lock_guard lock(mutex_);
  return std::exchange(asked_, {});
}

}  // namespace paperwatch
