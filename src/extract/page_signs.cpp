// SPDX-License-Identifier: MIT
#include "extract/page_signs.hpp"

#include <algorithm>
#include <array>
#include <optional>

#include <re2/re2.h>

#include "base/text.hpp"
#include "extract/text.hpp"

namespace paperwatch {

namespace {

// A waiting room has little to read; a real page may well speak of captchas.
constexpr std::size_t longest_block_page = 6000;  // bytes of text

// Titles that only such pages bear.
const re2::RE2& blocking_title() {
  static const re2::RE2 expression(
      R"re((?i)^\W*(?:just a moment|one moment|attention required|please wait|access denied|access to this page has been denied|)re"
      R"re(403 forbidden|forbidden|are you (?:a )?(?:human|robot)|robot check|human verification|security check|)re"
      R"re(ddos[- ]guard|ddos protection|bot verification|verif(?:y|ying) you are human|checking your browser|)re"
      R"re(making sure you(?:'|’)re not a bot|you have been blocked|blocked|request rejected|captcha|)re"
      R"re(sorry, you have been blocked|pardon our interruption|un instant|einen moment|too many requests|)re"
      R"re(service unavailable|503 service|queue|waiting room|radware|incapsula|reference #\d)\b)re");
  return expression;
}

const re2::RE2& blocking_text() {
  static const re2::RE2 expression(
      R"re((?i)you are number [\d,.]+ in (?:the )?(?:line|queue)|your (?:place|position) in (?:the )?(?:line|queue)|)re"
      R"re(unusual traffic|checking (?:if the site connection is secure|your browser)|)re"
      R"re(enable javascript and cookies to continue|verify (?:that )?you(?:'|’| a)re (?:a )?(?:not a robot|human)|)re"
      R"re(complete the (?:security check|captcha)|cf-ray|cloudflare ray id|ray id:|protected by anubis|)re"
      R"re(making sure you(?:'|’)re not a bot|not a robot|are you a robot|(?:re|h)captcha|)re"
      R"re(access denied|access to this (?:page|site|resource) (?:has been|is) (?:denied|blocked)|)re"
      R"re(you have been blocked|your (?:ip|request|access) (?:address )?has been (?:blocked|limited|denied)|)re"
      R"re(incapsula incident|automated (?:access|queries|requests)|too many requests|rate limit exceeded)re");
  return expression;
}

re2::StringPiece piece(std::string_view text) {
  return {text.data(), text.size()};
}

std::string title_of(const Tree& tree) {
  const NameId name = tree.find_name("title");
  if (name == 0) return {};
  for (NodeId id = 1; id < tree.nodes.size(); ++id) {
    // A feed's own title; in an SVG it names a drawing.
    if (!tree.is_element(id) || tree[id].name != name) continue;
    if (tree[id].parent != no_node && tree.name(tree[id].parent) == "svg") continue;
    return collapse_space(own_text(tree, id));
  }
  return {};
}

bool asks_for_password(const Tree& tree) {
  const NameId name = tree.is_html ? tree.find_name("input") : 0;
  if (name == 0) return false;
  for (NodeId id = 1; id < tree.nodes.size(); ++id) {
    if (!tree.is_element(id) || tree[id].name != name) continue;
    const std::string_view* type = tree.attribute(id, "type");
    if (type && equal_ignoring_case(trim(*type), "password")) return true;
  }
  return false;
}

}  // namespace

bool looks_blocked(std::string_view title, std::string_view text) {
  if (text.size() > longest_block_page) return false;
  return re2::RE2::PartialMatch(piece(title), blocking_title()) ||
         re2::RE2::PartialMatch(piece(text), blocking_text());
}

void read_page_signs(const Tree& tree, Listing& listing) {
  listing.page_title = title_of(tree);
  listing.has_password_field = asks_for_password(tree);
  if (!tree.is_html || !listing.records.empty() || listing.empty_marker) return;
  listing.looks_blocked = looks_blocked(listing.page_title, rendered_text(tree, {0}));
}

bool html_ends(std::string_view text) {
  constexpr std::size_t usual_end = 256;
  if (contains_ignoring_case(text.substr(text.size() - std::min(text.size(), usual_end)), "</html"))
    return true;
  if (contains_ignoring_case(text, "</html")) return true;
  return !contains_ignoring_case(text, "<html") && !contains_ignoring_case(text, "<!doctype");
}

}  // namespace paperwatch
