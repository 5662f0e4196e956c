// SPDX-License-Identifier: MIT
// Many sources on many hosts at once: every request answered, within bounds.
#include "fetch/browser.hpp"

using namespace paperwatch;
using namespace paperwatch::test;

namespace {

std::string host_number(int i) {
  return "127.0." + std::to_string(i / 250) + "." + std::to_string(i % 250 + 1);
}

constexpr auto latency = 50ms;

// Each address of 127.0.0.0/8 is a host of its own to the fetcher.
void load(int hosts, int pages) {
  HttpServer server({.address = "0.0.0.0"});
  server.otherwise([](const Request&) {
    Reply reply = html(std::string(2000, 'x'));
    reply.delay = latency;
    return reply;
  });
  const auto settings = quick_settings();
  Browser browser(settings);
  auto options = plain_options();
  options.obey_robots = true;
  options.timeout = 30s;
  std::vector<std::future<Answer>> answers;
  const auto began = std::chrono::steady_clock::now();

  for (int page = 0; page < pages; ++page) {
    for (int i = 0; i < hosts; ++i) {
      answers.push_back(
          browser.begin(server.url("/" + std::to_string(page), host_number(i)), options));
    }
  }
  std::size_t good = 0, requests = 0;
  for (auto& answer : answers) {
    const auto value = answer.get();
    if (const auto* response = std::get_if<FetchResponse>(&value)) {
      ++good;
      requests += static_cast<std::size_t>(response->requests);
    }
  }
  const auto took =
      std::chrono::duration_cast<Milliseconds>(std::chrono::steady_clock::now() - began);
  const auto ideal = latency * requests / static_cast<std::size_t>(settings.connections);

  CHECK(good == answers.size());
  CHECK(requests == answers.size() + static_cast<std::size_t>(hosts));
  CHECK(server.requests().size() == requests);
  CHECK(server.peak_of_one_host() == 1);
  CHECK(server.peak() <= settings.connections);
  // How long that takes, a busy machine decides; that no connection is left idle, the fetcher.
  CHECK(server.peak() > settings.connections / 2);
  WARN(requests << " requests to " << hosts << " hosts in " << took.count() << " ms, ideal "
                << Milliseconds(ideal).count() << " ms");
}

}  // namespace

TEST_CASE("400 pages of 100 hosts are fetched within bounds", "[load]") {
  load(100, 4);
}

TEST_CASE("2,000 pages of 500 hosts are fetched within bounds", "[load][.long]") {
  load(500, 4);
}
