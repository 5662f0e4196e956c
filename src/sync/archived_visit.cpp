// SPDX-License-Identifier: MIT
#include "sync/archived_visit.hpp"

#include <algorithm>
#include <utility>

#include <fmt/format.h>

#include "base/url_parts.hpp"
#include "sync/settle.hpp"

namespace paperwatch {

namespace {

// Answers a visit's requests with the pages that another got for the same ones.
class ArchiveSite {
 public:
  explicit ArchiveSite(const std::vector<ArchivedPage>& pages)
      : pages_(pages), used_(pages.size()) {}

  Fetcher::Answer answer(const FetchRequest& request, const ListingReader::Step& step) {
    const auto asked = stored_address(request.url);
    auto index = find([&](const PageEvidence& page) { return stored_address(page.url) == asked; });
    if (!index && step.is_recheck) return unmoved();
    // Rules that lead there by another address lead to the same page of the listing.
    if (!index) index = find([&](const PageEvidence& page) { return page.number == step.number; });
    if (!index) return missing(request);
    used_[*index] = true;
    return response(pages_[*index]);
  }

 private:
  template <typename Condition>
  std::optional<std::size_t> find(Condition condition) const {
    for (std::size_t i = 0; i < pages_.size(); ++i) {
      if (!used_[i] && condition(pages_[i].evidence)) return i;
    }
    return std::nullopt;
  }

  static Fetcher::Answer unmoved() {
    FetchResponse response;
    response.status = 304;
    response.not_modified = true;
    response.requests = 0;
    return response;
  }

  static Fetcher::Answer missing(const FetchRequest& request) {
    FetchError error;
    error.error = {"later_page", without_login(request.url) + " was not read by that visit",
                   "what the earlier pages show is applied; nothing counts as gone"};
    return error;
  }

  static Fetcher::Answer response(const ArchivedPage& page) {
    FetchResponse response;
    response.status = page.evidence.status;
    response.url = page.evidence.final_url;
    response.body = page.body;
    response.content_type = page.evidence.content_type;
    response.validators = page.evidence.validators;
    response.length_known = page.evidence.length_known;
    response.requests = 0;
    return response;
  }

  const std::vector<ArchivedPage>& pages_;
  std::vector<bool> used_;
};

}  // namespace

Result<std::vector<ArchivedPage>> archived_pages(Store& store, VisitId visit) {
  std::vector<ArchivedPage> pages;
  for (auto& evidence : store.evidence(visit)) {
    auto body = store.archived(evidence.body_hash);
    if (!body) {
      return fail("usage",
                  fmt::format("visit {}: {} is no longer in the archive", visit, evidence.url),
                  "`archive: {keep, max_size}` say how long pages are kept");
    }
    pages.push_back({std::move(evidence), std::move(*body)});
  }
  if (pages.empty()) {
    return fail("usage", fmt::format("visit {} left no pages", visit),
                "a visit that brought nothing new, or could not read, leaves none");
  }
  return pages;
}

ReadVisit read_again(const std::vector<ArchivedPage>& pages, VisitRun run, Store& store) {
  ArchiveSite site(pages);
  while (const auto request = run.next()) {
    if (!run.answered(site.answer(*request, run.step()))) continue;
    auto listing = run.extractor().extract(run.page_bytes());
    const bool has_news =
        !run.asks_for_news() || !listing ||
        shows_news(run.source(), *listing, std::string(run.page_bytes().url), store);
    run.extracted(std::move(listing), has_news);
  }
  return run.take();
}

}  // namespace paperwatch
