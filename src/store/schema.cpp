// SPDX-License-Identifier: MIT
#include "store/schema.hpp"

#include <array>

#include <fmt/format.h>

#include "base/hash.hpp"

namespace paperwatch {

namespace {

constexpr const char* schema_1 = R"sql(
CREATE TABLE meta(
  name TEXT PRIMARY KEY,
  value TEXT NOT NULL
) STRICT, WITHOUT ROWID;

CREATE TABLE source(
  id TEXT PRIMARY KEY,
  health TEXT NOT NULL,
  next_visit INTEGER,
  memory TEXT NOT NULL
) STRICT, WITHOUT ROWID;

CREATE TABLE visit(
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  source TEXT NOT NULL,
  started INTEGER NOT NULL,
  finished INTEGER NOT NULL,
  outcome TEXT NOT NULL,
  problem TEXT,
  pages INTEGER NOT NULL,
  requests INTEGER NOT NULL,
  records INTEGER NOT NULL,
  papers INTEGER NOT NULL,
  stated TEXT,
  observed TEXT,
  baseline INTEGER NOT NULL,
  "full" INTEGER NOT NULL
) STRICT;
CREATE INDEX visit_by_source ON visit(source, id);
CREATE INDEX visit_quarantined ON visit(id) WHERE outcome = 'quarantined';

CREATE TABLE paper(
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  key TEXT NOT NULL,
  version INTEGER NOT NULL,
  withdrawn INTEGER NOT NULL,
  first_seen INTEGER NOT NULL,
  merged_into INTEGER REFERENCES paper(id),
  merged_at INTEGER
) STRICT;
CREATE INDEX paper_merged ON paper(merged_into) WHERE merged_into IS NOT NULL;

CREATE TABLE alias(
  key TEXT NOT NULL,
  twin INTEGER NOT NULL,
  paper INTEGER NOT NULL REFERENCES paper(id),
  source TEXT NOT NULL,
  visit INTEGER REFERENCES visit(id),
  at INTEGER NOT NULL,
  PRIMARY KEY(key, twin),
  CHECK(twin = 0 OR (twin = paper AND substr(key, 1, 6) = 'title:'))
) STRICT, WITHOUT ROWID;
CREATE INDEX alias_by_paper ON alias(paper);

CREATE TABLE version(
  paper INTEGER NOT NULL REFERENCES paper(id),
  number INTEGER NOT NULL,
  visit INTEGER REFERENCES visit(id),
  source TEXT NOT NULL,
  at INTEGER NOT NULL,
  withdrawn INTEGER NOT NULL,
  fields TEXT NOT NULL,
  PRIMARY KEY(paper, number)
) STRICT;

CREATE TABLE standing(
  source TEXT NOT NULL,
  paper INTEGER NOT NULL REFERENCES paper(id),
  state TEXT NOT NULL,
  missed INTEGER NOT NULL,
  missed_since INTEGER,
  withdrawn INTEGER NOT NULL,
  first_seen INTEGER NOT NULL,
  last_seen INTEGER NOT NULL,
  version INTEGER NOT NULL,
  fields TEXT,
  pending TEXT,
  pending_seen INTEGER NOT NULL,
  PRIMARY KEY(source, paper)
) STRICT, WITHOUT ROWID;
CREATE INDEX standing_by_paper ON standing(paper);
CREATE INDEX standing_listed ON standing(source, paper) WHERE state IN ('listed', 'missing');

CREATE TABLE standing_change(
  paper INTEGER NOT NULL REFERENCES paper(id),
  source TEXT NOT NULL,
  at INTEGER NOT NULL,
  state TEXT NOT NULL,
  last_seen INTEGER NOT NULL,
  visit INTEGER REFERENCES visit(id),
  PRIMARY KEY(paper, source, at)
) STRICT, WITHOUT ROWID;

CREATE TABLE page(
  source TEXT NOT NULL,
  number INTEGER NOT NULL,
  body_hash TEXT NOT NULL,
  memory TEXT NOT NULL,
  papers BLOB NOT NULL,
  PRIMARY KEY(source, number)
) STRICT;
CREATE INDEX page_by_body ON page(body_hash);

CREATE TABLE evidence(
  visit INTEGER NOT NULL REFERENCES visit(id),
  position INTEGER NOT NULL,
  body_hash TEXT NOT NULL,
  page TEXT NOT NULL,
  PRIMARY KEY(visit, position)
) STRICT, WITHOUT ROWID;

CREATE TABLE body(
  hash TEXT PRIMARY KEY,
  at INTEGER NOT NULL,
  size INTEGER NOT NULL,
  stored INTEGER NOT NULL,
  zstd BLOB NOT NULL
) STRICT;
CREATE INDEX body_by_time ON body(at, stored);

CREATE TABLE event(
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  kind TEXT NOT NULL,
  source TEXT NOT NULL,
  visit INTEGER REFERENCES visit(id),
  at INTEGER NOT NULL,
  baseline INTEGER NOT NULL,
  paper INTEGER REFERENCES paper(id),
  summary TEXT,
  changes TEXT,
  count TEXT,
  also TEXT,
  message TEXT NOT NULL
) STRICT;
CREATE INDEX event_by_source ON event(source, id);
CREATE INDEX event_by_paper ON event(paper, id) WHERE paper IS NOT NULL;
CREATE INDEX event_by_visit ON event(visit);
CREATE INDEX event_by_time ON event(at);
CREATE INDEX event_of_sources ON event(kind, id) WHERE paper IS NULL;

CREATE TABLE told(
  paper INTEGER NOT NULL REFERENCES paper(id),
  channel TEXT NOT NULL,
  PRIMARY KEY(paper, channel)
) STRICT, WITHOUT ROWID;

CREATE TABLE delivery(
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  event INTEGER NOT NULL REFERENCES event(id),
  channel TEXT NOT NULL,
  state TEXT NOT NULL,
  attempts INTEGER NOT NULL,
  created INTEGER NOT NULL,
  due INTEGER NOT NULL,
  finished INTEGER,
  error TEXT NOT NULL,
  UNIQUE(event, channel)
) STRICT;
CREATE INDEX delivery_waiting ON delivery(due, id) WHERE state = 'waiting';
CREATE INDEX delivery_failed ON delivery(id) WHERE state = 'failed';

CREATE TABLE merge(
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  kept INTEGER NOT NULL REFERENCES paper(id),
  gone INTEGER NOT NULL REFERENCES paper(id),
  key TEXT NOT NULL,
  visit INTEGER REFERENCES visit(id),
  at INTEGER NOT NULL,
  before TEXT NOT NULL
) STRICT;
CREATE INDEX merge_by_kept ON merge(kept);

CREATE TABLE host(
  name TEXT PRIMARY KEY,
  free_at INTEGER NOT NULL,
  asked INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

CREATE TABLE robots(
  host TEXT PRIMARY KEY,
  status INTEGER NOT NULL,
  fetched INTEGER NOT NULL,
  body BLOB NOT NULL
) STRICT;
)sql";

// Digests, quiet hours, several recipients.
constexpr const char* schema_2 = R"sql(
ALTER TABLE delivery ADD COLUMN cap INTEGER NOT NULL DEFAULT 0;
ALTER TABLE delivery ADD COLUMN quiet TEXT NOT NULL DEFAULT '';
ALTER TABLE delivery ADD COLUMN digest INTEGER;
ALTER TABLE delivery ADD COLUMN tried INTEGER;
CREATE INDEX delivery_digest ON delivery(digest, id) WHERE digest IS NOT NULL;

CREATE TABLE reached(
  delivery INTEGER NOT NULL REFERENCES delivery(id) ON DELETE CASCADE,
  recipient TEXT NOT NULL,
  PRIMARY KEY(delivery, recipient)
) STRICT, WITHOUT ROWID;
)sql";

// What people decide (reviews, merges undone, papers kept apart), and what a replay found late.
constexpr const char* schema_3 = R"sql(
ALTER TABLE visit ADD COLUMN review TEXT;
ALTER TABLE event ADD COLUMN late INTEGER NOT NULL DEFAULT 0;
ALTER TABLE merge ADD COLUMN undone INTEGER;

CREATE TABLE parting(
  kept INTEGER NOT NULL REFERENCES paper(id),
  gone INTEGER NOT NULL REFERENCES paper(id),
  at INTEGER NOT NULL,
  PRIMARY KEY(kept, gone)
) STRICT, WITHOUT ROWID;
)sql";

// What a visit without news must look at is found without reading the others.
constexpr const char* schema_4 = R"sql(
CREATE INDEX standing_open ON standing(source) WHERE state = 'missing' OR pending IS NOT NULL;
)sql";

// What stays quick however much is known: how many papers a source lists is kept, not counted;
// papers are found by their words; visits without news are folded. Visits of before may be referred
// to by what they wrote: that is looked up once.
constexpr const char* schema_5 = R"sql(
CREATE TABLE listing(
  source TEXT PRIMARY KEY,
  papers INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
INSERT INTO listing SELECT source, count(*) FROM standing
  WHERE state IN ('listed', 'missing') GROUP BY source;
CREATE TRIGGER standing_entered AFTER INSERT ON standing WHEN new.state IN ('listed', 'missing')
BEGIN
  INSERT INTO listing VALUES(new.source, 1) ON CONFLICT(source) DO UPDATE SET papers = papers + 1;
END;
CREATE TRIGGER standing_gone AFTER DELETE ON standing WHEN old.state IN ('listed', 'missing')
BEGIN
  UPDATE listing SET papers = papers - 1 WHERE source = old.source;
END;
CREATE TRIGGER standing_changed AFTER UPDATE OF state ON standing
WHEN (new.state IN ('listed', 'missing')) <> (old.state IN ('listed', 'missing'))
BEGIN
  INSERT INTO listing VALUES(new.source, 0) ON CONFLICT(source) DO UPDATE
    SET papers = papers + iif(new.state IN ('listed', 'missing'), 1, -1);
END;

-- Most events are new papers, and most of those baselines: what else there is has its own way.
DROP INDEX event_of_sources;
CREATE INDEX event_rare ON event(id, kind) WHERE kind NOT IN ('paper_new', 'paper_changed');
CREATE INDEX event_news ON event(id) WHERE baseline = 0;
CREATE INDEX event_news_by_source ON event(source, id) WHERE baseline = 0;

-- The words come made ready, a blank between them; mathematical signs are letters.
CREATE VIRTUAL TABLE search USING fts5(
  words, content = '', columnsize = 0, detail = none, tokenize = "ascii tokenchars '+<=>|~'");
CREATE TABLE unsearched(paper INTEGER PRIMARY KEY) STRICT;
INSERT INTO unsearched SELECT DISTINCT paper FROM version;
CREATE TRIGGER version_written AFTER INSERT ON version
BEGIN
  INSERT OR IGNORE INTO unsearched VALUES(new.paper);
END;
CREATE TRIGGER version_gone AFTER DELETE ON version
BEGIN
  INSERT OR IGNORE INTO unsearched VALUES(old.paper);
END;

ALTER TABLE visit ADD COLUMN wrote INTEGER NOT NULL DEFAULT 1;
ALTER TABLE visit ADD COLUMN folded BLOB;
UPDATE visit SET wrote = 0 WHERE outcome = 'unchanged' AND NOT EXISTS (
  SELECT 1 FROM (
    SELECT visit FROM version UNION SELECT visit FROM alias
    UNION SELECT visit FROM standing_change UNION SELECT visit FROM merge) written
  WHERE written.visit = visit.id);
CREATE INDEX visit_quiet ON visit(source, finished)
  WHERE outcome = 'unchanged' AND wrote = 0 AND folded IS NULL;
)sql";

// A record that shows what it showed is known by its hash.
constexpr const char* schema_6 = R"sql(
ALTER TABLE page ADD COLUMN records BLOB;
)sql";

constexpr std::array<const char*, 6> all_migrations{schema_1, schema_2, schema_3,
                                                    schema_4, schema_5, schema_6};

}  // namespace

std::span<const char* const> migrations() {
  return all_migrations;
}

int checked_schema(sqlite::Database& db, int newest) {
  const int version = std::stoi(db.ask("PRAGMA user_version"));
  const std::int64_t owner = std::stoll(db.ask("PRAGMA application_id"));
  const bool is_empty = version == 0 && owner == 0 && db.ask("SELECT 1 FROM sqlite_schema") == "";
  if (is_empty) return 0;
  if (owner != application_id)
    throw StoreError(fmt::format("{} is a database of another program", db.file().string()),
                     "check `database` in the configuration; the file was left as it is");
  if (version > newest)
    throw StoreError(
        fmt::format("{} has schema {}, but this paperwatch knows only schemas up to {}",
                    db.file().string(), version, newest),
        "use the newer paperwatch that wrote it; the file was left as it is");
  return version;
}

void migrate(sqlite::Database& db, std::span<const char* const> steps) {
  const int newest = static_cast<int>(steps.size());
  if (checked_schema(db, newest) == newest) return;
  sqlite::Writing writing(db);
  // Asked again under the lock: another process may have been faster.
  for (int step = checked_schema(db, newest); step < newest; ++step)
    db.execute(steps[static_cast<std::size_t>(step)]);
  db.execute(fmt::format("PRAGMA user_version = {}", newest));
  db.execute(fmt::format("PRAGMA application_id = {}", application_id));
  db.statement("INSERT OR IGNORE INTO meta(name, value) VALUES('uuid', ?1)").run(make_uuid());
  writing.commit();
}

}  // namespace paperwatch
