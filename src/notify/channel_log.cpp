// SPDX-License-Identifier: MIT
#include <cstdio>
#include <cstdlib>

#include <fmt/format.h>
#include <spdlog/spdlog.h>
#ifdef PAPERWATCH_WITH_SYSTEMD
#include <cstring>

#include <sys/uio.h>
#include <systemd/sd-journal.h>
#endif

#include "notify/channels.hpp"
#include "render/text.hpp"

namespace paperwatch {

namespace {

#ifdef PAPERWATCH_WITH_SYSTEMD
std::vector<std::string> journal_fields(const Event& event, const std::string& delivery,
                                        const std::string& message) {
  std::vector<std::string> fields{"MESSAGE=" + message,
                                  "PRIORITY=6",
                                  "SYSLOG_IDENTIFIER=paperwatch",
                                  "PAPERWATCH_DELIVERY=" + delivery,
                                  fmt::format("PAPERWATCH_EVENT={}", event.id),
                                  fmt::format("PAPERWATCH_KIND={}", name_of(event.kind)),
                                  "PAPERWATCH_SOURCE=" + event.source};
  if (event.paper) {
    fields.push_back("PAPERWATCH_PAPER=" + event.paper->key);
    fields.push_back("PAPERWATCH_TITLE=" + single_line(event.paper->title));
    fields.push_back("PAPERWATCH_URL=" + single_line(event.paper->url));
  }
  return fields;
}

// systemd says so in JOURNAL_STREAM where our output is its journal; elsewhere sending would
// succeed and reach nobody.
bool is_journal_ours() {
  return std::getenv("JOURNAL_STREAM") != nullptr;
}

int send_to_journal(std::vector<std::string> fields) {
  std::vector<iovec> parts;
  for (auto& field : fields) parts.push_back({field.data(), field.size()});
  return ::sd_journal_sendv(parts.data(), static_cast<int>(parts.size()));
}
#endif

// Who asked for this channel reads it, also where the program itself logs errors only.
void write_line(const std::string& line) {
  if (spdlog::should_log(spdlog::level::info))
    spdlog::info("{}", line);
  else
    fmt::print(stderr, "{}\n", line);
}

Result<Done> log_event(const Event& event, const std::string& delivery) {
  const auto message = single_line(event.message.empty() ? message_of(event) : event.message);
#ifdef PAPERWATCH_WITH_SYSTEMD
  if (is_journal_ours()) {
    const int result = send_to_journal(journal_fields(event, delivery, message));
    if (result >= 0) return Done{};
    return fail("io", fmt::format("cannot write to the journal: {}", std::strerror(-result)));
  }
#endif
  write_line(fmt::format("{} event={} kind={} source={} delivery={}", message, event.id,
                         name_of(event.kind), event.source, delivery));
  return Done{};
}

}  // namespace

Receipt send(const LogChannel&, const Notice& notice) {
  for (const auto& event : notice.events) {
    if (const auto logged = log_event(event, notice.delivery); !logged)
      return {logged.error(), std::nullopt, true};
  }
  if (notice.more > 0)
    write_line(fmt::format("and {} more delivery={}", notice.more, notice.delivery));
  return {};
}

}  // namespace paperwatch
