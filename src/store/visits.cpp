// SPDX-License-Identifier: MIT
// Visits and the evidence they left.
#include <limits>
#include <utility>

#include <fmt/format.h>

#include <paperwatch/store.hpp>

#include "store/codec.hpp"
#include "store/connection.hpp"

namespace paperwatch {

namespace {

constexpr const char* visit_columns =
    "id, source, started, finished, outcome, problem, pages, requests, records, papers, stated,"
    " observed, baseline, \"full\", review";

std::optional<std::string_view> encode_review(Review review) {
  if (review == Review::open) return std::nullopt;
  return review == Review::accepted ? "accepted" : "rejected";
}

Review decode_review(const std::optional<std::string>& name) {
  if (!name) return Review::open;
  return *name == "accepted" ? Review::accepted : Review::rejected;
}

VisitRow read_visit(const sqlite::Rows& row) {
  return {.id = row.integer(0),
          .source = row.text(1),
          .started = row.time(2),
          .finished = row.time(3),
          .outcome = decode_outcome(row.text(4)),
          .problem = decode_problem(row.optional_text(5)),
          .pages = static_cast<int>(row.integer(6)),
          .requests = static_cast<int>(row.integer(7)),
          .records = static_cast<std::size_t>(row.integer(8)),
          .papers = static_cast<std::size_t>(row.integer(9)),
          .stated = decode_count(row.optional_text(10)),
          .observed = decode_count(row.optional_text(11)),
          .baseline = static_cast<std::size_t>(row.integer(12)),
          .full = row.integer(13) != 0,
          .review = decode_review(row.optional_text(14))};
}

void write_visit(sqlite::Database& db, const char* sql, std::optional<VisitId> id,
                 const VisitRow& visit) {
  db.statement(sql).run(id, visit.source, visit.started, visit.finished, name_of(visit.outcome),
                        encode_problem(visit.problem), visit.pages, visit.requests, visit.records,
                        visit.papers, encode_count(visit.stated), encode_count(visit.observed),
                        visit.baseline, visit.full, encode_review(visit.review));
}

// The outcome stands in the text, so that the index of quarantined visits is used.
std::string visits_sql(bool of_source, std::optional<Outcome> outcome) {
  return fmt::format("SELECT {} FROM visit WHERE {}{} ORDER BY id DESC LIMIT ?1", visit_columns,
                     of_source ? "source = ?2" : "id > 0 AND ?2 = ''",
                     outcome ? fmt::format(" AND outcome = '{}'", name_of(*outcome)) : "");
}

}  // namespace

VisitId Store::insert_visit(const VisitRow& visit) {
  write_visit(connection_->db,
              "INSERT INTO visit(id, source, started, finished, outcome, problem, pages, requests,"
              " records, papers, stated, observed, baseline, \"full\", review, wrote)"
              " VALUES(?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14, ?15, 0)",
              std::nullopt, visit);
  return connection_->db.last_id();
}

void Store::update_visit(const VisitRow& visit) {
  write_visit(connection_->db,
              "UPDATE visit SET source = ?2, started = ?3, finished = ?4, outcome = ?5,"
              " problem = ?6, pages = ?7, requests = ?8, records = ?9, papers = ?10, stated = ?11,"
              " observed = ?12, baseline = ?13, \"full\" = ?14, review = ?15 WHERE id = ?1",
              visit.id, visit);
}

void Store::insert_evidence(VisitId visit, const std::vector<PageEvidence>& pages) {
  sqlite::Writing writing(connection_->db);
  int position = 0;
  for (const PageEvidence& page : pages)
    connection_->db
        .statement("INSERT INTO evidence(visit, position, body_hash, page) VALUES(?1, ?2, ?3, ?4)")
        .run(visit, ++position, page.body_hash, encode_evidence(page));
  writing.commit();
}

std::vector<PageEvidence> Store::evidence(VisitId visit) {
  std::vector<PageEvidence> pages;
  auto row = connection_->db
                 .statement(
                     "SELECT body_hash, page FROM evidence WHERE visit = ?1"
                     " ORDER BY position")
                 .with(visit);
  while (row.next()) {
    PageEvidence page = decode_evidence(row.text(1));
    page.body_hash = row.text(0);
    pages.push_back(std::move(page));
  }
  return pages;
}

std::optional<VisitId> Store::reader_of(const VisitRow& visit) {
  if (!is_applied(visit.outcome)) return visit.id;
  auto row = connection_->db
                 .statement(
                     "SELECT id FROM visit WHERE source = ?1 AND id <= ?2"
                     " AND outcome NOT IN ('quarantined', 'failed')"
                     " AND EXISTS (SELECT 1 FROM evidence WHERE evidence.visit = visit.id)"
                     " ORDER BY id DESC LIMIT 1")
                 .with(visit.source, visit.id);
  if (!row.next()) return std::nullopt;
  return row.integer(0);
}

std::optional<VisitRow> Store::visit(VisitId id) {
  auto row =
      connection_->db.statement(fmt::format("SELECT {} FROM visit WHERE id = ?1", visit_columns))
          .with(id);
  if (!row.next()) return std::nullopt;
  return read_visit(row);
}

std::vector<VisitRow> Store::visits(std::optional<std::string_view> source,
                                    std::optional<Outcome> outcome, std::size_t limit) {
  constexpr std::size_t most = std::numeric_limits<std::int64_t>::max();
  std::vector<VisitRow> visits;
  auto row = connection_->db.statement(visits_sql(source.has_value(), outcome))
                 .with(std::min(limit, most), source.value_or(""));
  while (row.next()) visits.push_back(read_visit(row));
  return visits;
}

}  // namespace paperwatch
