// SPDX-License-Identifier: MIT
#include "config/channels.hpp"

#include <algorithm>
#include <array>
#include <cctype>

#include <fmt/format.h>

#include "base/text.hpp"
#include "config/map_reader.hpp"
#include "config/secrets.hpp"

namespace paperwatch {

namespace {

void require_keys(const MapReader& in, const std::vector<std::string>& keys,
                  const std::string& where, Faults& faults) {
  for (const auto& key : keys) {
    if (!in.has(key))
      faults.add(in.at(), fmt::format("{} has no {}", where, key), fmt::format("add {}:", key));
  }
}

Secret optional_secret(const MapReader& in, std::string_view key, Faults& faults) {
  const Node* node = in.find_value(key);
  return node ? read_secret(*node, key, faults).value_or(Secret()) : Secret();
}

ExecChannel read_exec(const Node& node, const std::string& where, Faults& faults) {
  const MapReader in(node, "channel exec", where, faults);
  require_keys(in, {"command"}, where, faults);
  ExecChannel exec;
  in.texts("command", exec.command);
  if (in.find("command") && exec.command.empty()) {
    faults.add(in.find("command")->at, "command is empty",
               "write the program and its arguments: [/usr/local/bin/on-paper, --new]");
  }
  in.duration("timeout", exec.timeout, std::chrono::seconds(1));
  return exec;
}

WebhookChannel read_webhook(const Node& node, const std::string& where, Faults& faults) {
  const MapReader in(node, "channel webhook", where, faults);
  require_keys(in, {"url"}, where, faults);
  WebhookChannel webhook;
  if (const Node* url = in.find("url")) webhook.url = read_url(*url, "url", faults).value_or("");
  webhook.secret = optional_secret(in, "secret", faults);
  static const std::vector<std::string> forms{"slack", "matrix", "ntfy", "discord"};
  if (in.find_value("form")) {
    if (const auto form = in.choice("form", forms)) webhook.form = forms[*form];
  }
  return webhook;
}

void check_smtp(const MapReader& in, const EmailChannel& email, Faults& faults) {
  if (email.smtp.empty() || email.smtp.starts_with("smtp://") || email.smtp.starts_with("smtps://"))
    return;
  faults.add(in.find("smtp")->content,
             fmt::format("smtp: '{}' is not a mail server's address", email.smtp),
             "write smtps://mail.example.org or smtp://mail.example.org:587");
}

void check_addresses(const MapReader& in, std::string_view key,
                     const std::vector<std::string>& addresses, Faults& faults) {
  for (const auto& address : addresses) {
    const auto at = address.find('@');
    if (at != std::string::npos && at > 0 && at + 1 < address.size() &&
        address.find_first_of("\r\n") == std::string::npos)
      continue;
    faults.add(in.find(key)->content, fmt::format("{}: '{}' is not a mail address", key, address),
               "write it like a@example.org");
  }
}

EmailChannel read_email(const Node& node, const std::string& where, Faults& faults) {
  const MapReader in(node, "channel email", where, faults);
  require_keys(in, {"smtp", "from", "to"}, where, faults);
  EmailChannel email;
  in.text("smtp", email.smtp);
  in.text("user", email.user);
  email.password = optional_secret(in, "password", faults);
  in.text("from", email.from);
  in.texts("to", email.to);
  check_smtp(in, email, faults);
  if (!email.from.empty()) check_addresses(in, "from", {email.from}, faults);
  check_addresses(in, "to", email.to, faults);
  return email;
}

bool is_time_of_day(std::string_view text) {
  const auto digit = [text](std::size_t i) { return text[i] >= '0' && text[i] <= '9'; };
  if (text.size() != 5 || text[2] != ':' || !digit(0) || !digit(1) || !digit(3) || !digit(4))
    return false;
  return text.substr(0, 2) < "24" && text[3] < '6';
}

bool is_digest(std::string_view text) {
  static constexpr std::array weekdays{"Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"};
  if (text == "hourly") return true;
  if (text.starts_with("daily ")) return is_time_of_day(text.substr(6));
  if (!text.starts_with("weekly ") || text.size() != 16 || text[10] != ' ') return false;
  return std::find(weekdays.begin(), weekdays.end(), text.substr(7, 3)) != weekdays.end() &&
         is_time_of_day(text.substr(11));
}

bool is_quiet(std::string_view text) {
  return text.size() == 11 && text[5] == '-' && is_time_of_day(text.substr(0, 5)) &&
         is_time_of_day(text.substr(6)) && text.substr(0, 5) != text.substr(6);
}

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
  if (!route.digest.empty() && !is_digest(route.digest)) {
    faults.add(in.find("digest")->content,
               fmt::format("digest: '{}' is not understood", route.digest),
               "write hourly, \"daily 08:00\" or \"weekly Mon 08:00\"");
  }
  in.text_or_null("quiet", route.quiet);
  if (!route.quiet.empty() && !is_quiet(route.quiet)) {
    faults.add(in.find("quiet")->content,
               fmt::format("quiet: '{}' is not a span of time", route.quiet),
               "write it like \"22:00-07:00\"");
  }
  if (const Node* zone = in.find_value("timezone"))
    route.timezone = read_timezone(*zone, faults).value_or("");
}

}  // namespace

std::optional<Channel> read_channel(const Node& name, const Node& node, Faults& faults) {
  if (node.is(Node::Kind::broken)) return std::nullopt;
  const auto where = fmt::format("the channel '{}'", name.text);
  if (!is_id(name.text)) {
    faults.add(name.at,
               fmt::format("'{}' has characters that a channel's name cannot have", name.text),
               "use letters, digits, dot, hyphen and underscore");
    return std::nullopt;
  }
  const Node* type = node.find("type");
  if (!type) {
    faults.add(node.is(Node::Kind::map) ? node.at : name.at, fmt::format("{} has no type", where),
               "add type: email, webhook, exec or log");
    return std::nullopt;
  }
  const auto text = read_text(*type, "type", faults);
  if (!text) return std::nullopt;
  if (*text == "exec") return Channel{name.text, read_exec(node, where, faults), name.at};
  if (*text == "webhook") return Channel{name.text, read_webhook(node, where, faults), name.at};
  if (*text == "email") return Channel{name.text, read_email(node, where, faults), name.at};
  if (*text == "log") {
    const MapReader in(node, "channel log", where, faults);
    return Channel{name.text, LogChannel{}, name.at};
  }
  faults.add(type->content, fmt::format("unknown type of channel '{}'", *text),
             did_you_mean(*text, {"email", "webhook", "exec", "log"}));
  return std::nullopt;
}

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
