// SPDX-License-Identifier: MIT
// A visit that has been read and waits to be settled.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include <paperwatch/config.hpp>
#include <paperwatch/extract.hpp>
#include <paperwatch/fetch.hpp>
#include <paperwatch/store.hpp>

#include "core/identity.hpp"
#include "core/listing_reader.hpp"

namespace paperwatch {

// One reading of a page: what came over the wire, and what it yielded or was known to yield.
struct ReadPage {
  int number = 1;
  std::string url, final_url, moved_to;
  int status = 0;
  Validators validators;
  std::string body_hash, content_type;  // the hash of the bytes that came, or would have
  std::string body;                     // "" where the page came unchanged
  bool length_known = false;
  bool used_to_end = false;          // at the last visit this page ended as html does
  std::optional<Listing> listing;    // read anew, with
  std::vector<Keys> keys;            // the names that its records give themselves; or
  std::optional<PageMemory> memory;  // as it was at the last visit; once settled, also of a page
                                     // that was read anew and showed the same
};

struct ReadVisit {
  const Source* source = nullptr;
  const Extractor* extractor = nullptr;
  std::string rules;  // the extractor's rules_hash()
  Time started{};
  int requests = 0;
  bool full = true;                // was to be read to the end
  std::vector<ReadPage> readings;  // by index of the reader's readings
  std::optional<ListingReader> reader;
  std::optional<Problem> failure;  // the first page could not be had, or
  bool unreadable = false;         // it arrived, but cannot be read
};

void add_listing(ReadPage& page, Listing listing, const Source& source);

// Whether the page's body ended in the middle, as far as can be known.
bool is_cut(const ReadPage& page);

// The problem for a failed request: 401, 403 and 503 are how sites turn one away.
Problem problem_of(const FetchError& error);

}  // namespace paperwatch
