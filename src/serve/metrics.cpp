// SPDX-License-Identifier: MIT
#include <chrono>
#include <cmath>

#include <fmt/format.h>

#include <paperwatch/version.hpp>

#include "serve/api.hpp"

namespace paperwatch {

namespace {

std::string label_text(std::string_view text) {
  std::string out;
  for (const char c : text) {
    if (c == '\\' || c == '"') out += '\\';
    out += c == '\n' ? ' ' : c;
  }
  return out;
}

class MetricsText {
 public:
  void family(std::string_view name, std::string_view type, std::string_view help) {
    text_ +=
        fmt::format("# HELP paperwatch_{0} {2}\n# TYPE paperwatch_{0} {1}\n", name, type, help);
    name_ = name;
  }
  void add(std::string_view labels, double value) {
    const bool is_whole = value == std::floor(value);
    text_ += fmt::format("paperwatch_{}{}{}{} {}\n", name_, labels.empty() ? "" : "{", labels,
                         labels.empty() ? "" : "}",
                         is_whole ? fmt::format("{:.0f}", value) : fmt::format("{:.3f}", value));
  }
  std::string take() { return std::move(text_); }

 private:
  std::string text_, name_;
};

std::string of_source(const SourceGlance& glance) {
  return fmt::format("source=\"{}\"", label_text(glance.status.source));
}

double seconds_of(Time time) {
  return std::chrono::duration<double>(time.time_since_epoch()).count();
}

void add_times(MetricsText& out, const Overview& overview) {
  out.family("source_last_visit_timestamp_seconds", "gauge", "When the last visit began.");
  for (const auto& glance : overview.sources) {
    if (const auto& last = glance.status.last_visit) out.add(of_source(glance), seconds_of(*last));
  }
  out.family("source_next_visit_timestamp_seconds", "gauge", "When the next visit is due.");
  for (const auto& glance : overview.sources) {
    if (const auto& next = glance.status.next_visit) out.add(of_source(glance), seconds_of(*next));
  }
}

void add_sources(MetricsText& out, const Overview& overview) {
  out.family("source_papers", "gauge", "Papers that the source lists.");
  for (const auto& glance : overview.sources) {
    out.add(of_source(glance), static_cast<double>(glance.status.papers));
  }
  out.family("source_health", "gauge", "1 with the source's health as a label.");
  for (const auto& glance : overview.sources) {
    out.add(fmt::format("{},health=\"{}\"", of_source(glance), glance.status.health), 1);
  }
  out.family("source_failures", "gauge", "Failed visits in a row.");
  for (const auto& glance : overview.sources) out.add(of_source(glance), glance.failures);
  add_times(out, overview);
}

void add_traffic(MetricsText& out, const Traffic& traffic) {
  out.family("http_responses_total", "counter", "Answers by hundreds of their status.");
  for (int hundreds = 2; hundreds <= 5; ++hundreds) {
    out.add(fmt::format("code=\"{}xx\"", hundreds), static_cast<double>(traffic.answers(hundreds)));
  }
  out.family("http_connections_refused_total", "counter", "Connections over a limit.");
  out.add("", static_cast<double>(traffic.refused()));
  out.family("http_connections_cut_off_total", "counter", "Connections over a deadline.");
  out.add("", static_cast<double>(traffic.cut_off()));
}

}  // namespace

WebResponse metrics(const WebRequest&, const std::string&, ReadingRoom& room) {
  const auto& overview = room.overview;
  MetricsText out;
  out.family("build_info", "gauge", "1 with the program's version as a label.");
  out.add(fmt::format("version=\"{}\"", version), 1);
  out.family("papers", "gauge", "Papers known.");
  out.add("", static_cast<double>(overview.totals.papers));
  out.family("last_event_id", "gauge", "Id of the newest event; ids only grow.");
  out.add("", static_cast<double>(overview.newest_event));
  out.family("visits_to_review", "gauge", "Quarantined visits that nobody has judged.");
  out.add("", static_cast<double>(overview.quarantined));
  out.family("deliveries", "gauge", "Deliveries that wait or have failed.");
  out.add("state=\"waiting\"", static_cast<double>(overview.totals.waiting));
  out.add("state=\"failed\"", static_cast<double>(overview.totals.failed));
  add_sources(out, overview);
  add_traffic(out, room.traffic);
  return WebResponse(200, "text/plain; version=0.0.4; charset=utf-8", out.take())
      .set("Cache-Control", "no-store");
}

WebResponse readiness(const WebRequest&, const std::string&, ReadingRoom& room) {
  room.catalogue.revision();  // throws where the database has gone
  return text_response(200, "ready");
}

}  // namespace paperwatch
