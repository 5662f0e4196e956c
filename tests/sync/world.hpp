// SPDX-License-Identifier: MIT
// A listing on a real server, a real database, and a clock that a test sets.
#pragma once

#include <cstdlib>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include <fmt/format.h>

#include <paperwatch/config.hpp>
#include <paperwatch/fetch.hpp>
#include <paperwatch/store.hpp>
#include <paperwatch/sync.hpp>

#include "base/time.hpp"
#include "support/http_server.hpp"
#include "support/temp_dir.hpp"

namespace paperwatch::test {

// One paper of a listing as its markup shows it.
struct Item {
  std::string link, title, authors;
  std::string comments{};
};

inline std::string items_html(const std::vector<Item>& items) {
  std::string out;
  for (const auto& item : items) {
    out += fmt::format("<li class=paper><a href='{}'>{}</a> <i>{}</i>", item.link, item.title,
                       item.authors);
    if (!item.comments.empty()) out += fmt::format(" <small>{}</small>", item.comments);
    out += "</li>\n";
  }
  return out;
}

inline std::string page_html(const std::vector<Item>& items, const std::string& more = {}) {
  return "<!doctype html><html><head><title>Papers</title></head><body><ul>\n" + items_html(items) +
         "</ul>" + more + "</body></html>";
}

// `count` papers with links /p/1 …, the highest number first, as listings do.
inline std::vector<Item> papers(int count) {
  std::vector<Item> items;
  for (int i = count; i >= 1; --i) {
    items.push_back({fmt::format("/p/{}", i), fmt::format("On the number {} and its friends", i),
                     fmt::format("Ann Author{}", i)});
  }
  return items;
}

class World {
 public:
  // `more`: further keys of the source, one a line, indented by four.
  explicit World(const std::string& more = {}) { configure(more); }

  void configure(const std::string& more = {}, const std::string& record = "li.paper",
                 const std::string& top = {}) {
    const std::string text = fmt::format(
        "database: paperwatch.db\n"
        "fetch: {{host_delay: 0s, private_addresses: allow, retries: 0, robots: ignore}}\n"
        "feeds: {{directory: feeds}}\n"
        "{}"
        "sources:\n"
        "  - id: s\n"
        "    url: {}\n"
        "    every: 12h\n"
        "    extract:\n"
        "      record: {}\n"
        "      fields: {{title: a, url: 'a::attr(href)', authors: {{select: i, all: true}}, "
        "comments: small}}\n"
        "      count: .count\n"
        "      empty: .nothing\n"
        "{}",
        top, server.url("/list"), record, more);
    auto loaded = parse_config(text, folder / "paperwatch.yaml");
    if (!loaded.config) throw std::runtime_error(render(loaded.faults.front()));
    config = std::move(*loaded.config);
  }

  void show(const std::vector<Item>& items, const std::string& more = {}) {
    server.on("/list", html(page_html(items, more)));
  }

  // One visit; the clock stands at `now`.
  VisitReport visit(SyncOptions options = {}) {
    std::vector<std::string> sources;
    for (const auto& source : config.sources) sources.push_back(source.id);
    return visit_of(sources, options);
  }

  VisitReport visit_of(const std::vector<std::string>& sources, SyncOptions options = {}) {
    Store store(config.database, Store::Access::write);
    const auto hosts = open_host_memory(config.database);
    const auto clock = [this] { return now; };
    auto fetcher = make_fetcher({config.connections, std::chrono::seconds(10), clock}, *hosts, {});
    Engine engine(config, store, *fetcher, clock);
    reports = engine.visit(sources, options, {});
    return reports.at(0);
  }

  // A day later.
  VisitReport next_day() {
    now += std::chrono::hours(24);
    return visit();
  }

  std::vector<Event> events() { return Store(config.database, Store::Access::read).events({}); }

  TempDir folder;
  HttpServer server;
  Config config;
  Time now = *parse_rfc3339("2026-11-01T09:00:00Z");
  std::vector<VisitReport> reports;
};

// "paper_new Title", "paper_changed Title: authors", "count_changed 12 → 13", …
inline std::vector<std::string> told(const VisitReport& report) {
  std::vector<std::string> lines;
  for (const auto& event : report.events) {
    std::string line(name_of(event.kind));
    if (event.paper) line += " " + event.paper->title;
    for (std::size_t i = 0; i < event.changes.size(); ++i)
      line += (i == 0 ? ": " : ", ") + event.changes[i].field;
    if (event.count)
      line += fmt::format(" {} → {}", event.count->before.value, event.count->after.value);
    lines.push_back(std::move(line));
  }
  return lines;
}

using Lines = std::vector<std::string>;

// Whether tests of growth are to take a hundred thousand papers, too: PAPERWATCH_GROWTH=full.
inline bool is_full() {
  const char* wish = std::getenv("PAPERWATCH_GROWTH");
  return wish && std::string_view(wish) == "full";
}

inline std::string code(const VisitReport& report) {
  return report.visit.problem ? report.visit.problem->code : "";
}

}  // namespace paperwatch::test
