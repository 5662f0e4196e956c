// SPDX-License-Identifier: MIT
#include "serve/routes.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "base/text.hpp"
#include "base/url_parts.hpp"
#include "serve/api.hpp"
#include "serve/page_parts.hpp"
#include "serve/pages.hpp"
#include "serve/style.hpp"

namespace paperwatch {

namespace {

constexpr std::string_view feed_folder = "/feeds/";
constexpr std::size_t worth_compressing = 1024;

// What stands at the pattern's {name}, decoded; nothing where the path does not fit.
std::optional<std::string> fit(std::string_view pattern, std::string_view path) {
  const auto open = pattern.find('{');
  if (open == std::string_view::npos) {
    return pattern == path ? std::optional<std::string>("") : std::nullopt;
  }
  const auto before = pattern.substr(0, open), after = pattern.substr(pattern.find('}') + 1);
  if (!path.starts_with(before) || !path.ends_with(after) ||
      path.size() <= before.size() + after.size()) {
    return std::nullopt;
  }
  return valid_utf8(
      percent_decode(path.substr(before.size(), path.size() - before.size() - after.size())));
}

bool is_for_programs(const WebRequest& request) {
  return request.path.starts_with("/api/");
}

WebResponse failure(const WebRequest& request, const ReadingRoom& room, int status,
                    const std::string& title, const Error& error) {
  return is_for_programs(request) ? api_error(status, error)
                                  : error_page(request, room, status, title, error);
}

// What stands in the way of a request that changes something; nothing where it may pass.
std::optional<WebResponse> refusal(const WebRoute& route, const WebRequest& request,
                                   const ReadingRoom& room) {
  if (route.admission == Admission::everybody) return std::nullopt;
  if (room.access.has_bearer(request)) return std::nullopt;
  if (!room.access.is_possible()) {
    return failure(request, room, 403, "Not here",
                   {"usage", "This server has no token: nothing can be changed over HTTP.",
                    "Configure one with serve: {token: {file: token}}."});
  }
  if (route.admission == Admission::bearer) {
    return api_error(401, {"usage", "this needs the token of the configuration",
                           "send it as Authorization: Bearer TOKEN"})
        .set("WWW-Authenticate", "Bearer realm=\"paperwatch\"");
  }
  if (room.access.is_own_form(request, room.now)) return std::nullopt;
  return error_page(request, room, 403, "Not possible",
                    {"usage", "The form is too old, or it came from another place.",
                     "Sign in, go back and try again."});
}

WebResponse search_rss(const WebRequest& request, const std::string&, ReadingRoom& room) {
  return search_feed(request, "rss", room);
}
WebResponse search_atom(const WebRequest& request, const std::string&, ReadingRoom& room) {
  return search_feed(request, "atom", room);
}
WebResponse search_json(const WebRequest& request, const std::string&, ReadingRoom& room) {
  return search_feed(request, "json", room);
}

// Pages are compressed for who wants it; not those of a session, whose size could tell a listener
// something of its secrets.
WebResponse compressed(WebResponse response, const WebRequest& request) {
  const bool worth = response.body->size() >= worth_compressing &&
                     response.header("Content-Encoding").empty() &&
                     request.header("cookie").empty() && response.status == 200;
  if (!worth) return response;
  if (response.header("Vary").empty()) response.set("Vary", "Accept-Encoding");
  if (!accepts(request.header("accept-encoding"), "gzip")) return response;
  response.body = std::make_shared<const std::string>(gzip_of(*response.body));
  response.set("Content-Encoding", "gzip");
  return response;
}

}  // namespace

const std::vector<WebRoute>& web_routes() {
  using enum Admission;
  static const std::vector<WebRoute> routes{
      {"GET", "/", everybody, overview_page},
      {"GET", "/events", everybody, events_page},
      {"GET", "/papers", everybody, papers_page},
      {"GET", "/papers/{id}", everybody, paper_page},
      {"GET", "/sources/{source}", everybody, source_page},
      {"GET", "/review", everybody, review_page},
      {"GET", "/deliveries", everybody, deliveries_page},
      {"GET", "/help", everybody, help_page},
      {"GET", "/search.rss", everybody, search_rss},
      {"GET", "/search.atom", everybody, search_atom},
      {"GET", "/search.json", everybody, search_json},
      {"GET", "/login", everybody, login_page},
      {"POST", "/login", everybody, post_login},
      {"POST", "/logout", own_form, post_logout},
      {"POST", "/review", own_form, post_review},
      {"POST", "/visit", own_form, post_visit},
      {"GET", "/api/v1/status", everybody, api_status},
      {"GET", "/api/v1/sources", everybody, api_sources},
      {"GET", "/api/v1/events", everybody, api_events},
      {"GET", "/api/v1/papers", everybody, api_papers},
      {"GET", "/api/v1/papers/{id}", everybody, api_paper},
      {"POST", "/api/v1/sync/{source}", bearer, api_sync},
      {"GET", "/readyz", everybody, readiness},
      {"GET", "/metrics", everybody, metrics},
  };
  return routes;
}

const std::vector<std::string_view>& routes_at_once() {
  static const std::vector<std::string_view> routes{"/feeds/{file}", "/healthz", "/style.css",
                                                    "/favicon.svg"};
  return routes;
}

std::optional<WebResponse> answer_at_once(const WebRequest& request, FeedShelf& shelf) {
  if (!request.reads()) return std::nullopt;
  if (request.path.starts_with(feed_folder)) {
    const auto feed =
        shelf.find(percent_decode(std::string_view(request.path).substr(feed_folder.size())));
    return feed ? answer_stored(*feed, request) : text_response(404, "there is no such feed");
  }
  if (request.path == "/style.css") return answer_stored(stylesheet(), request);
  if (request.path == "/favicon.svg") return answer_stored(favicon(), request);
  if (request.path == "/healthz") return text_response(200, "ok");
  return std::nullopt;
}

WebResponse answer(const WebRequest& request, ReadingRoom& room) {
  const std::string method = request.method == "HEAD" ? "GET" : request.method;
  std::string allowed;
  for (const auto& route : web_routes()) {
    const auto argument = fit(route.pattern, request.path);
    if (!argument) continue;
    if (route.method != method) {
      allowed += (allowed.empty() ? "" : ", ") + std::string(route.method);
      continue;
    }
    if (auto refused = refusal(route, request, room)) return std::move(*refused);
    return compressed(route.answer(request, *argument, room), request);
  }
  for (const auto pattern : routes_at_once()) {
    if (fit(pattern, request.path)) allowed = "GET";
  }
  if (!allowed.empty()) {
    return failure(request, room, 405, "Not possible",
                   {"usage", fmt::format("{} is not possible here", request.method),
                    fmt::format("possible: {}", allowed)})
        .set("Allow", replace_all(allowed, "GET", "GET, HEAD"));
  }
  return failure(request, room, 404, "Nothing here",
                 {"usage", "there is nothing at this address", "the overview is at /"});
}

WebResponse misdirected() {
  return text_response(421,
                       "This server is not known under that name; `base_url` under `feeds:` in "
                       "the configuration names one.");
}

WebResponse unavailable(const std::string& why) {
  return text_response(503, why).set("Retry-After", "5");
}

}  // namespace paperwatch
