// SPDX-License-Identifier: MIT
// The keys a paper is known by (identity), and the markers of withdrawn papers.
// Pure functions over UTF-8 text; safe to call from any thread.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace paperwatch {

// The URL without what differs from visit to visit: scheme and host in lower case, no default
// port, credentials or fragment, no campaign or session parameters; the order of the rest of the
// query is kept. "" for what is no http or https URL. For keys and to compare: the URL as found is
// shown.
std::string canonical_url(std::string_view url);

// "10.1000/x" of a DOI in any of its written forms, lower case. Nothing where the text does not
// start with one.
std::optional<std::string> bare_doi(std::string_view text);

struct ArxivId {
  std::string id;  // "2305.01234", "math/0309136": no version, no subject class
  std::optional<int> version;
  bool operator==(const ArxivId&) const = default;
};
// Of "2305.01234v2", "arXiv:…", a link to arXiv or a mirror, or a DOI that arXiv gave.
std::optional<ArxivId> arxiv_id(std::string_view text);

// The title as a key: case, punctuation, white space, markup and withdrawal markers do not count.
// "" where nothing is left.
std::string title_key(std::string_view title);

// Whether title, comments or abstract say that the paper itself was withdrawn or retracted.
// A paper about retractions is not.
bool has_withdrawal_marker(std::string_view title, std::string_view comments,
                           std::string_view abstract);
// The title without such a marker; as it was where it consists of nothing else.
std::string without_withdrawal_marker(std::string_view title);

}  // namespace paperwatch
