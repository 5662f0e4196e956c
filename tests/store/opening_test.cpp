// SPDX-License-Identifier: MIT
#include "store/opening.hpp"

#include <chrono>
#include <fstream>
#include <sstream>
#include <thread>

#include <SQLiteCpp/Database.h>
#include <sys/stat.h>
#include <sys/wait.h>

#include "store/leases.hpp"
#include "store/schema.hpp"
#include "store_fixture.hpp"
#include "support/catch.hpp"

using namespace paperwatch;
using namespace paperwatch::test;

namespace {

std::string bytes_of(const std::filesystem::path& file) {
  std::ifstream in(file, std::ios::binary);
  std::ostringstream out;
  out << in.rdbuf();
  return out.str();
}

StoreError error_of(const std::filesystem::path& file, Store::Access access) {
  try {
    const Store store(file, access);
  } catch (const StoreError& error) {
    return error;
  }
  return StoreError("it opened", "");
}

// Runs `work` in a process of its own; true if it came to its end and said so.
template <typename Work>
bool in_child(Work work) {
  const pid_t child = fork();
  if (child == 0) _exit(work() ? 0 : 1);
  int status = 0;
  waitpid(child, &status, 0);
  return WIFEXITED(status) && WEXITSTATUS(status) == 0;
}

// The same as a user without rights.
template <typename Work>
bool as_nobody(Work work) {
  return in_child([&] {
    const bool dropped = getuid() != 0 || (setgid(65534) == 0 && setuid(65534) == 0);
    return dropped && work();
  });
}

using Catch::Matchers::Contains;

}  // namespace

TEST_CASE("a new database has the layout that was measured to be best", "[store]") {
  const TempDir dir;
  const auto db = open_for_writing(dir / "p.db");
  CHECK(db->ask("PRAGMA page_size") == "8192");
  CHECK(db->ask("PRAGMA auto_vacuum") == "2");
  CHECK(db->ask("PRAGMA journal_mode") == "wal");
  CHECK(db->ask("PRAGMA synchronous") == "2");
  CHECK(db->ask("PRAGMA foreign_keys") == "1");
  CHECK(std::stoi(db->ask("PRAGMA busy_timeout")) >= 10'000);
  CHECK(db->ask("SELECT count(*) FROM pragma_table_list WHERE schema = 'main' AND NOT strict"
                " AND type = 'table' AND name NOT LIKE 'sqlite%'") == "0");
}

TEST_CASE("a database keeps its uuid, and another one has another", "[store]") {
  const TempDir dir;
  const std::string first = Store(dir / "a.db", Store::Access::write).uuid();
  CHECK(first.size() == 36);
  CHECK(Store(dir / "a.db", Store::Access::read).uuid() == first);
  CHECK(Store(dir / "b.db", Store::Access::write).uuid() != first);
}

TEST_CASE("a newer schema is refused, and the file stays as it is", "[store]") {
  const TempDir dir;
  { const Store made(dir / "p.db", Store::Access::write); }
  const int newer = Store::schema_version() + 1;
  {
    SQLite::Database raw((dir / "p.db").string(), SQLite::OPEN_READWRITE);
    raw.exec("PRAGMA user_version = " + std::to_string(newer));
  }
  const std::string before = bytes_of(dir / "p.db");
  for (const auto access : {Store::Access::read, Store::Access::write}) {
    const StoreError error = error_of(dir / "p.db", access);
    CHECK_THAT(error.what(), Contains("p.db has schema " + std::to_string(newer)));
    CHECK_THAT(error.hint, Contains("newer paperwatch"));
  }
  CHECK(bytes_of(dir / "p.db") == before);
}

TEST_CASE("files that are not ours are refused and stay as they are", "[store]") {
  const TempDir dir;
  std::ofstream(dir / "text.db") << std::string(5000, 'x');
  {
    SQLite::Database raw((dir / "other.db").string(), SQLite::OPEN_READWRITE | SQLite::OPEN_CREATE);
    raw.exec("CREATE TABLE bookmark(url TEXT)");
  }
  const std::string text = bytes_of(dir / "text.db"), other = bytes_of(dir / "other.db");
  for (const auto access : {Store::Access::read, Store::Access::write}) {
    CHECK_THAT(error_of(dir / "text.db", access).what(),
               Contains("text.db is not a paperwatch database"));
    CHECK_THAT(error_of(dir / "other.db", access).what(),
               Contains("other.db is a database of another program"));
  }
  CHECK(bytes_of(dir / "text.db") == text);
  CHECK(bytes_of(dir / "other.db") == other);
}

TEST_CASE("a database that cannot be had says so with its name and what to do", "[store]") {
  const TempDir dir;
  SECTION("reading does not make one") {
    const StoreError error = error_of(dir / "none.db", Store::Access::read);
    CHECK_THAT(error.what(), Contains("no database at") && Contains("none.db"));
    CHECK_THAT(error.hint, Contains("paperwatch sync"));
    CHECK_FALSE(std::filesystem::exists(dir / "none.db"));
  }
  SECTION("its folder is not there") {
    const StoreError error = error_of(dir / "no/where.db", Store::Access::write);
    CHECK_THAT(error.what(), Contains("cannot open") && Contains("where.db"));
    CHECK_FALSE(error.hint.empty());
  }
  SECTION("nobody may read it") {
    { const Store made(dir / "p.db", Store::Access::write); }
    chmod((dir / "p.db").c_str(), 0600);
    chmod(dir.path().c_str(), 0755);
    if (getuid() != 0) return;
    CHECK(as_nobody([&] {
      const StoreError error = error_of(dir / "p.db", Store::Access::write);
      return std::string(error.what()).find("no permission") != std::string::npos &&
             std::string(error.what()).find("p.db") != std::string::npos;
    }));
  }
}

TEST_CASE("a read-only file in a read-only folder can be read", "[store]") {
  const TempDir dir;
  {
    Store store(dir / "p?100%#.db", Store::Access::write);
    show(store, "s", minute(0), {new_paper("doi:10.1/a", titled("A"))});
  }
  chmod((dir / "p?100%#.db").c_str(), 0444);
  chmod(dir.path().c_str(), 0555);
  CHECK(as_nobody([&] {
    Store store(dir / "p?100%#.db", Store::Access::read);
    return store.papers({}).size() == 1;
  }));
  CHECK(as_nobody([&] {
    const StoreError error = error_of(dir / "p?100%#.db", Store::Access::write);
    return std::string(error.what()).find("p?100%#.db cannot be written") != std::string::npos;
  }));
  chmod(dir.path().c_str(), 0755);
}

TEST_CASE("a store opened for reading refuses to write", "[store]") {
  const TempDir dir;
  { const Store made(dir / "p.db", Store::Access::write); }
  Store store(dir / "p.db", Store::Access::read);
  SourceMemory memory;
  memory.source = "s";
  CHECK_THROWS_AS(store.save(memory), StoreError);
}

TEST_CASE("migrations run once each, in order, in one transaction", "[store]") {
  const TempDir dir;
  const std::vector<const char*> first{"CREATE TABLE meta(name TEXT PRIMARY KEY, value TEXT)",
                                       "CREATE TABLE a(n INTEGER)"};
  auto longer = first;
  longer.push_back("INSERT INTO a VALUES(1)");
  auto faulty = longer;
  faulty.insert(faulty.end(), {"INSERT INTO a VALUES(2)", "INSERT INTO nowhere VALUES(3)"});

  sqlite::Database db(dir / "p.db", sqlite::Database::Mode::write);
  migrate(db, first);
  migrate(db, longer);
  migrate(db, longer);
  CHECK_THROWS_AS(migrate(db, faulty), StoreError);

  CHECK(db.ask("PRAGMA user_version") == "3");
  CHECK(db.ask("SELECT group_concat(n) FROM a") == "1");
}

TEST_CASE("a database of schema 4 gets its counts, and knows what may be folded", "[store]") {
  const TempDir dir;
  {
    sqlite::Database db(dir / "p.db", sqlite::Database::Mode::write);
    migrate(db, migrations().first(4));
    db.execute(
        "INSERT INTO visit(id, source, started, finished, outcome, pages, requests, records,"
        " papers, baseline, \"full\") VALUES (1,'s',1,1,'complete',1,1,2,2,0,1),"
        " (2,'s',2,2,'unchanged',1,1,2,2,0,1), (3,'s',3,3,'unchanged',1,1,2,2,0,1);"
        "INSERT INTO paper(id, key, version, withdrawn, first_seen) VALUES (1,'url:a',1,0,1),"
        " (2,'url:b',1,0,1);"
        "INSERT INTO version VALUES (1,1,1,'s',1,0,'{\"title\":\"A\"}'),"
        " (2,1,2,'s',2,0,'{\"title\":\"B\"}');"
        "INSERT INTO standing VALUES ('s',1,'listed',0,NULL,0,1,1,1,NULL,NULL,0),"
        " ('s',2,'removed',2,1,0,1,1,1,NULL,NULL,0)");
  }
  Store store(dir / "p.db", Store::Access::write);
  CHECK(store.listed_counts() == std::map<std::string, std::size_t>{{"s", 1}});
  const auto db = open_for_reading(dir / "p.db");
  CHECK(db->ask("SELECT group_concat(id || ':' || wrote) FROM visit") == "1:1,2:1,3:0");
  CHECK(db->ask("SELECT group_concat(paper) FROM unsearched") == "1,2");
}

TEST_CASE("a full disk is told, and everything committed before is kept", "[store]") {
  const TempDir dir;
  auto db = open_for_writing(dir / "p.db");
  db->statement("INSERT INTO meta VALUES('small', 'kept')").run();
  db->execute("PRAGMA max_page_count = " + db->ask("PRAGMA page_count"));
  try {
    sqlite::Writing writing(*db);
    db->statement("INSERT INTO meta VALUES('first', 'x')").run();
    db->statement("INSERT INTO meta VALUES('large', ?1)").run(std::string(1 << 20, 'x'));
    FAIL("it fitted");
  } catch (const StoreError& error) {
    CHECK_THAT(error.what(), Contains("no room left") && Contains("p.db"));
    CHECK_THAT(error.hint, Contains("free some space"));
  }
  CHECK_FALSE(db->in_transaction());
  CHECK(db->ask("SELECT group_concat(name) FROM meta WHERE name <> 'uuid'") == "small");
  CHECK(db->ask("PRAGMA integrity_check") == "ok");
}

TEST_CASE("a transaction that is not committed leaves nothing", "[store]") {
  const TempDir dir;
  Store store(dir / "p.db", Store::Access::write);
  {
    Store::Transaction transaction(store);
    store.insert_visit(visit_at("s", minute(0)));
  }
  CHECK(store.counts().visits == 0);
}

TEST_CASE("a source is leased to one store at a time", "[store]") {
  const TempDir dir;
  Store one(dir / "p.db", Store::Access::write);
  auto two = std::make_unique<Store>(dir / "p.db", Store::Access::write);
  const auto other_process_gets_it = [&] {
    return in_child([&] { return Leases(dir / "p.db").take("s"); });
  };
  CHECK(one.lease("s"));

  CHECK(one.lease("s"));
  CHECK_FALSE(two->lease("s"));
  CHECK(two->lease("another"));
  CHECK_FALSE(other_process_gets_it());
  one.release("s");
  CHECK(other_process_gets_it());
  CHECK(two->lease("s"));
  two.reset();
  CHECK(one.lease("s"));
}

TEST_CASE("doctor's checks see damage, and a backup is a whole database", "[store]") {
  const TempDir dir;
  Store store(dir / "p.db", Store::Access::write);
  show(store, "s", minute(0), {new_paper("doi:10.1/a", titled("A"))});
  const auto all_ok = [](const std::vector<StoreCheck>& checks) {
    return std::all_of(checks.begin(), checks.end(), [](const StoreCheck& c) { return c.ok; });
  };
  CHECK(all_ok(store.check()));

  SECTION("a backup opens by itself") {
    store.backup(dir / "copy.db");
    Store copy(dir / "copy.db", Store::Access::read);
    CHECK(copy.uuid() == store.uuid());
    CHECK(copy.papers({}).size() == 1);
    CHECK_FALSE(std::filesystem::exists(dir / "copy.db.partial"));
    CHECK_THROWS_WITH(store.backup(dir / "copy.db"), Contains("exists already"));
  }
  SECTION("a reference to nothing is found") {
    {
      SQLite::Database raw((dir / "p.db").string(), SQLite::OPEN_READWRITE);
      raw.exec("PRAGMA foreign_keys = OFF; DELETE FROM paper");
    }
    CHECK_FALSE(all_ok(store.check()));
  }
}
