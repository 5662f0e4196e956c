// SPDX-License-Identifier: MIT
// A visit that has been read and waits to be settled.
#pragma once

#include <deque>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include <paperwatch/config.hpp>
#include <paperwatch/extract.hpp>
#include <paperwatch/fetch.hpp>
#include <paperwatch/store.hpp>

#include "core/identity.hpp"
#include "core/listing_reader.hpp"
#include "sync/put_aside.hpp"

namespace paperwatch {

// What is kept at hand of a record.
struct ReadRecord {
  Keys keys;               // the names that it gives itself
  std::size_t link = 0;    // as in Sighting
  std::size_t shown = 0;   // where its fields were put aside
  std::uint64_t hash = 0;  // and
  PaperId repeats = 0;     // as in Sighting
};

// One reading of a page: what came over the wire, and what it yielded or was known to yield.
struct ReadPage {
  int number = 1;
  std::string url, final_url, moved_to;
  int status = 0;
  Validators validators;
  std::string body_hash, content_type;  // the hash of the bytes that came, or would have
  Shelf::Place body;                    // put aside; of no size where the page came unchanged
  bool length_known = false;
  bool used_to_end = false;          // at the last visit this page ended as html does
  std::optional<Listing> listing;    // read anew, without its records: they are
  std::vector<ReadRecord> records;   // these, until they become sightings; or
  std::optional<PageMemory> memory;  // as it was at the last visit; once settled, also of a page
                                     // that was read anew and showed the same
  std::size_t record_count = 0;
  std::size_t damaged = 0;  // records that lost characters in decoding
};

using ReadPages = std::deque<ReadPage>;  // whose pages stay where they are

struct ReadVisit {
  const Source* source = nullptr;
  const Extractor* extractor = nullptr;
  std::string rules;  // the extractor's rules_hash()
  Time started{};
  int requests = 0;
  bool full = true;    // was to be read to the end
  ReadPages readings;  // by index of the reader's readings
  std::unique_ptr<PutAside> aside;
  std::optional<ListingReader> reader;
  std::optional<Problem> failure;  // the first page could not be had, or
  bool unreadable = false;         // it arrived, but cannot be read
};

// Notes of a record what is needed at hand.
void add_record(ReadPage& page, const Fields& fields, const Source& source);
// Notes what the page yielded; what its records show is put aside. Throws StoreError.
void add_listing(ReadPage& page, Listing listing, const Source& source, PutAside& aside);

// Whether the page's body ended in the middle, as far as can be known.
bool is_cut(const ReadPage& page);

// The problem for a failed request: 401, 403 and 503 are how sites turn one away.
Problem problem_of(const FetchError& error);

}  // namespace paperwatch
