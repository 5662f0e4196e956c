// SPDX-License-Identifier: MIT
// A feed's text written on: what has news is rendered and put into the text of before, so that one
// change does not render a hundred entries. The bytes are those that the whole feed would give.
// Pure.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

#include <paperwatch/model.hpp>

#include "render/feeds.hpp"

namespace paperwatch {

enum class FeedFormat { rss, atom, json };

std::string render(FeedFormat format, const ShownFeed& feed);

// `before`: the whole feed as it was rendered when `seen` was the newest event. `news`: its heading
// as it is now, with those entries alone that may be others since. What tells of a later event
// stands in front, the rest where it stood, and no more than `most` entries are left. Nothing where
// only the whole feed can tell: `before` is not such a text or has no entry, or none of the news
// is later than `seen`, so that nothing says when the feed was updated.
std::optional<std::string> renewed(FeedFormat format, std::string_view before,
                                   const ShownFeed& news, EventId seen, std::size_t most);

}  // namespace paperwatch
