// SPDX-License-Identifier: MIT
#include "app/progress.hpp"

#include <cstdio>

#include <fmt/format.h>
#include <unistd.h>

#include "app/session.hpp"
#include "render/text.hpp"

namespace paperwatch {

namespace {

constexpr std::size_t bar_width = 24;
constexpr auto redraw_every = std::chrono::milliseconds(80);

}  // namespace

ProgressBar::ProgressBar(bool wanted) : enabled_(wanted && is_terminal(STDERR_FILENO)) {}

ProgressBar::~ProgressBar() {
  if (drawn_) fmt::print(stderr, "\r\x1b[K");
}

void ProgressBar::show(const SyncProgress& progress) {
  const auto now = std::chrono::steady_clock::now();
  if (!enabled_ || now < next_) return;
  next_ = now + redraw_every;
  drawn_ = true;
  const std::size_t filled =
      progress.sources == 0 ? 0 : progress.finished * bar_width / progress.sources;
  fmt::print(stderr, "\r\x1b[K[{}{}] {}/{} sources, {} pages  {}", std::string(filled, '#'),
             std::string(bar_width - filled, '-'), progress.finished, progress.sources,
             progress.pages, cut_to_width(progress.source, 30));
  std::fflush(stderr);
}

}  // namespace paperwatch
