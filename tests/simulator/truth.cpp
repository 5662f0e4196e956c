// SPDX-License-Identifier: MIT
#include "simulator/truth.hpp"

#include <algorithm>

#include <fmt/format.h>

namespace paperwatch::test {

namespace {

std::set<std::string> changed_fields(const TruePaper& before, const TruePaper& after) {
  std::set<std::string> fields;
  if (before.title != after.title) fields.insert("title");
  if (before.abstract != after.abstract) fields.insert("abstract");
  if (before.authors != after.authors) fields.insert("authors");
  if (before.doi != after.doi) fields.insert("doi");
  if (before.version != after.version) fields.insert("version");
  if (before.withdrawn != after.withdrawn) fields.insert("comments");
  return fields;
}

}  // namespace

std::string line_of(const std::string& kind, int number, const std::set<std::string>& fields) {
  std::string line = fmt::format("{} {}", kind, number);
  for (const auto& field : fields) line += (&field == &*fields.begin() ? ": " : ", ") + field;
  return line;
}

void Truth::see(const TruePaper& paper) {
  const auto [found, is_new] = known_.try_emplace(paper.number);
  Known& known = found->second;
  if (is_new) {
    known.content = paper;
    known.withdrawn = paper.withdrawn;
    if (has_baseline_) tell(line_of("paper_new", paper.number));
    return;
  }
  const auto fields = changed_fields(known.content, paper);
  if (paper.withdrawn && !known.withdrawn) {
    tell(line_of("paper_withdrawn", paper.number, fields));
  } else if (known.removed) {
    tell(line_of("paper_returned", paper.number, fields));
  } else if (!fields.empty()) {
    tell(line_of("paper_changed", paper.number, fields));
  }
  known.content = paper;
  known.withdrawn = known.withdrawn || paper.withdrawn;
  known.removed = false;
  known.missed = 0;
  known.since.reset();
}

void Truth::healthy(const std::vector<TruePaper>& papers, bool complete, Time at) {
  recover();
  std::set<int> seen;
  for (const auto& paper : papers) {
    see(paper);
    seen.insert(paper.number);
  }
  if (complete) {
    for (auto& [number, known] : known_) {
      if (seen.contains(number) || known.removed) continue;
      ++known.missed;
      if (!known.since) known.since = at;
      if (known.missed >= 2 && at - *known.since >= std::chrono::hours(24)) {
        known.removed = true;
        tell(line_of("paper_removed", number));
      }
    }
  }
  has_baseline_ = true;
}

void Truth::counts(const Site& site, std::size_t listed) {
  const auto now = static_cast<std::int64_t>(listed);
  if (site.totals() != Totals::none) {
    if (stated_ && *stated_ != now) tell("count_changed");
    stated_ = now;
  } else {
    const auto tracked = static_cast<std::int64_t>(std::count_if(
        known_.begin(), known_.end(), [](const auto& entry) { return !entry.second.removed; }));
    if (observed_ && *observed_ != tracked) tell("count_changed");
    observed_ = tracked;
  }
}

void Truth::trouble(const std::string& kind) {
  if (kind == "source_unreachable" && ++failures_ < 3) return;
  if (kind == "source_broken") failures_ = 0;
  if (!trouble_told_) tell(kind);
  trouble_told_ = true;
}

void Truth::recover() {
  failures_ = 0;
  if (trouble_told_) tell("source_recovered");
  trouble_told_ = false;
}

std::multiset<std::string> Truth::after_visit(const Site& site, Fault fault, Time at) {
  told_.clear();
  const auto& papers = site.papers();
  switch (fault) {
    case Fault::outage:
    case Fault::block_page:
    case Fault::login:
    case Fault::layout:
    case Fault::truncated:
    case Fault::wrong_charset:
      trouble("source_broken");
      break;
    case Fault::error_500:
    case Fault::error_429:
    case Fault::error_404:
      trouble("source_unreachable");
      break;
    case Fault::later_page_fails:
    case Fault::later_page_empty: {
      const auto read = std::min(
          papers.size(), static_cast<std::size_t>(site.failing_page() - 1) * site.page_size());
      healthy({papers.begin(), papers.begin() + static_cast<std::ptrdiff_t>(read)}, false, at);
      break;
    }
    case Fault::wrong_total:
      healthy(papers, site.totals() == Totals::none, at);
      if (site.totals() == Totals::none) counts(site, papers.size());
      last_listing_ = papers;
      last_total_is_wrong_ = site.totals() != Totals::none;
      break;
    case Fault::lying_304:
      if (site.lied()) {
        healthy(last_listing_, !last_total_is_wrong_, at);
        if (!last_total_is_wrong_) counts(site, last_listing_.size());
        break;
      }
      [[fallthrough]];
    default:
      healthy(papers, true, at);
      counts(site, papers.size());
      last_listing_ = papers;
      last_total_is_wrong_ = false;
  }
  return told_;
}

}  // namespace paperwatch::test
