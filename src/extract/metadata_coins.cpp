// SPDX-License-Identifier: MIT
#include <algorithm>
#include <initializer_list>

#include "base/text.hpp"
#include "base/url_parts.hpp"
#include "core/keys.hpp"
#include "extract/metadata_readers.hpp"

namespace paperwatch {

namespace {

using OpenUrl = std::map<std::string, std::vector<std::string>, std::less<>>;

// application/x-www-form-urlencoded, as OpenURL is written.
std::string decoded(std::string_view text) {
  const std::string plain = percent_decode(replace_all(std::string(text), "+", " "));
  return collapse_space(nfc(valid_utf8(plain)));
}

OpenUrl parse_openurl(std::string_view text) {
  OpenUrl out;
  for (const std::string& pair : split(text, '&')) {
    const std::size_t equals = pair.find('=');
    if (equals == std::string::npos) continue;
    std::string value = decoded(std::string_view(pair).substr(equals + 1));
    const std::string key = lower_ascii(decoded(std::string_view(pair).substr(0, equals)));
    if (!value.empty()) out[key].push_back(std::move(value));
  }
  return out;
}

std::string first(const OpenUrl& openurl, std::initializer_list<const char*> keys) {
  for (const char* key : keys) {
    const auto found = openurl.find(key);
    if (found != openurl.end()) return found->second.front();
  }
  return {};
}

std::vector<std::string> all(const OpenUrl& openurl, const char* key) {
  const auto found = openurl.find(key);
  return found == openurl.end() ? std::vector<std::string>() : found->second;
}

// aulast and aufirst are the first author's; `au` names all, or those that follow.
std::vector<std::string> people(const OpenUrl& openurl) {
  std::vector<std::string> out;
  for (const char* key : {"rft.au", "rft.creator"}) {
    for (const std::string& name : all(openurl, key)) out.push_back(given_name_first(name));
  }
  const std::string last = first(openurl, {"rft.aulast"});
  const auto names_last = [&](const std::string& name) {
    return name.find(last) != std::string::npos;
  };
  if (!last.empty() && std::none_of(out.begin(), out.end(), names_last)) {
    const std::string given = first(openurl, {"rft.aufirst", "rft.auinit", "rft.auinit1"});
    out.insert(out.begin(), collapse_space(given + " " + last));
  }
  return out;
}

void add_identifiers(const OpenUrl& openurl, StatedFields& out) {
  for (const char* key : {"rft_id", "rft.identifier", "rft.doi", "rft.arxiv"}) {
    for (const std::string& id : all(openurl, key)) {
      const std::string_view text =
          id.starts_with("info:") ? std::string_view(id).substr(5) : std::string_view(id);
      const std::string_view bare = text.starts_with("doi/") ? text.substr(4) : text;
      if (bare_doi(bare)) {
        out["doi"].emplace_back(bare);
      } else if (text.starts_with("arxiv/") || std::string_view(key) == "rft.arxiv") {
        out["arxiv_id"].emplace_back(text.starts_with("arxiv/") ? text.substr(6) : text);
      } else if (text.starts_with("http")) {
        out["url"].emplace_back(text);
      }
    }
  }
}

}  // namespace

StatedFields read_coins(std::string_view text) {
  const OpenUrl openurl = parse_openurl(text);
  StatedFields out;
  // Of a part, atitle is its own name; btitle, jtitle and title are what it stands in.
  const std::string part = first(openurl, {"rft.atitle"});
  out["title"] = {part.empty() ? first(openurl, {"rft.btitle", "rft.title"}) : part};
  out["venue"] = {part.empty()
                      ? first(openurl, {"rft.jtitle", "rft.source"})
                      : first(openurl, {"rft.jtitle", "rft.btitle", "rft.title", "rft.stitle"})};
  out["authors"] = people(openurl);
  out["date"] = {first(openurl, {"rft.date"})};
  out["abstract"] = {first(openurl, {"rft.description"})};
  out["subjects"] = all(openurl, "rft.subject");
  add_identifiers(openurl, out);
  return out;
}

}  // namespace paperwatch
