// SPDX-License-Identifier: MIT
// Whatever ends a sync, and wherever: the database stays whole, and the next sync reaches the same
// truth with no event lost or told twice.
//
// PAPERWATCH_CRASH=full tries every system call and many random moments; without it a few.
#include <algorithm>
#include <cstdlib>
#include <map>
#include <random>
#include <set>

#include <sys/stat.h>

#include "e2e/intruder.hpp"
#include "support/catch.hpp"
#include "support/http_server.hpp"

using namespace paperwatch::test;

namespace {

namespace fs = std::filesystem;

bool is_full() {
  const char* form = std::getenv("PAPERWATCH_CRASH");
  return form && std::string(form) == "full";
}

std::string page(const char* topic, int first, int last, const std::string& note,
                 const std::string& more) {
  std::string items;
  for (int i = last; i >= first; --i)
    items += fmt::format("<li><a href=/{0}/{1}>On the {0} {1}{2}</a></li>", topic, i,
                         i % 3 == 0 ? note : "");
  return "<!doctype html><html><body><ul>" + items + "</ul>" + more + "</body></html>";
}

// What is known and told, whatever ids it has: which source is settled first is chance.
struct World {
  std::multiset<std::string> facts;
  std::set<std::string> heard;  // deliveries by key
};

// The facts of an export: papers by key instead of id.
std::multiset<std::string> facts_of(const std::string& lines) {
  std::multiset<std::string> facts;
  std::map<int, std::string> keys, events;
  std::istringstream in(lines);
  for (std::string line; std::getline(in, line);) {
    const auto json = nlohmann::json::parse(line);
    const std::string table = json.begin().key();
    const auto& row = *json.begin();
    if (table == "paper") keys[row["id"].get<int>()] = row["key"].get<std::string>();
    std::string fact = table;
    const auto add = [&](std::initializer_list<const char*> columns) {
      for (const char* column : columns)
        if (row.contains(column)) fact += " " + row[column].dump();
    };
    if (table == "event") {
      add({"kind", "source", "at", "baseline", "changes", "count", "message"});
      events[row["id"].get<int>()] = fact;
    } else if (table == "version" || table == "standing" || table == "standing_change") {
      fact += " " + keys[row["paper"].get<int>()];
      add({"source", "number", "at", "state", "missed", "first_seen", "last_seen", "fields"});
    } else if (table == "delivery") {
      fact += " " + events[row["event"].get<int>()];
      add({"channel", "state"});
    } else {
      continue;
    }
    facts.insert(fact);
  }
  return facts;
}

// A program that has made its first visits, and whose two listings have news now: new papers and
// changed ones. The list of one has two pages.
class Crashing {
 public:
  Crashing() {
    show(6, "");
    write(before_, "paperwatch.yaml");
    REQUIRE(run(before_, {"sync"}).status == 0);
    for (const auto& file : fs::directory_iterator(before_.path()))
      if (file.path().filename().string().starts_with("run-")) fs::remove(file.path());
    show(9, ", revised");
    environment_["PAPERWATCH_NOW"] = "2026-11-02T09:00:00Z";
  }

  // A copy of the program's folder as it was before the news.
  void prepare(const fs::path& folder) const {
    fs::copy(before_.path(), folder, fs::copy_options::recursive);
  }

  Start sync_in(const fs::path& folder) const { return start(folder, {"sync"}); }
  Start start(const fs::path& folder, const std::vector<std::string>& words) const {
    return start_in(folder, words, environment_);
  }
  Ended run(const TempDir& folder, const std::vector<std::string>& words) const {
    return run(folder.path(), words);
  }
  Ended run(const fs::path& folder, const std::vector<std::string>& words) const {
    return Running(start_in(folder, words, environment_)).wait();
  }

  World look(const fs::path& folder) const {
    World seen{facts_of(run(folder, {"export", "-"}).out), {}};
    std::istringstream lines(text_of_file(folder / "heard"));
    for (std::string line; std::getline(lines, line);)
      if (!line.empty())
        seen.heard.insert(nlohmann::json::parse(line)["delivery"].get<std::string>());
    return seen;
  }

 private:
  void show(int count, const std::string& note) {
    server_.on("/a", html(page("number", 4, count, note, "<a rel=next href=/a2>next</a>")));
    server_.on("/a2", html(page("number", 1, 3, note, "")));
    server_.on("/b", html(page("letter", 1, count, note, "")));
  }

  void write(const TempDir& folder, const std::string& name) const {
    std::ofstream(folder / name) << fmt::format(
        "fetch: {{host_delay: 0s, private_addresses: allow, retries: 0}}\n"
        "channels:\n"
        "  script: {{type: exec, command: [/bin/sh, -c, 'cat >> heard; echo >> heard']}}\n"
        "templates:\n"
        "  list: {{extract: {{record: li, fields: {{title: a, url: 'a::attr(href)'}}}}}}\n"
        "sources:\n"
        "  - {{id: a, url: '{}', template: list, pages: {{next: 'a[rel=next]'}}}}\n"
        "  - {{id: b, url: '{}', template: list}}\n",
        server_.url("/a"), server_.url("/b"));
  }

  HttpServer server_;
  TempDir before_;
  std::map<std::string, std::string> environment_{
      {"TZ", "UTC"},
      {"PAPERWATCH_CONFIG", ""},
      {"PAPERWATCH_NOW", "2026-11-01T09:00:00Z"},
      {"ASAN_OPTIONS", "detect_leaks=0"}};  // leaks cannot be looked for under ptrace
};

// After the harm: the database is whole, one more sync sees everything, and the feeds say so.
void check_recovery(const Crashing& crashing, const fs::path& folder, const World& truth) {
  const auto doctor = crashing.run(folder, {"doctor", "--offline"});
  INFO(doctor.out << doctor.err);
  CHECK(doctor.status == 0);
  CHECK(crashing.run(folder, {"sync"}).status == 0);
  const World seen = crashing.look(folder);
  CHECK(seen.facts == truth.facts);
  // A delivery may come twice, but under the same key.
  CHECK(seen.heard.size() == truth.heard.size());
  CHECK(crashing.run(folder, {"feeds", "--json"}).json()["written"].empty());
}

World undisturbed(const Crashing& crashing, const fs::path& folder) {
  crashing.prepare(folder);
  REQUIRE(crashing.run(folder, {"sync"}).status == 0);
  World truth = crashing.look(folder);
  REQUIRE(truth.heard.size() > 8);
  REQUIRE(truth.facts.size() > 80);
  return truth;
}

// What readers of the feeds see, by name.
std::map<std::string, std::string> feeds_in(const fs::path& folder) {
  std::map<std::string, std::string> feeds;
  for (const auto& file : fs::directory_iterator(folder / "feeds")) {
    const auto name = file.path().filename().string();
    if (!name.starts_with('.')) feeds[name] = text_of_file(file.path());
  }
  return feeds;
}

// Every call from 1 to `count`, or some of them, the first and the last included.
std::vector<std::size_t> points(std::size_t count, std::size_t some) {
  const std::size_t step = is_full() ? 1 : std::max<std::size_t>(1, count / some);
  std::vector<std::size_t> all;
  for (std::size_t at = 1; at < count; at += step) all.push_back(at);
  all.push_back(count);
  return all;
}

}  // namespace

TEST_CASE("a sync that is killed at any write system call loses and repeats nothing", "[crash]") {
  if (!can_harm(Harm::kill)) {
    WARN("skipped: this machine does not let processes be watched (ptrace)");
    return;
  }
  const Crashing crashing;
  const TempDir folder;
  const World truth = undisturbed(crashing, folder / "truth");
  crashing.prepare(folder / "count");
  const auto counted = run_harmed(crashing.sync_in(folder / "count"), Harm::none, 0);
  REQUIRE(counted.ended.status == 0);
  REQUIRE(counted.writes > 30);

  std::size_t killed = 0;
  for (const std::size_t at : points(counted.writes, 8)) {
    const auto place = folder / fmt::format("kill-{}", at);
    crashing.prepare(place);
    const auto run = run_harmed(crashing.sync_in(place), Harm::kill, at);
    INFO("killed at write call " << at << " of " << counted.writes << ": " << run.call);
    killed += run.ended.status == 128 + SIGKILL ? 1 : 0;
    check_recovery(crashing, place, truth);
    fs::remove_all(place);
  }
  // Threads may write in another order from run to run; the last calls may then not be reached.
  CHECK(killed + 5 >= points(counted.writes, 8).size());
  if (is_full()) WARN(killed << " syncs killed, at each of " << counted.writes << " write calls");
}

TEST_CASE("feeds that are killed while they are written are old or new, and come next time",
          "[crash]") {
  if (!can_harm(Harm::kill)) {
    WARN("skipped: this machine does not let processes be watched (ptrace)");
    return;
  }
  const Crashing crashing;
  const TempDir folder;
  crashing.prepare(folder / "old");
  crashing.prepare(folder / "new");
  REQUIRE(crashing.run(folder / "new", {"sync"}).status == 0);
  const auto old_feeds = feeds_in(folder / "old"), new_feeds = feeds_in(folder / "new");
  REQUIRE(new_feeds.size() == 12);
  REQUIRE(new_feeds.at("a.rss") != old_feeds.at("a.rss"));
  // The visits are committed, nothing is published.
  const auto prepare = [&](const fs::path& place) {
    fs::copy(folder / "new", place, fs::copy_options::recursive);
    fs::remove_all(place / "feeds");
    fs::copy(folder / "old/feeds", place / "feeds", fs::copy_options::recursive);
  };
  prepare(folder / "count");
  const auto counted = run_harmed(crashing.start(folder / "count", {"feeds"}), Harm::none, 0);
  REQUIRE(counted.ended.status == 0);
  REQUIRE(counted.writes > 20);

  for (const std::size_t at : points(counted.writes, 12)) {
    const auto place = folder / fmt::format("kill-{}", at);
    prepare(place);
    const auto run = run_harmed(crashing.start(place, {"feeds"}), Harm::kill, at);
    INFO("killed at write call " << at << " of " << counted.writes << ": " << run.call);
    CHECK(run.ended.status == 128 + SIGKILL);
    for (const auto& [name, text] : feeds_in(place))
      CHECK((text == old_feeds.at(name) || text == new_feeds.at(name)));
    CHECK(crashing.run(place, {"sync"}).status == 0);
    CHECK(feeds_in(place) == new_feeds);
    CHECK(fs::is_empty(place / "feeds/.new"));
    fs::remove_all(place);
  }
}

TEST_CASE("a sync that is killed at random moments loses and repeats nothing", "[crash]") {
  const Crashing crashing;
  const TempDir folder;
  const auto begun = std::chrono::steady_clock::now();
  const World truth = undisturbed(crashing, folder / "truth");
  const auto length = std::chrono::duration_cast<std::chrono::microseconds>(
      std::chrono::steady_clock::now() - begun);
  std::mt19937 random(20261201);
  std::uniform_int_distribution<long> moment(0, length.count());
  int killed = 0;
  const int tries = is_full() ? 200 : 6;
  for (int i = 0; i < tries; ++i) {
    const auto place = folder / fmt::format("kill-{}", i);
    crashing.prepare(place);
    const auto pause = std::chrono::microseconds(moment(random));
    {
      Running sync(crashing.sync_in(place));
      std::this_thread::sleep_for(pause);
      sync.signal(SIGKILL);
      killed += sync.wait().status == 128 + SIGKILL ? 1 : 0;
    }
    INFO("killed after " << pause.count() << " us");
    check_recovery(crashing, place, truth);
    fs::remove_all(place);
  }
  if (is_full()) WARN(killed << " of " << tries << " syncs killed before they had ended");
}

TEST_CASE("a disk that is full from any write on is told, and nothing is lost", "[crash]") {
  if (!can_harm(Harm::no_room)) {
    WARN("skipped: this machine does not let calls of a process fail (ptrace)");
    return;
  }
  const Crashing crashing;
  const TempDir folder;
  const World truth = undisturbed(crashing, folder / "truth");
  crashing.prepare(folder / "count");
  const auto counted = run_harmed(crashing.sync_in(folder / "count"), Harm::none, 0);

  int refused = 0;
  for (const std::size_t at : points(counted.writes, 6)) {
    const auto place = folder / fmt::format("full-{}", at);
    crashing.prepare(place);
    const auto run = run_harmed(crashing.sync_in(place), Harm::no_room, at);
    INFO("no room from write call " << at << " of " << counted.writes << " (" << run.call
                                    << "): " << run.ended.err);
    if (run.ended.status == 3) {
      ++refused;
      CHECK((run.ended.err.find("no room left to write") != std::string::npos ||
             run.ended.err.find("cannot be made") != std::string::npos));
      CHECK(run.ended.err.find("free some space") != std::string::npos);
    } else {
      // The visits were committed before, or only the feeds had no room.
      CHECK(run.ended.status == 0);
    }
    check_recovery(crashing, place, truth);
    fs::remove_all(place);
  }
  CHECK(refused > 0);
  if (is_full()) WARN(refused << " of " << counted.writes << " points ended the sync with 3");
}

TEST_CASE("a database in a read-only folder is told, stays as it is, and can be read", "[crash]") {
  const Crashing crashing;
  const TempDir folder;
  const auto place = folder / "read-only";
  crashing.prepare(place);
  const auto bytes = text_of_file(place / "paperwatch.db");
  for (const auto& file : fs::directory_iterator(place))
    if (file.is_regular_file()) ::chmod(file.path().c_str(), 0444);
  ::chmod(folder.path().c_str(), 0755);
  ::chmod(place.c_str(), 0555);
  const auto run = [&](const char* command) {
    Start start = crashing.sync_in(place);
    start.arguments = {command};
    start.out = (folder / "out").string();
    start.err = (folder / "err").string();
    start.without_rights = true;
    return Running(std::move(start)).wait();
  };
  const auto read = run("papers");
  if (read.status >= 126) {
    WARN("skipped: a user without rights cannot run the program where it was built");
    return;
  }
  CHECK(read.status == 0);
  CHECK(read.out.find("On the number 6") != std::string::npos);

  const auto sync = run("sync");
  CHECK(sync.status == 3);
  CHECK(sync.err.find("paperwatch.db cannot be written: it is read-only") != std::string::npos);
  CHECK(sync.err.find("give the user who runs paperwatch the right") != std::string::npos);
  CHECK(text_of_file(place / "paperwatch.db") == bytes);
  ::chmod(place.c_str(), 0755);
}
