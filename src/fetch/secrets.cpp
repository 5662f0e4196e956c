// SPDX-License-Identifier: MIT
#include <paperwatch/recording.hpp>

#include "base/base64.hpp"
#include "base/file.hpp"
#include "base/text.hpp"
#include "base/url.hpp"
#include "base/url_parts.hpp"
#include "fetch/cookie_file.hpp"
#include "fetch/redactor.hpp"

namespace paperwatch {

namespace {

// Shorter texts stand in every page by chance. Cookies say much that is no secret: "true", "en-US".
constexpr std::size_t shortest_secret = 4;
constexpr std::size_t shortest_cookie = 6;

class Collector {
 public:
  void add(std::string_view text, std::size_t shortest = shortest_secret) {
    if (text.size() >= shortest) found_.emplace_back(text);
  }
  void add_login(const std::string& user, const std::string& password) {
    add(password);
    // How a login travels in basic authentication.
    if (!password.empty()) add(encode_base64(user + ":" + password));
  }
  void add_login_of(const std::string& address) {
    const auto url = parse_url(address);
    if (!url || url->password.empty()) return;
    add(url->password);
    add_login(percent_decode(url->username), percent_decode(url->password));
  }
  // "Bearer abc", "a=b; c=d": the parts are as secret as the whole.
  void add_header(const std::string& name, const std::string& value) {
    if (is_harmless_header(name)) return;
    if (equal_ignoring_case(name, "cookie")) {
      for (const auto& pair : split(value, ';'))
        add(trim(pair.substr(std::min(pair.find('=') + 1, pair.size()))), shortest_cookie);
      return;
    }
    add(value);
    add(trim(value.substr(std::min(value.rfind(' ') + 1, value.size()))));
  }

  std::vector<std::string> take() { return std::move(found_); }

 private:
  std::vector<std::string> found_;
};

}  // namespace

std::vector<std::string> secrets_of(const FetchOptions& options) {
  Collector secrets;
  secrets.add_login(options.user, options.password);
  secrets.add(options.bearer);
  secrets.add_login_of(options.proxy);
  for (const auto& [name, value] : options.headers) secrets.add_header(name, value);
  if (!options.cookies.empty()) {
    if (const auto file = read_cookie_file(options.cookies)) {
      for (const auto& value : *file) secrets.add(value, shortest_cookie);
    }
  }
  return secrets.take();
}

}  // namespace paperwatch
