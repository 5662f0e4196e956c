// SPDX-License-Identifier: MIT
// Signing in and out, and asking for a visit.
#include <fmt/format.h>

#include "serve/page_parts.hpp"
#include "serve/pages.hpp"

namespace paperwatch {

namespace {

constexpr auto session_length = std::chrono::hours(12);

WebResponse login_form(const WebRequest& request, const ReadingRoom& room, int status,
                       const Markup& above) {
  return page_response(
      request, room, "Sign in",
      markup(el("h1", "Sign in"), above,
             el("p", {{"class", "lead"}},
                "Reading needs no sign-in. Deciding on a visit or asking for one needs the token "
                "of the configuration."),
             el("form", {{"method", "post"}, {"action", "/login"}},
                el("label", "Token",
                   el("input", {{"type", "password"},
                                {"name", "token"},
                                {"autocomplete", "current-password"},
                                {"required", ""}})),
                el("button", "Sign in"))),
      status);
}

// Behind a proxy that speaks TLS the cookie stays off plain connections.
std::string session_cookie(const WebRequest& request, const std::string& value, Duration age) {
  const auto seconds = std::chrono::duration_cast<std::chrono::seconds>(age).count();
  return fmt::format("{}={}; Path=/; HttpOnly; SameSite=Strict; Max-Age={}{}", Access::cookie,
                     value, seconds,
                     request.header("x-forwarded-proto") == "https" ? "; Secure" : "");
}

}  // namespace

WebResponse login_page(const WebRequest& request, const std::string&, ReadingRoom& room) {
  if (!room.access.is_possible()) {
    return error_page(request, room, 403, "Sign in",
                      {"usage", "This server has no token: nothing can be changed over HTTP.",
                       "Configure one with serve: {token: {file: token}}."});
  }
  return login_form(request, room, 200, {});
}

WebResponse post_login(const WebRequest& request, const std::string& argument, ReadingRoom& room) {
  if (!room.access.is_possible()) return login_page(request, argument, room);
  if (!is_same_origin(request)) {
    return login_form(request, room, 403,
                      el("p", {{"class", "problem"}}, "The form came from another place."));
  }
  if (!room.access.is_token(request.form().text("token"))) {
    return login_form(request, room, 403,
                      el("p", {{"class", "problem"}, {"role", "alert"}}, "That is not the token."));
  }
  const auto session = room.access.begin_session(room.now + session_length);
  return see_other("/review").set("Set-Cookie", session_cookie(request, session, session_length));
}

WebResponse post_logout(const WebRequest& request, const std::string&, ReadingRoom&) {
  return see_other("/").set("Set-Cookie", session_cookie(request, "", Duration(0)));
}

WebResponse post_visit(const WebRequest& request, const std::string&, ReadingRoom& room) {
  const std::string source(request.form().text("source"));
  if (!room.actions.sync) {
    return error_page(
        request, room, 501, "Visit",
        {"usage", "Visits cannot be asked for over HTTP in this program.", "Use paperwatch sync."});
  }
  const auto asked = room.actions.sync(source);
  if (!asked) {
    return error_page(request, room, asked.error().code == "usage" ? 404 : 503, "Visit",
                      asked.error());
  }
  return see_other(path_of({"sources", source}) + "?visit=asked");
}

}  // namespace paperwatch
