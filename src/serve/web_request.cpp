// SPDX-License-Identifier: MIT
#include "serve/web_request.hpp"

#include <algorithm>
#include <utility>

#include "base/text.hpp"
#include "base/url_parts.hpp"

namespace paperwatch {

namespace {

std::string decode_form(std::string_view text) {
  return valid_utf8(percent_decode(replace_all(std::string(text), "+", " ")));
}

}  // namespace

Parameters Parameters::parse(std::string_view text) {
  Parameters out;
  for (const auto& pair : split(text, '&')) {
    if (pair.empty()) continue;
    const auto equals = pair.find('=');
    const auto value = equals == std::string::npos ? "" : pair.substr(equals + 1);
    out.pairs_.emplace_back(decode_form(pair.substr(0, equals)), decode_form(value));
  }
  return out;
}

std::string_view Parameters::text(std::string_view name) const {
  const auto found = std::find_if(pairs_.begin(), pairs_.end(),
                                  [&](const auto& pair) { return pair.first == name; });
  return found == pairs_.end() ? std::string_view() : trim(found->second);
}

std::vector<std::string> Parameters::all(std::string_view name) const {
  std::vector<std::string> values;
  for (const auto& [known, value] : pairs_) {
    if (known == name && !trim(value).empty()) values.emplace_back(trim(value));
  }
  return values;
}

Parameters Parameters::with(std::string_view name, std::string_view value) const {
  Parameters out = *this;
  std::erase_if(out.pairs_, [&](const auto& pair) { return pair.first == name; });
  if (!value.empty()) out.pairs_.emplace_back(name, value);
  return out;
}

std::string Parameters::encoded() const {
  std::string out;
  for (const auto& [name, value] : pairs_) {
    if (trim(value).empty()) continue;
    if (!out.empty()) out += '&';
    out += encode_component(name) + "=" + encode_component(value);
  }
  return out;
}

std::string_view WebRequest::header(std::string_view name) const {
  const auto found = headers.find(name);
  return found == headers.end() ? std::string_view() : std::string_view(found->second);
}

std::string_view WebRequest::cookie(std::string_view name) const {
  std::string_view rest = header("cookie");
  while (!rest.empty()) {
    const auto end = std::min(rest.find(';'), rest.size());
    const auto pair = trim(rest.substr(0, end));
    const auto equals = pair.find('=');
    if (equals != std::string_view::npos && pair.substr(0, equals) == name) {
      return pair.substr(equals + 1);
    }
    rest.remove_prefix(std::min(end + 1, rest.size()));
  }
  return {};
}

bool accepts(std::string_view header, std::string_view token) {
  for (const auto& part : split(header, ',')) {
    const auto words = split(part, ';');
    if (!equal_ignoring_case(trim(words.front()), token)) continue;
    return std::none_of(words.begin() + 1, words.end(), [](const std::string& word) {
      const auto quality = trim(word);
      return quality.starts_with("q=0") && quality.find_first_of("123456789") == quality.npos;
    });
  }
  return false;
}

std::string encode_component(std::string_view text) {
  return percent_encode(text, "-._~");
}

std::string path_of(std::initializer_list<std::string_view> segments) {
  std::string out;
  for (const auto segment : segments) out += "/" + encode_component(segment);
  return out;
}

}  // namespace paperwatch
