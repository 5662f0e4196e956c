// SPDX-License-Identifier: MIT
#include "app/signals.hpp"

#include <csignal>
#include <utility>

#include <pthread.h>
#include <unistd.h>

#include "app/run.hpp"

namespace paperwatch {

namespace {

sigset_t watched_signals() {
  sigset_t set;
  sigemptyset(&set);
  for (const int signal : {SIGINT, SIGTERM, SIGHUP, SIGUSR1}) sigaddset(&set, signal);
  return set;
}

}  // namespace

Signals::Signals(std::function<void()> on_hangup) : on_hangup_(std::move(on_hangup)) {
  const sigset_t set = watched_signals();
  pthread_sigmask(SIG_BLOCK, &set, nullptr);
  thread_ = std::jthread([this](std::stop_token end) { watch(end); });
}

Signals::~Signals() {
  thread_.request_stop();
  pthread_kill(thread_.native_handle(), SIGUSR1);  // wakes sigwait
}

void Signals::watch(std::stop_token end) {
  const sigset_t set = watched_signals();
  while (!end.stop_requested()) {
    int signal = 0;
    if (sigwait(&set, &signal) != 0 || signal == SIGUSR1) continue;
    if (signal == SIGHUP) {
      if (on_hangup_) on_hangup_();
      continue;
    }
    if (received_ != 0) _exit(interrupted);
    received_ = signal;
    source_.request_stop();
  }
}

}  // namespace paperwatch
