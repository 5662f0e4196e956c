// SPDX-License-Identifier: MIT
#include "config/reading.hpp"

using namespace paperwatch;
using namespace paperwatch::test;

namespace {

std::string hook(const std::string& secret) {
  return "channels: {h: {type: webhook, url: 'https://a.b/', secret: " + secret + "}}\n";
}

std::string secret_of(const LoadedConfig& loaded) {
  INFO(rendered(loaded.faults));
  REQUIRE(loaded.config);
  return std::get<WebhookChannel>(loaded.config->channels.at(0).kind).secret.reveal();
}

}  // namespace

TEST_CASE("a secret comes from a file beside the configuration", "[config]") {
  const TempDir dir;
  dir.write("hook.key", "s3cret\n");
  CHECK(secret_of(load_config(dir.write("a.yaml", hook("{file: hook.key}")))) == "s3cret");
}

TEST_CASE("a secret comes from the environment or systemd's credentials", "[config]") {
  const TempDir dir;
  dir.write("hook", "from systemd");
  const Variable variable("PAPERWATCH_TEST_SECRET", "from env"),
      credentials("CREDENTIALS_DIRECTORY", dir.path().c_str());
  CHECK(secret_of(parse_config(hook("{env: PAPERWATCH_TEST_SECRET}"), "t.yaml")) == "from env");
  CHECK(secret_of(parse_config(hook("{credential: hook}"), "t.yaml")) == "from systemd");
}

TEST_CASE("a plain secret is understood and warned of, without its text", "[config]") {
  const auto loaded = parse_config(hook("plainly"), "t.yaml");
  CHECK(secret_of(loaded) == "plainly");
  REQUIRE(loaded.warnings.size() == 1);
  CHECK_THAT(render(loaded.warnings[0]),
             Catch::Matchers::Contains("{file: PATH}") && !Catch::Matchers::Contains("plainly"));
}

TEST_CASE("a secret that cannot be had is a fault", "[config]") {
  const Variable unset("PAPERWATCH_TEST_SECRET", nullptr),
      no_credentials("CREDENTIALS_DIRECTORY", nullptr);
  const TempDir dir;
  dir.write("empty", "\n");
  dir.write("two", "a\nb\n");
  const auto says = [&dir](const std::string& secret) {
    return rendered(load_config(dir.write("a.yaml", hook(secret))).faults);
  };
  CHECK_THAT(says("{file: missing}"),
             Catch::Matchers::Contains("a.yaml:1:67: secret: cannot read"));
  CHECK_THAT(says("{file: empty}"), Catch::Matchers::Contains("is empty"));
  CHECK_THAT(says("{file: two}"), Catch::Matchers::Contains("more than one line"));
  CHECK_THAT(says("{env: PAPERWATCH_TEST_SECRET}"),
             Catch::Matchers::Contains("no PAPERWATCH_TEST_SECRET"));
  CHECK_THAT(says("{credential: hook}"), Catch::Matchers::Contains("LoadCredential=hook"));
  CHECK_THAT(says("{}"), Catch::Matchers::Contains("nothing says where"));
  CHECK_THAT(says("{file: a, env: b}"), Catch::Matchers::Contains("more than one key"));
  CHECK_THAT(says("{fil: a}"), Catch::Matchers::Contains("did you mean 'file'?"));
}

TEST_CASE("headers and logins take secrets; a header that carries one plainly is warned of",
          "[config]") {
  const Variable key("PAPERWATCH_TEST_SECRET", "k");
  const auto loaded = parse_config(
      "sources:\n  - id: s\n    url: https://a.b/\n    template: feed\n"
      "    headers: {X-Api-Key: {env: PAPERWATCH_TEST_SECRET}, Authorization: plain, Accept: "
      "text/html}\n"
      "    auth: {user: u, password: {env: PAPERWATCH_TEST_SECRET}}\n",
      "t.yaml");
  INFO(rendered(loaded.faults));
  REQUIRE(loaded.config);
  const auto& fetch = loaded.config->sources[0].fetch;
  CHECK(fetch.headers ==
        std::vector<std::pair<std::string, std::string>>{
            {"X-Api-Key", "k"}, {"Authorization", "plain"}, {"Accept", "text/html"}});
  CHECK(fetch.user == "u");
  CHECK(fetch.password == "k");
  REQUIRE(loaded.warnings.size() == 1);
  CHECK_THAT(render(loaded.warnings[0]), Catch::Matchers::Contains("Authorization"));
}

TEST_CASE("who only reads does without secrets; they are named all the same", "[config]") {
  const Variable unset("PAPERWATCH_TEST_SECRET", nullptr),
      no_credentials("CREDENTIALS_DIRECTORY", nullptr);
  for (const char* secret :
       {"{file: missing}", "{env: PAPERWATCH_TEST_SECRET}", "{credential: hook}"}) {
    CAPTURE(secret);
    const auto loaded = parse_config(hook(secret), "t.yaml", Secrets::unneeded);
    CHECK(secret_of(loaded).empty());
    CHECK(loaded.absent_secrets.size() == 1);
    CHECK(loaded.warnings.empty());
  }
  CHECK_FALSE(parse_config(hook("{fil: a}"), "t.yaml", Secrets::unneeded).config);
}

TEST_CASE("a check forgives a credential of systemd's alone, and only outside of it", "[config]") {
  const Variable unset("PAPERWATCH_TEST_SECRET", nullptr);
  const auto check = [](const std::string& secret) {
    return parse_config(hook(secret), "t.yaml", Secrets::checked);
  };
  {
    const Variable no_credentials("CREDENTIALS_DIRECTORY", nullptr);
    CHECK(check("{credential: hook}").config);
    CHECK(check("{credential: hook}").absent_secrets.size() == 1);
    CHECK_FALSE(check("{credential: a/b}").config);
    CHECK_FALSE(check("{env: PAPERWATCH_TEST_SECRET}").config);
    CHECK_FALSE(check("{file: missing}").config);
  }
  const TempDir empty;
  const Variable credentials("CREDENTIALS_DIRECTORY", empty.path().c_str());
  CHECK_FALSE(check("{credential: hook}").config);
}
