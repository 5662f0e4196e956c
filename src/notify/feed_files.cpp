// SPDX-License-Identifier: MIT
#include "notify/feed_files.hpp"

#include <algorithm>
#include <iterator>
#include <utility>

#include <fmt/format.h>

#include "base/file.hpp"
#include "render/feed_documents.hpp"
#include "render/query.hpp"

namespace paperwatch {

namespace {

using FeedPapers = std::vector<Store::FeedPaper>;

class FeedWriter {
 public:
  FeedWriter(const Config& config, Store& store)
      : config_(config),
        store_(store),
        limit_(static_cast<std::size_t>(std::max(config.feeds.entries, 1))),
        setting_{store.uuid(), config.feeds.base_url, config.feeds.changes_as_entries} {}

  FeedFilesResult run() {
    for (const auto& source : config_.sources) write_source(source);
    write_papers({"all", "All papers", "What all sources list", config_.feeds.base_url},
                 store_.feed_papers("", limit_));
    write_status();
    for (const auto& [name, query] : config_.queries) write_query(name, query);
    return std::move(result_);
  }

 private:
  void write_source(const Source& source) {
    const auto& title = source.title.empty() ? source.id : source.title;
    write_papers({source.id, title, "Papers listed at " + source.url, source.url},
                 store_.feed_papers(source.id, limit_));
  }

  void write_status() {
    EventQuery troubles;
    troubles.kinds = {EventKind::count_changed, EventKind::source_broken,
                      EventKind::source_unreachable, EventKind::source_stale,
                      EventKind::source_recovered};
    troubles.limit = limit_;
    write(status_feed(setting_,
                      {"status", "State of the sources", "Troubles and counts of all sources",
                       config_.feeds.base_url},
                      store_.events(troubles)),
          "status");
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
    write_papers({name, name, "Papers with " + text, config_.feeds.base_url}, matching(*query));
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

  void write_papers(const FeedHeading& heading, const FeedPapers& papers) {
    write(paper_feed(setting_, heading, papers), heading.name);
  }

  void write(const FeedDocument& feed, const std::string& name) {
    write_file(name + ".rss", render_rss(feed));
    write_file(name + ".atom", render_atom(feed));
    write_file(name + ".json", render_json_feed(feed));
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
  std::size_t limit_;
  FeedSetting setting_;
  FeedFilesResult result_;
};

}  // namespace

FeedFilesResult write_feeds(const Config& config, Store& store) {
  return FeedWriter(config, store).run();
}

}  // namespace paperwatch
