// SPDX-License-Identifier: MIT
#include "notify/feed_files.hpp"

#include <algorithm>
#include <iterator>
#include <utility>

#include <fmt/format.h>

#include <paperwatch/catalogue.hpp>
#include <paperwatch/version.hpp>

#include "base/file_batch.hpp"
#include "base/hash.hpp"
#include "base/url_parts.hpp"
#include "notify/feed_stamps.hpp"
#include "render/feed_documents.hpp"
#include "render/query.hpp"
#include "render/query_filter.hpp"

namespace paperwatch {

namespace {

using FeedPapers = std::vector<Store::FeedPaper>;

enum class Which { all, with_news };

const std::vector<EventKind> news_of_papers{EventKind::paper_new, EventKind::paper_changed,
                                            EventKind::paper_withdrawn, EventKind::paper_removed,
                                            EventKind::paper_returned};
const std::vector<EventKind> news_of_sources{EventKind::count_changed, EventKind::source_broken,
                                             EventKind::source_unreachable, EventKind::source_stale,
                                             EventKind::source_recovered};

EventQuery only(const std::vector<EventKind>& kinds) {
  EventQuery query;
  query.kinds = kinds;
  return query;
}

// Where a reader's click on the title leads: to our own pages, else at least to a listing.
std::string home_of(const Config& config) {
  if (!config.feeds.base_url.empty()) return config.feeds.base_url;
  if (config.serve) return fmt::format("http://{}/", config.serve->listen);
  return config.sources.empty() ? "" : without_login(config.sources.front().url);
}

class FeedWriter {
 public:
  // The batch comes first: what another process writes meanwhile is not overwritten by less.
  FeedWriter(const Config& config, Store& store, Which which)
      : config_(config),
        store_(store),
        which_(which),
        limit_(static_cast<std::size_t>(std::max(config.feeds.entries, 1))),
        home_(home_of(config)),
        setting_{store.uuid(), config.feeds.base_url, config.feeds.changes_as_entries},
        batch_(config.feeds.directory),
        stamps_(config.feeds.directory),
        newest_(store.newest_events()) {
    for (const auto& [source, event] : newest_) newest_of_all_ = std::max(newest_of_all_, event);
  }

  FeedFilesResult run() {
    for (const auto& source : config_.sources) write_source(source);
    write({"all", "All papers", "What all sources list", home_}, only(news_of_papers),
          newest_of_all_, [&](const FeedHeading& heading) {
            return paper_feed(setting_, heading, store_.feed_papers("", limit_));
          });
    write_status();
    for (const auto& [name, query] : config_.queries) write_query(name, query);
    if (which_ == Which::all) remove_gone();
    commit();
    return std::move(result_);
  }

 private:
  void write_source(const Source& source) {
    const auto& title = source.title.empty() ? source.id : source.title;
    const auto newest = newest_.find(source.id);
    EventQuery shown = only(news_of_papers);
    shown.source = source.id;
    const auto address = without_login(source.url);
    write({source.id, title, "Papers listed at " + address, address}, shown,
          newest == newest_.end() ? 0 : newest->second, [&](const FeedHeading& heading) {
            return paper_feed(setting_, heading, store_.feed_papers(source.id, limit_));
          });
  }

  void write_status() {
    EventQuery troubles = only(news_of_sources);
    troubles.limit = limit_;
    write({"status", "State of the sources", "Troubles and counts of all sources", home_},
          only(news_of_sources), newest_of_all_, [&](const FeedHeading& heading) {
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
    write({name, name, "Papers with " + text, home_}, only(news_of_papers), newest_of_all_,
          [&](const FeedHeading& heading) {
            return paper_feed(setting_, heading, matching(*query));
          });
  }

  bool is_taken(const std::string& name) const {
    return name == "all" || name == "status" ||
           std::any_of(config_.sources.begin(), config_.sources.end(),
                       [&](const Source& source) { return source.id == name; });
  }

  // What this program wrote for a name that is none any more. Never while news are published: a
  // configuration that lost an include for a moment must not take feeds away from their readers.
  void remove_gone() {
    for (const auto& name : stamps_.feeds()) {
      if (is_taken(name) || config_.queries.contains(name)) continue;
      for (const char* ending : feed_endings) {
        std::error_code error;
        const auto file = config_.feeds.directory / (name + ending);
        if (std::filesystem::remove(file, error)) result_.removed.push_back(file);
      }
      stamps_.forget(name);
    }
  }

  // On a connection of its own, which knows the index of words.
  FeedPapers matching(const Query& query) {
    if (!catalogue_) catalogue_.emplace(config_.database);
    Catalogue::FeedSearch search;
    search.words = filter_of(query);
    search.matches = [&](const PaperRow& paper) { return matches(query, paper); };
    search.limit = limit_;
    return catalogue_->feed_papers(search);
  }

  // `shown`: the events that the feed may show. `newest`: none of these is newer.
  template <typename Document>
  void write(const FeedHeading& heading, EventQuery shown, EventId newest,
             const Document& document) {
    const FeedStamp stamp{setting_of(heading), newest};
    if (which_ == Which::with_news && !has_news(stamps_.find(heading.name), stamp, shown)) {
      stamps_.set(heading.name, stamp);
      return;
    }
    const ShownFeed feed(document(heading));
    bool is_put = put(heading.name + ".rss", render_rss(feed));
    is_put &= put(heading.name + ".atom", render_atom(feed));
    is_put &= put(heading.name + ".json", render_json_feed(feed));
    if (is_put) fresh_stamps_.emplace(heading.name, stamp);
  }

  // Whether anything happened since the files were written that may change a byte of them.
  bool has_news(const std::optional<FeedStamp>& then, const FeedStamp& now, EventQuery& shown) {
    if (!then || then->setting != now.setting || then->seen > now.seen) return true;
    if (then->seen == now.seen) return false;
    shown.after = then->seen;
    shown.limit = 1;
    return !store_.events(shown).empty();
  }

  std::string setting_of(const FeedHeading& heading) const {
    return content_hash(fmt::format("{}\n{}\n{}\n{}\n{}\n{}\n{}\n{}", version, setting_.uuid,
                                    setting_.base_url, setting_.changes_as_entries, limit_,
                                    heading.title, heading.description, heading.home));
  }

  bool put(const std::string& name, const std::string& content) {
    const auto is_new = batch_.put(name, content);
    if (!is_new) {
      result_.errors.push_back(is_new.error());
    } else if (*is_new) {
      replaced_.push_back(name);
    } else {
      result_.unchanged.push_back(config_.feeds.directory / name);
    }
    return is_new.has_value();
  }

  void commit() {
    const auto errors = batch_.commit();
    for (const auto& name : replaced_) {
      if (const auto error = errors.find(name); error != errors.end()) {
        result_.errors.push_back(error->second);
        fresh_stamps_.erase(std::filesystem::path(name).stem().string());
      } else {
        result_.written.push_back(config_.feeds.directory / name);
      }
    }
    for (auto& [feed, stamp] : fresh_stamps_) stamps_.set(feed, std::move(stamp));
    if (const auto saved = stamps_.save(); !saved) result_.errors.push_back(saved.error());
  }

  const Config& config_;
  Store& store_;
  Which which_;
  std::size_t limit_;
  std::string home_;  // of the feeds that are no one source's
  FeedSetting setting_;
  FileBatch batch_;
  FeedStamps stamps_;
  std::map<std::string, EventId> newest_;  // by source
  EventId newest_of_all_ = 0;
  std::optional<Catalogue> catalogue_;             // once a query has news
  std::vector<std::string> replaced_;              // files, in the order they were put
  std::map<std::string, FeedStamp> fresh_stamps_;  // of feeds whose files were put
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
