// SPDX-License-Identifier: MIT
// From what is stored to feeds. Pure.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include <paperwatch/model.hpp>
#include <paperwatch/store.hpp>

#include "render/feeds.hpp"

namespace paperwatch {

// What all feeds of a database have in common.
struct FeedSetting {
  std::string uuid;      // of the database
  std::string base_url;  // "" none; ends in /. A feed's own address is base_url + "feeds/" + name
  bool changes_as_entries = false;
};

struct FeedHeading {
  std::string name;  // of its files, without the ending
  std::string title, description;
  std::string home;  // "" none
};

// The id of a paper's entry; of its first, where each change has one of its own.
std::string paper_entry_id(const FeedSetting& setting, std::string_view key);

// One entry a paper, newest first. What a paper is called, where it links and who wrote it are as
// its newest event said, so that nothing but an event changes a byte of it; abstract, DOI and
// arXiv id are the stored ones.
FeedDocument paper_feed(const FeedSetting& setting, const FeedHeading& heading,
                        const std::vector<Store::FeedPaper>& papers);
// One entry an event: the troubles of sources and their counts.
FeedDocument status_feed(const FeedSetting& setting, const FeedHeading& heading,
                         const std::vector<Event>& events);

// A tag: URI (RFC 4151) whose authority is the database's uuid. What such a URI may not hold is
// percent-encoded, so that two names never give one id.
std::string tag_uri(std::string_view uuid, std::string_view name);

}  // namespace paperwatch
