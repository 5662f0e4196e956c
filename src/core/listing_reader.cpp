// SPDX-License-Identifier: MIT
#include "core/listing_reader.hpp"

#include <algorithm>
#include <set>
#include <utility>

#include <fmt/format.h>

#include "base/text.hpp"
#include "base/url.hpp"
#include "base/url_parts.hpp"

namespace paperwatch {

namespace {

constexpr int max_rounds = 3;  // how often a moving listing is read again from the top

bool counts_offsets(const PagesRules& pages) {
  return pages.url_template.find("{offset}") != std::string::npos;
}

bool is_counted(const std::optional<PagesRules>& pages) {
  return pages && !pages->url_template.empty() && !pages->next;
}

// Whether `start` names the listing's first page; a later start means that `url` is the first.
bool starts_at_first_page(const PagesRules& pages) {
  return pages.start && *pages.start <= (counts_offsets(pages) ? 0 : 1);
}

std::string with_number(const PagesRules& pages, std::int64_t number) {
  return replace_all(replace_all(pages.url_template, "{offset}", std::to_string(number)), "{page}",
                     std::to_string(number));
}

// A template may leave out what it shares with the listing's address.
std::string completed(std::string link, const std::string& url) {
  if (link.starts_with("http://") || link.starts_with("https://")) return link;
  auto full = resolve_url(link, url);
  return full.empty() ? link : full;
}

}  // namespace

std::string first_page_url(const std::string& url, const std::optional<PagesRules>& pages) {
  if (!is_counted(pages) || !starts_at_first_page(*pages)) return url;
  return completed(with_number(*pages, *pages->start), url);
}

ListingReader::ListingReader(std::string url, std::optional<PagesRules> pages, KnownExtent known)
    : url_(first_page_url(url, pages)), pages_(std::move(pages)), known_(known) {
  step_ = Step{url_, 1, false};
}

void ListingReader::read(PageReading reading) {
  const bool is_first_page = step_ && step_->number == 1;
  if (step_ && step_->is_recheck) {
    const auto& before = readings_[listing_.front()];
    if (before.body_hash == reading.body_hash || before.records == reading.records)
      return recheck_same();
    if (reading.records.empty() && !reading.proves_end) {
      return failed(
          {"later_page", url_ + " shows no records any more", "the next visit reads it again"});
    }
    ++rounds_;
    if (rounds_ > max_rounds) {
      trouble_ =
          Problem{"moving", fmt::format("{} changed {} times while it was read", url_, rounds_),
                  "the next visit reads it again"};
      step_.reset();
      return;
    }
  }

  readings_.push_back(std::move(reading));
  pass_.push_back(readings_.size() - 1);
  const PageReading& last = readings_.back();

  if (rounds_ > 0) {
    if (const auto ground = known_ground(last)) {
      // From here on the listing is as it was read before.
      pass_.insert(pass_.end(), listing_.begin() + static_cast<std::ptrdiff_t>(*ground) + 1,
                   listing_.end());
      return finish_pass();
    }
    if (continues_known_order(last)) {
      pass_.insert(pass_.end(), listing_.begin(), listing_.end());
      return finish_pass();
    }
  }
  if (!is_first_page && is_outage(last)) {
    return break_off(last.records.empty()
                         ? last.url + " shows no records, though the listing goes on"
                         : last.url + " shows the records of another page of the listing");
  }
  advance(last);
}

void ListingReader::advance(const PageReading& last) {
  const auto link = link_after(last);
  if (!link) {
    reached_end_ = true;
    look_for_gaps();
    return finish_pass();
  }
  const int number = static_cast<int>(pass_.size()) + 1;
  const bool is_known_stop = pages_->stop == PagesRules::Stop::known && !last.has_news;
  if (number > pages_->max || is_known_stop) {
    reached_end_ = false;
    return finish_pass();
  }
  step_ = Step{*link, number, false};
}

std::optional<std::string> ListingReader::link_after(const PageReading& last) const {
  if (!pages_) return std::nullopt;
  const bool repeats = repeats_earlier_page();
  if (is_counted(pages_)) {
    // Beyond the end some sites show an empty page, others the last or the first one again.
    if (last.records.empty() || repeats) return std::nullopt;
    return completed(numbered_url(static_cast<int>(pass_.size()) + 1), url_);
  }
  if (!last.next || last.next->empty()) return std::nullopt;
  std::string link = *last.next;
  if (!pages_->url_template.empty()) {
    // A cursor that leads to an empty list has come to the end, however long it is kept up.
    if (last.records.empty() || repeats) return std::nullopt;
    link =
        completed(replace_all(pages_->url_template, "{next}", percent_encode(link, "-._~")), url_);
  }
  link.resize(std::min(link.find('#'), link.size()));  // no part of what is asked for
  const auto is_known = [&](std::size_t index) { return readings_[index].url == link; };
  if (std::any_of(pass_.begin(), pass_.end(), is_known)) return std::nullopt;  // a loop
  return link;
}

std::string ListingReader::numbered_url(int number) const {
  const bool offsets = counts_offsets(*pages_);
  std::int64_t step = pages_->step.value_or(1);
  if (offsets && !pages_->step) {
    std::size_t records = 0;
    for (const std::size_t index : pass_) records += readings_[index].records.size();
    return with_number(*pages_, static_cast<std::int64_t>(records) + pages_->start.value_or(0));
  }
  if (pages_->start && !starts_at_first_page(*pages_)) {
    return with_number(*pages_, *pages_->start + step * (number - 2));
  }
  const std::int64_t first = pages_->start.value_or(offsets ? 0 : 1);
  return with_number(*pages_, first + step * (number - 1));
}

// The last page read shows what an earlier one of this pass did.
bool ListingReader::repeats_earlier_page() const {
  const auto& last = readings_[pass_.back()];
  return !last.records.empty() &&
         std::any_of(pass_.begin(), pass_.end() - 1, [&](std::size_t index) {
           const auto& other = readings_[index];
           return other.records == last.records || other.body_hash == last.body_hash;
         });
}

// A link that leads on to a page before the last one's is no way to the end.
bool ListingReader::is_circle() const {
  if (is_counted(pages_) || pass_.size() < 2) return false;
  const auto& before = readings_[pass_[pass_.size() - 2]];
  const auto& last = readings_[pass_.back()];
  return before.records != last.records && before.body_hash != last.body_hash;
}

// What stands where the listing used to go on is an outage, not its end: nothing, where a link led
// there, or nothing or an earlier page's records.
bool ListingReader::is_outage(const PageReading& last) const {
  if (last.records.empty()) {
    if (last.proves_end) return false;
    return !is_counted(pages_) || !may_be_end(last);  // a link led here
  }
  return repeats_earlier_page() && (is_circle() || !may_be_end(last));
}

bool ListingReader::may_be_end(const PageReading& last) const {
  if (last.number > known_.pages || total_agrees()) return true;
  return pass_.size() > 1 && is_short(readings_[pass_[pass_.size() - 2]]);
}

bool ListingReader::is_short(const PageReading& page) const {
  std::size_t size = known_.page_size;
  for (const std::size_t index : pass_) size = std::max(size, readings_[index].records.size());
  return page.records.size() < size;
}

// The listing states how many records it has, and so many were read.
bool ListingReader::total_agrees() const {
  std::set<std::string> records;
  std::optional<Count> stated;
  for (const std::size_t index : pass_) {
    records.insert(readings_[index].records.begin(), readings_[index].records.end());
    if (readings_[index].stated) stated = readings_[index].stated;
  }
  return stated && stated->kind == CountKind::exact &&
         stated->value == static_cast<std::int64_t>(records.size());
}

// Where offsets go by a step, a page of fewer records than that is the last one.
void ListingReader::look_for_gaps() {
  if (!is_counted(pages_) || !counts_offsets(*pages_) || !pages_->step || total_agrees()) return;
  const auto step = static_cast<std::size_t>(std::max<std::int64_t>(*pages_->step, 0));
  for (std::size_t i = 0; i + 1 < pass_.size(); ++i) {
    const auto& page = readings_[pass_[i]];
    if (readings_[pass_[i + 1]].records.empty() || page.elements >= step) continue;
    if (i + 2 == pass_.size() && repeats_earlier_page()) continue;
    trouble_ = Problem{
        "later_page",
        fmt::format("{} shows {} records where offsets go by {}, and the listing goes on", page.url,
                    page.elements, step),
        "what was read is applied; nothing counts as gone. If the site leaves records out, leave "
        "`step` out too"};
    return;
  }
}

// What the last page shows is no part of the listing; what the earlier ones do is.
void ListingReader::break_off(const std::string& message) {
  pass_.pop_back();
  trouble_ = Problem{"later_page", message,
                     "what the earlier pages show is applied; nothing counts as gone"};
  finish_pass();
}

// The place in the listing of the page that this reading shows again, unchanged.
std::optional<std::size_t> ListingReader::known_ground(const PageReading& reading) const {
  if (reading.number == 1) return std::nullopt;
  for (std::size_t i = 0; i < listing_.size(); ++i) {
    const auto& before = readings_[listing_[i]];
    const bool is_same = before.body_hash == reading.body_hash || before.records == reading.records;
    if (before.url == reading.url && is_same)
      return shows_all_before(i) ? std::optional(i) : std::nullopt;
  }
  return std::nullopt;
}

// Whether what the pages before `ground` showed is still shown, by this pass or from there on.
// Otherwise it may have moved further down, beyond what is read again.
bool ListingReader::shows_all_before(std::size_t ground) const {
  std::set<std::string> shown;
  const auto show = [&](std::size_t index) {
    shown.insert(readings_[index].records.begin(), readings_[index].records.end());
  };
  std::for_each(pass_.begin(), pass_.end(), show);
  const auto at = listing_.begin() + static_cast<std::ptrdiff_t>(ground);
  std::for_each(at, listing_.end(), show);
  return std::all_of(listing_.begin(), at, [&](std::size_t index) {
    const auto& records = readings_[index].records;
    return std::all_of(records.begin(), records.end(),
                       [&](const auto& record) { return shown.contains(record); });
  });
}

// New records on top, then the known ones in their known order without a gap: papers were added,
// and nothing else happened.
bool ListingReader::continues_known_order(const PageReading& reading) const {
  std::vector<std::string> order;
  std::set<std::string> known;
  for (const std::size_t index : listing_) {
    for (const auto& record : readings_[index].records) {
      if (known.insert(record).second) order.push_back(record);
    }
  }
  const auto first_known = std::find_if(reading.records.begin(), reading.records.end(),
                                        [&](const auto& record) { return known.contains(record); });
  if (first_known == reading.records.end()) return false;
  const auto start = std::find(order.begin(), order.end(), *first_known);
  const auto length = reading.records.end() - first_known;
  return order.end() - start >= length && std::equal(first_known, reading.records.end(), start) &&
         (reading.number > 1 || start == order.begin());
}

void ListingReader::finish_pass() {
  listing_ = std::exchange(pass_, {});
  recheck_or_finish();
}

void ListingReader::recheck_or_finish() {
  step_.reset();
  if (trouble_ || pages() < 2 || all_unchanged()) return;
  step_ = Step{url_, 1, true};
}

void ListingReader::recheck_same() {
  step_.reset();
}

void ListingReader::failed(const Problem& problem) {
  const bool is_recheck = step_ && step_->is_recheck;
  if (readings_.empty()) {
    trouble_ = problem;
  } else if (is_recheck) {
    trouble_ = Problem{"later_page", "the first page could not be read again: " + problem.message,
                       problem.hint};
  } else {
    trouble_ = Problem{"later_page", problem.message, problem.hint};
  }
  reached_end_ = false;
  step_.reset();
  if (pass_.empty()) return;
  // What was read before a second pass broke off was still shown a moment ago.
  pass_.insert(pass_.end(), listing_.begin(), listing_.end());
  listing_ = std::exchange(pass_, {});
}

bool ListingReader::ends_before_this_page() {
  const bool may_end =
      step_ && !step_->is_recheck && is_counted(pages_) && !pass_.empty() && known_.pages > 0 &&
      (step_->number > known_.pages || total_agrees() || is_short(readings_[pass_.back()]));
  if (!may_end) return false;
  reached_end_ = true;
  look_for_gaps();
  finish_pass();
  return true;
}

void ListingReader::stop() {
  failed({"cancelled", "the run was stopped", ""});
}

int ListingReader::pages() const {
  std::set<std::string> urls;
  for (const std::size_t index : listing_) urls.insert(readings_[index].url);
  return static_cast<int>(urls.size());
}

bool ListingReader::all_unchanged() const {
  return std::all_of(listing_.begin(), listing_.end(),
                     [&](std::size_t i) { return readings_[i].unchanged; });
}

}  // namespace paperwatch
