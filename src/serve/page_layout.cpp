// SPDX-License-Identifier: MIT
#include <fmt/format.h>

#include "serve/page_parts.hpp"
#include "serve/style.hpp"

namespace paperwatch {

namespace {

Markup page_head(const std::string& title) {
  return el("head", el("meta", {{"charset", "utf-8"}}),
            el("meta", {{"name", "viewport"}, {"content", "width=device-width, initial-scale=1"}}),
            el("meta", {{"name", "color-scheme"}, {"content", "light dark"}}),
            el("title", title + " · paperwatch"),
            el("link", {{"rel", "stylesheet"}, {"href", style_path()}}),
            el("link", {{"rel", "icon"}, {"type", "image/svg+xml"}, {"href", "/favicon.svg"}}),
            el("link", {{"rel", "alternate"},
                        {"type", "application/atom+xml"},
                        {"title", "All papers"},
                        {"href", "/feeds/all.atom"}}));
}

Markup nav_item(const WebRequest& request, const std::string& path, const Markup& name) {
  const bool here = request.path == path || (path != "/" && request.path.starts_with(path + "/"));
  return el("li", el("a", {{"href", path}, {"aria-current", here ? "page" : absent}}, name));
}

Markup badge(std::size_t number) {
  if (number == 0) return {};
  return markup(" ", el("span", {{"class", "number"}}, std::to_string(number)));
}

Markup session_part(const WebRequest& request, const ReadingRoom& room) {
  if (!room.access.is_possible()) return {};
  if (!room.access.has_session(request, room.now)) return el("p", link("/login", "Sign in"));
  return el("form", {{"method", "post"}, {"action", "/logout"}},
            hidden_field(Access::field, room.access.form_token(request)),
            el("button", {{"class", "quiet"}}, "Sign out"));
}

Markup banner(const WebRequest& request, const ReadingRoom& room) {
  const auto& overview = room.overview;
  return el(
      "header", {{"class", "banner"}}, el("p", {{"class", "name"}}, link("/", "paperwatch")),
      el("nav", {{"aria-label", "Main"}},
         el("ul", nav_item(request, "/", markup("Overview")),
            nav_item(request, "/events", markup("News")),
            nav_item(request, "/papers", markup("Papers")),
            nav_item(request, "/review", markup("Review", badge(overview.to_decide))),
            nav_item(request, "/deliveries", markup("Deliveries", badge(overview.totals.failed))),
            nav_item(request, "/help", markup("Help")))),
      el("form", {{"class", "search"}, {"role", "search"}, {"action", "/papers"}},
         el("input", {{"type", "search"},
                      {"name", "q"},
                      {"aria-label", "Search papers"},
                      {"placeholder", "Search papers"}}),
         el("button", "Search")));
}

}  // namespace

WebResponse page_response(const WebRequest& request, const ReadingRoom& room,
                          const std::string& title, const Markup& content, int status) {
  const auto html =
      el("html", {{"lang", "en"}}, page_head(title),
         el("body", el("a", {{"class", "skip"}, {"href", "#content"}}, "Skip to the content"),
            banner(request, room), el("main", {{"id", "content"}}, content),
            el("footer", el("p", "paperwatch tells what changed in listings of papers."),
               session_part(request, room))));
  return WebResponse(status, "text/html; charset=utf-8", document_around(html).text())
      .set("Cache-Control", request.header("cookie").empty() ? "no-cache" : "no-store");
}

WebResponse error_page(const WebRequest& request, const ReadingRoom& room, int status,
                       const std::string& title, const Error& error) {
  return page_response(request, room, title,
                       markup(el("h1", title), el("p", error.message),
                              error.hint.empty() ? Markup() : el("p", error.hint)),
                       status);
}

}  // namespace paperwatch
