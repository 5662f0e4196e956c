// SPDX-License-Identifier: MIT
#include "app/log.hpp"

#include <cstdlib>
#include <utility>

#include <spdlog/sinks/stdout_color_sinks.h>
#include <spdlog/sinks/stdout_sinks.h>
#include <spdlog/spdlog.h>

namespace paperwatch {

namespace {

void start(spdlog::level::level_enum level, const char* pattern) {
  const bool plain = std::getenv("NO_COLOR") != nullptr;
  auto logger =
      plain ? spdlog::stderr_logger_mt("paperwatch") : spdlog::stderr_color_mt("paperwatch");
  logger->set_level(level);
  logger->set_pattern(pattern);
  spdlog::set_default_logger(std::move(logger));
}

constexpr const char* with_time = "%Y-%m-%dT%H:%M:%S%z %^%l%$ %v";

}  // namespace

void start_log(bool verbose, bool quiet) {
  spdlog::drop_all();
  start(verbose ? spdlog::level::debug
        : quiet ? spdlog::level::critical
                : spdlog::level::err,
        with_time);
}

void start_service_log(bool verbose, bool quiet) {
  spdlog::drop_all();
  const bool in_journal = std::getenv("JOURNAL_STREAM") != nullptr;
  start(verbose ? spdlog::level::debug
        : quiet ? spdlog::level::err
                : spdlog::level::info,
        in_journal ? "%l %v" : with_time);
}

}  // namespace paperwatch
