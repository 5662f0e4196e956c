// SPDX-License-Identifier: MIT
#include "fetch/redactor.hpp"

#include <algorithm>
#include <array>

#include <fmt/format.h>

#include "base/ascii.hpp"
#include "base/text.hpp"

namespace paperwatch {

namespace {

constexpr std::string_view removed = "(removed)";

template <std::size_t N>
bool is_one_of(std::string_view name, const std::array<std::string_view, N>& names) {
  return std::any_of(names.begin(), names.end(),
                     [&](auto known) { return equal_ignoring_case(name, known); });
}

bool is_secret_answer(std::string_view name) {
  static constexpr std::array<std::string_view, 6> names{
      "set-cookie",          "set-cookie2",         "authorization",
      "authentication-info", "proxy-authorization", "proxy-authentication-info"};
  return is_one_of(name, names);
}

// As encodeURIComponent writes it, or a form (a blank is a plus there).
std::string in_url(std::string_view text, fmt::format_string<unsigned char> escape, bool in_form) {
  std::string out;
  for (const char c : text) {
    const bool plain =
        is_ascii_word(c) || std::string_view("-_.~").find(c) != std::string_view::npos;
    if (c == ' ' && in_form) {
      out += '+';
    } else {
      out += plain ? std::string(1, c) : fmt::format(escape, static_cast<unsigned char>(c));
    }
  }
  return out;
}

// With the references that stand for the quotation marks.
std::string in_html(const std::string& text, std::string_view quote, std::string_view apostrophe) {
  auto out = replace_all(text, "&", "&amp;");
  out = replace_all(replace_all(std::move(out), "<", "&lt;"), ">", "&gt;");
  return replace_all(replace_all(std::move(out), "\"", quote), "'", apostrophe);
}

std::string in_json(const std::string& text, std::string_view slash) {
  auto out = replace_all(replace_all(text, "\\", "\\\\"), "\"", "\\\"");
  return replace_all(std::move(out), "/", slash);
}

// How a page may repeat what it was sent.
std::vector<std::string> forms_of(const std::string& text) {
  return {text,
          in_url(text, "%{:02X}", false),
          in_url(text, "%{:02x}", false),
          in_url(text, "%{:02X}", true),
          in_url(text, "%{:02x}", true),
          in_html(text, "\"", "'"),
          in_html(text, "&quot;", "'"),
          in_html(text, "&quot;", "&#39;"),
          in_html(text, "&quot;", "&#x27;"),
          in_html(text, "&#34;", "&#39;"),
          in_json(text, "/"),
          in_json(text, "\\/")};
}

// "//user:password@host" without what stands before the @.
std::string without_logins(std::string text) {
  std::size_t at = 0;
  while ((at = text.find("://", at)) != std::string::npos) {
    at += 3;
    const auto end = std::min(text.find_first_of("/?# \t\r\n\"'<>", at), text.size());
    const auto login = text.rfind('@', end);
    if (login != std::string::npos && login >= at && login < end) {
      text.replace(at, login - at, removed);
    }
  }
  return text;
}

template <typename IsSecret>
std::string without_values(std::string_view head, IsSecret is_secret) {
  std::string out;
  bool hidden = false;
  for (const auto& line : split(head, '\n')) {
    const std::string_view text = trim(line);
    if (text.empty()) continue;
    // A line that begins with a blank goes on with the header before it.
    const bool goes_on = line.front() == ' ' || line.front() == '\t';
    const auto colon = goes_on ? std::string_view::npos : text.find(':');
    if (goes_on && hidden) continue;
    hidden = colon != std::string_view::npos && is_secret(text.substr(0, colon));
    out += hidden ? fmt::format("{}: {}", text.substr(0, colon), removed)
                  : without_logins(std::string(text));
    out += '\n';
  }
  return out;
}

}  // namespace

bool is_harmless_header(std::string_view name) {
  static constexpr std::array<std::string_view, 19> names{"accept",
                                                          "accept-charset",
                                                          "accept-encoding",
                                                          "accept-language",
                                                          "cache-control",
                                                          "connection",
                                                          "content-length",
                                                          "content-type",
                                                          "dnt",
                                                          "from",
                                                          "host",
                                                          "if-modified-since",
                                                          "if-none-match",
                                                          "pragma",
                                                          "proxy-connection",
                                                          "referer",
                                                          "te",
                                                          "user-agent",
                                                          "x-requested-with"};
  return is_one_of(name, names);
}

Redactor::Redactor(std::vector<std::string> secrets) {
  for (const auto& secret : secrets) {
    if (secret.empty()) continue;
    for (auto& form : forms_of(secret)) secrets_.push_back(std::move(form));
  }
  std::sort(secrets_.begin(), secrets_.end(), [](const auto& a, const auto& b) {
    return a.size() != b.size() ? a.size() > b.size() : a < b;
  });
  secrets_.erase(std::unique(secrets_.begin(), secrets_.end()), secrets_.end());
}

std::string Redactor::text(std::string text) const {
  for (const auto& secret : secrets_) {
    if (text.find(secret) != std::string::npos)
      text = replace_all(std::move(text), secret, removed);
  }
  return text;
}

std::string Redactor::url(std::string_view url) const {
  return text(without_logins(std::string(url)));
}

std::string Redactor::request_head(std::string_view head) const {
  // The request line is no header: its colons follow a blank.
  const auto is_secret = [](std::string_view name) {
    return name.find(' ') == std::string_view::npos && !is_harmless_header(name);
  };
  return text(without_values(head, is_secret));
}

std::string Redactor::response_head(std::string_view head) const {
  return text(without_values(head, is_secret_answer));
}

}  // namespace paperwatch
