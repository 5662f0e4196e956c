// SPDX-License-Identifier: MIT
// Events and the deliveries they owe.
#include "store_fixture.hpp"
#include "support/catch.hpp"

using namespace paperwatch;
using namespace paperwatch::test;

namespace {

using State = DeliveryRow::State;
using EventIds = std::vector<EventId>;

struct Logged {
  TempDir dir;
  Store store{dir / "p.db", Store::Access::write};
  PaperId paper = show(store, "s", minute(0), {new_paper("doi:10.1/a", titled("A"))})[0];

  Event add(Event event) { return store.insert_events({std::move(event)}).at(0); }
  Event add(EventKind kind, const std::string& source, int at) {
    return add(paper_event(kind, source, 1, minute(at), paper, "doi:10.1/a"));
  }
  EventIds ids(const EventQuery& query) {
    EventIds found;
    for (const Event& event : store.events(query)) found.push_back(event.id);
    return found;
  }
};

}  // namespace

TEST_CASE("an event comes back as it was inserted", "[store]") {
  Logged log;
  Event event;
  event.kind = EventKind::paper_changed;
  event.source = "s";
  event.visit = 1;
  event.at = minute(1);
  event.baseline = true;
  event.paper = PaperSummary{log.paper, "doi:10.1/a", "A", "https://x/", {"X"}, {"cs.DC"}, 2026};
  event.changes = {{"title", "A", "B"},
                   {"authors", std::vector<std::string>{"X"}, std::nullopt},
                   {"year", std::nullopt, std::int64_t{2026}}};
  event.count =
      CountChange{{CountKind::exact, 90}, {CountKind::at_least, 109}, CountChange::Basis::observed};
  event.also = {"t", "u"};
  event.message = "changed";
  const Event stored = log.add(event);
  CHECK(stored.id > 0);
  event.id = stored.id;
  CHECK(stored == event);
  CHECK(log.store.event(stored.id) == event);
  CHECK_FALSE(log.store.event(99));

  Event plain;
  plain.kind = EventKind::source_stale;
  plain.source = "s";
  plain.at = minute(2);
  plain.id = log.add(plain).id;
  CHECK(log.store.event(plain.id) == plain);
}

TEST_CASE("events are answered newest last, and a limit keeps the newest", "[store]") {
  Logged log;
  log.add(EventKind::paper_new, "s", 1);
  log.add(EventKind::paper_changed, "t", 2);
  log.add(EventKind::paper_changed, "s", 3);
  Event broken;
  broken.kind = EventKind::source_broken;
  broken.source = "s";
  broken.at = minute(4);
  log.add(broken);
  Event baseline = paper_event(EventKind::paper_new, "u", 1, minute(5), log.paper, "k");
  baseline.baseline = true;
  log.add(baseline);

  const auto query = [](auto change) {
    EventQuery q;
    change(q);
    return q;
  };
  using Q = EventQuery&;
  CHECK(log.ids({}) == EventIds{1, 2, 3, 4, 5});
  CHECK(log.ids(query([](Q q) { q.limit = 2; })) == EventIds{4, 5});
  CHECK(log.ids(query([](Q q) { q.limit = 2, q.after = 1; })) == EventIds{2, 3});
  CHECK(log.ids(query([](Q q) { q.limit = 1, q.since = minute(3); })) == EventIds{3});
  CHECK(log.ids(query([](Q q) { q.source = "s"; })) == EventIds{1, 3, 4});
  CHECK(log.ids(query([](Q q) { q.kinds = {EventKind::paper_changed}; })) == EventIds{2, 3});
  CHECK(log.ids(query([](Q q) {
    q.kinds = {EventKind::source_broken, EventKind::paper_changed}, q.source = "s";
  })) == EventIds{3, 4});
  CHECK(log.ids(query([](Q q) { q.kinds = {EventKind::source_broken}; })) == EventIds{4});
  CHECK(log.ids(query([&](Q q) { q.paper = log.paper; })) == EventIds{1, 2, 3, 5});
  CHECK(log.ids(query([](Q q) { q.paper = 99; })).empty());
  CHECK(log.ids(query([](Q q) { q.visit = 1; })) == EventIds{1, 2, 3, 5});
  CHECK(log.ids(query([](Q q) { q.baseline = false; })) == EventIds{1, 2, 3, 4});
}

TEST_CASE("a channel is told of a new paper once, of everything else always", "[store]") {
  Logged log;
  const auto queue = [&](EventKind kind, const std::string& source, const std::string& channel) {
    return log.store.queue(log.add(kind, source, 1), {channel, minute(1)});
  };
  CHECK(queue(EventKind::paper_new, "s", "mail"));
  CHECK_FALSE(queue(EventKind::paper_new, "t", "mail"));
  CHECK(queue(EventKind::paper_new, "t", "hook"));
  CHECK(queue(EventKind::paper_changed, "s", "mail"));
  CHECK(queue(EventKind::paper_changed, "s", "mail"));

  SECTION("also when it had been told of a paper that became part of this one") {
    const PaperId other = show(log.store, "s", minute(2), {new_paper("url:x", titled("A"))})[0];
    log.store.merge(0, minute(3), {{other, log.paper, "doi:10.1/a"}});
    CHECK_FALSE(log.store.queue(
        log.add(paper_event(EventKind::paper_new, "s", 1, minute(4), other, "url:x")),
        {"mail", minute(4)}));
  }
  SECTION("the same event is queued once per channel") {
    const Event event = log.add(EventKind::paper_removed, "s", 2);
    CHECK(log.store.queue(event, {"mail", minute(2)}));
    CHECK_FALSE(log.store.queue(event, {"mail", minute(3)}));
  }
}

TEST_CASE("a delivery waits, is put off, fails, is retried, and is done", "[store]") {
  Logged log;
  const Event event = log.add(EventKind::paper_new, "s", 1);
  log.store.queue(event, {"mail", minute(5)});
  log.store.queue(event, {"hook", minute(3)});

  CHECK(log.store.due(minute(2), 10).empty());
  CHECK(log.store.next_due() == minute(3));
  const auto due = log.store.due(minute(5), 10);
  REQUIRE(due.size() == 2);
  CHECK(due[0].channel == "hook");
  CHECK(log.store.due(minute(5), 1).size() == 1);
  CHECK(due[1].key == log.store.uuid() + ":" + std::to_string(event.id) + ":mail");
  CHECK(due[1].created == minute(1));

  const DeliveryId mail = due[1].id;
  log.store.put_off(mail, minute(5), minute(9), "451 later");
  CHECK(log.store.due(minute(8), 10).size() == 1);
  CHECK(log.store.due(minute(9), 10)[1].error == "451 later");
  CHECK(log.store.due(minute(9), 10)[1].attempts == 1);
  CHECK(log.store.due(minute(9), 10)[1].key == due[1].key);
  CHECK(log.store.due(minute(9), 10)[1].tried == minute(5));
  log.store.put_off(mail, minute(9), minute(12), "451 later");
  CHECK(log.store.due(minute(12), 10)[1].tried == minute(5));

  log.store.give_up(mail, "550 never");
  REQUIRE(log.store.deliveries(State::failed).size() == 1);
  CHECK(log.store.deliveries(State::failed)[0].attempts == 3);
  CHECK(log.store.counts().failed == 1);
  CHECK(log.store.counts().waiting == 1);

  CHECK(log.store.retry(mail, minute(20)));
  CHECK(log.store.deliveries(State::waiting).size() == 2);
  CHECK(log.store.deliveries(State::waiting)[0].attempts == 0);
  CHECK_FALSE(log.store.deliveries(State::waiting)[0].tried);
  log.store.delivered(mail, minute(21));
  CHECK(log.store.deliveries(State::done).size() == 1);
  CHECK_FALSE(log.store.retry(mail, minute(22)));
  CHECK_FALSE(log.store.drop(mail));
  CHECK_FALSE(log.store.retry(99, minute(22)));

  CHECK(log.store.drop(due[0].id));
  CHECK(log.store.deliveries({}).size() == 1);
  CHECK_FALSE(log.store.next_due());
}

TEST_CASE("ids only grow and are never used again", "[store]") {
  Logged log;
  log.store.queue(log.add(EventKind::paper_changed, "s", 1), {"mail", minute(1)});
  const DeliveryId first = log.store.deliveries({})[0].id;
  log.store.drop(first);
  log.store.queue(log.add(EventKind::paper_changed, "s", 1), {"mail", minute(1)});
  CHECK(log.store.deliveries({})[0].id > first);
}

TEST_CASE("a digest keeps its deliveries and its key", "[store]") {
  Logged log;
  for (int i = 1; i <= 3; ++i) {
    const Event event = log.add(EventKind::paper_changed, "s", i);
    log.store.queue(event, {"mail", minute(8), 50, "22:00-07:00 Europe/Zurich"});
  }
  const auto waiting = log.store.due(minute(8), 10);
  REQUIRE(waiting.size() == 3);
  CHECK(waiting[0].cap == 50);
  CHECK(waiting[0].quiet == "22:00-07:00 Europe/Zurich");
  CHECK_FALSE(waiting[0].digest);
  const auto first = waiting[0].id;

  log.store.gather({first, waiting[1].id});

  const auto rows = log.store.in_digest(first);
  REQUIRE(rows.size() == 2);
  const auto key = log.store.uuid() + ":digest-" + std::to_string(first) + ":mail";
  CHECK(rows[0].key == key);
  CHECK(rows[1].key == key);
  CHECK(log.store.due(minute(8), 10)[2].key != key);

  SECTION("a part of it that is dropped changes nothing of that") {
    CHECK(log.store.drop(first));
    CHECK(log.store.in_digest(first).at(0).key == key);
  }
  SECTION("it is tried again as a whole") {
    for (const auto& row : rows) log.store.give_up(row.id, "no");
    CHECK(log.store.retry(waiting[1].id, minute(20)));
    CHECK(log.store.in_digest(first).size() == 2);
    CHECK(log.store.deliveries(State::failed).empty());
  }
}

TEST_CASE("what is held is not tried", "[store]") {
  Logged log;
  log.store.queue(log.add(EventKind::paper_changed, "s", 1), {"mail", minute(1)});
  const auto id = log.store.deliveries({})[0].id;

  log.store.hold(id, minute(30), "held by quiet hours");

  const auto row = log.store.deliveries({})[0];
  CHECK((row.due == minute(30) && row.attempts == 0 && row.error == "held by quiet hours"));
  CHECK_FALSE(row.tried);
}

TEST_CASE("who has a delivery already is remembered, until it is dropped", "[store]") {
  Logged log;
  log.store.queue(log.add(EventKind::paper_changed, "s", 1), {"mail", minute(1)});
  const auto id = log.store.deliveries({})[0].id;
  CHECK(log.store.recipients_reached(id).empty());

  log.store.reached(id, "a@example.org");
  log.store.reached(id, "a@example.org");
  log.store.reached(id, "b@example.org");

  CHECK(log.store.recipients_reached(id) ==
        std::set<std::string>{"a@example.org", "b@example.org"});
  CHECK(log.store.drop(id));
  CHECK(log.store.recipients_reached(id).empty());
}
