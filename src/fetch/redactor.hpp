// SPDX-License-Identifier: MIT
// Takes out of an exchange what nobody else may read. Pure.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace paperwatch {

class Redactor {
 public:
  // `secrets`: texts that go wherever they stand, also as URLs, forms, HTML and JSON write them.
  explicit Redactor(std::vector<std::string> secrets);

  // Without the secrets, and else as it is.
  std::string text(std::string text) const;
  std::string url(std::string_view url) const;  // without login too
  // Line by line: also without the values of headers that carry secrets by their nature. Of a
  // request only headers known to say nothing secret keep theirs.
  std::string request_head(std::string_view head) const;
  std::string response_head(std::string_view head) const;

 private:
  std::vector<std::string> secrets_;  // longest first: one may be a part of another
};

// Whether a request's header of this name may be shown with its value.
bool is_harmless_header(std::string_view name);

}  // namespace paperwatch
