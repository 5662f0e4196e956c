// SPDX-License-Identifier: MIT
// Visits that looked broken and were not applied: what a person decides on.
#include <algorithm>

#include <fmt/format.h>

#include "base/url_parts.hpp"
#include "core/paper_name.hpp"
#include "core/review_spans.hpp"
#include "render/text.hpp"
#include "serve/page_parts.hpp"
#include "serve/pages.hpp"

namespace paperwatch {

namespace {

Markup verdict_form(const WebRequest& request, const ReadingRoom& room, VisitId visit,
                    const char* verdict, const char* style, const char* words) {
  return el("form", {{"class", "inline"}, {"method", "post"}, {"action", "/review"}},
            hidden_field(Access::field, room.access.form_token(request)),
            hidden_field("visit", std::to_string(visit)), hidden_field("verdict", verdict),
            el("button", {{"class", style}}, words));
}

Markup verdicts(const WebRequest& request, const ReadingRoom& room, VisitId visit) {
  if (!room.access.is_possible()) {
    return el("p", {{"class", "facts"}}, "To decide here, configure a token under ",
              el("code", "serve:"), "; on the command line use ",
              el("code", fmt::format("paperwatch review accept {}", visit)), ".");
  }
  if (!room.access.has_session(request, room.now)) {
    return el("p", {{"class", "facts"}}, link("/login", "Sign in"), " to decide.");
  }
  return el("div",
            verdict_form(request, room, visit, "accept", "", "Accept: the list is like this now"),
            verdict_form(request, room, visit, "reject", "second", "Reject: forget this visit"));
}

Markup evidence_table(const std::vector<PageEvidence>& pages) {
  if (pages.empty()) return {};
  std::vector<std::vector<Markup>> rows;
  for (const auto& page : pages) {
    const auto address = page.final_url.empty() ? without_login(page.url) : page.final_url;
    rows.push_back({markup(std::to_string(page.number)), outside_link(address, address),
                    markup(std::to_string(page.status)), markup(std::to_string(page.elements)),
                    markup(std::to_string(page.records))});
  }
  constexpr auto number = TableColumn::Kind::number;
  return table_element({{"page", number},
                        {"address"},
                        {"status", number},
                        {"elements", number},
                        {"records", number}},
                       rows);
}

Markup visit_article(const WebRequest& request, ReadingRoom& room, const ReviewSpan& span) {
  const auto& visit = span.newest;
  const auto* glance = room.overview.find(visit.source);
  const auto known = glance ? glance->status.papers : 0;
  Markup problem;
  if (visit.problem) {
    problem = el("div", {{"class", "problem"}}, el("p", visit.problem->message),
                 visit.problem->hint.empty() ? Markup() : el("p", visit.problem->hint));
  }
  return el("article", {{"class", "paper"}},
            title_element("h2", markup(link(path_of({"sources", visit.source}),
                                            glance ? glance->title : visit.source))),
            el("p", {{"class", "facts"}}, fmt::format("visit {} · ", visit.id),
               time_element(visit.started),
               span.visits == 1
                   ? Markup()
                   : markup(fmt::format(" · the same in {} since ", amount(span.visits, "visit")),
                            time_element(span.first.started))),
            problem,
            el("p", fmt::format("It showed {}; {} known here.", amount(visit.papers, "paper"),
                                known == 1 ? "1 is" : amount(known, "paper") + " are")),
            evidence_table(room.store.evidence(visit.id)), verdicts(request, room, visit.id));
}

Markup notice(const Parameters& parameters) {
  const auto done = parameters.text("done");
  if (done != "accepted" && done != "rejected") return {};
  return el("p", {{"class", "notice"}, {"role", "status"}}, fmt::format("The visit was {}.", done));
}

std::optional<Verdict> read_verdict(std::string_view text) {
  if (text == "accept") return Verdict::accept;
  if (text == "reject") return Verdict::reject;
  return std::nullopt;
}

}  // namespace

WebResponse review_page(const WebRequest& request, const std::string&, ReadingRoom& room) {
  Markup list;
  auto visits = visits_to_review(room.store);
  std::reverse(visits.begin(), visits.end());
  auto spans = review_spans(visits);
  std::reverse(spans.begin(), spans.end());
  for (const auto& span : spans) list.add(visit_article(request, room, span));
  if (visits.empty()) list = el("p", "No visit waits for a decision.");
  return page_response(
      request, room, "Review",
      markup(el("h1", "Review"),
             el("p", {{"class", "lead"}},
                "Visits whose pages looked broken. Nothing of them was applied: nobody was told "
                "that papers were gone."),
             notice(request.parameters()), list));
}

WebResponse post_review(const WebRequest& request, const std::string&, ReadingRoom& room) {
  const auto form = request.form();
  const auto visit = read_id(std::string(form.text("visit")));
  const auto verdict = read_verdict(form.text("verdict"));
  if (!visit || !verdict) {
    return error_page(request, room, 400, "Review",
                      {"usage", "That is no decision on a visit.", "Go back and try again."});
  }
  if (!room.actions.review) {
    return error_page(request, room, 501, "Review",
                      {"usage", "Deciding over HTTP is not available in this program.",
                       fmt::format("Use paperwatch review {} {}.", form.text("verdict"), *visit)});
  }
  const auto done = room.actions.review(*visit, *verdict);
  if (!done) {
    const bool is_theirs = done.error().code == "usage";
    return error_page(request, room, is_theirs ? 404 : 503, "Review", done.error());
  }
  return see_other(*verdict == Verdict::accept ? "/review?done=accepted" : "/review?done=rejected");
}

}  // namespace paperwatch
