// SPDX-License-Identifier: MIT
#include "notify/feed_files.hpp"

#include <algorithm>
#include <array>
#include <iterator>
#include <optional>
#include <utility>

#include <fmt/format.h>

#include <paperwatch/catalogue.hpp>
#include <paperwatch/version.hpp>

#include "base/file.hpp"
#include "base/file_batch.hpp"
#include "base/hash.hpp"
#include "base/url_parts.hpp"
#include "notify/feed_stamps.hpp"
#include "render/feed_documents.hpp"
#include "render/feed_renewal.hpp"
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

// How many events a feed's text may be behind, as a multiple of its entries, to be written on.
constexpr EventId most_behind = 10;

constexpr std::array formats{FeedFormat::rss, FeedFormat::atom, FeedFormat::json};
static_assert(formats.size() == feed_endings.size());

// A feed's three files, as feed_endings.
using FeedTexts = std::array<std::string, formats.size()>;

// One word for their bytes.
std::string word_for(const FeedTexts& texts) {
  std::string hashes;
  for (const auto& text : texts) hashes += content_hash(text);
  return content_hash(hashes);
}

// A feed that shows papers: those of a source ("" any) that a query, if there is one, matches.
struct PaperFeed {
  FeedHeading heading;
  std::string source;
  std::optional<Query> query{};
};

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
        newest_(store.newest_events()),
        mark_(store.feed_mark()) {
    for (const auto& [source, event] : newest_) newest_of_all_ = std::max(newest_of_all_, event);
  }

  FeedFilesResult run() {
    for (const auto& source : config_.sources) write_source(source);
    write({{"all", "All papers", "What all sources list", home_}, ""}, newest_of_all_);
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
    const auto address = without_login(source.url);
    write({{source.id, title, "Papers listed at " + address, address}, source.id},
          newest == newest_.end() ? 0 : newest->second);
  }

  void write_status() {
    EventQuery troubles = only(news_of_sources);
    troubles.limit = limit_;
    const FeedHeading heading{"status", "State of the sources",
                              "Troubles and counts of all sources", home_};
    const FeedStamp now = stamp(heading, newest_of_all_);
    if (has_news(heading, now, only(news_of_sources)))
      write_whole(heading, status_feed(setting_, heading, store_.events(troubles)), now, false);
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
    write({{name, name, "Papers with " + text, home_}, "", *query}, newest_of_all_);
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

  FeedPapers papers_of(const PaperFeed& feed) {
    if (!feed.query) return store_.feed_papers(feed.source, limit_);
    // On a connection of its own, which knows the index of words.
    if (!catalogue_) catalogue_.emplace(config_.database);
    Catalogue::FeedSearch search;
    search.source = feed.source;
    search.words = filter_of(*feed.query);
    search.matches = [&](const PaperRow& paper) { return matches(*feed.query, paper); };
    search.limit = limit_;
    return catalogue_->feed_papers(search);
  }

  // `newest`: no event that the feed may show is newer.
  void write(const PaperFeed& feed, EventId newest) {
    const FeedStamp now = stamp(feed.heading, newest);
    EventQuery shown = only(news_of_papers);
    if (!feed.source.empty()) shown.source = feed.source;
    if (!has_news(feed.heading, now, shown) || write_on(feed, now)) return;
    const auto papers = papers_of(feed);
    auto document = paper_feed(setting_, feed.heading, papers);
    const bool is_in_order = std::equal(
        document.entries.begin(), document.entries.end(), papers.begin(), papers.end(),
        [&](const auto& entry, const auto& found) { return entry.id == entry_id(found); });
    write_whole(feed.heading, std::move(document), now, is_in_order);
  }

  std::string entry_id(const Store::FeedPaper& found) const {
    return paper_entry_id(setting_, found.paper.key);
  }

  // Whether anything happened since the files were written that may change a byte of them. `shown`:
  // the events that the feed may show.
  bool has_news(const FeedHeading& heading, const FeedStamp& now, EventQuery shown) {
    if (which_ == Which::all) return true;
    auto then = stamps_.find(heading.name);
    if (!then || then->setting != now.setting || then->seen > now.seen) return true;
    if (then->seen < now.seen) {
      shown.after = then->seen;
      shown.limit = 1;
      if (!store_.events(shown).empty()) return true;
      then->seen = now.seen;
    }
    stamps_.set(heading.name, std::move(*then));
    return false;
  }

  // `is_in_order`: whether who came last would fall off last. A feed of which that is not so, as
  // events were told late or papers are one, cannot be written on.
  void write_whole(const FeedHeading& heading, FeedDocument document, const FeedStamp& now,
                   bool is_in_order) {
    const ShownFeed feed(std::move(document));
    FeedTexts texts;
    for (std::size_t i = 0; i < texts.size(); ++i) texts[i] = render(formats[i], feed);
    put(heading.name, texts, is_in_order ? feed.updated : Time::max(), now);
  }

  // Puts what is new into the files that are there. False: nothing was done, it takes the whole
  // feed. An entry is as it was when its paper last had news.
  bool write_on(const PaperFeed& feed, const FeedStamp& now) {
    const auto then = stamps_.find(feed.heading.name);
    // What a query matches may change without a word.
    const bool may =
        which_ == Which::with_news && !feed.query && !setting_.changes_as_entries && then &&
        then->setting == now.setting &&
        now.mark.event - then->mark.event <= most_behind * static_cast<EventId>(limit_);
    const auto papers = may ? store_.papers_since(then->mark, feed.source) : std::nullopt;
    const auto before = papers ? texts_of(feed.heading.name) : std::nullopt;
    if (!before || word_for(*before) != then->files) return false;

    const ShownFeed news(
        paper_feed(setting_, feed.heading, store_.feed_papers(feed.source, *papers)));
    // What is late belongs further back.
    const bool is_late =
        std::any_of(news.entries.begin(), news.entries.end(), [&](const auto& entry) {
          return entry.event->id > then->mark.event && entry.updated < then->updated;
        });
    if (is_late) return false;

    FeedTexts texts;
    for (std::size_t i = 0; i < texts.size(); ++i) {
      auto text = renewed(formats[i], (*before)[i], news, then->mark.event, limit_);
      if (!text) return false;
      texts[i] = std::move(*text);
    }
    put(feed.heading.name, texts, news.updated, now);
    return true;
  }

  std::optional<FeedTexts> texts_of(const std::string& name) const {
    FeedTexts texts;
    for (std::size_t i = 0; i < texts.size(); ++i) {
      auto text = read_file(config_.feeds.directory / (name + feed_endings[i]));
      if (!text) return std::nullopt;
      texts[i] = std::move(*text);
    }
    return texts;
  }

  FeedStamp stamp(const FeedHeading& heading, EventId newest) const {
    return {
        .setting = setting_of(heading), .seen = newest, .mark = mark_, .updated = {}, .files = {}};
  }

  std::string setting_of(const FeedHeading& heading) const {
    return content_hash(fmt::format("{}\n{}\n{}\n{}\n{}\n{}\n{}\n{}", version, setting_.uuid,
                                    setting_.base_url, setting_.changes_as_entries, limit_,
                                    heading.title, heading.description, heading.home));
  }

  void put(const std::string& name, const FeedTexts& texts, Time updated, FeedStamp stamp) {
    bool is_put = true;
    for (std::size_t i = 0; i < texts.size(); ++i) is_put &= put(name + feed_endings[i], texts[i]);
    if (!is_put) return;
    stamp.updated = updated;
    stamp.files = word_for(texts);
    fresh_stamps_.emplace(name, std::move(stamp));
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
  Store::FeedMark mark_;
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
