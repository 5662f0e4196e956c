// SPDX-License-Identifier: MIT
// `template: feed`: RSS 0.9 to 2.0 and 1.0, Atom 0.3 and 1.0, arXiv's API, JSON Feed.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <paperwatch/model.hpp>
#include <paperwatch/result.hpp>

#include "extract/json_page.hpp"
#include "extract/tree.hpp"

namespace paperwatch {

struct FeedItem {
  Fields fields;
  NodeId element = no_node;  // XML feeds only
};

struct Feed {
  std::vector<FeedItem> entries;     // papers only
  std::size_t elements = 0;          // all entries, an error's included
  std::string total;                 // opensearch:totalResults, as text
  std::optional<std::string> next;   // RFC 5005's link to the next page, absolute
  std::optional<std::string> error;  // what an API's own error entry says
};

// Both fail with no_content where the page is no feed. `address` is the page's final one.
Result<Feed> read_feed(const Tree& tree, std::string_view address);
Result<Feed> read_json_feed(const Json& page, std::string_view address);

// The text that a piece of HTML shows.
std::string text_of_html(std::string_view html);
// Names of people as feeds give them: "mail (Name)" and "Name <mail>" are Name; "A B, C D" in one
// element are two people, "Last, F." is one.
std::vector<std::string> feed_people(const std::vector<std::string>& written);
// The text that base64 stands for; "" where it stands for no text.
std::string text_in_base64(std::string_view base64);
// Without what arXiv's feed writes before an abstract.
std::string feed_abstract(std::string_view text);

}  // namespace paperwatch
