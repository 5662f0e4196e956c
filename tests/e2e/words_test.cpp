// SPDX-License-Identifier: MIT
// What the program says to whoever types: enough, once, and to the point.
#include <filesystem>

#include <sys/stat.h>
#include <unistd.h>

#include "base/text.hpp"
#include "e2e/numbers.hpp"
#include "e2e/program.hpp"
#include "support/catch.hpp"
#include "support/http_server.hpp"

using namespace paperwatch::test;
using Catch::Matchers::Contains;
using paperwatch::replace_all;

namespace {

// One source on a real server.
struct Newcomer : Program {
  HttpServer server;

  explicit Newcomer(int papers = 3, const std::string& more = {}) {
    server.on("/list", html(numbers_page(papers)));
    write("paperwatch.yaml", numbers_config(server.url("/list"), more));
  }
  void change(const std::string& what, const std::string& with) const {
    write("paperwatch.yaml", replace_all(read("paperwatch.yaml"), what, with));
  }
};

std::size_t times(const std::string& text, const std::string& part) {
  std::size_t count = 0;
  for (auto at = text.find(part); at != std::string::npos; at = text.find(part, at + 1)) ++count;
  return count;
}

std::string numbers_with_authors(int papers, bool named) {
  std::string items;
  for (int i = papers; i >= 1; --i)
    items += fmt::format("<li><a href=/p/{0}>On the number {0} and its friends</a>{1}</li>", i,
                         named ? fmt::format("<i>Author {}</i>", i) : "");
  return "<!doctype html><html><body><ul>" + items + "</ul></body></html>";
}

}  // namespace

TEST_CASE("a breakage is told once by sync, and counted in its JSON", "[e2e]") {
  Newcomer program;
  program.run({"sync"});
  program.server.on("/list", html("<!doctype html><html><body>Sorry</body></html>"));
  const auto broken = program.run({"sync"});
  CHECK(broken.status == 1);
  CHECK_THAT(broken.out, Contains("numbers: quarantined: "));
  CHECK(times(broken.out, "numbers: ") == 1);
  CHECK_THAT(broken.out, Contains("1 with a problem"));

  const auto again = program.run({"sync", "--json"});
  CHECK(again.status == 1);
  CHECK(again.json()["totals"] == nlohmann::json::parse(R"({"visits": 1, "failed": 0,
      "quarantined": 1, "problems": 1, "events": 0})"));
  program.server.on("/list", status(404));
  CHECK(program.run({"sync", "--json"}).json()["totals"]["failed"] == 1);
}

TEST_CASE("with --quiet only problems are told, on standard error", "[e2e]") {
  Newcomer program;
  const auto first = program.run({"-q", "sync"});
  CHECK(first.out.empty());
  CHECK(first.err.empty());
  program.server.on("/list", status(404));
  const auto failed = program.run({"sync", "-q"});
  CHECK(failed.status == 1);
  CHECK(failed.out.empty());
  CHECK_THAT(failed.err, Contains("numbers: failed: ") && Contains("404"));
  CHECK(program.run({"-q", "feeds"}).out.empty());
  CHECK(program.run({"-q", "check"}).out.empty());
  CHECK(program.run({"-q", "backup", "copy.db"}).out.empty());
  CHECK(program.run({"-q", "status"}).out.find("numbers") != std::string::npos);
}

TEST_CASE("sync warns once when a rule begins to lose a field", "[e2e]") {
  Newcomer program;
  program.change("fields: {title: a,", "fields: {authors: {select: i, all: true}, title: a,");
  program.server.on("/list", html(numbers_with_authors(6, true)));
  CHECK(program.run({"sync"}).err.empty());
  program.server.on("/list", html(numbers_with_authors(6, false)));
  const auto lost = program.run({"sync"});
  CHECK(lost.status == 0);
  CHECK_THAT(lost.err, Contains("numbers: authors: most records lost it at once"));
  program.server.on("/list", html(numbers_with_authors(7, false)));
  CHECK(program.run({"sync"}).err.empty());
  CHECK_THAT(program.run({"status"}).out, Contains("authors: most records lost it"));

  // Found again, it may be lost again.
  program.server.on("/list", html(numbers_with_authors(7, true)));
  CHECK(program.run({"sync"}).err.empty());
  program.server.on("/list", html(numbers_with_authors(7, false)));
  CHECK(program.run({"sync", "--json"}).json()["visits"][0]["warnings"].size() == 1);
}

TEST_CASE("a field that vanishes from a list of other papers every day is warned of once",
          "[e2e]") {
  Newcomer program;
  program.change("fields: {title: a,", "fields: {authors: {select: i, all: true}, title: a,");
  program.change("every: 1h", "every: 1h\n    track: {window: day}");
  const auto day = [&](int first, bool named) {
    auto page = numbers_with_authors(6, named);
    page = replace_all(page, "number ", fmt::format("number {}", first));
    program.server.on("/list", html(replace_all(page, "/p/", fmt::format("/p/{}", first))));
    return program.run({"sync"}).err;
  };
  CHECK(day(1, true).empty());
  CHECK(day(2, true).empty());
  CHECK_THAT(day(3, false), Contains("numbers: authors: no record has it any more"));
  CHECK(day(4, false).empty());
  CHECK(day(5, true).empty());
}

TEST_CASE("a replay into a database that knows sources says so before", "[e2e][record]") {
  Newcomer program;
  CHECK(program.run({"sync", "--record", "tape"}).status == 0);
  const auto database = (program.folder / "paperwatch.db").string();
  const auto replayed = program.run({"sync", "--replay", "tape"});
  CHECK(replayed.status == 0);
  CHECK_THAT(replayed.err, Contains("what tape holds is stored in ") && Contains("--dry-run"));
  CHECK(program.run({"sync", "--replay", "tape", "--dry-run"}).err.empty());
  program.change("sources:", "database: other.db\nsources:");
  CHECK(program.run({"sync", "--replay", "tape"}).err.empty());
}

TEST_CASE("a source that nobody knows is wrong usage, with a near name", "[e2e]") {
  Newcomer program;
  program.run({"sync"});
  for (const std::vector<std::string>& words :
       {std::vector<std::string>{"events"}, {"papers"}, {"diff", "--from", "2020-01-01"}}) {
    auto arguments = words;
    arguments.insert(arguments.end(), {"--source", "nubmers"});
    const auto ended = program.run(arguments);
    CAPTURE(words.front());
    CHECK(ended.status == 2);
    CHECK_THAT(ended.err,
               Contains("no source is called 'nubmers'") && Contains("did you mean 'numbers'?"));
  }
  // The history of one that is no longer configured can still be asked for.
  program.change("id: numbers", "id: figures");
  CHECK(program.run({"events", "--source", "numbers", "--json"}).json()["events"].size() == 3);
  CHECK(program.run({"papers", "--source", "figures"}).status == 0);
  CHECK_THAT(program.run({"status"}).out,
             Contains("numbers: no longer in the configuration; its history stays"));
}

TEST_CASE("times and numbers that cannot be are refused in plain words", "[e2e]") {
  const Newcomer program;
  const auto limit = program.run({"events", "--limit", "-1"});
  CHECK(limit.status == 2);
  CHECK_THAT(limit.err, Contains("--limit: '-1' is no number that is possible here"));
  const auto span = program.run({"diff", "--from", "2020-01-01", "--to", "1h"});
  CHECK(span.status == 2);
  CHECK_THAT(span.err, Contains("--to: '1h' is no time") && Contains("write \"1h ago\""));
  const auto future = program.run({"events", "--since", "2999-01-01", "--json"});
  CHECK(future.status == 0);
  CHECK_THAT(future.err, Contains("--since: 2999-01-01 00:00 UTC is still to come"));
}

TEST_CASE("a time without a zone is local time", "[e2e]") {
  Newcomer program;
  program.environment["PAPERWATCH_NOW"] = "2026-11-30T09:00:00Z";
  program.run({"sync"});
  program.environment["TZ"] = "Europe/Zurich";  // 10:00 there
  const auto since = [&](const char* time) {
    return program.run({"events", "--since", time, "--json"}).json()["events"].size();
  };
  CHECK(since("2026-11-30 09:59") == 3);
  CHECK(since("2026-11-30T10:00:01") == 0);
  CHECK(since("2026-11-30T09:00:01Z") == 0);
  CHECK(since("2026-11-30T08:59:59+00:00") == 3);
}

TEST_CASE("deliveries are a table with the time of the next attempt; what is done is said",
          "[e2e]") {
  Newcomer program(3, "channels: {script: {type: exec, command: [/bin/false]}}\n");
  program.environment["PAPERWATCH_NOW"] = "2026-11-30T09:00:00Z";
  program.run({"sync"});
  program.server.on("/list", html(numbers_page(5)));
  program.run({"sync"});
  const auto table = program.run({"deliveries"}).out;
  CHECK_THAT(table, Contains("id  event  channel  state    attempts  due"));
  CHECK_THAT(table, Contains("waiting         1  2026-11-30 09:01 UTC"));

  const auto rows = program.run({"deliveries", "--json"}).json()["deliveries"];
  REQUIRE(rows.size() == 3);  // two papers and the count
  const auto first = std::to_string(rows[0]["id"].get<int>());
  const auto second = std::to_string(rows[1]["id"].get<int>());
  CHECK(program.run({"deliveries", "--retry", first}).out ==
        "delivery " + first + " is due now: the daemon or the next sync tells script\n");
  CHECK(program.run({"deliveries", "--drop", second}).out ==
        "delivery " + second + " is dropped: script will not be told of event " +
            std::to_string(rows[1]["event"].get<int>()) + "\n");
  CHECK(program.run({"deliveries", "--drop", second}).status == 2);
}

TEST_CASE("a page that stays broken is one entry of the review", "[e2e]") {
  Newcomer program;
  program.environment["PAPERWATCH_NOW"] = "2026-11-30T09:00:00Z";
  program.run({"sync"});
  program.server.on("/list", html("<!doctype html><html><body>Sorry</body></html>"));
  for (const char* day : {"01", "02", "03"}) {
    program.environment["PAPERWATCH_NOW"] = fmt::format("2026-12-{}T09:00:00Z", day);
    program.run({"sync"});
  }
  const auto listed = program.run({"review"}).out;
  CHECK(times(listed, "decide:") == 1);
  CHECK_THAT(listed, Contains("visit 4  numbers  2026-12-03 09:00 UTC") &&
                         Contains("the same in 3 visits since visit 2, 2026-12-01 09:00 UTC"));
  CHECK(program.run({"review", "--json"}).json()["visits"].size() == 3);
  CHECK(program.run({"events", "--kind", "source_broken", "--json"}).json()["events"].size() == 1);

  CHECK(program.run({"review", "reject", "4"}).status == 0);
  CHECK(program.run({"review", "--json"}).json()["visits"].empty());
}

TEST_CASE("what only reads needs no secret; check warns of systemd's", "[e2e]") {
  Newcomer program(
      3,
      "channels: {hook: {type: webhook, url: {credential: hook}}, mail: {type: email, smtp: "
      "'smtps://m.example', user: u, password: {credential: smtp}, from: a@m.example, to: "
      "b@m.example}}\n");
  program.environment["CREDENTIALS_DIRECTORY"] = program.folder.path();
  program.write("hook", "https://hook.example/\n");
  program.write("smtp", "secret\n");
  CHECK(program.run({"sync"}).status == 0);

  program.environment.erase("CREDENTIALS_DIRECTORY");
  for (const std::vector<std::string>& words : {std::vector<std::string>{"status"},
                                                {"events"},
                                                {"papers"},
                                                {"deliveries"},
                                                {"channels"},
                                                {"feeds"},
                                                {"review"},
                                                {"doctor", "--offline"},
                                                {"diff", "--from", "1d ago"},
                                                {"export", "-"},
                                                {"explain", "numbers"}}) {
    const auto ended = program.run(words);
    INFO(words.front() << ": " << ended.err);
    CHECK(ended.status == 0);
    CHECK(ended.err.empty());
  }
  const auto tried = program.run({"try", "numbers"});
  CHECK(tried.status == 0);
  CHECK_THAT(tried.err, Contains("without a secret: ") && Contains("'smtp'"));
  const auto checked = program.run({"check"});
  CHECK(checked.status == 0);
  CHECK(times(checked.out, "warning: ") == 2);
  CHECK_THAT(checked.out, Contains("there is no $CREDENTIALS_DIRECTORY to look for 'hook' in"));
  CHECK(program.run({"sync"}).status == 2);

  // A secret that should be here is a fault of the configuration as ever.
  program.change("{credential: smtp}", "{file: nowhere}");
  CHECK(program.run({"check"}).status == 2);
  CHECK(program.run({"status"}).status == 0);
}

TEST_CASE("a look at what was never visited makes no database", "[e2e]") {
  const Newcomer program;
  for (const std::vector<std::string>& words : {std::vector<std::string>{"status"},
                                                {"events"},
                                                {"papers"},
                                                {"deliveries"},
                                                {"channels"},
                                                {"review"},
                                                {"doctor"}}) {
    CAPTURE(words.front());
    CHECK(program.run(words).status == 0);
    CHECK_FALSE(std::filesystem::exists(program.folder / "paperwatch.db"));
  }
}

TEST_CASE("an export replaces no file unless it is told to", "[e2e]") {
  const Newcomer program;
  program.run({"sync"});
  program.write("thesis.jsonl", "years of work");
  const auto refused = program.run({"export", "thesis.jsonl"});
  CHECK(refused.status == 2);
  CHECK_THAT(refused.err, Contains("exists already and was left alone") && Contains("--force"));
  CHECK(program.read("thesis.jsonl") == "years of work");
  CHECK(program.run({"export", "thesis.jsonl", "--force"}).status == 0);
  CHECK_THAT(program.read("thesis.jsonl"), Contains("paperwatch-history"));
  CHECK_THAT(program.run({"export", "/dev/null"}).err, Contains("is no regular file"));
}

TEST_CASE("a backup that cannot be written blames its own place", "[e2e]") {
  const Newcomer program;
  CHECK_THAT(program.run({"backup", "copy.db"}).err, Contains("paperwatch.db is not there yet"));
  program.run({"sync"});
  const auto ended = program.run({"backup", "nowhere/copy.db"});
  CHECK(ended.status == 3);
  CHECK_THAT(ended.err, Contains("cannot write nowhere/copy.db: there is no folder nowhere"));
}

TEST_CASE("feeds removes what it wrote for sources that are gone, and nothing else", "[e2e]") {
  const Newcomer program;
  program.run({"sync"});
  program.write("feeds/mine.rss", "not paperwatch's");
  program.change("id: numbers", "id: figures");
  program.run({"sync"});
  CHECK(std::filesystem::exists(program.folder / "feeds/numbers.rss"));
  const auto feeds = program.run({"feeds"}).out;
  CHECK_THAT(feeds, Contains("numbers.rss removed: no feed has this name any more"));
  CHECK_FALSE(std::filesystem::exists(program.folder / "feeds/numbers.rss"));
  CHECK_FALSE(std::filesystem::exists(program.folder / "feeds/numbers.json"));
  CHECK(std::filesystem::exists(program.folder / "feeds/figures.rss"));
  CHECK(std::filesystem::exists(program.folder / "feeds/mine.rss"));
  CHECK(program.run({"feeds", "--json"}).json()["removed"].empty());
}

TEST_CASE("no login of an address reaches feeds, papers or their addresses", "[e2e]") {
  Newcomer program;
  program.change("http://", "http://reader:sesame@");
  CHECK(program.run({"sync"}).status == 0);
  std::string all = program.run({"papers", "--json"}).out + program.run({"events", "--json"}).out +
                    program.run({"status", "--json"}).out +
                    program.run({"explain", "numbers", "--json"}).out +
                    program.run({"export", "feeds.opml"}).out + program.read("feeds.opml");
  for (const auto& entry : std::filesystem::directory_iterator(program.folder / "feeds"))
    if (entry.is_regular_file()) all += text_of_file(entry.path());
  CHECK(all.find("On the number 2") != std::string::npos);
  CHECK(all.find("sesame") == std::string::npos);
}

TEST_CASE("no login of an address reaches the database, an export, or what is said of a failure",
          "[e2e]") {
  Newcomer program;
  program.change("http://", "http://reader:sesame@");
  CHECK(program.run({"sync"}).status == 0);
  // The page is known again all the same.
  const auto again = program.run({"sync", "--json"});
  CHECK(again.json()["visits"][0]["outcome"] == "unchanged");
  program.server.on("/list", html("<!doctype html><html><body>Sorry</body></html>"));
  std::string all = program.run({"sync", "--json"}).out;
  all += program.run({"review"}).out + program.run({"replay", "numbers"}).out;
  program.server.on("/list", status(500));
  const auto failed = program.run({"-v", "sync"});
  all += failed.out + failed.err + program.run({"status"}).out;
  CHECK(program.run({"export", "history.jsonl", "--with-archive"}).status == 0);
  all += program.read("history.jsonl");
  CHECK(program.run({"backup", "copy.db"}).status == 0);
  all += program.read("copy.db") + program.read("paperwatch.db");
  CHECK(all.find("On the number 2") != std::string::npos);
  CHECK(all.find("/list") != std::string::npos);
  CHECK(all.find("sesame") == std::string::npos);
}

TEST_CASE("what root's sync leaves in another user's folder does not shut that user out", "[e2e]") {
  if (::geteuid() != 0) {
    WARN("only root can do that");
    return;
  }
  constexpr uid_t service = 65534;
  const Newcomer program;
  const auto folder = program.folder.path();
  REQUIRE(::chown(folder.c_str(), service, service) == 0);
  CHECK(program.run({"sync"}).status == 0);
  std::size_t seen = 0;
  for (const auto& entry : std::filesystem::recursive_directory_iterator(folder)) {
    const auto name = entry.path().filename().string();
    if (name == "paperwatch.yaml" || name.starts_with("run-")) continue;
    struct stat state {};
    REQUIRE(::lstat(entry.path().c_str(), &state) == 0);
    INFO(name);
    CHECK(state.st_uid == service);
    ++seen;
  }
  CHECK(seen > 10);
  const auto theirs = program.run_without_rights({"sync"});
  CHECK(theirs.status == 0);
  CHECK(theirs.err.empty());

  // What older programs left is told with the remedy.
  REQUIRE(::chown((folder / "paperwatch.db-locks").c_str(), 0, 0) == 0);
  const auto shut_out = program.run_without_rights({"sync"});
  CHECK(shut_out.status == 3);
  CHECK_THAT(shut_out.err,
             Contains("paperwatch.db-locks: Permission denied") && Contains("chown --reference="));
}

TEST_CASE("a second daemon on one database says so and ends", "[e2e]") {
  const Newcomer program;
  Running first(program.folder.path(), {"daemon"}, program.environment);
  REQUIRE(program.server.wait_for_requests(2));
  const auto second = program.run({"daemon"});
  CHECK(second.status == 3);
  CHECK_THAT(second.err, Contains("another paperwatch daemon works on ") &&
                             Contains("`paperwatch sync` may run beside it"));
  CHECK(program.run({"sync"}).status == 0);
  first.signal(SIGTERM);
  CHECK(first.wait().status == 0);

  Running third(program.folder.path(), {"daemon"}, program.environment);
  CHECK_FALSE(eventually([&] { return third.has_ended(); }, 1));
  third.signal(SIGTERM);
  CHECK(third.wait().status == 0);
}

TEST_CASE("a test of a channel says what was sent to whom", "[e2e]") {
  const Newcomer program(3,
                         "channels: {good: {type: exec, command: [/bin/true]}, bad: {type: exec, "
                         "command: [/bin/false]}}\n");
  CHECK(program.run({"channels", "test", "good"}).out ==
        "good: a sample was sent to /bin/true and accepted\n");
  const auto bad = program.run({"channels", "test", "bad"});
  CHECK(bad.status == 1);
  CHECK_THAT(bad.out, Contains("bad: the sample was not accepted: "));
}
