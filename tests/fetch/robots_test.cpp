// SPDX-License-Identifier: MIT
#include "fetch/robots.hpp"

#include <algorithm>

#include "support/catch.hpp"
#include "support/test_data.hpp"

using namespace paperwatch;
using namespace std::chrono_literals;

namespace {

bool is_allowed(std::string_view body, std::string_view url,
                std::string_view agent = "paperwatch") {
  return judge_robots(parse_robots(body), agent, url).allowed;
}

std::string from_hex(const std::string& hex) {
  std::string out;
  for (std::size_t i = 0; i + 1 < hex.size(); i += 2) {
    out += static_cast<char>(std::stoi(hex.substr(i, 2), nullptr, 16));
  }
  return out;
}

std::size_t count_of(const RobotsFile& file, bool unknown) {
  const auto wanted = [&](const RobotsLine& line) {
    return (line.kind == RobotsLine::Kind::unknown) == unknown;
  };
  return static_cast<std::size_t>(std::count_if(file.lines.begin(), file.lines.end(), wanted));
}

}  // namespace

TEST_CASE("the known verdicts about robots.txt hold", "[robots]") {
  const auto data = test_data_json("cases/robots_cases.json");
  if (!data) {
    WARN("the test data folder is absent");
    return;
  }
  std::size_t checked = 0;
  for (const auto& known : data->at("cases")) {
    INFO(known.dump());
    const auto body = known.at("robots_txt").get<std::string>();
    const auto url = known.at("url").get<std::string>();

    CHECK(is_allowed(body, url, known.at("user_agent").get<std::string>()) ==
          known.at("allowed").get<bool>());
    ++checked;
  }
  CHECK(checked == 145);
}

TEST_CASE("the known paths and patterns are read as they should", "[robots]") {
  const auto data = test_data_json("cases/robots_cases.json");
  if (!data) {
    WARN("the test data folder is absent");
    return;
  }
  for (const auto& known : data->at("url_path")) {
    INFO(known.dump());
    CHECK(robots_path(known.at("url").get<std::string>()) == known.at("path").get<std::string>());
  }
  for (const auto& known : data->at("pattern_escape")) {
    INFO(known.dump());
    CHECK(robots_escape(known.at("pattern").get<std::string>()) ==
          known.at("escaped").get<std::string>());
  }
}

TEST_CASE("the known files have as many lines and rules as they should", "[robots]") {
  const auto data = test_data_json("cases/robots_cases.json");
  if (!data) {
    WARN("the test data folder is absent");
    return;
  }
  for (const auto& known : data->at("parse_counts")) {
    INFO(known.dump());
    const auto file = parse_robots(known.contains("robots_txt")
                                       ? known.at("robots_txt").get<std::string>()
                                       : from_hex(known.at("robots_txt_hex").get<std::string>()));
    CHECK(count_of(file, false) == known.at("valid_directives").get<std::size_t>());
    if (known.contains("unknown_directives")) {
      CHECK(count_of(file, true) == known.at("unknown_directives").get<std::size_t>());
    }
    if (known.contains("last_line")) CHECK(file.last_line == known.at("last_line").get<int>());
  }
}

TEST_CASE("a verdict names the line that decided", "[robots]") {
  const auto file = parse_robots("User-agent: *\n\nDisallow: /private/ # keep out\nAllow: /\n");

  const auto refused = judge_robots(file, "paperwatch", "https://e.org/private/x");
  CHECK_FALSE(refused.allowed);
  CHECK(refused.line == 3);
  CHECK(refused.rule == "Disallow: /private/");

  CHECK(judge_robots(file, "paperwatch", "https://e.org/list").allowed);
}

TEST_CASE("the group of our own name counts, else everybody's", "[robots]") {
  const std::string both = "User-agent: *\nDisallow: /\n\nUser-agent: PaperWatch/2\nDisallow: /x\n";

  CHECK(is_allowed(both, "https://e.org/list"));
  CHECK_FALSE(is_allowed(both, "https://e.org/x"));
  CHECK_FALSE(is_allowed(both, "https://e.org/list", "other"));
}

TEST_CASE("wildcards and ends match as RFC 9309 says", "[robots]") {
  const std::string body = "User-agent: *\nDisallow: /*.pdf$\nDisallow: /a*b*c\n";

  CHECK_FALSE(is_allowed(body, "https://e.org/x.pdf"));
  CHECK(is_allowed(body, "https://e.org/x.pdf?y"));
  CHECK_FALSE(is_allowed(body, "https://e.org/aXbYcZ"));
  CHECK(is_allowed(body, "https://e.org/aXcYb"));
}

TEST_CASE("percent-encoding is compared in one form", "[robots]") {
  CHECK_FALSE(is_allowed("User-agent: *\nDisallow: /\xC3\xA9", "https://e.org/%c3%a9t"));
  CHECK_FALSE(is_allowed("User-agent: *\nDisallow: /%c3%A9", "https://e.org/%C3%a9t"));
}

TEST_CASE("many wildcards do not take long", "[robots]") {
  std::string pattern = "/", path = "https://e.org/";
  for (int i = 0; i < 2000; ++i) pattern += "*a";
  path.append(20000, 'b');

  CHECK(is_allowed("User-agent: *\nDisallow: " + pattern, path));
}

TEST_CASE("only the first 500 KiB count", "[robots]") {
  std::string body = "User-agent: *\nDisallow: /early\n";
  body.append(500 << 10, '#');
  body += "\nDisallow: /late\n";

  CHECK_FALSE(is_allowed(body, "https://e.org/early"));
  CHECK(is_allowed(body, "https://e.org/late"));
}

TEST_CASE("a crawl delay is that of the group that applies", "[robots]") {
  const auto delay = [](std::string_view body) {
    return judge_robots(parse_robots(body), "paperwatch", "https://e.org/").crawl_delay;
  };

  CHECK(delay("User-agent: *\nCrawl-delay: 5\nDisallow: /x\n") == 5s);
  CHECK(delay("User-agent: *\nCrawl-delay: 0.5\n") == 500ms);
  CHECK(delay("User-agent: *\nCrawl-delay: 5\nDisallow:\nUser-agent: paperwatch\nDisallow: /x\n") ==
        std::nullopt);
  for (const char* bad : {"", "soon", "-1", "1.2.3", ".", "1e9", "99999999999999999"}) {
    INFO(bad);
    CHECK(delay(std::string("User-agent: *\nCrawl-delay: ") + bad) == std::nullopt);
  }
}

TEST_CASE("our product token is found in the user agent", "[robots]") {
  CHECK(robots_agent("paperwatch (+mailto:l@example.org)") == "paperwatch");
  CHECK(robots_agent("Mozilla/5.0 (compatible; Paperwatch/1)") == "paperwatch");
  CHECK(robots_agent("LabBot/1.0") == "LabBot");
  CHECK(robots_agent("") == "paperwatch");
}
