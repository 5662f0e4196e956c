// SPDX-License-Identifier: MIT
// Lists of feeds (OPML 2.0), out and in. Pure.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include <paperwatch/watch_list.hpp>

namespace paperwatch {

struct OpmlFeed {
  std::string title, url;
  std::string home;  // the page it is about; "" none
};

std::string render_opml(const std::string& title, const std::vector<OpmlFeed>& feeds);

// Every outline with an xmlUrl; the outlines around it are its tags. An Error ("usage") if the text
// is no OPML.
Result<WatchList> parse_opml(std::string_view text);

}  // namespace paperwatch
