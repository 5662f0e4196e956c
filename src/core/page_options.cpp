// SPDX-License-Identifier: MIT
#include "core/page_options.hpp"

#include "base/url.hpp"
#include "base/url_parts.hpp"

namespace paperwatch {

namespace {

void take_secrets_out(FetchOptions& options) {
  options.headers.clear();
  options.user.clear();
  options.password.clear();
  options.bearer.clear();
  options.cookies.clear();
  options.client_certificate.clear();
  options.client_key.clear();
}

}  // namespace

FetchOptions options_for(const Source& source, const std::string& page) {
  FetchOptions options = source.fetch;
  const auto own = parse_url(source.url), asked = parse_url(page);
  if (!own || !asked || own->origin() != asked->origin()) {
    take_secrets_out(options);
  } else if (options.user.empty() && options.bearer.empty()) {
    options.user = percent_decode(own->username);
    options.password = percent_decode(own->password);
  }
  return options;
}

}  // namespace paperwatch
