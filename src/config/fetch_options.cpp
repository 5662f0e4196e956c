// SPDX-License-Identifier: MIT
#include "config/fetch_options.hpp"

#include <algorithm>
#include <cctype>
#include <fstream>

#include <fmt/format.h>

#include "base/text.hpp"
#include "config/secrets.hpp"

namespace paperwatch {

namespace {

// RFC 9110 §5.6.2.
bool is_token(std::string_view text) {
  return !text.empty() && std::all_of(text.begin(), text.end(), [](char c) {
    return std::isalnum(static_cast<unsigned char>(c)) != 0 ||
           std::string_view("!#$%&'*+-.^_`|~").find(c) != std::string_view::npos;
  });
}

bool carries_secret(std::string_view header) {
  const auto name = lower_ascii(header);
  static constexpr std::string_view words[] = {"authorization", "cookie", "api-key",
                                               "apikey",        "token",  "secret"};
  return std::any_of(std::begin(words), std::end(words),
                     [&name](auto word) { return name.find(word) != std::string::npos; });
}

void set_header(FetchOptions& options, const std::string& name, const std::string& value) {
  const auto same = [&name](const auto& header) { return equal_ignoring_case(header.first, name); };
  std::erase_if(options.headers, [&same, &name](const auto& header) {
    return header.first.size() == name.size() && same(header);
  });
  options.headers.emplace_back(name, value);
}

}  // namespace

void read_headers(const Node& node, FetchOptions& options, Faults& faults) {
  if (node.is(Node::Kind::null)) return;
  if (!node.is(Node::Kind::map)) {
    faults.add(node.at, "headers: a map of names and values belongs here",
               "write headers: {Accept-Language: en}");
    return;
  }
  for (const auto& [key, value] : node.entries) {
    if (!is_token(key.text)) {
      faults.add(key.at, fmt::format("'{}' is not a header's name", key.text),
                 "names have no blanks and no colon");
      continue;
    }
    const auto text = carries_secret(key.text) ? read_secret(value, key.text, faults)
                                               : read_text_or_secret(value, key.text, faults);
    if (!text) continue;
    if (text->reveal().find_first_of("\r\n") != std::string::npos) {
      faults.add(value.at, fmt::format("{}: a header is one line", key.text),
                 "remove the line break");
      continue;
    }
    set_header(options, key.text, text->reveal());
  }
}

namespace {

void read_words(const MapReader& in, FetchOptions& options) {
  if (const auto robots = in.choice("robots", {"obey", "ignore"}))
    options.obey_robots = *robots == 0;
  if (const auto addresses = in.choice("private_addresses", {"deny", "allow"})) {
    options.allow_private_addresses = *addresses == 1;
  }
  static constexpr FetchOptions::Family families[] = {
      FetchOptions::Family::any, FetchOptions::Family::ipv4, FetchOptions::Family::ipv6};
  if (const auto family = in.choice("family", {"any", "ipv4", "ipv6"}))
    options.family = families[*family];
}

void read_proxy(const MapReader& in, FetchOptions& options, Faults& faults) {
  if (in.has("proxy") && !in.find_value("proxy")) options.proxy.clear();
  const Node* node = in.find_value("proxy");
  const auto proxy = node ? read_text_or_secret(*node, "proxy", faults) : std::nullopt;
  if (!proxy) return;
  const auto& text = proxy->reveal();
  static constexpr std::string_view schemes[] = {"http://",    "https://",  "socks4://",
                                                 "socks4a://", "socks5://", "socks5h://"};
  const bool known = std::any_of(std::begin(schemes), std::end(schemes), [&text](auto scheme) {
    return text.starts_with(scheme) && text.size() > scheme.size();
  });
  if (!known) {
    faults.add(
        node->content, "proxy: an address with its scheme belongs here",
        "write it like http://proxy.example.org:3128 or socks5h://localhost:9050; null for none");
    return;
  }
  options.proxy = text;
}

}  // namespace

void read_file_path(const MapReader& in, std::string_view key, std::string& target,
                    Faults& faults) {
  if (in.has(key) && !in.find_value(key)) target.clear();
  const Node* node = in.find_value(key);
  const auto text = node ? read_text(*node, key, faults) : std::nullopt;
  if (!text) return;
  const auto path = path_beside(node->at, *text);
  std::error_code error;
  if (!std::filesystem::is_regular_file(path, error)) {
    faults.add(node->content, fmt::format("{}: there is no file {}", key, path.string()),
               "paths are relative to the file they stand in");
    return;
  }
  if (!std::ifstream(path)) {
    faults.add(node->content, fmt::format("{}: {} cannot be read", key, path.string()),
               "make it readable for the user that runs paperwatch");
    return;
  }
  target = path.string();
}

namespace {

void read_auth(const Node& node, FetchOptions& options, Faults& faults) {
  const MapReader in(node, "auth", "'auth'", faults);
  const bool basic = in.has("user") || in.has("password"), bearer = in.has("bearer");
  if (node.is(Node::Kind::map) && (basic == bearer || in.has("user") != in.has("password"))) {
    faults.add(node.at, "auth: either user and password or bearer belongs here",
               "write auth: {user: NAME, password: {file: PATH}} or auth: {bearer: {file: PATH}}");
    return;
  }
  in.text("user", options.user);
  if (const Node* password = in.find("password")) {
    options.password = read_secret(*password, "password", faults).value_or(Secret()).reveal();
  }
  if (const Node* token = in.find("bearer")) {
    options.bearer = read_secret(*token, "bearer", faults).value_or(Secret()).reveal();
  }
}

}  // namespace

void read_request_options(const MapReader& in, FetchOptions& options, Faults& faults) {
  in.text("user_agent", options.user_agent);
  in.duration("timeout", options.timeout, std::chrono::milliseconds(1));
  in.duration("connect_timeout", options.connect_timeout, std::chrono::milliseconds(1));
  in.size("max_body", options.max_body);
  in.integer("redirects", options.redirects, 0, 50);
  in.duration("host_delay", options.host_delay);
  in.integer("retries", options.retries, 0, 20);
  in.duration("retry_after_cap", options.retry_after_cap);
  read_words(in, options);
  read_proxy(in, options, faults);
  read_file_path(in, "ca_file", options.ca_file, faults);
  if (const Node* headers = in.find("headers")) read_headers(*headers, options, faults);
}

void read_source_secrets(const MapReader& in, FetchOptions& options, Faults& faults) {
  if (const Node* auth = in.find_value("auth")) read_auth(*auth, options, faults);
  read_file_path(in, "cookies", options.cookies, faults);
  read_file_path(in, "client_certificate", options.client_certificate, faults);
  read_file_path(in, "client_key", options.client_key, faults);
}

}  // namespace paperwatch
