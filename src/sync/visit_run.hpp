// SPDX-License-Identifier: MIT
// One source being visited: which request is next, and what its answer means.
#pragma once

#include <cstdint>
#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <unordered_map>

#include <paperwatch/config.hpp>
#include <paperwatch/extract.hpp>
#include <paperwatch/fetch.hpp>
#include <paperwatch/store.hpp>

#include "sync/visit.hpp"

namespace paperwatch {

class VisitRun {
 public:
  struct Reading {
    SourceMemory memory;
    std::vector<PageMemory> pages;
    std::filesystem::path folder;  // for what is put aside
    bool full = false;             // asked for by the user: unconditionally, to the end
  };
  VisitRun(const Source& source, const Extractor& extractor, Reading before, Time started);

  // What to fetch now; nothing: the visit has been read.
  std::optional<FetchRequest> next() const;
  // The step of the listing that it is for.
  ListingReader::Step step() const { return *visit_.reader->next(); }

  // The answer to it. True: its body has to be extracted first (`page` says of what).
  bool answered(Fetcher::Answer answer);
  PageBytes page_bytes() const;
  const Extractor& extractor() const { return *visit_.extractor; }
  const Source& source() const { return *visit_.source; }
  // What extraction gave. `has_news` is asked only where the visit may stop at known ground.
  bool asks_for_news() const;
  // Throws StoreError where it cannot be put aside.
  void extracted(Result<Listing> listing, bool has_news);

  ReadVisit take() {
    pages_.clear();  // no longer needed, and many
    known_records_.reset();
    return std::move(visit_);
  }
  std::size_t pages_read() const { return visit_.readings.size(); }

 private:
  void fetched(FetchResponse response);
  // `hash`: of the bytes; "" none came.
  void came_unchanged(const PageMemory& before, const FetchResponse& response,
                      const std::string& hash);
  const PageMemory* memory_of(const std::string& url) const;
  Validators validators_for(const ListingReader::Step& step) const;
  const ReadPage& first_reading() const;
  void push(ReadPage page, bool has_news);

  ReadVisit visit_;
  std::map<std::string, PageMemory> pages_;  // by url, as of the last visit; none if rules changed
  // Of those pages, by hash; once a page is read anew.
  std::optional<std::unordered_map<std::uint64_t, PaperId>> known_records_;
  std::map<int, bool> used_to_end_;
  bool conditional_ = true;
  bool stops_at_known_ = false;
  std::optional<ReadPage> pending_;  // waits for its listing, with
  std::string body_;
};

}  // namespace paperwatch
