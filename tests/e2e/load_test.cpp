// SPDX-License-Identifier: MIT
// Many sources on many hosts in one `sync`: within its connections, in good time, in flat memory.
// PAPERWATCH_LOAD=full visits 2,000 sources on 500 hosts instead of 200 on 50.
#include <chrono>
#include <cstdlib>

#include <sys/resource.h>

#include "e2e/program.hpp"
#include "support/catch.hpp"
#include "support/http_server.hpp"

using namespace paperwatch::test;

namespace {

constexpr int connections = 16;
constexpr std::chrono::milliseconds latency{50};

// A page of about 60 KB with three papers of its own.
std::string page_of(const std::string& path) {
  std::string items;
  for (int i = 1; i <= 3; ++i)
    items += fmt::format("<li><a href='{0}/{1}'>On the number {1} of {0}</a></li>", path, i);
  return "<!doctype html><html><body><ul>" + items + "</ul><!--" + std::string(60'000, 'x') +
         "--></body></html>";
}

// Every name under localhost is this machine (RFC 6761), and a host of its own.
std::string configuration(const HttpServer& server, int sources, int hosts) {
  std::string text = fmt::format(
      "fetch: {{host_delay: 0s, private_addresses: allow, robots: ignore, family: ipv4, "
      "connections: {}}}\n"
      "sources:\n",
      connections);
  for (int i = 0; i < sources; ++i) {
    text += fmt::format(
        "  - id: s{0}\n    url: {1}\n    extract: {{record: li, fields: {{title: a, url: "
        "'a::attr(href)'}}}}\n",
        i, server.url(fmt::format("/list/{}", i), fmt::format("h{}.localhost", i % hosts)));
  }
  return text;
}

struct Load {
  double seconds = 0;       // the whole sync
  double fetching = 0;      // from its first request to its last answer
  double ideal = 0;         // for the fetching
  double cpu = 0;           // of the program, all its threads
  long peak_kilobytes = 0;  // of all programs run so far
};

double cpu_of_children() {
  rusage usage{};
  getrusage(RUSAGE_CHILDREN, &usage);
  const auto seconds = [](const timeval& time) {
    return static_cast<double>(time.tv_sec) + static_cast<double>(time.tv_usec) / 1e6;
  };
  return seconds(usage.ru_utime) + seconds(usage.ru_stime);
}

Load visit_all(int sources, int hosts) {
  HttpServer server({.address = "0.0.0.0"});
  server.otherwise([](const Request& request) {
    Reply reply = html(page_of(request.path));
    reply.delay = latency;
    return reply;
  });
  Program program;
  program.write("paperwatch.yaml", configuration(server, sources, hosts));

  const double cpu_before = cpu_of_children();
  const auto began = std::chrono::steady_clock::now();
  const auto ended = program.run({"--quiet", "sync"});
  const std::chrono::duration<double> took = std::chrono::steady_clock::now() - began;

  INFO(ended.err);
  CHECK(ended.status == 0);
  CHECK(server.requests().size() == static_cast<std::size_t>(sources));
  CHECK(server.peak() <= connections);
  CHECK(server.peak() > connections / 2);
  CHECK(server.peak_of_one_host() == 1);
  const auto requests = server.requests();
  const std::chrono::duration<double> fetching =
      requests.back().time - requests.front().time + latency;
  rusage usage{};
  getrusage(RUSAGE_CHILDREN, &usage);
  Load load;
  load.seconds = took.count();
  load.fetching = fetching.count();
  load.ideal = std::chrono::duration<double>(latency).count() *
               std::max(sources / connections, sources / hosts);
  load.cpu = cpu_of_children() - cpu_before;
  load.peak_kilobytes = usage.ru_maxrss;
  return load;
}

void report(int sources, int hosts, const Load& load) {
  WARN(
      fmt::format("{} sources on {} hosts: fetched in {:.1f} s (ideal: {:.1f} s), {:.1f} s in all, "
                  "{:.1f} s of CPU, peak {} MB",
                  sources, hosts, load.fetching, load.ideal, load.seconds, load.cpu,
                  load.peak_kilobytes / 1024));
}

}  // namespace

TEST_CASE("many sources on many hosts are visited in good time and flat memory", "[e2e][load]") {
  const char* wanted = std::getenv("PAPERWATCH_LOAD");
  const bool full = wanted != nullptr && std::string(wanted) == "full";
  const int sources = full ? 2000 : 200, hosts = full ? 500 : 50;

  const auto few = visit_all(sources / 4, hosts);
  const auto many = visit_all(sources, hosts);

  report(sources / 4, hosts, few);
  report(sources, hosts, many);
  // A page is kept until its visit is settled, and 256 visits may be under way. What grows with
  // the sources beyond that is no page.
  constexpr long pages_under_way = 256 * 64;
  CHECK(many.peak_kilobytes - few.peak_kilobytes < pages_under_way + (sources - sources / 4) * 8);
  // Far from what is good: a machine that is busy with other tests must pass.
  CHECK(many.seconds < 10 * many.ideal + 30);
}
