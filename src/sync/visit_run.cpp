// SPDX-License-Identifier: MIT
#include "sync/visit_run.hpp"

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <functional>
#include <utility>

#include <fmt/format.h>

#include "base/hash.hpp"
#include "base/url_parts.hpp"
#include "core/comparable.hpp"
#include "core/identity.hpp"
#include "core/page_options.hpp"
#include "core/stored_fields.hpp"
#include "sync/facts.hpp"

namespace paperwatch {

namespace {

// Now and then a page is asked for without condition: some servers answer 304 for ever.
constexpr std::int64_t unconditional_every = 30;

// Tells keys apart as they do, in eight bytes: a visit has them all at hand.
std::string short_form(const std::string& key) {
  const std::uint64_t hash = std::hash<std::string>{}(key);
  std::string bytes(sizeof hash, '\0');
  std::memcpy(bytes.data(), &hash, sizeof hash);
  return bytes;
}

std::vector<std::string> records_of(const ReadPage& page) {
  std::vector<std::string> records;
  records.reserve(page.record_count);
  if (page.memory) {
    for (const PaperId paper : page.memory->papers) records.push_back(fmt::format("id:{}", paper));
    return records;
  }
  for (const auto& record : page.records) {
    const Keys& keys = record.keys;
    records.push_back(short_form(keys.strong.empty() ? keys.title : keys.strong.front()));
  }
  return records;
}

// The listing as the last visit remembers it. Beyond its end some sites repeat a page for ever.
KnownExtent extent_of(const std::vector<PageMemory>& pages) {
  KnownExtent known;
  for (const auto& page : pages) {
    const bool repeats = std::any_of(pages.begin(), pages.end(), [&](const PageMemory& other) {
      return other.number < page.number && other.papers == page.papers;
    });
    if (!page.papers.empty() && !repeats) known.pages = std::max(known.pages, page.number);
    known.page_size = std::max(known.page_size, page.papers.size());
  }
  return known;
}

// By the hash of all that a record showed, the paper of which that is known. What the listing shows
// in two places is known of neither.
std::unordered_map<std::uint64_t, PaperId> remembered_records(
    const std::map<std::string, PageMemory>& pages) {
  std::unordered_map<PaperId, int> shown;
  for (const auto& [url, page] : pages) {
    for (const PaperId paper : page.papers) ++shown[paper];
  }
  std::unordered_map<std::uint64_t, PaperId> records;
  for (const auto& [url, page] : pages) {
    for (std::size_t i = 0; i < page.records.size() && i < page.papers.size(); ++i) {
      if (page.records[i] == 0 || shown[page.papers[i]] > 1) continue;
      const auto [known, is_new] = records.emplace(page.records[i], page.papers[i]);
      if (!is_new) known->second = 0;
    }
  }
  return records;
}

// Whether the records of these bytes are known to be those that are remembered.
bool has_bytes(const PageMemory& page, const std::string& hash) {
  return hash == page.body_hash || hash == page.seen_hash;
}

// A later page that arrives but is not the listing breaks the visit off.
std::optional<Problem> trouble_of_later_page(const ReadPage& page) {
  const Listing& listing = *page.listing;
  if (!page.records.empty() && !listing.is_error) return std::nullopt;
  const bool is_wrong = listing.looks_blocked || listing.is_error || listing.has_password_field;
  if (!is_wrong) return std::nullopt;
  return Problem{"later_page", page.final_url + " is not a page of the listing",
                 "what the earlier pages show is applied; nothing counts as gone"};
}

}  // namespace

Problem problem_of(const FetchError& error) {
  Problem problem{error.error.code, error.error.message, error.error.hint};
  if (error.status == 401 || error.status == 403 ||
      (error.status == 503 && problem.code == "http_503")) {
    problem.code = "blocked";
  }
  return problem;
}

void add_record(ReadPage& page, const Fields& fields, const Source& source) {
  ReadRecord& record = page.records.emplace_back();
  record.keys = keys_of(fields, source.extract->key_from, source.id);
  const std::string_view link = text_of(fields, "url");
  if (!link.empty()) record.link = std::hash<std::string_view>{}(link);
  page.damaged += is_damaged(fields) ? 1 : 0;
  ++page.record_count;
}

void add_listing(ReadPage& page, Listing listing, const Source& source, PutAside& aside) {
  auto records = std::exchange(listing.records, {});
  page.listing = std::move(listing);
  // Of the record that the cut went through nobody can say what is missing.
  if (is_cut(page) && !records.empty()) records.pop_back();
  page.records.reserve(records.size());
  for (auto& record : records) {
    add_record(page, record.fields, source);
    const auto put = aside.put_record(as_stored(std::move(record.fields)));
    page.records.back().shown = put.number;
    page.records.back().hash = put.hash;
  }
}

bool is_cut(const ReadPage& page) {
  return page.listing && !page.listing->ends && !page.length_known && page.used_to_end;
}

VisitRun::VisitRun(const Source& source, const Extractor& extractor, Reading before, Time started) {
  visit_.source = &source;
  visit_.extractor = &extractor;
  visit_.started = started;
  visit_.aside = std::make_unique<PutAside>(std::move(before.folder));
  visit_.rules = extractor.rules_hash();
  const auto& memory = before.memory;
  const KnownExtent known = extent_of(before.pages);
  const bool rules_stand = memory.rules == visit_.rules && !memory.identities_changed;
  for (auto& page : before.pages) {
    used_to_end_[page.number] = ended_properly(page);
    if (rules_stand && memory.baseline_done)
      pages_.emplace(stored_address(page.url), std::move(page));
  }
  const bool is_turn = memory.visits % unconditional_every == unconditional_every - 1;
  conditional_ = !before.full && !is_turn;

  auto pages = source.pages;
  const bool may_stop = pages && pages->stop == PagesRules::Stop::known && memory.baseline_done;
  const bool full_is_due =
      !memory.last_full || started - *memory.last_full >= (pages ? pages->full_every : Duration{});
  stops_at_known_ = may_stop && !before.full && !full_is_due;
  visit_.full = !stops_at_known_;
  if (pages && !stops_at_known_) pages->stop = PagesRules::Stop::end;
  visit_.reader.emplace(source.url, pages, known);
}

std::optional<FetchRequest> VisitRun::next() const {
  const auto step = visit_.reader->next();
  if (!step || pending_) return std::nullopt;
  return FetchRequest{step->url, validators_for(*step), options_for(*visit_.source, step->url)};
}

Validators VisitRun::validators_for(const ListingReader::Step& step) const {
  if (step.is_recheck) return first_reading().validators;
  const auto* page = memory_of(step.url);
  return conditional_ && page ? page->validators : Validators{};
}

const PageMemory* VisitRun::memory_of(const std::string& url) const {
  const auto found = pages_.find(stored_address(url));
  return found == pages_.end() ? nullptr : &found->second;
}

const ReadPage& VisitRun::first_reading() const {
  return visit_.readings[visit_.reader->listing().front()];
}

bool VisitRun::answered(Fetcher::Answer answer) {
  if (auto* error = std::get_if<FetchError>(&answer)) {
    visit_.requests += error->requests;
    const bool has_no_page = error->status == 404 || error->status == 410;
    if (has_no_page && visit_.reader->ends_before_this_page()) return false;
    const Problem problem = problem_of(*error);
    if (visit_.readings.empty()) visit_.failure = problem;
    visit_.reader->failed(problem);
    return false;
  }
  fetched(std::get<FetchResponse>(std::move(answer)));
  return pending_.has_value();
}

void VisitRun::fetched(FetchResponse response) {
  visit_.requests += response.requests;
  const auto step = *visit_.reader->next();
  const std::string hash = response.not_modified ? std::string() : content_hash(response.body);
  if (step.is_recheck && (response.not_modified || hash == first_reading().body_hash)) {
    visit_.reader->recheck_same();
    return;
  }
  const PageMemory* before = memory_of(step.url);
  if (before &&
      (response.not_modified || (has_bytes(*before, hash) && response.url == before->final_url))) {
    came_unchanged(*before, response, hash);
    return;
  }
  ReadPage page;
  page.number = step.number;
  page.url = step.url;
  page.final_url = response.url;
  page.moved_to = response.moved_to;
  page.status = response.status;
  page.validators = response.validators;
  page.body_hash = hash;
  page.content_type = response.content_type;
  page.length_known = response.length_known;
  const auto used = used_to_end_.find(step.number);
  page.used_to_end = used != used_to_end_.end() && used->second;
  pending_ = std::move(page);
  body_ = std::move(response.body);
}

void VisitRun::came_unchanged(const PageMemory& before, const FetchResponse& response,
                              const std::string& hash) {
  ReadPage page;
  page.number = visit_.reader->next()->number;
  page.url = before.url;
  page.final_url = before.final_url;
  page.moved_to = response.moved_to;
  page.status = response.status;
  // A 304 may bring fresh validators; what it does not mention stays.
  page.validators = before.validators;
  if (!response.validators.etag.empty()) page.validators.etag = response.validators.etag;
  if (!response.validators.last_modified.empty()) {
    page.validators.last_modified = response.validators.last_modified;
  }
  if (!response.not_modified) page.validators = response.validators;
  page.body_hash = !hash.empty()               ? hash
                   : !before.seen_hash.empty() ? before.seen_hash
                                               : before.body_hash;
  page.memory = before;
  page.record_count = before.papers.size();
  push(std::move(page), false);
}

PageBytes VisitRun::page_bytes() const {
  return {body_, pending_->final_url, pending_->content_type};
}

bool VisitRun::asks_for_news() const {
  return stops_at_known_;
}

void VisitRun::extracted(Result<Listing> listing, bool has_news) {
  ReadPage page = *std::exchange(pending_, std::nullopt);
  page.body = visit_.aside->put_body(std::exchange(body_, {}));
  if (!listing) {
    const Problem problem{listing.error().code, listing.error().message, listing.error().hint};
    if (visit_.readings.empty()) {
      visit_.failure = problem;
      visit_.unreadable = true;
      visit_.readings.push_back(std::move(page));
    }
    visit_.reader->failed(problem);
    return;
  }
  add_listing(page, std::move(*listing), *visit_.source, *visit_.aside);
  if (!known_records_) known_records_ = remembered_records(pages_);
  for (auto& record : page.records) {
    const auto known = known_records_->find(record.hash);
    if (known != known_records_->end()) record.repeats = known->second;
  }
  if (page.number > 1) {
    if (const auto trouble = trouble_of_later_page(page)) {
      visit_.reader->failed(*trouble);
      return;
    }
  }
  push(std::move(page), has_news);
}

void VisitRun::push(ReadPage page, bool has_news) {
  PageReading reading;
  reading.number = page.number;
  reading.url = page.url;
  reading.body_hash = page.body_hash;
  reading.unchanged = page.memory.has_value();
  reading.has_news = has_news;
  reading.records = records_of(page);
  reading.elements = page.memory ? page.memory->elements : page.listing->elements;
  reading.next = page.memory ? page.memory->next : page.listing->next;
  reading.stated = page.memory ? page.memory->count : page.listing->count;
  const bool says_empty = page.memory ? page.memory->empty_marker : page.listing->empty_marker;
  // Where a machine writes the list, an empty one is an answer; a page may be anything.
  reading.proves_end = says_empty || (page.listing && page.listing->format != "html");
  const bool is_recheck = visit_.reader->next()->is_recheck;
  visit_.readings.push_back(std::move(page));
  visit_.reader->read(std::move(reading));
  // Other bytes with the same records: the listing stands as it was read.
  const auto& listing = visit_.reader->listing();
  const bool counts =
      visit_.reader->next() || visit_.reader->trouble() ||
      std::find(listing.begin(), listing.end(), visit_.readings.size() - 1) != listing.end();
  if (is_recheck && !counts) visit_.readings.pop_back();
}

}  // namespace paperwatch
