// SPDX-License-Identifier: MIT
// Mail messages. Pure.
#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <paperwatch/model.hpp>

namespace paperwatch {

struct Mail {
  std::string from, to;  // bare addresses
  std::string subject;
  Time date{};
  std::string id;      // "<…>", as mail_id makes it
  std::string thread;  // the id that all mails of a thread refer to, "" none
  std::vector<std::pair<std::string, std::string>> more_headers;  // ASCII
  std::string text, html;
};

// RFC 5322 with both texts as alternatives (RFC 2046), in quoted-printable, so that it needs no
// extension of any server; lines of at most 78 characters, ended by CRLF.
std::string render_mail(const Mail& mail);

// A message id that is the same for the same `key`. Its right side is the domain of `from`.
std::string mail_id(std::string_view key, std::string_view from);
// What follows the @.
std::string_view domain_of(std::string_view address);

// The headers by which mail programs and servers know a list (RFC 2919, 2369, 3834).
std::vector<std::pair<std::string, std::string>> list_headers(std::string_view channel,
                                                              std::string_view from);

// A header's value as RFC 2047 encoded words, folded; `used`: characters of the line before it. A
// short ASCII text stays as it is.
std::string encoded_header(std::string_view value, std::size_t used);
// RFC 2045 §6.7, line ends as CRLF.
std::string quoted_printable(std::string_view text);

}  // namespace paperwatch
