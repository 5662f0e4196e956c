// SPDX-License-Identifier: MIT
// The daemon's port, and what is asked of it there.
#pragma once

#include <functional>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

#include <paperwatch/config.hpp>
#include <paperwatch/result.hpp>
#include <paperwatch/serve.hpp>

namespace paperwatch {

// The listening socket, kept over reloads so that no client is turned away meanwhile.
class Port {
 public:
  Port();
  // Listens where the configuration says, or on the socket that systemd has opened (then whatever
  // `listen` says). Nothing changes where that fails.
  Result<Done> follow(const Config& config);
  // Null: the configuration wants no port.
  const Listener* listener() const { return listener_ ? &*listener_ : nullptr; }

 private:
  std::string listen_;            // what is open, as it was written
  std::optional<int> inherited_;  // from systemd, open as long as the process
  std::optional<Listener> listener_;
};

// Sources that somebody wants visited now. Any thread.
class VisitRequests {
 public:
  // `wake` is called after each.
  VisitRequests(const Config& config, std::function<void()> wake);
  Result<Done> ask(const std::string& source);
  std::vector<std::string> take();  // each once, in the order asked

 private:
  const Config& config_;
  std::function<void()> wake_;
  std::mutex mutex_;
  std::vector<std::string> asked_;
};

}  // namespace paperwatch
