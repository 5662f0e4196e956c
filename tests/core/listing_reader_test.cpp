// SPDX-License-Identifier: MIT
// Semantics, "A visit": several pages as one listing that may move while it is read.
#include "core/listing_reader.hpp"

#include <functional>

#include <fmt/format.h>

#include "base/hash.hpp"
#include "base/text.hpp"
#include "support/catch.hpp"

using namespace paperwatch;

namespace {

PagesRules with_next(int max = 50) {
  PagesRules rules;
  rules.next = FieldRule{};
  rules.max = max;
  return rules;
}

PagesRules with_template(std::string text, std::optional<std::int64_t> start = {},
                         std::optional<std::int64_t> step = {}) {
  PagesRules rules;
  rules.url_template = std::move(text);
  rules.start = start;
  rules.step = step;
  return rules;
}

// A listing in pages of three at u?1, u?2, …, that a test may change between two requests.
struct Site {
  std::string papers;  // one letter each, newest first

  PageReading page(int number, const std::string& url) const {
    PageReading reading;
    reading.number = number;
    reading.url = url;
    const auto start = static_cast<std::size_t>(number - 1) * 3;
    for (std::size_t i = start; i < std::min(papers.size(), start + 3); ++i)
      reading.records.emplace_back(1, papers[i]);
    if (papers.size() > start + 3) reading.next = "u?" + std::to_string(number + 1);
    reading.body_hash = content_hash(join(reading.records, ",") + (reading.next ? "+" : ""));
    return reading;
  }
};

struct Seen {
  std::string requests;  // numbers of the pages asked for, "R" for a recheck
  std::string papers;    // what the visit shows, in order
};

// Reads the site; `before` is called with the number of requests made so far, before each.
Seen read_all(
    Site& site, ListingReader& reader, const std::function<void(int)>& before = [](int) {}) {
  Seen seen;
  int requests = 0;
  while (const auto step = reader.next()) {
    before(requests++);
    seen.requests += step->is_recheck ? "R" : std::to_string(step->number);
    reader.read(site.page(step->number, step->url));
    if (requests > 40) break;
  }
  for (const auto index : reader.listing()) {
    for (const auto& record : reader.reading(index).records) {
      if (seen.papers.find(record) == std::string::npos) seen.papers += record;
    }
  }
  return seen;
}

}  // namespace

TEST_CASE("one page without rules for more is the whole listing", "[reader]") {
  Site site{"abc"};
  ListingReader reader("u", std::nullopt, {0, 0});
  CHECK(read_all(site, reader).requests == "1");
  CHECK(reader.reached_end());
}

TEST_CASE("pages are followed to the end, then the first is asked for again", "[reader]") {
  Site site{"abcdefgh"};
  ListingReader reader("u", with_next(), {0, 0});
  const auto seen = read_all(site, reader);
  CHECK(seen.requests == "123R");
  CHECK(seen.papers == "abcdefgh");
  CHECK(reader.reached_end());
  CHECK(reader.pages() == 3);
  CHECK_FALSE(reader.trouble());
}

TEST_CASE("nothing is asked for again if every page came unchanged", "[reader]") {
  ListingReader reader("u", with_next(), {2, 3});
  for (int i = 1; i <= 2; ++i) {
    PageReading page;
    page.number = i;
    page.url = reader.next()->url;
    page.unchanged = true;
    page.records = {"id:" + std::to_string(i)};
    if (i == 1) page.next = "u?2";
    reader.read(page);
  }
  CHECK_FALSE(reader.next());
}

TEST_CASE("a paper put on top between two requests is not missed", "[reader]") {
  for (int when = 1; when <= 3; ++when) {
    Site site{"abcdefgh"};
    ListingReader reader("u", with_next(), {0, 0});
    const auto seen = read_all(site, reader, [&](int requests) {
      if (requests == when) site.papers.insert(0, "N");
    });
    CAPTURE(when, seen.requests);
    CHECK(seen.papers.find('N') != std::string::npos);
    CHECK(seen.papers.size() == 9);
    CHECK(reader.reached_end());
    CHECK_FALSE(reader.trouble());
  }
}

TEST_CASE("a paper taken away between two requests hides no other", "[reader]") {
  for (int when = 1; when <= 3; ++when) {
    Site site{"abcdefgh"};
    ListingReader reader("u", with_next(), {0, 0});
    const auto seen = read_all(site, reader, [&](int requests) {
      if (requests == when) site.papers.erase(1, 1);
    });
    CAPTURE(when, seen.requests, seen.papers);
    for (const char c : std::string("acdefgh")) CHECK(seen.papers.find(c) != std::string::npos);
    CHECK_FALSE(reader.trouble());
  }
}

TEST_CASE("a paper that sinks to the end between two requests is not missed", "[reader]") {
  for (int when = 1; when <= 3; ++when) {
    Site site{"abcdefgh"};
    ListingReader reader("u", with_next(), {0, 0});
    const auto seen = read_all(site, reader, [&](int requests) {
      if (requests == when) site.papers = "bcdefgha";
    });
    CAPTURE(when, seen.requests, seen.papers);
    for (const char c : std::string("abcdefgh")) CHECK(seen.papers.find(c) != std::string::npos);
    CHECK_FALSE(reader.trouble());
  }
}

TEST_CASE("papers that change places between two requests are not missed", "[reader]") {
  Site site{"abcdefgh"};
  ListingReader reader("u", with_next(), {0, 0});
  const auto seen = read_all(site, reader, [&](int requests) {
    if (requests == 3) site.papers = "hbcdefga";
  });
  CAPTURE(seen.requests, seen.papers);
  for (const char c : std::string("abcdefgh")) CHECK(seen.papers.find(c) != std::string::npos);
  CHECK(reader.reached_end());
  CHECK_FALSE(reader.trouble());
}

TEST_CASE("a listing that never stands still makes a partial visit", "[reader]") {
  Site site{"abcdefgh"};
  ListingReader reader("u", with_next(), {0, 0});
  char next = 'A';
  read_all(site, reader, [&](int) { site.papers.insert(0, 1, next++); });
  REQUIRE(reader.trouble());
  CHECK(reader.trouble()->code == "moving");
}

TEST_CASE("max ends a visit without trouble", "[reader]") {
  Site site{"abcdefgh"};
  ListingReader reader("u", with_next(2), {0, 0});
  CHECK(read_all(site, reader).requests == "12R");
  CHECK_FALSE(reader.reached_end());
  CHECK_FALSE(reader.trouble());
}

TEST_CASE("stop: known ends at the first page without news", "[reader]") {
  auto rules = with_next();
  rules.stop = PagesRules::Stop::known;
  Site site{"abcdefgh"};
  ListingReader reader("u", rules, {3, 3});
  auto page = site.page(1, "u");
  page.has_news = false;
  reader.read(page);
  CHECK_FALSE(reader.next());
  CHECK_FALSE(reader.reached_end());
}

TEST_CASE("a link back to a page that was read is the end", "[reader]") {
  ListingReader reader("u", with_next(), {0, 0});
  PageReading page;
  page.url = "u";
  page.records = {"a"};
  page.next = "u";
  reader.read(page);
  CHECK(reader.reached_end());
}

TEST_CASE("a later page that fails breaks the visit off", "[reader]") {
  Site site{"abcdefgh"};
  ListingReader reader("u", with_next(), {0, 0});
  reader.read(site.page(1, "u"));
  reader.failed({"http_500", "u?2 answered 500", ""});
  CHECK_FALSE(reader.next());
  CHECK_FALSE(reader.reached_end());
  CHECK(reader.trouble()->code == "later_page");
  CHECK(reader.listing().size() == 1);
}

TEST_CASE("a link that leads to a page without records is an outage", "[reader]") {
  Site site{"abcdefgh"};
  ListingReader reader("u", with_next(), {0, 0});
  reader.read(site.page(1, "u"));
  PageReading page;
  page.number = 2;
  page.url = "u?2";
  reader.read(page);
  CHECK(reader.trouble()->code == "later_page");
  CHECK(reader.listing().size() == 1);
}

TEST_CASE("an outage while the first page is asked for again takes nothing away", "[reader]") {
  Site site{"abcdefgh"};
  ListingReader reader("u", with_next(), {0, 0});
  const auto seen = read_all(site, reader, [&](int requests) {
    if (requests == 3) site.papers.clear();
  });
  CHECK(seen.papers == "abcdefgh");
  CHECK(reader.trouble()->code == "later_page");
}

TEST_CASE("templates count pages and offsets", "[reader]") {
  struct Row {
    PagesRules rules;
    std::vector<std::string> urls;
  };
  const Row row =
      GENERATE(Row{with_template("u?p={page}"), {"u", "u?p=2", "u?p=3"}},
               Row{with_template("u?p={page}", 1), {"u?p=1", "u?p=2", "u?p=3"}},
               Row{with_template("u?p={page}", 0), {"u?p=0", "u?p=1", "u?p=2"}},
               Row{with_template("u?p={page}", 2), {"u", "u?p=2", "u?p=3"}},
               Row{with_template("u?s={offset}", 0, 50), {"u?s=0", "u?s=50", "u?s=100"}},
               Row{with_template("u?s={offset}", {}, 50), {"u", "u?s=50", "u?s=100"}},
               Row{with_template("u?s={offset}"), {"u", "u?s=3", "u?s=6"}});
  Site site{"abcdefghi"};
  ListingReader reader("u", row.rules, {0, 0});
  std::vector<std::string> urls;
  while (const auto step = reader.next()) {
    if (step->is_recheck || urls.size() == 3) break;
    urls.push_back(step->url);
    reader.read(site.page(step->number, step->url));
  }
  CHECK(urls == row.urls);
}

TEST_CASE("a counted listing ends with an empty page, or with one that repeats", "[reader]") {
  Site site{"abcdef"};
  SECTION("empty, deeper than ever before") {
    ListingReader reader("u", with_template("u?p={page}"), {2, 3});
    CHECK(read_all(site, reader).requests == "123R");
    CHECK(reader.reached_end());
  }
  SECTION("empty, where there used to be records: an outage") {
    ListingReader reader("u", with_template("u?p={page}"), {3, 3});
    read_all(site, reader);
    REQUIRE(reader.trouble());
    CHECK(reader.trouble()->code == "later_page");
  }
  SECTION("the last page again") {
    ListingReader reader("u", with_template("u?p={page}"), {0, 0});
    reader.read(site.page(1, "u"));
    reader.read(site.page(2, "u?p=2"));
    auto again = site.page(2, "u?p=3");
    again.number = 3;
    reader.read(again);
    CHECK(reader.reached_end());
  }
}

TEST_CASE("a counted listing that became shorter ends sooner where its last page is not full",
          "[reader]") {
  Site site{"abcde"};  // once there were three pages
  ListingReader reader("u", with_template("u?p={page}"), {3, 3});
  CHECK(read_all(site, reader).requests == "123R");
  CHECK(reader.reached_end());
}

TEST_CASE("an earlier page's records in the place of a page are no end", "[reader]") {
  Site site{"abcdefghi"};
  const auto answer = [&](int number, int shown, const std::string& url) {
    auto reading = site.page(shown, url);
    reading.number = number;
    return reading;
  };
  SECTION("where pages are counted and there used to be more") {
    ListingReader reader("u", with_template("u?p={page}"), {3, 3});
    reader.read(answer(1, 1, "u"));
    reader.read(answer(2, 2, "u?p=2"));
    reader.read(answer(3, 1, "u?p=3"));
    REQUIRE(reader.trouble());
    CHECK(reader.trouble()->code == "later_page");
    CHECK(reader.listing().size() == 2);
  }
  SECTION("where a link led there, even at the first visit") {
    ListingReader reader("u", with_next(), {});
    reader.read(answer(1, 1, "u"));
    reader.read(answer(2, 2, "u?2"));
    reader.read(answer(3, 1, "u?3"));
    CHECK(reader.trouble());
  }
}

TEST_CASE("where offsets go by a step, a page of fewer records is the last", "[reader]") {
  Site site{"abcdefghi"};
  const auto rules = with_template("u?start={offset}", std::nullopt, 3);
  const auto answer = [&](int number, std::size_t records) {
    auto reading = site.page(number, number == 1 ? "u" : fmt::format("u?start={}", number * 3 - 3));
    reading.records.resize(records);
    reading.elements = records;
    reading.body_hash = content_hash(join(reading.records, ","));
    return reading;
  };
  ListingReader reader("u", rules, {});
  reader.read(answer(1, 3));
  SECTION("a gap proves no absence, but hides nothing") {
    reader.read(answer(2, 2));
    reader.read(answer(3, 3));
    reader.read(answer(4, 0));
    REQUIRE(reader.trouble());
    CHECK(reader.trouble()->message.find("u?start=3 shows 2 records") == 0);
    CHECK(reader.listing().size() == 4);
  }
  SECTION("a short last page is none") {
    reader.read(answer(2, 3));
    reader.read(answer(3, 1));
    reader.read(answer(4, 0));
    CHECK_FALSE(reader.trouble());
    CHECK(reader.reached_end());
  }
}

TEST_CASE("a cursor is put into the template, percent-encoded", "[reader]") {
  auto rules = with_template("u?cursor={next}");
  rules.next = FieldRule{};
  ListingReader reader("u", rules, {0, 0});
  PageReading page;
  page.url = "u";
  page.records = {"a"};
  page.next = "AoE+/=";
  reader.read(page);
  CHECK(reader.next()->url == "u?cursor=AoE%2B%2F%3D");
}

TEST_CASE("a template may leave out what it shares with the listing's address", "[reader]") {
  ListingReader reader("https://e.org/list?sort=new", with_template("?page={page}"), {0, 0});
  PageReading page;
  page.url = reader.next()->url;
  page.records = {"a"};
  reader.read(page);
  CHECK(reader.next()->url == "https://e.org/list?page=2");
}

TEST_CASE("a fragment makes no other page", "[reader]") {
  ListingReader reader("https://e.org/list", with_next(), {0, 0});
  PageReading page;
  page.url = "https://e.org/list";
  page.records = {"a"};
  page.next = "https://e.org/list#more";
  reader.read(page);
  CHECK_FALSE(reader.next());
  CHECK(reader.reached_end());
}
