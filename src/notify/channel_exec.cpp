// SPDX-License-Identifier: MIT
#include <array>
#include <cstdlib>

#include "notify/channels.hpp"
#include "notify/program.hpp"
#include "render/json.hpp"

namespace paperwatch {

namespace {

constexpr std::array<const char*, 3> passed_on{"PATH", "LANG", "HOME"};

std::vector<std::string> environment_for(const Notice& notice) {
  std::vector<std::string> environment;
  for (const char* name : passed_on) {
    if (const char* value = std::getenv(name))
      environment.push_back(std::string(name) + "=" + value);
  }
  environment.push_back("PAPERWATCH_DELIVERY=" + notice.delivery);
  if (notice.is_digest) {
    environment.push_back("PAPERWATCH_EVENTS=" +
                          std::to_string(notice.events.size() + notice.more));
    return environment;
  }
  const auto& event = notice.events.front();
  environment.push_back("PAPERWATCH_EVENT=" + std::to_string(event.id));
  environment.push_back("PAPERWATCH_KIND=" + std::string(name_of(event.kind)));
  environment.push_back("PAPERWATCH_SOURCE=" + event.source);
  return environment;
}

}  // namespace

Receipt send(const ExecChannel& channel, const Notice& notice, std::stop_token stop) {
  const auto ended = run_program({.command = channel.command,
                                  .environment = environment_for(notice),
                                  .input = compact_text(json_of(notice)) + "\n",
                                  .timeout = channel.timeout},
                                 std::move(stop));
  if (ended) return {};
  return {ended.error(), std::nullopt, false};
}

}  // namespace paperwatch
