// SPDX-License-Identifier: MIT
// Raw pages, compressed, by the hash of their content.
#include <limits>

#include <fmt/format.h>
#include <zstd.h>

#include <paperwatch/store.hpp>

#include "store/connection.hpp"

namespace paperwatch {

namespace {

constexpr int compression_level = 3;

[[noreturn]] void refuse_body(const std::string& hash, const char* why) {
  throw StoreError(fmt::format("the archived page {} cannot be read: {}", hash, why),
                   "run `paperwatch doctor`; restore the last backup if it reports damage");
}

std::string decompress(const std::string& hash, std::string_view packed, std::size_t size) {
  // The column must agree with the frame before memory is made for it.
  if (ZSTD_getFrameContentSize(packed.data(), packed.size()) != size)
    refuse_body(hash, "its size is not what was noted");
  std::string out(size, '\0');
  const std::size_t got = ZSTD_decompress(out.data(), out.size(), packed.data(), packed.size());
  if (ZSTD_isError(got)) refuse_body(hash, ZSTD_getErrorName(got));
  return out;
}

constexpr const char* not_in_use = "hash NOT IN (SELECT body_hash FROM page)";

std::int64_t drop_older(sqlite::Database& db, Time limit) {
  return db.statement(fmt::format("DELETE FROM body WHERE at < ?1 AND {}", not_in_use)).run(limit);
}

std::int64_t drop_beyond(sqlite::Database& db, std::int64_t max_size) {
  std::int64_t size = 0;
  {
    auto row = db.statement("SELECT coalesce(sum(stored), 0) FROM body").with();
    if (row.next()) size = row.integer(0);
  }
  std::vector<std::int64_t> surplus;
  {
    auto row =
        db.statement(fmt::format("SELECT rowid, stored FROM body WHERE {} ORDER BY at", not_in_use))
            .with();
    while (size > max_size && row.next()) {
      surplus.push_back(row.integer(0));
      size -= row.integer(1);
    }
  }
  for (const std::int64_t row : surplus) db.statement("DELETE FROM body WHERE rowid = ?1").run(row);
  return static_cast<std::int64_t>(surplus.size());
}

std::shared_ptr<void> make_context() {
  std::shared_ptr<ZSTD_CCtx> context(ZSTD_createCCtx(), ZSTD_freeCCtx);
  if (!context) throw StoreError("cannot compress a page: no memory left", "");
  return context;
}

}  // namespace

std::string Compressor::pack(std::string_view body) {
  if (!context_) context_ = make_context();
  std::string out(ZSTD_compressBound(body.size()), '\0');
  const std::size_t size =
      ZSTD_compressCCtx(static_cast<ZSTD_CCtx*>(context_.get()), out.data(), out.size(),
                        body.data(), body.size(), compression_level);
  if (ZSTD_isError(size))
    throw StoreError(fmt::format("cannot compress a page: {}", ZSTD_getErrorName(size)), "");
  out.resize(size);
  return out;
}

void Store::archive(const std::string& body_hash, std::string_view body, Time at) {
  sqlite::Database& db = connection_->db;
  sqlite::Writing writing(db);
  if (db.statement("UPDATE body SET at = max(at, ?2) WHERE hash = ?1").run(body_hash, at) == 0) {
    const std::string packed = connection_->compressor.pack(body);
    db.statement("INSERT INTO body(hash, at, size, stored, zstd) VALUES(?1, ?2, ?3, ?4, ?5)")
        .run(body_hash, at, body.size(), packed.size(), sqlite::Blob{packed});
  }
  writing.commit();
}

void Store::shown_until(const std::string& body_hash, Time at) {
  connection_->db.statement("UPDATE body SET at = max(at, ?2) WHERE hash = ?1").run(body_hash, at);
}

std::optional<std::string> Store::archived(const std::string& body_hash) {
  auto row =
      connection_->db.statement("SELECT size, zstd FROM body WHERE hash = ?1").with(body_hash);
  if (!row.next()) return std::nullopt;
  return decompress(body_hash, row.text(1), static_cast<std::size_t>(row.integer(0)));
}

void Store::prune_archive(Time now, Duration keep, std::uint64_t max_size) {
  constexpr std::uint64_t most = std::numeric_limits<std::int64_t>::max();
  sqlite::Database& db = connection_->db;
  sqlite::Writing writing(db);
  std::int64_t dropped = drop_older(db, now - keep);
  dropped += drop_beyond(db, static_cast<std::int64_t>(std::min(max_size, most)));
  if (dropped > 0) db.execute("PRAGMA incremental_vacuum");
  writing.commit();
}

}  // namespace paperwatch
