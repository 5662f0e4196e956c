// SPDX-License-Identifier: MIT
// RFC 3986 §5: reference resolution by syntax alone, whatever the scheme.
#include <algorithm>

#include "base/ascii.hpp"
#include "base/url.hpp"
#include "base/url_parts.hpp"

namespace paperwatch {

namespace {

// The five components of RFC 3986 §3; a missing one differs from an empty one.
struct Components {
  std::optional<std::string> scheme, authority;
  std::string path;
  std::optional<std::string> query, fragment;
};

bool is_scheme(std::string_view text) {
  return !text.empty() && is_ascii_letter(text[0]) &&
         std::all_of(text.begin(), text.end(), [](char c) {
           return is_ascii_letter(c) || is_ascii_digit(c) || c == '+' || c == '-' || c == '.';
         });
}

Components components_of(std::string_view text) {
  Components parts;
  if (const auto hash = text.find('#'); hash != std::string_view::npos) {
    parts.fragment = percent_encode(text.substr(hash + 1), UrlPart::fragment);
    text = text.substr(0, hash);
  }
  if (const auto mark = text.find('?'); mark != std::string_view::npos) {
    parts.query = percent_encode(text.substr(mark + 1), UrlPart::query);
    text = text.substr(0, mark);
  }
  const auto colon = text.find(':');
  if (colon != std::string_view::npos && is_scheme(text.substr(0, colon))) {
    parts.scheme = text.substr(0, colon);
    text.remove_prefix(colon + 1);
  }
  if (text.starts_with("//")) {
    const auto end = std::min(text.find('/', 2), text.size());
    parts.authority = text.substr(2, end - 2);
    text.remove_prefix(end);
  }
  parts.path = percent_encode(text, UrlPart::path);
  return parts;
}

// §5.2.4.
std::string without_dot_segments(std::string_view input) {
  std::string out;
  const auto drop_last = [&out] { out.erase(std::min(out.rfind('/'), out.size())); };
  while (!input.empty()) {
    if (input.starts_with("../")) {
      input.remove_prefix(3);
    } else if (input.starts_with("./") || input.starts_with("/./")) {
      input.remove_prefix(2);
    } else if (input == "/.") {
      input = "/";
    } else if (input.starts_with("/../")) {
      input.remove_prefix(3);
      drop_last();
    } else if (input == "/..") {
      input = "/";
      drop_last();
    } else if (input == "." || input == "..") {
      input = {};
    } else {
      const auto end = std::min(input.find('/', 1), input.size());
      out += input.substr(0, end);
      input.remove_prefix(end);
    }
  }
  return out;
}

// §5.2.3.
std::string merged(const Components& base, const std::string& path) {
  if (base.authority && base.path.empty()) return "/" + path;
  const auto slash = base.path.rfind('/');
  return slash == std::string::npos ? path : base.path.substr(0, slash + 1) + path;
}

// §5.2.2, strict.
Components resolved(Components reference, const Components& base) {
  if (reference.scheme) {
    reference.path = without_dot_segments(reference.path);
    return reference;
  }
  reference.scheme = base.scheme;
  if (reference.authority) {
    reference.path = without_dot_segments(reference.path);
    return reference;
  }
  reference.authority = base.authority;
  if (reference.path.empty()) {
    reference.path = base.path;
    if (!reference.query) reference.query = base.query;
  } else if (reference.path.front() == '/') {
    reference.path = without_dot_segments(reference.path);
  } else {
    reference.path = without_dot_segments(merged(base, reference.path));
  }
  return reference;
}

// §5.3.
std::string recomposed(const Components& parts) {
  std::string out;
  if (parts.scheme) out += *parts.scheme + ":";
  if (parts.authority) out += "//" + *parts.authority;
  out += parts.path;
  if (parts.query) out += "?" + *parts.query;
  if (parts.fragment) out += "#" + *parts.fragment;
  return out;
}

}  // namespace

std::string resolve_reference(std::string_view reference, std::string_view base) {
  return recomposed(resolved(components_of(reference), components_of(base)));
}

}  // namespace paperwatch
