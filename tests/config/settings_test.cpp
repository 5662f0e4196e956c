// SPDX-License-Identifier: MIT
#include "config/reading.hpp"

using namespace paperwatch;
using namespace paperwatch::test;

TEST_CASE("nothing written means the defaults of the contract", "[config]") {
  const auto config = read("", "/etc/paperwatch/paperwatch.yaml");
  CHECK(config.file == "/etc/paperwatch/paperwatch.yaml");
  CHECK(config.database == "/etc/paperwatch/paperwatch.db");
  CHECK(config.feeds.directory == "/etc/paperwatch/feeds");
  CHECK(config.feeds.entries == 100);
  CHECK(config.feeds.base_url.empty());
  CHECK(config.connections == 16);
  CHECK(config.fetch.timeout == std::chrono::seconds(30));
  CHECK(config.fetch.connect_timeout == std::chrono::seconds(10));
  CHECK(config.fetch.max_body == 16u << 20);
  CHECK(config.fetch.redirects == 5);
  CHECK(config.fetch.host_delay == std::chrono::seconds(3));
  CHECK(config.fetch.retries == 2);
  CHECK(config.fetch.retry_after_cap == std::chrono::hours(6));
  CHECK(config.fetch.obey_robots);
  CHECK_FALSE(config.fetch.allow_private_addresses);
  CHECK(config.fetch.proxy.empty());
  CHECK(config.archive.keep == std::chrono::hours(24 * 30));
  CHECK(config.archive.max_size == 1u << 30);
  CHECK_FALSE(config.serve);
  CHECK((config.channels.empty() && config.routes.empty() && config.queries.empty() &&
         config.sources.empty()));
}

TEST_CASE("every setting is read", "[config]") {
  const auto config = read(
      "database: /var/p.db\n"
      "fetch: {user_agent: me, timeout: 1m, connect_timeout: 1s, max_body: 1KiB, redirects: 0, "
      "host_delay: 0s, connections: 4,\n"
      "  retries: 0, retry_after_cap: 1h, robots: ignore, private_addresses: allow, proxy: "
      "'socks5h://p:1', family: ipv6,\n"
      "  headers: {Accept-Language: en}}\n"
      "archive: {keep: 0s, max_size: 2GiB}\n"
      "feeds: {directory: out, base_url: 'https://p.example.org', entries: 5, changes_as_entries: "
      "true}\n"
      "serve: {listen: '[::1]:80'}\n"
      "queries: {q: 'year > 2020'}\n",
      "conf/x.yaml");
  CHECK(config.database == "/var/p.db");
  CHECK(config.fetch.user_agent == "me");
  CHECK(config.fetch.timeout == std::chrono::minutes(1));
  CHECK(config.fetch.connect_timeout == std::chrono::seconds(1));
  CHECK(config.fetch.max_body == 1024);
  CHECK(config.fetch.redirects == 0);
  CHECK(config.fetch.host_delay == Duration(0));
  CHECK(config.connections == 4);
  CHECK(config.fetch.retries == 0);
  CHECK(config.fetch.retry_after_cap == std::chrono::hours(1));
  CHECK_FALSE(config.fetch.obey_robots);
  CHECK(config.fetch.allow_private_addresses);
  CHECK(config.fetch.proxy == "socks5h://p:1");
  CHECK(config.fetch.family == FetchOptions::Family::ipv6);
  CHECK(config.fetch.headers.size() == 1);
  CHECK(config.archive.keep == Duration(0));
  CHECK(config.archive.max_size == std::uint64_t{2} << 30);
  CHECK(config.feeds.directory == "conf/out");
  CHECK(config.feeds.base_url == "https://p.example.org/");
  CHECK(config.feeds.entries == 5);
  CHECK(config.feeds.changes_as_entries);
  CHECK(config.serve->listen == "[::1]:80");
  CHECK(config.queries.at("q") == "year > 2020");
}

TEST_CASE("a source's requests are made as fetch says, with its own keys laid over", "[config]") {
  const auto config = read(
      "fetch: {timeout: 9s, retries: 1, proxy: 'http://p:1', headers: {A: a, B: b}}\n"
      "sources:\n"
      "  - {id: s, url: 'http://a.b/', template: feed, retries: 0, robots: ignore, proxy: null, "
      "headers: {b: c}}\n"
      "  - {id: t, url: 'http://a.b/', template: feed}\n");
  const auto* s = config.find("s");
  REQUIRE(s);
  CHECK(s->fetch.timeout == std::chrono::seconds(9));
  CHECK(s->fetch.retries == 0);
  CHECK_FALSE(s->fetch.obey_robots);
  CHECK(s->fetch.proxy.empty());
  CHECK(s->fetch.headers ==
        std::vector<std::pair<std::string, std::string>>{{"A", "a"}, {"b", "c"}});
  CHECK(config.find("t")->fetch.proxy == "http://p:1");
  CHECK(config.find("u") == nullptr);
}

TEST_CASE("a source's own keys", "[config]") {
  const auto config = read(
      "sources:\n"
      "  - {id: a.b-c_D1, url: 'https://a.b/x?y#z', template: feed, title: T, enabled: false, at: "
      "'Mon..Fri 08:00',\n"
      "     timezone: Europe/Zurich, tags: [x, y], expect: {new_every: 14d, except: weekend}}\n"
      "  - {id: b, url: 'https://a.b/', template: feed}\n");
  const auto& source = config.sources[0];
  CHECK(source.id == "a.b-c_D1");
  CHECK(source.title == "T");
  CHECK_FALSE(source.enabled);
  CHECK(source.at_calendar == "Mon..Fri 08:00");
  CHECK_FALSE(source.every);
  CHECK(source.timezone == "Europe/Zurich");
  CHECK(source.tags == std::vector<std::string>{"x", "y"});
  CHECK(source.expect.new_every == std::chrono::hours(24 * 14));
  CHECK(source.expect.except == "weekend");
  CHECK(source.at.line == 2);
  CHECK(config.sources[1].title == "b");
  CHECK(config.sources[1].every == std::chrono::hours(12));
}

TEST_CASE("channels and routes are read with all their keys", "[config]") {
  const auto config = read(
      "channels:\n"
      "  mail: {type: email, smtp: 'smtps://m.example.org', user: u, from: a@b.c, to: [d@e.f, "
      "g@h.i]}\n"
      "  hook: {type: webhook, url: 'https://h.example.org/x', form: ntfy}\n"
      "  script: {type: exec, command: [/bin/on, --new], timeout: 5s}\n"
      "  journal: {type: log}\n"
      "routes:\n"
      "  - {channel: mail, kinds: [paper_new, paper_changed], sources: [s], match: 'subject = "
      "cs.DC', digest: 'weekly Mon 08:00',\n"
      "     timezone: Europe/Zurich, quiet: '22:00-07:00', cap: 9}\n"
      "  - {channel: journal, kinds: source_broken, digest: hourly}\n"
      "sources: [{id: s, url: 'http://a.b', template: feed}]\n");
  REQUIRE(config.channels.size() == 4);
  const auto& mail = std::get<EmailChannel>(config.channels[0].kind);
  CHECK(config.channels[0].name == "mail");
  CHECK((mail.smtp == "smtps://m.example.org" && mail.user == "u" && mail.from == "a@b.c"));
  CHECK(mail.to == std::vector<std::string>{"d@e.f", "g@h.i"});
  CHECK(std::get<WebhookChannel>(config.channels[1].kind).form == "ntfy");
  const auto& script = std::get<ExecChannel>(config.channels[2].kind);
  CHECK(script.command == std::vector<std::string>{"/bin/on", "--new"});
  CHECK(script.timeout == std::chrono::seconds(5));
  CHECK(std::holds_alternative<LogChannel>(config.channels[3].kind));

  REQUIRE(config.routes.size() == 2);
  const auto& route = config.routes[0];
  CHECK(route.kinds == std::vector<EventKind>{EventKind::paper_new, EventKind::paper_changed});
  CHECK(route.sources == std::vector<std::string>{"s"});
  CHECK((route.match == "subject = cs.DC" && route.digest == "weekly Mon 08:00" &&
         route.quiet == "22:00-07:00"));
  CHECK((route.timezone == "Europe/Zurich" && route.cap == 9));
  CHECK(config.routes[1].kinds == std::vector<EventKind>{EventKind::source_broken});
  CHECK(config.routes[1].cap == 50);
}

TEST_CASE("a mail's password travels in the clear only if that is asked for", "[config]") {
  const auto tls_of = [](const std::string& more) {
    const auto config =
        read("channels: {m: {type: email, from: a@b.c, to: d@e.f, " + more + "}}\n");
    return std::get<EmailChannel>(config.channels.at(0).kind).tls;
  };
  using Tls = EmailChannel::Tls;
  CHECK(tls_of("smtp: 'smtp://mail.example.org'") == Tls::offered);
  CHECK(tls_of("smtp: 'smtp://mail.example.org', user: u") == Tls::required);
  CHECK(tls_of("smtp: 'smtp://mail.example.org:587', user: u, tls: none") == Tls::none);
  CHECK(tls_of("smtp: 'smtp://localhost:25', user: u") == Tls::offered);
  CHECK(tls_of("smtp: 'smtp://127.0.0.1:25', user: u, tls: required") == Tls::required);
}

TEST_CASE("a webhook's address may be a secret; its template is a file beside it", "[config]") {
  const TempDir dir;
  dir.write("url", "https://hooks.example.org/services/secret\n");
  dir.write("hook.mustache", "{{headline}}");
  const auto file = dir.write(
      "paperwatch.yaml",
      "channels:\n  h: {type: webhook, url: {file: url}, template: hook.mustache, content_type: "
      "text/plain,\n      bearer: {file: url}, headers: {X-Team: papers}, timeout: 5s}\n");
  const auto loaded = load_config(file);
  INFO(rendered(loaded.faults));
  REQUIRE(loaded.config);
  const auto& hook = std::get<WebhookChannel>(loaded.config->channels.at(0).kind);
  CHECK(hook.url == "https://hooks.example.org/services/secret");
  CHECK(hook.body == "{{headline}}");
  CHECK(hook.content_type == "text/plain");
  CHECK(hook.bearer == Secret("https://hooks.example.org/services/secret"));
  CHECK(hook.headers.at(0).second == Secret("papers"));
  CHECK(hook.timeout == std::chrono::seconds(5));
}
