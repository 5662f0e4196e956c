// SPDX-License-Identifier: MIT
#include "core/paper_name.hpp"

#include <algorithm>

#include "base/ascii.hpp"
#include "core/keys.hpp"

namespace paperwatch {

std::optional<std::int64_t> read_id(const std::string& text) {
  const bool is_id =
      !text.empty() && text.size() < 18 && std::all_of(text.begin(), text.end(), is_ascii_digit);
  return is_id ? std::optional<std::int64_t>(std::stoll(text)) : std::nullopt;
}

std::vector<std::string> keys_named(const std::string& name) {
  std::vector<std::string> keys{name};
  if (const auto doi = bare_doi(name)) keys.push_back("doi:" + *doi);
  if (const auto id = arxiv_id(name)) keys.push_back("arxiv:" + id->id);
  if (const auto url = canonical_url(name); !url.empty()) keys.push_back("url:" + url);
  return keys;
}

}  // namespace paperwatch
