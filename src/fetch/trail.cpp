// SPDX-License-Identifier: MIT
#include "fetch/trail.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "base/url_parts.hpp"
#include "fetch/retry.hpp"
#include "fetch/robots.hpp"
#include "fetch/transfer_error.hpp"

namespace paperwatch {

namespace {

constexpr int robots_redirects = 5;  // RFC 9309 §2.3.1.2

bool is_web(const Url& url) {
  return url.scheme == "http" || url.scheme == "https";
}

Url without_extras(Url url) {
  url.username.clear();
  url.password.clear();
  url.fragment.reset();
  return url;
}

bool is_redirect(int status) {
  return status == 301 || status == 302 || status == 303 || status == 307 || status == 308;
}

std::string answered(const Trail& trail, const ResponseHead& head) {
  auto text = fmt::format("{} answered {}", trail.at.text(), head.status);
  if (const auto reason = reason_of(head.status); !reason.empty())
    text += fmt::format(" {}", reason);
  return text;
}

std::string http_code(int status) {
  return fmt::format("http_{}", status);
}

FetchError redirect_error(const Trail& trail, int status, const std::string& what,
                          std::string hint = {}) {
  return give_up(trail, {"redirected", trail.at.text() + " " + what, std::move(hint)}, status);
}

Step follow(Trail& trail, const ResponseHead& head) {
  if (head.location.empty()) {
    return give_up(trail,
                   {http_code(head.status), answered(trail, head) + " without a Location", ""},
                   head.status);
  }
  const auto to = parse_url(head.location, &trail.at);
  if (!to || !is_web(*to)) {
    return redirect_error(trail, head.status,
                          fmt::format("redirects to {}, which is neither http nor https",
                                      to ? to->scheme + ":…" : "no URL"));
  }
  if (++trail.hops > trail.request.options.redirects) {
    return redirect_error(trail, head.status,
                          fmt::format("is redirect number {}, the limit is {}", trail.hops,
                                      trail.request.options.redirects),
                          "open the page in a browser: it may want cookies; else fetch: "
                          "{redirects: …}");
  }
  trail.at = without_extras(*to);
  trail.permanent = trail.permanent && (head.status == 301 || head.status == 308);
  if (trail.permanent) trail.moved_to = trail.at.text();
  return Onward{};
}

FetchResponse respond(const Trail& trail, ExchangeResult result) {
  auto& head = result.head;
  const bool not_modified = head.status == 304;
  // A 304 may renew only one of the two, or none (RFC 9110 §15.4.5).
  if (not_modified && head.validators.etag.empty()) {
    head.validators.etag = trail.request.validators.etag;
  }
  if (not_modified && head.validators.last_modified.empty()) {
    head.validators.last_modified = trail.request.validators.last_modified;
  }
  // Those of another page would be sent to the one that was asked for.
  if (trail.at.text() != trail.start.text()) head.validators = {};
  return {.status = head.status,
          .not_modified = not_modified,
          .url = trail.at.text(),
          .moved_to = trail.moved_to,
          .body = not_modified ? "" : std::move(result.body),
          .content_type = head.content_type,
          .validators = head.validators,
          .length_known = result.length_known,
          .requests = trail.requests,
          .bytes = trail.bytes};
}

bool may_retry(const Trail& trail) {
  return trail.retries < trail.request.options.retries;
}

Again ordinary_retry(Trail& trail, const Moment& moment) {
  const auto wait = backoff(trail.retries++, moment.retry_base, moment.jitter);
  return {.after = std::min(wait, std::max(moment.patience, moment.retry_base)), .hold = {}};
}

// The server has said when it wants to be asked again.
Step obey_retry_after(Trail& trail, const ResponseHead& head, Duration wait, const Moment& moment) {
  const Time until = moment.now + wait;
  if (may_retry(trail) && wait <= moment.patience) {
    const auto usual = ordinary_retry(trail, moment).after;
    return Again{.after = std::max(wait, std::min(usual, moment.patience)), .hold = until};
  }
  auto error = give_up(
      trail,
      {"throttled", fmt::format("{}, Retry-After {}", answered(trail, head), head.retry_after),
       "it is asked again when it allows that; fewer visits help: every:, host_delay:"},
      head.status);
  error.retry_at = until;
  return error;
}

Step after_trouble(Trail& trail, const ResponseHead& head, const Moment& moment) {
  const auto wait =
      parse_retry_after(head.retry_after, moment.now, trail.request.options.retry_after_cap);
  if (wait) return obey_retry_after(trail, head, *wait, moment);
  if (may_retry(trail)) return ordinary_retry(trail, moment);
  return give_up(trail, {http_code(head.status), answered(trail, head), ""}, head.status);
}

std::string hint_of(int status) {
  if (status == 401) return "the page wants credentials: auth: {user, password} or {bearer}";
  if (status == 403) return "the host does not want this program, or wants credentials";
  if (status == 404 || status == 410)
    return "the listing may have moved: open its site in a browser";
  if (status == 304) return "nothing conditional was asked; a cache in between is at fault";
  return "";
}

}  // namespace

Result<Trail> begin_trail(FetchRequest request) {
  const auto url = parse_url(request.url);
  if (!url || !is_web(*url)) {
    return fail("config", fmt::format("'{}' is no http or https URL", request.url),
                "write it out, as in https://example.org/list");
  }
  if (request.options.user.empty() && request.options.bearer.empty()) {
    request.options.user = percent_decode(url->username);
    request.options.password = percent_decode(url->password);
  }
  Trail trail;
  trail.request = std::move(request);
  trail.start = trail.at = without_extras(*url);
  return trail;
}

Trail robots_trail(const Trail& trail) {
  Trail robots;
  robots.request.options = trail.request.options;
  robots.request.options.obey_robots = false;
  robots.request.options.redirects = robots_redirects;
  robots.request.options.max_body = largest_robots;
  robots.at = trail.at;
  robots.at.path = "/robots.txt";
  robots.at.query.reset();
  robots.start = robots.at;
  robots.is_robots = true;
  return robots;
}

ExchangeRequest next_exchange(const Trail& trail) {
  return {.url = trail.at.text(),
          .options = trail.request.options,
          .secrets = trail.is_at_own_origin() && !trail.is_robots,
          .validators = trail.is_conditional() ? trail.request.validators : Validators{},
          .cut_long_body = trail.is_robots};
}

Step next_step(Trail& trail, ExchangeResult result, const Moment& moment) {
  trail.requests += result.sent ? 1 : 0;
  trail.bytes += result.bytes;
  const auto& head = result.head;
  const bool good = head.status / 100 == 2;
  // Of a redirect or an HTTP error the head says all; how its body fared does not matter.
  if (result.error && (head.status == 0 || good)) {
    if (is_passing_trouble(*result.error) && may_retry(trail)) return ordinary_retry(trail, moment);
    return give_up(trail, *result.error, head.status);
  }
  if (is_redirect(head.status)) return follow(trail, head);
  if (good || (head.status == 304 && trail.is_conditional())) {
    return respond(trail, std::move(result));
  }
  if (is_passing_trouble(head.status)) return after_trouble(trail, head, moment);
  return give_up(trail, {http_code(head.status), answered(trail, head), hint_of(head.status)},
                 head.status);
}

FetchError give_up(const Trail& trail, Error error, int status) {
  return {.error = std::move(error),
          .status = status,
          .requests = trail.requests,
          .retry_at = std::nullopt};
}

}  // namespace paperwatch
