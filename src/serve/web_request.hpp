// SPDX-License-Identifier: MIT
// A request as a value. Pure.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace paperwatch {

// Names and values of a query string or a form; of names given twice all values, in order.
class Parameters {
 public:
  // application/x-www-form-urlencoded (WHATWG URL Standard §5.1). Values are valid UTF-8.
  static Parameters parse(std::string_view text);

  std::string_view text(std::string_view name) const;         // the first, trimmed; "" if absent
  std::vector<std::string> all(std::string_view name) const;  // those that are not empty
  // The same with one name set to one value, or without it if that is "".
  Parameters with(std::string_view name, std::string_view value) const;
  std::string encoded() const;

 private:
  std::vector<std::pair<std::string, std::string>> pairs_;
};

struct WebRequest {
  std::string method = "GET";
  std::string path = "/";                                   // as sent, still percent-encoded
  std::string query;                                        // without ?
  std::map<std::string, std::string, std::less<>> headers;  // names in lower case
  std::string body;

  std::string_view header(std::string_view name) const;  // "" if absent
  std::string_view cookie(std::string_view name) const;  // "" if absent
  bool reads() const { return method == "GET" || method == "HEAD"; }
  Parameters parameters() const { return Parameters::parse(query); }
  Parameters form() const { return Parameters::parse(body); }
};

// Whether a header such as Accept-Encoding names `token` without excluding it by q=0.
bool accepts(std::string_view header, std::string_view token);

// %XX for everything that is not unreserved (RFC 3986 §2.3): for a path segment or a value.
std::string encode_component(std::string_view text);
// "/" + the segments, each encoded.
std::string path_of(std::initializer_list<std::string_view> segments);

}  // namespace paperwatch
