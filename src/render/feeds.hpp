// SPDX-License-Identifier: MIT
// Feeds as text: RSS 2.0, Atom (RFC 4287), JSON Feed 1.1. Pure: equal documents give equal bytes
// on every machine and at every time.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <paperwatch/model.hpp>

namespace paperwatch {

// All texts are plain text, not markup.
struct FeedEntry {
  std::string id;  // a tag: URI (RFC 4151), permanent
  std::string title;
  std::string url;  // "" none; only http and https are written
  std::vector<std::string> authors, subjects;
  std::vector<std::string> notes;  // what happened, one paragraph each; before the summary
  std::string summary;             // the abstract
  std::string doi, arxiv_id;
  bool withdrawn = false;  // is then said before the title, unless the title says it
  Time published{}, updated{};
  std::optional<Event> event;  // the newest; JSON Feed's member `_paperwatch`
  bool operator==(const FeedEntry&) const = default;
};

struct FeedDocument {
  std::string id;
  std::string title, description;
  std::string home;  // what a person opens; "" none
  std::string self;  // the feed's own address without ".rss", ".atom", ".json"; "" none
  Time updated{};    // of the newest entry; of an empty feed, a time that never moves
  std::vector<FeedEntry> entries;  // newest first
};

// An entry as readers are shown it: every text has passed feed_text(), once for all formats.
struct ShownEntry {
  std::string id;
  std::string title;                           // "[withdrawn] " included; never ""
  std::string url;                             // "" none
  std::vector<std::string> authors, subjects;  // none is ""
  std::vector<std::string> paragraphs;         // notes and summary; none is ""
  Time published{}, updated{};
  std::optional<Event> event;  // the newest
};

struct ShownFeed {
  // Implicit: whoever wants one format only need not know of this.
  ShownFeed(FeedDocument feed);

  std::string id, title, description, home;
  std::string self;  // without the ending
  Time updated{};
  std::vector<ShownEntry> entries;
};

std::string render_rss(const ShownFeed& feed);
std::string render_atom(const ShownFeed& feed);
std::string render_json_feed(const ShownFeed& feed);

// ---- what is shown of a text

// Text that every reader can hold: characters that XML forbids or that mean nothing are gone,
// white space is collapsed, and so are elements that would act (script and style elements, tags
// with attributes). `std::vector<int>` is none of these and stays.
std::string feed_text(std::string_view text);
// The title as shown, "[withdrawn] " included.
std::string entry_title(const FeedEntry& entry);
// `url` if it is http or https, else "".
std::string feed_link(const std::string& url);

}  // namespace paperwatch
