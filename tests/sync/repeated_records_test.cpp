// SPDX-License-Identifier: MIT
// A record that shows what is known of its paper is not compared. Two worlds see the same listing,
// one of them forgets after each visit what its records showed: whatever happens there, both come
// to know the same and tell the same.
#include <random>

#include "store/opening.hpp"
#include "support/catch.hpp"
#include "sync/world.hpp"

using namespace paperwatch;
using namespace paperwatch::test;

namespace {

using Pages = std::vector<std::vector<Item>>;

struct RepeatingWorld : World {
  using World::World;

  // `broken`: the page that cannot be had this time, from 1; 0: none.
  // `noise`: of each page.
  void show_pages(const Pages& pages, int broken = 0, const std::vector<int>& noise = {}) {
    for (std::size_t i = 0; i < pages.size(); ++i) {
      const auto path = i == 0 ? std::string("/list") : fmt::format("/list/{}", i + 1);
      std::string more = fmt::format("<p>{}</p>", i < noise.size() ? noise[i] : 0);
      if (i + 1 < pages.size())
        more += fmt::format("<a class=next href='/list/{}'>more</a>", i + 2);
      auto response = html(page_html(pages[i], more));
      if (static_cast<int>(i) + 1 == broken) response.status = 500;
      server.on(path, response);
    }
  }

  std::string ask(const std::string& sql) { return open_for_reading(config.database)->ask(sql); }

  void forget_records() {
    Store(config.database, Store::Access::write);
    open_for_writing(config.database)->execute("UPDATE page SET records = NULL");
  }

  // All that is known of papers, without the server's address.
  std::string known() {
    std::string all = ask(
        "SELECT group_concat(line, char(10)) FROM ("
        " SELECT 'paper ' || id || ' ' || key || ' ' || version || withdrawn AS line FROM paper"
        " UNION ALL SELECT 'alias ' || key || ' ' || paper FROM alias"
        " UNION ALL SELECT 'version ' || paper || ' ' || number || ' ' || fields FROM version"
        " UNION ALL SELECT 'standing ' || paper || ' ' || state || missed || withdrawn || ' ' ||"
        "   version || coalesce(fields, '') || coalesce(pending, '') || pending_seen FROM standing"
        " UNION ALL SELECT 'page ' || number || ' ' || hex(papers) FROM page"
        " ORDER BY line)");
    const std::string address = server.url("");
    for (auto at = all.find(address); at != all.npos; at = all.find(address, at))
      all.erase(at, address.size());
    return all;
  }

  std::int64_t remembered() {
    return std::stoll(
        ask("SELECT coalesce(sum(length(replace(hex(records), '0000000000000000', '')) > 0), 0)"
            " FROM page"));
  }
};

// A listing to which things happen.
class Happenings {
 public:
  explicit Happenings(unsigned seed) : random_(seed) {
    for (int i = 0; i < 14; ++i) items_.push_back(fresh());
  }

  void change() {
    lost_comments_ = one_in(9);
    broken_ = one_in(7) ? 2 + pick(2) : 0;
    for (int left = pick(4); left > 0; --left) happen();
  }

  Pages pages() const {
    Pages pages(1);
    for (auto item : items_) {
      if (pages.back().size() == 5) pages.emplace_back();
      if (lost_comments_) item.comments.clear();
      pages.back().push_back(std::move(item));
    }
    return pages;
  }
  int broken() const { return broken_; }
  std::vector<int> noise() {
    std::vector<int> noise(20);
    for (int& page : noise) page = one_in(2) ? 0 : pick(1000);
    return noise;
  }

 private:
  int pick(std::size_t size) { return static_cast<int>(random_() % size); }
  bool one_in(std::size_t size) { return pick(size) == 0; }
  Item& any() { return items_[random_() % items_.size()]; }

  Item fresh() {
    const int number = ++count_;
    return {fmt::format("/p/{}", number), fmt::format("On the number {} and its friends", number),
            fmt::format("Ann Author{}", number), one_in(3) ? "" : fmt::format("{} pages", number)};
  }

  void happen() {
    const auto place = items_.begin() + pick(items_.size());
    switch (pick(13)) {
      case 0:
      case 1:
        items_.insert(place, fresh());
        break;
      case 2:
        if (items_.size() > 6) items_.erase(place);
        break;
      case 3:
        place->title += " anew";
        break;
      case 4:
        place->comments = fmt::format("{} pages", pick(100));
        break;
      case 5:
        std::swap(*place, any());
        break;
      case 6: {  // listed twice, maybe not alike
        Item twice = *place;
        if (one_in(2)) twice.comments = "talk";
        items_.insert(items_.begin() + pick(items_.size()), twice);
        break;
      }
      case 7:  // two papers behind one link
        place->link = any().link;
        break;
      case 8:
        place->link = fmt::format("/moved/{}", pick(1000));
        break;
      case 9:
        place->title = "Withdrawn: " + place->title;
        break;
      case 10:
        place->title = any().title;
        break;
      case 11:
        place->link = one_in(2) ? "https://doi.org/10.1234/" + std::to_string(pick(20))
                                : fmt::format("https://arxiv.org/abs/2305.000{:02}", pick(20));
        break;
      case 12:
        place->authors = "Bo Other";
        break;
    }
  }

  std::mt19937 random_;
  std::vector<Item> items_;
  int count_ = 0, broken_ = 0;
  bool lost_comments_ = false;
};

}  // namespace

TEST_CASE("what is known does not depend on which records were compared", "[repeated-records]") {
  const std::string track = GENERATE("{}", "{settle: 2}", "{ignore: [comments]}");
  const auto seed = GENERATE(range(1U, 5U));
  INFO(track << ", seed " << seed);
  const auto more = fmt::format("    pages: {{next: a.next, max: 9}}\n    track: {}\n", track);
  RepeatingWorld quick(more), slow(more);
  Happenings listing(seed);
  std::int64_t remembered = 0;
  const int steps = is_full() ? 1500 : 25;
  for (int step = 0; step < steps; ++step) {
    INFO("step " << step);
    const auto noise = listing.noise();
    quick.show_pages(listing.pages(), listing.broken(), noise);
    slow.show_pages(listing.pages(), listing.broken(), noise);
    const auto fast = quick.next_day(), whole = slow.next_day();
    REQUIRE(told(fast) == told(whole));
    REQUIRE(fast.visit.outcome == whole.visit.outcome);
    REQUIRE(quick.known() == slow.known());
    remembered += quick.remembered();
    slow.forget_records();
    listing.change();
  }
  CHECK(remembered > steps);  // or nothing was tried
}

TEST_CASE("a record that was moved to another page is known there", "[repeated-records]") {
  RepeatingWorld world("    pages: {next: a.next}\n");
  auto items = papers(10);
  const auto pages = [&] {
    return Pages{{items.begin(), items.begin() + 5}, {items.begin() + 5, items.end()}};
  };
  world.show_pages(pages());
  world.visit();
  REQUIRE(world.remembered() == 2);

  // A new paper pushes one to the second page; of the others nothing changed, of one the title.
  items.insert(items.begin(), {"/p/11", "On the number 11 and its friends", "Ann Author11"});
  items[4].title = "Anew on the number 7";
  world.show_pages(pages());
  CHECK(told(world.next_day()) == Lines{"paper_new On the number 11 and its friends",
                                        "paper_changed Anew on the number 7: title",
                                        "count_changed 10 → 11"});
}

TEST_CASE("a record that comes back to what its page showed all along is news",
          "[repeated-records]") {
  RepeatingWorld world("    pages: {next: a.next}\n");
  auto items = papers(3);
  Item elsewhere = items[0];
  elsewhere.comments = "12 pages";
  world.show_pages({items, papers(1)});
  world.visit();

  // The second page says more of the first paper than the first page, which stays as it was.
  world.show_pages({items, {elsewhere}});
  CHECK(told(world.next_day()) == Lines{"paper_changed On the number 3 and its friends: comments"});
  world.show_pages({items, papers(1)});
  CHECK(told(world.next_day()).empty());

  // Now the first page is read again.
  world.show_pages({items, papers(1)}, 0, {1});
  CHECK(told(world.next_day()) == Lines{"paper_changed On the number 3 and its friends: comments"});
}
