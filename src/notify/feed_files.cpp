// SPDX-License-Identifier: MIT
#include "notify/feed_files.hpp"

#include <algorithm>
#include <iterator>
#include <utility>

#include <fmt/format.h>

#include <paperwatch/version.hpp>

#include "base/file.hpp"
#include "base/hash.hpp"
#include "notify/feed_stamps.hpp"
#include "render/feed_documents.hpp"
#include "render/query.hpp"

namespace paperwatch {

namespace {

using FeedPapers = std::vector<Store::FeedPaper>;

enum class Which { all, with_news };

class FeedWriter {
 public:
  FeedWriter(const Config& config, Store& store, Which which)
      : config_(config),
        store_(store),
        which_(which),
        limit_(static_cast<std::size_t>(std::max(config.feeds.entries, 1))),
        setting_{store.uuid(), config.feeds.base_url, config.feeds.changes_as_entries},
        stamps_(config.feeds.directory),
        newest_(store.newest_events()) {
    for (const auto& [source, event] : newest_) newest_of_all_ = std::max(newest_of_all_, event);
  }

  FeedFilesResult run() {
    for (const auto& source : config_.sources) write_source(source);
    write({"all", "All papers", "What all sources list", config_.feeds.base_url}, newest_of_all_,
          [&](const FeedHeading& heading) {
            return paper_feed(setting_, heading, store_.feed_papers("", limit_));
          });
    write_status();
    for (const auto& [name, query] : config_.queries) write_query(name, query);
    if (const auto saved = stamps_.save(); !saved) result_.errors.push_back(saved.error());
    return std::move(result_);
  }

 private:
  void write_source(const Source& source) {
    const auto& title = source.title.empty() ? source.id : source.title;
    const auto newest = newest_.find(source.id);
    write({source.id, title, "Papers listed at " + source.url, source.url},
          newest == newest_.end() ? 0 : newest->second, [&](const FeedHeading& heading) {
            return paper_feed(setting_, heading, store_.feed_papers(source.id, limit_));
          });
  }

  void write_status() {
    EventQuery troubles;
    troubles.kinds = {EventKind::count_changed, EventKind::source_broken,
                      EventKind::source_unreachable, EventKind::source_stale,
                      EventKind::source_recovered};
    troubles.limit = limit_;
    write({"status", "State of the sources", "Troubles and counts of all sources",
           config_.feeds.base_url},
          newest_of_all_, [&](const FeedHeading& heading) {
            return status_feed(setting_, heading, store_.events(troubles));
          });
  }

  void write_query(const std::string& name, const std::string& text) {
    const auto query = parse_query(text);
    if (!query) {
      result_.errors.push_back({"config",
                                fmt::format("queries: {}: {}", name, query.error().message),
                                query.error().hint});
      return;
    }
    if (is_taken(name)) {
      result_.errors.push_back({"config", fmt::format("queries: {}: a feed has this name", name),
                                "give the query another name"});
      return;
    }
    write({name, name, "Papers with " + text, config_.feeds.base_url}, newest_of_all_,
          [&](const FeedHeading& heading) {
            return paper_feed(setting_, heading, matching(*query));
          });
  }

  bool is_taken(const std::string& name) const {
    return name == "all" || name == "status" ||
           std::any_of(config_.sources.begin(), config_.sources.end(),
                       [&](const Source& source) { return source.id == name; });
  }

  // Looks further back until there are enough matches or no more papers.
  FeedPapers matching(const Query& query) {
    for (std::size_t asked = limit_ * 10;; asked *= 10) {
      auto papers = store_.feed_papers("", asked);
      const bool all = papers.size() < asked;
      std::erase_if(papers, [&](const auto& found) { return !matches(query, found.paper); });
      if (!all && papers.size() < limit_) continue;
      if (papers.size() > limit_) {
        papers.erase(papers.begin() + static_cast<std::ptrdiff_t>(limit_), papers.end());
      }
      return papers;
    }
  }

  // `newest` is the last event that the feed may show: without a newer one no byte of it changes.
  template <typename Document>
  void write(const FeedHeading& heading, EventId newest, const Document& document) {
    const std::string stamp = stamp_of(heading, newest);
    if (which_ == Which::with_news && stamps_.holds(heading.name, stamp)) return;
    const FeedDocument feed = document(heading);
    const auto errors = result_.errors.size();
    write_file(heading.name + ".rss", render_rss(feed));
    write_file(heading.name + ".atom", render_atom(feed));
    write_file(heading.name + ".json", render_json_feed(feed));
    if (result_.errors.size() == errors) stamps_.set(heading.name, stamp);
  }

  std::string stamp_of(const FeedHeading& heading, EventId newest) const {
    return content_hash(fmt::format("{}\n{}\n{}\n{}\n{}\n{}\n{}\n{}\n{}", version, setting_.uuid,
                                    setting_.base_url, setting_.changes_as_entries, limit_,
                                    heading.title, heading.description, heading.home, newest));
  }

  void write_file(const std::string& name, const std::string& content) {
    auto file = config_.feeds.directory / name;
    const auto written = write_file_atomically(file, content);
    if (!written) {
      result_.errors.push_back(written.error());
    } else {
      (*written ? result_.written : result_.unchanged).push_back(std::move(file));
    }
  }

  const Config& config_;
  Store& store_;
  Which which_;
  std::size_t limit_;
  FeedSetting setting_;
  FeedStamps stamps_;
  std::map<std::string, EventId> newest_;  // by source
  EventId newest_of_all_ = 0;
  FeedFilesResult result_;
};

}  // namespace

FeedFilesResult write_feeds(const Config& config, Store& store) {
  return FeedWriter(config, store, Which::all).run();
}

FeedFilesResult refresh_feeds(const Config& config, Store& store) {
  return FeedWriter(config, store, Which::with_news).run();
}

}  // namespace paperwatch
