// SPDX-License-Identifier: MIT
#include <array>
#include <cstdlib>

#include "notify/channels.hpp"
#include "notify/program.hpp"
#include "render/json.hpp"

namespace paperwatch {

namespace {

constexpr std::array<const char*, 3> passed_on{"PATH", "LANG", "HOME"};

std::vector<std::string> environment_for(const Event& event, const std::string& delivery) {
  std::vector<std::string> environment;
  for (const char* name : passed_on) {
    if (const char* value = std::getenv(name))
      environment.push_back(std::string(name) + "=" + value);
  }
  environment.push_back("PAPERWATCH_DELIVERY=" + delivery);
  environment.push_back("PAPERWATCH_EVENT=" + std::to_string(event.id));
  environment.push_back("PAPERWATCH_KIND=" + std::string(name_of(event.kind)));
  environment.push_back("PAPERWATCH_SOURCE=" + event.source);
  return environment;
}

}  // namespace

Result<Done> send(const ExecChannel& channel, const Event& event, const std::string& delivery,
                  std::stop_token stop) {
  return run_program({.command = channel.command,
                      .environment = environment_for(event, delivery),
                      .input = compact_text(json_of(event, delivery)) + "\n",
                      .timeout = channel.timeout},
                     std::move(stop));
}

}  // namespace paperwatch
