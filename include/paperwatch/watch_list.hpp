// SPDX-License-Identifier: MIT
// What other programs watch, as far as it can become sources of ours (docs/export.md).
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <paperwatch/model.hpp>
#include <paperwatch/result.hpp>

namespace paperwatch {

// One entry of another program's list.
struct Watch {
  std::string title, url;
  std::vector<std::string> tags;
  bool is_feed = false;
  std::string record;  // the selector that says where its news is; "" for a feed
  bool record_is_xpath = false;
  std::vector<std::pair<std::string, std::string>> headers;
  std::string proxy, encoding;
  std::optional<Duration> timeout;
  bool follows_redirects = true;
  bool enabled = true;
  std::vector<std::string> left_out;  // what could not be carried over, one line each
};

struct WatchList {
  std::vector<Watch> watches;
  std::vector<std::string> left_out;  // whole entries, one line each
};

// Job files of urlwatch and webchanges: YAML documents, one a job. An Error ("usage") with the line
// where the text is no such file.
Result<WatchList> read_watch_jobs(std::string_view text);

// Sources as they stand in a configuration file, each with what was left out as comments. Ids are
// made of titles and differ from those in `taken`. Pure.
std::string source_definitions(const std::vector<Watch>& watches, std::vector<std::string> taken);

}  // namespace paperwatch
