// SPDX-License-Identifier: MIT
#include "base/url.hpp"

#include <algorithm>

#include "base/ascii.hpp"
#include "base/text.hpp"
#include "base/url_parts.hpp"

namespace paperwatch {

namespace {
bool is_slash(char c) {
  return c == '/' || c == '\\';
}

int default_port(std::string_view scheme) {
  if (scheme == "http" || scheme == "ws") return 80;
  if (scheme == "https" || scheme == "wss") return 443;
  if (scheme == "ftp") return 21;
  return 0;
}

bool is_special(std::string_view scheme) {
  return default_port(scheme) != 0;
}

// Controls and blanks at both ends go, tabs and line ends everywhere.
std::string cleaned(std::string_view input) {
  const auto is_edge = [](char c) { return static_cast<unsigned char>(c) <= 0x20; };
  while (!input.empty() && is_edge(input.front())) input.remove_prefix(1);
  while (!input.empty() && is_edge(input.back())) input.remove_suffix(1);
  std::string out = valid_utf8(input);
  std::erase_if(out, [](char c) { return c == '\t' || c == '\n' || c == '\r'; });
  return out;
}

// The length of the scheme `text` starts with, 0 where it has none.
std::size_t scheme_length(std::string_view text) {
  if (text.empty() || !is_ascii_letter(text[0])) return 0;
  const auto end = std::find_if_not(text.begin(), text.end(), [](char c) {
    return is_ascii_letter(c) || is_ascii_digit(c) || c == '+' || c == '-' || c == '.';
  });
  if (end == text.end() || *end != ':') return 0;
  return static_cast<std::size_t>(end - text.begin());
}

// Text up to the first of ? and #; query and fragment go into `url`, encoded.
std::string_view take_tail(std::string_view text, Url& url) {
  const auto hash = text.find('#');
  if (hash != std::string_view::npos) {
    url.fragment = percent_encode(text.substr(hash + 1), UrlPart::fragment);
    text = text.substr(0, hash);
  }
  const auto mark = text.find('?');
  if (mark != std::string_view::npos) {
    const auto part = is_special(url.scheme) ? UrlPart::special_query : UrlPart::query;
    url.query = percent_encode(text.substr(mark + 1), part);
    text = text.substr(0, mark);
  }
  return text;
}

bool is_single_dot(std::string_view segment) {
  return segment == "." || equal_ignoring_case(segment, "%2e");
}

bool is_double_dot(std::string_view segment) {
  return segment == ".." || equal_ignoring_case(segment, ".%2e") ||
         equal_ignoring_case(segment, "%2e.") || equal_ignoring_case(segment, "%2e%2e");
}

void drop_last_segment(std::string& path) {
  const auto slash = path.rfind('/');
  path.erase(slash == std::string::npos ? 0 : slash);
}

// `path` ("" or "/a/b", without the slash that follows) goes on with the segments of `text`.
void append_path(std::string& path, std::string_view text, bool backslash_separates) {
  while (true) {
    const auto end = backslash_separates ? text.find_first_of("/\\") : text.find('/');
    const bool last = end == std::string_view::npos;
    const std::string_view segment = text.substr(0, end);
    if (is_double_dot(segment)) drop_last_segment(path);
    if (is_double_dot(segment) || is_single_dot(segment)) {
      if (last) path += '/';
    } else {
      path += '/';
      path += percent_encode(segment, UrlPart::path);
    }
    if (last) return;
    text.remove_prefix(end + 1);
  }
}

bool take_port(std::string_view text, Url& url) {
  if (text.empty()) return true;
  int port = 0;
  for (const char c : text) {
    if (!is_ascii_digit(c)) return false;
    port = port * 10 + (c - '0');
    if (port > 65535) return false;
  }
  if (port != default_port(url.scheme)) url.port = port;
  return true;
}

bool take_host_and_port(std::string_view text, Url& url) {
  std::size_t colon = 0;
  for (bool bracketed = false; colon < text.size(); ++colon) {
    if (text[colon] == '[') bracketed = true;
    if (text[colon] == ']') bracketed = false;
    if (text[colon] == ':' && !bracketed) break;
  }
  const auto host_text = text.substr(0, colon);
  if (host_text.empty() && colon < text.size()) return false;
  const auto host = is_special(url.scheme) ? parse_host(host_text) : parse_opaque_host(host_text);
  if (!host) return false;
  url.host = *host;
  return colon == text.size() || take_port(text.substr(colon + 1), url);
}

bool take_authority(std::string_view text, Url& url) {
  const auto at = text.rfind('@');
  if (at == std::string_view::npos) return take_host_and_port(text, url);
  const auto credentials = text.substr(0, at);
  const auto colon = credentials.find(':');
  url.username = percent_encode(credentials.substr(0, colon), UrlPart::userinfo);
  if (colon != std::string_view::npos) {
    url.password = percent_encode(credentials.substr(colon + 1), UrlPart::userinfo);
  }
  return at + 1 < text.size() && take_host_and_port(text.substr(at + 1), url);
}

// What follows "http:" and its slashes.
std::optional<Url> parse_special(std::string scheme, std::string_view text) {
  while (!text.empty() && is_slash(text.front())) text.remove_prefix(1);
  Url url;
  url.scheme = std::move(scheme);
  text = take_tail(text, url);
  const auto end = std::min(text.find_first_of("/\\"), text.size());
  if (!take_authority(text.substr(0, end), url)) return std::nullopt;
  append_path(url.path, end < text.size() ? text.substr(end + 1) : std::string_view(), true);
  return url;
}

// Any other scheme: with an authority it is checked and taken apart, without one the rest is
// kept whole in `path`.
std::optional<Url> parse_other(std::string scheme, std::string_view text) {
  Url url;
  url.scheme = std::move(scheme);
  text = take_tail(text, url);
  const bool has_authority = text.starts_with("//") && text.size() > 2 && text[2] != '/';
  if (!has_authority) {
    url.path = text;
    return url;
  }
  text.remove_prefix(2);
  const auto end = std::min(text.find('/'), text.size());
  if (!take_authority(text.substr(0, end), url)) return std::nullopt;
  if (end < text.size()) append_path(url.path, text.substr(end + 1), false);
  return url;
}

std::optional<Url> parse_relative(std::string_view text, const Url& base) {
  if (!is_special(base.scheme)) return std::nullopt;
  if (text.size() >= 2 && is_slash(text[0]) && is_slash(text[1])) {
    return parse_special(base.scheme, text);
  }
  Url url = base;
  url.query.reset();
  url.fragment.reset();
  text = take_tail(text, url);
  if (text.empty()) {
    if (!url.query) url.query = base.query;
    return url;
  }
  if (is_slash(text[0])) {
    url.path.clear();
    text.remove_prefix(1);
  } else {
    drop_last_segment(url.path);
  }
  append_path(url.path, text, true);
  return url;
}

}  // namespace

std::string Url::text() const {
  std::string out = scheme + ":";
  if (!host.empty()) {
    out += "//" + username;
    if (!password.empty()) out += ":" + password;
    if (!username.empty() || !password.empty()) out += '@';
    out += host;
    if (port) out += ":" + std::to_string(*port);
  }
  out += path;
  if (query) out += "?" + *query;
  if (fragment) out += "#" + *fragment;
  return out;
}

std::string Url::origin() const {
  return scheme + "://" + host + (port ? ":" + std::to_string(*port) : "");
}

int Url::effective_port() const {
  return port.value_or(default_port(scheme));
}

std::optional<Url> parse_url(std::string_view input, const Url* base) {
  const std::string text = cleaned(input);
  const auto length = scheme_length(text);
  if (length == 0) return base ? parse_relative(text, *base) : std::nullopt;
  std::string scheme = lower_ascii(std::string_view(text).substr(0, length));
  const auto rest = std::string_view(text).substr(length + 1);
  if (!is_special(scheme)) return parse_other(std::move(scheme), rest);
  const bool relative = base && base->scheme == scheme && !rest.starts_with("//");
  if (relative) return parse_relative(rest, *base);
  return parse_special(std::move(scheme), rest);
}

std::string resolve_url(std::string_view reference, std::string_view base) {
  const auto parsed_base = parse_url(base);
  const auto url = parse_url(reference, parsed_base ? &*parsed_base : nullptr);
  if (!url || (url->scheme != "http" && url->scheme != "https")) return {};
  return url->text();
}

}  // namespace paperwatch
