// SPDX-License-Identifier: MIT
// Several pages as one listing: which page to ask for next, when the end is
// reached, and whether the listing moved while it was read. Pure: it decides, others fetch.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include <paperwatch/model.hpp>
#include <paperwatch/rules.hpp>

namespace paperwatch {

// One reading of one page, as far as the order of pages is concerned.
struct PageReading {
  int number = 1;   // within the listing, from 1
  std::string url;  // as requested
  std::string body_hash;
  bool unchanged = false;            // as it was at the last visit
  bool has_news = true;              // with Stop::known: shows something that was not known
  std::vector<std::string> records;  // what identifies each record, in order
  std::size_t elements = 0;          // what stood there to be read as one
  std::optional<std::string> next;   // absolute URL, or the cursor
  bool proves_end = false;           // an empty marker, or a format in which an empty list is one
  std::optional<Count> stated;
};

// The listing as it was last read. What ends it sooner is suspicious.
struct KnownExtent {
  int pages = 0;              // the deepest page with records of its own
  std::size_t page_size = 0;  // records of the fullest page
};

class ListingReader {
 public:
  ListingReader(std::string url, std::optional<PagesRules> pages, KnownExtent known);

  struct Step {
    std::string url;
    int number = 1;
    bool is_recheck = false;  // page 1 once more: has the listing moved meanwhile?
  };
  // What to fetch now; nothing: the visit is over.
  std::optional<Step> next() const { return step_; }

  // The step's answer. `same`: a recheck that came back as it was (304 or the same bytes).
  void read(PageReading reading);
  void recheck_same();
  // The step failed. On the first page that is the end of the visit.
  void failed(const Problem& problem);
  // The site has no page at the next address, which was counted, not linked to. That is the end of
  // the listing if an earlier visit has been there and did not read further, or if the page before
  // says so; then true. Otherwise nothing has been done: the page has failed.
  bool ends_before_this_page();
  // As far as it came; used when the run is stopped.
  void stop();

  bool reached_end() const { return reached_end_; }
  const std::optional<Problem>& trouble() const { return trouble_; }
  // The readings that make up the listing, by index in order of reading.
  const std::vector<std::size_t>& listing() const { return listing_; }
  const PageReading& reading(std::size_t index) const { return readings_[index]; }
  int pages() const;  // distinct pages of the listing

 private:
  void advance(const PageReading& last);
  std::optional<std::string> link_after(const PageReading& last) const;
  bool repeats_earlier_page() const;
  bool is_circle() const;
  bool may_be_end(const PageReading& last) const;
  bool is_outage(const PageReading& last) const;
  bool total_agrees() const;
  bool is_short(const PageReading& page) const;
  void look_for_gaps();
  void break_off(const std::string& message);
  std::optional<std::size_t> known_ground(const PageReading& reading) const;
  bool shows_all_before(std::size_t ground) const;
  bool continues_known_order(const PageReading& reading) const;
  void finish_pass();
  void recheck_or_finish();
  bool all_unchanged() const;
  std::string numbered_url(int number) const;

  std::string url_;
  std::optional<PagesRules> pages_;
  KnownExtent known_;
  std::optional<Step> step_;
  std::vector<PageReading> readings_;
  std::vector<std::size_t> pass_;     // of the pass under way
  std::vector<std::size_t> listing_;  // of the passes before, and in the end of all
  int rounds_ = 0;
  bool reached_end_ = false;
  std::optional<Problem> trouble_;
};

// The first page's address: the source's url, or the template's with an explicit start at the
// listing's beginning.
std::string first_page_url(const std::string& url, const std::optional<PagesRules>& pages);

}  // namespace paperwatch
