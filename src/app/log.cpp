// SPDX-License-Identifier: MIT
#include "app/log.hpp"

#include <cstdlib>
#include <memory>
#include <utility>

#include <spdlog/pattern_formatter.h>
#include <spdlog/sinks/stdout_color_sinks.h>
#include <spdlog/sinks/stdout_sinks.h>
#include <spdlog/spdlog.h>

namespace paperwatch {

namespace {

// The level as the journal reads it at the beginning of a line (sd-daemon(3)).
class JournalPriority : public spdlog::custom_flag_formatter {
 public:
  void format(const spdlog::details::log_msg& message, const std::tm&,
              spdlog::memory_buf_t& out) override {
    const char digit = message.level >= spdlog::level::err    ? '3'
                       : message.level == spdlog::level::warn ? '4'
                       : message.level == spdlog::level::info ? '6'
                                                              : '7';
    for (const char c : {'<', digit, '>'}) out.push_back(c);
  }
  std::unique_ptr<custom_flag_formatter> clone() const override {
    return std::make_unique<JournalPriority>();
  }
};

void start(spdlog::level::level_enum level, const char* pattern) {
  const bool plain = std::getenv("NO_COLOR") != nullptr;
  auto logger =
      plain ? spdlog::stderr_logger_mt("paperwatch") : spdlog::stderr_color_mt("paperwatch");
  logger->set_level(level);
  auto formatter = std::make_unique<spdlog::pattern_formatter>();
  formatter->add_flag<JournalPriority>('*').set_pattern(pattern);
  logger->set_formatter(std::move(formatter));
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
        in_journal ? "%*%l %v" : with_time);
}

}  // namespace paperwatch
