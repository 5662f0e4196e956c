// SPDX-License-Identifier: MIT
// Everything that is known, in one SQLite file (docs/database.md).
//
// A Store is one connection and belongs to one thread. Several stores, also in several processes,
// may work on one file: writers wait for each other. Whatever the ground refuses (disk full, no
// permission, damaged file) is thrown as StoreError; the file is then as before the transaction.
#pragma once

#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <set>
#include <stdexcept>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include <paperwatch/fetch.hpp>
#include <paperwatch/model.hpp>

namespace paperwatch {

class StoreError : public std::runtime_error {
 public:
  StoreError(const std::string& what, std::string hint_text)
      : std::runtime_error(what), hint(std::move(hint_text)) {}
  std::string hint;
};

// ---- what is remembered of a source --------------------------------------------------------

// What the last applied visit looked like: the yardstick for the next.
struct Yardstick {
  std::size_t papers = 0;              // distinct papers seen by the last visit that proves absence
  std::map<std::string, double> fill;  // share of records that had each field
  std::optional<Count> stated;         // what the deepest page read said
  int stated_page = 0;                 // that page's number, from 1
  std::optional<Count> observed;
  int depth = 0;             // most pages read in one visit
  bool reached_end = false;  // some visit has read to the end
  bool operator==(const Yardstick&) const = default;
};

struct SourceMemory {
  std::string source;
  std::int64_t visits = 0;  // all that ever were
  bool baseline_done = false;
  Yardstick yardstick;
  Health health = Health::fresh;
  int failures = 0;           // failed visits in a row
  bool trouble_told = false;  // source_broken or source_unreachable was an event
  bool stale_told = false;
  std::optional<Time> last_visit, last_applied, last_full, last_new, next_visit;
  std::optional<Outcome> last_outcome;
  std::optional<Problem> problem;  // of the last visit
  std::vector<std::string>
      notes;  // what `status` should say besides (moved_to, mismatch, fallback selector)
  std::string url, moved_to;
  bool identities_changed = false;  // by hand: the last pages are read anew before what comes next
  std::string rules;                // which were last applied: Extractor::rules_hash()
};

// What is kept of a page that was applied, so that it need not be read again.
struct PageMemory {
  int number = 1;   // within the listing, from 1
  std::string url;  // as requested
  std::string final_url;
  Validators validators;
  std::string body_hash;  // of the decompressed body that all this was taken from; it is archived
  std::string seen_hash;  // of the body that came last, if it was another with the same records
  std::optional<Count> count;
  std::string count_text;
  std::optional<std::string> next;
  bool empty_marker = false;
  bool sections_filtered = false;
  std::size_t elements = 0, incomplete = 0;
  std::string shape;                         // as in Listing; "" not known
  std::map<std::string, std::size_t> found;  // records that had each field
  std::vector<PaperId> papers;               // one per record, in the page's order
  // One per record: a hash of all that it shows, if that is what is known of its paper here; 0
  // where it is not. Or nothing.
  std::vector<std::uint64_t> records;
  bool operator==(const PageMemory&) const = default;
};

// ---- what is remembered of papers ----------------------------------------------------------

enum class ListingState { listed, missing, removed, left };

// A paper's standing in one source.
struct Standing {
  ListingState state = ListingState::listed;
  Fields fields;   // as this source last showed it
  int missed = 0;  // complete visits in a row that did not list it
  std::optional<Time> missed_since;
  bool withdrawn = false;  // this source showed a marker of withdrawal
  Fields pending;          // with `settle`: a content that waits
  int pending_seen = 0;
  bool operator==(const Standing&) const = default;
};

struct KnownPaper {
  PaperId id = 0;
  std::string key;                // permanent
  std::vector<std::string> keys;  // all aliases, `key` included
  Fields fields;                  // the newest version
  std::int64_t version = 0;
  bool withdrawn = false;
  std::optional<Standing> here;     // in the source that was asked for
  std::vector<std::string> others;  // other sources where it is listed or missing
  std::vector<PaperId> apart;       // papers that a person parted from it: no key joins them again
};

// A listed or missing paper of a source, as far as absence is concerned.
struct Listed {
  PaperId paper = 0;
  ListingState state = ListingState::listed;
  int missed = 0;
  std::optional<Time> missed_since;
  bool waits = false;  // what it showed last has not settled
};

// ---- what a visit writes -------------------------------------------------------------------

// What a person said of a quarantined visit. An accepted one is no longer quarantined.
enum class Review { open, accepted, rejected };

struct VisitRow {
  VisitId id = 0;
  std::string source;
  Time started{}, finished{};
  Outcome outcome = Outcome::failed;
  std::optional<Problem> problem;
  int pages = 0, requests = 0;
  std::size_t records = 0, papers = 0;
  std::optional<Count> stated, observed;
  std::size_t baseline = 0;  // baseline events
  bool full = true;
  Review review = Review::open;
};

// A page of a visit as evidence: kept for visits that brought news or trouble. Of a page that
// showed what was known the body is the one that it became known from.
struct PageEvidence {
  int number = 1;
  std::string url, final_url;
  int status = 0;
  Validators validators;
  std::string body_hash;  // the key to the archive, "" if nothing came
  std::string content_type;
  bool length_known = false;  // its end was announced, and came
  std::size_t elements = 0, records = 0;
  std::map<std::string, std::size_t> found;
};

struct PaperWrite {
  PaperId paper = 0;  // 0: a new one; `key` and `keys` say how it is known
  std::string key;
  std::vector<std::string> new_keys;  // aliases to add (for a new paper: all)
  std::optional<Fields> version;      // a new version of the content
  bool withdrawn = false;
  Standing here;
};

struct AbsenceWrite {
  PaperId paper = 0;
  ListingState state = ListingState::missing;
  int missed = 0;
  std::optional<Time> missed_since;
};

// Two papers turned out to be one: `gone` becomes part of `kept`.
struct MergeWrite {
  PaperId kept = 0, gone = 0;
  std::string key;  // the key that proved it, "" a person's word
};

// A merge that was undone.
struct Parting {
  PaperId kept = 0, gone = 0;
  std::vector<std::string> sources;  // that show, or showed, one of the two
};

// What a replay found that a paper was, or did, at a moment that is past.
struct LateWrite {
  PaperId paper = 0;  // 0: a new one; `key` and `new_keys` say how it is known
  std::string key;
  std::vector<std::string> new_keys;
  std::optional<Fields> fields;       // its content then, if it was new in the source; else
  std::vector<Change> changes;        // what changed of it then
  bool withdrawn = false;             // it was withdrawn then
  std::optional<ListingState> state;  // what it became in the source then
  Standing here;                      // how it stands now, if the source never showed it before
};

struct DeliveryWrite {
  std::string channel;
  Time due{};
  int cap = 0;          // 0: told by itself; else part of a digest that names so many events
  std::string quiet{};  // when it may not leave: "22:00-07:00 Europe/Zurich"; "" always
};

// ---- what is asked for ---------------------------------------------------------------------

struct EventQuery {
  std::optional<std::string> source;
  std::vector<EventKind> kinds;  // empty: all
  std::optional<Time> since;
  std::optional<EventId> after;  // ids greater than it
  std::optional<PaperId> paper;
  std::optional<VisitId> visit;
  std::optional<std::size_t> limit;  // the newest; with since or after the oldest
  bool baseline = true;              // include those of baselines
};

struct PaperRow {
  PaperId id = 0;
  std::string key;
  std::vector<std::string> aliases;
  ListingState state = ListingState::listed;  // best of its sources: listed, missing, left, removed
  Time first_seen{}, last_seen{};
  std::int64_t version = 0;
  std::vector<std::string> sources;  // where it is listed or missing (as of the moment asked for)
  Fields fields;
  bool withdrawn = false;
};

struct PaperQuery {
  std::optional<std::string> source;
  std::optional<Time> as_of;  // what was known then
  // current: listed or missing, as a paper that is only missing may be back tomorrow.
  enum class State { current, missing, removed, all } state = State::current;
  std::optional<std::size_t> limit;  // the newest
};

struct VersionRow {
  std::int64_t number = 0;
  VisitId visit = 0;
  std::string source;
  Time at{};
  Fields fields;
  std::vector<Change> changes;  // against the version before
};

struct SightingRow {
  std::string source;
  ListingState state = ListingState::listed;
  Time first_seen{}, last_seen{};
  std::string why;  // which key made it this paper
};

struct PaperHistory {
  PaperRow paper;
  std::vector<VersionRow> versions;
  std::vector<SightingRow> listed;
  std::vector<std::string> merges;  // one line each
};

struct DeliveryRow {
  DeliveryId id = 0;
  EventId event = 0;
  std::string channel;
  std::string key;  // of uuid, event (or digest) and channel: stable over retries
  enum class State { waiting, failed, done } state = State::waiting;
  int attempts = 0;
  Time created{}, due{};
  std::string error;  // of the last attempt
  int cap = 0;        // as it was queued
  std::string quiet;
  std::optional<DeliveryId> digest;  // the digest it was gathered into: its first delivery
  std::optional<Time> tried;         // the first attempt
};

struct StoreCheck {
  std::string name;
  bool ok = true;
  std::string message;
};

// --------------------------------------------------------------------------------------------

class Store {
 public:
  enum class Access { read, write };

  // Opens `file`; with Access::write it is created and brought to the newest schema. Throws
  // StoreError where that cannot be, also for a schema newer than this program's (file untouched).
  Store(const std::filesystem::path& file, Access access);
  ~Store();
  Store(Store&&) noexcept;
  Store& operator=(Store&&) noexcept;

  const std::string& uuid() const;  // of the database, made with it
  static int schema_version();      // the newest this program knows

  // A writing transaction (BEGIN IMMEDIATE). Undone unless commit() is reached.
  class Transaction {
   public:
    explicit Transaction(Store& store);
    ~Transaction();
    Transaction(const Transaction&) = delete;
    Transaction& operator=(const Transaction&) = delete;
    void commit();

   private:
    Store& store_;
    bool open_ = true;
  };

  // ---- sources and pages
  SourceMemory source(std::string_view id);  // a fresh one if unknown
  std::vector<SourceMemory> sources();       // all that were ever visited
  void save(const SourceMemory& memory);
  std::vector<PageMemory> pages(std::string_view source);  // by number
  void replace_pages(std::string_view source, const std::vector<PageMemory>& pages);

  // One visit per source at a time, between processes. False: somebody else has it. The lock is
  // the kernel's (a byte of the file `<database>-locks`), so that a killed process blocks nobody.
  bool lease(std::string_view source);
  void release(std::string_view source);

  // ---- tracking; all of these within one Transaction
  // Owners of keys: for each known key the papers that own it (strong keys have one owner, title
  // keys may have several). Merged papers are never answered.
  std::unordered_map<std::string, std::vector<PaperId>> owners(
      const std::vector<std::string>& keys);
  std::vector<KnownPaper> known(std::string_view source, const std::vector<PaperId>& papers);
  std::vector<Listed> listed(std::string_view source);  // listed or missing, by paper id
  // Whether a paper of the source is missing, or a change of one waits to be told.
  bool has_open_standings(std::string_view source);
  PaperId current(PaperId paper);  // follows merges

  VisitId insert_visit(const VisitRow& visit);
  void update_visit(const VisitRow& visit);
  void insert_evidence(VisitId visit, const std::vector<PageEvidence>& pages);
  // Writes papers seen by a visit; answers their ids in order. A strong key that has an owner stays
  // with it: the caller decides on merging before it writes.
  std::vector<PaperId> write_papers(VisitId visit, std::string_view source, Time at,
                                    const std::vector<PaperWrite>& papers);
  // The moment of the change is the end of the visit as it is stored so far.
  void write_absences(VisitId visit, std::string_view source,
                      const std::vector<AbsenceWrite>& papers);
  // With visit 0 a person's word, which also takes back that the two were parted.
  void merge(VisitId visit, Time at, const std::vector<MergeWrite>& merges);
  // Undoes the newest merge of the paper that still stands, and keeps the two apart from now on:
  // each has what its own sources showed since. Nothing: nothing was merged into it.
  std::optional<Parting> split(PaperId paper, Time at);
  // Writes into the past: `at` is when `visit` captured the page. Answers the paper's id.
  PaperId write_late(VisitId visit, std::string_view source, Time at, const LateWrite& write);
  // Inserts and answers the events with their ids.
  std::vector<Event> insert_events(std::vector<Event> events);
  // Queues an event for a channel. A paper_new that this channel has already been told for the
  // paper is dropped (false).
  bool queue(const Event& event, const DeliveryWrite& delivery);

  // ---- the outbox
  std::vector<DeliveryRow> due(Time now, std::size_t limit);
  std::optional<Time> next_due();
  void delivered(DeliveryId id, Time at);
  // After an attempt at `at` failed.
  void put_off(DeliveryId id, Time at, Time next, const std::string& error);
  void give_up(DeliveryId id, const std::string& error);
  // Not before `until`; no attempt is counted.
  void hold(DeliveryId id, Time until, const std::string& why);
  // Makes one digest of these deliveries, the same for good: it is sent again as it was.
  void gather(const std::vector<DeliveryId>& ids);
  std::vector<DeliveryRow> in_digest(DeliveryId digest);  // its waiting deliveries, oldest first
  // Of a delivery with several recipients: who has it already.
  void reached(DeliveryId id, std::string_view recipient);
  std::set<std::string> recipients_reached(DeliveryId id);
  std::vector<DeliveryRow> deliveries(std::optional<DeliveryRow::State> state);
  // Due now, with its attempts and its age counted anew; a digest as a whole. False: no such
  // delivery, or it is done.
  bool retry(DeliveryId id, Time now);
  bool drop(DeliveryId id);  // false as above

  // ---- the archive of raw pages
  void archive(const std::string& body_hash, std::string_view body, Time at);
  // A page looked like this until `at`: the body ages from then on.
  void shown_until(const std::string& body_hash, Time at);
  std::optional<std::string> archived(const std::string& body_hash);
  std::vector<PageEvidence> evidence(VisitId visit);
  // The visit whose evidence tells what this one read: itself, or where it only found the known
  // pages again the last applied one that did not. Nothing: there is none.
  std::optional<VisitId> reader_of(const VisitRow& visit);
  // Drops the bodies that are older than `keep` or beyond `max_size` (oldest first), but never
  // those of the newest pages of a source.
  void prune_archive(Time now, Duration keep, std::uint64_t max_size);

  // ---- reading
  std::optional<Event> event(EventId id);
  std::vector<Event> events(const EventQuery& query);
  std::optional<VisitRow> visit(VisitId id);
  std::vector<VisitRow> visits(std::optional<std::string_view> source,
                               std::optional<Outcome> outcome,
                               std::size_t limit);  // newest first
  std::vector<PaperRow> papers(const PaperQuery& query);
  // By id, key, DOI (also as a URL), arXiv id or URL, as keys are written.
  std::optional<PaperId> find_paper(const std::vector<std::string>& keys);
  std::optional<PaperHistory> history(PaperId paper);
  // The papers with the newest events (new, changed, withdrawn, returned, removed), newest first,
  // each with its events, oldest first. "" means all sources.
  struct FeedPaper {
    PaperRow paper;  // without aliases
    std::vector<Event> events;
  };
  std::vector<FeedPaper> feed_papers(std::string_view source, std::size_t limit);
  // Of these papers, those that have events there; in their order.
  std::vector<FeedPaper> feed_papers(std::string_view source, const std::vector<PaperId>& papers);
  // How far the database has got, as far as feeds show it.
  struct FeedMark {
    EventId event = 0;        // the newest
    Time at{};                // of it
    std::int64_t merges = 0;  // and merges undone, as many as ever were
    bool operator==(const FeedMark&) const = default;
  };
  FeedMark feed_mark();
  // The papers that had events since, as far as the source ever listed them ("": any), oldest
  // event first. Nothing where more than that is other than it was: papers were merged or parted,
  // or the mark is not of this database's past.
  std::optional<std::vector<PaperId>> papers_since(const FeedMark& then, std::string_view source);
  // The newest event of each source that has any; what decides whether a feed must be written.
  std::map<std::string, EventId> newest_events();
  struct Counts {
    std::size_t papers = 0, events = 0, visits = 0, waiting = 0, failed = 0;
  };
  Counts counts();
  std::map<std::string, std::size_t> listed_counts();  // listed or missing papers per source

  // ---- care
  std::vector<StoreCheck> check();  // integrity, foreign keys, schema version
  void backup(const std::filesystem::path& file);

 private:
  struct Connection;
  std::unique_ptr<Connection> connection_;
};

// Hosts, in the same file, on a connection of its own; safe from any thread.
std::unique_ptr<HostMemory> open_host_memory(const std::filesystem::path& file);

}  // namespace paperwatch
