// SPDX-License-Identifier: MIT
#include <algorithm>

#include <fmt/format.h>

#include "config/channels.hpp"
#include "config/map_reader.hpp"
#include "core/delivery_times.hpp"

namespace paperwatch {

namespace {

std::vector<EventKind> read_kinds(const MapReader& in, Faults& faults) {
  std::vector<EventKind> kinds;
  const Node* node = in.find("kinds");
  if (!node) return kinds;
  std::vector<std::string> known;
  for (int i = 0; i <= static_cast<int>(EventKind::source_recovered); ++i) {
    known.emplace_back(name_of(static_cast<EventKind>(i)));
  }
  for (const auto& name : read_texts(*node, "kinds", faults)) {
    if (const auto kind = parse_event_kind(name)) {
      kinds.push_back(*kind);
    } else {
      faults.add(node->at, fmt::format("kinds: unknown kind '{}'", name),
                 did_you_mean(name, known));
    }
  }
  return kinds;
}

void read_times(const MapReader& in, Route& route, Faults& faults) {
  in.text_or_null("digest", route.digest);
  if (!route.digest.empty() && !digest_calendar(route.digest)) {
    faults.add(in.find("digest")->content,
               fmt::format("digest: '{}' is not understood", route.digest),
               "write hourly, \"daily 08:00\" or \"weekly Mon 08:00\"");
  }
  in.text_or_null("quiet", route.quiet);
  if (!route.quiet.empty() && !parse_quiet_hours(route.quiet)) {
    faults.add(in.find("quiet")->content,
               fmt::format("quiet: '{}' is not a span of time", route.quiet),
               "write it like \"22:00-07:00\"");
  }
  if (const Node* zone = in.find_value("timezone"))
    route.timezone = read_timezone(*zone, faults).value_or("");
}

}  // namespace

std::optional<Route> read_route(const Node& node, Faults& faults) {
  const MapReader in(node, "route", "a route", faults);
  if (!node.is(Node::Kind::map)) return std::nullopt;
  Route route;
  route.at = node.at;
  require_keys(in, {"channel"}, "the route", faults);
  in.text("channel", route.channel);
  route.kinds = read_kinds(in, faults);
  in.texts("sources", route.sources);
  in.text_or_null("match", route.match);
  read_times(in, route, faults);
  in.integer("cap", route.cap, 1, 10'000);
  return route;
}

void check_routes(const Config& config, Faults& faults) {
  std::vector<std::string> channels, sources;
  for (const auto& channel : config.channels) channels.push_back(channel.name);
  for (const auto& source : config.sources) sources.push_back(source.id);
  const auto check = [&faults](const Route& route, std::string_view what, const std::string& name,
                               const std::vector<std::string>& known) {
    if (name.empty() || std::find(known.begin(), known.end(), name) != known.end()) return;
    faults.add(route.at, fmt::format("the route names an unknown {} '{}'", what, name),
               did_you_mean(name, known));
  };
  for (const auto& route : config.routes) {
    check(route, "channel", route.channel, channels);
    for (const auto& source : route.sources) check(route, "source", source, sources);
  }
}

}  // namespace paperwatch
