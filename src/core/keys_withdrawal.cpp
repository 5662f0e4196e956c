// SPDX-License-Identifier: MIT
// Markers of withdrawn and retracted papers: words that speak of the paper itself, where a title,
// a comment or an abstract would put them.
#include <string>

#include <re2/re2.h>

#include "base/text.hpp"
#include "core/keys.hpp"

namespace paperwatch {

namespace {

const std::string gone = "(?:withdrawn|retracted)";
const std::string kind =
    "(?:paper|article|chapter|submission|manuscript|preprint|publication|work|note|letter|report)";
// "This paper has been withdrawn", "The authors have withdrawn this article".
const std::string statement = "(?:(?:this|the|our)\\s+" + kind +
                              "\\s+(?:has\\s+(?:now\\s+)?been|was|is|is\\s+being|is\\s+now)\\s+"
                              "(?:temporarily\\s+)?" +
                              gone + "|(?:the\\s+)?authors?\\s+(?:has|have)\\s+" + gone +
                              "\\s+(?:this|the)\\s+" + kind + "|(?:this|the)\\s+" + kind +
                              "\\s+has\\s+been\\s+removed\\s+by\\s+arxiv(?:\\s+admin\\w*)?)";
const std::string in_brackets = "[\\[(]\\s*(?:" + statement + "|(?:" + kind + "\\s+)?" + gone +
                                "(?:\\s+" + kind +
                                ")?(?:\\s+by\\s[^\\[\\]()]*)?)"
                                "[^\\[\\]()a-z]*[\\])]";

struct Markers {
  // "[withdrawn] T", "RETRACTED ARTICLE: T", "WITHDRAWN – T"
  RE2 at_start{"(?i)^\\s*(?:" + in_brackets + "\\s*[:.–—-]?|" + gone + "(?:\\s+" + kind +
               ")?\\s*:|(?-i:WITHDRAWN|RETRACTED)(?:\\s+" + kind + ")?\\s*[–—-]\\s)\\s*"};
  // "T (withdrawn)", "T – WITHDRAWN", "T. This paper has been withdrawn by the author"
  RE2 at_end{"(?i)\\s*(?:" + in_brackets +
             "|[.:;–—-]\\s*(?-i:WITHDRAWN|RETRACTED)|(?:^|[.:;–—-]\\s*)" + statement +
             "(?:\\W.*)?)\\s*\\.?\\s*$"};
  // In comments a fragment is enough: "12 pages; withdrawn due to an error". What follows the
  // word decides: a paper withdrawn from a conference is still there.
  RE2 in_comments{
      "(?i)(?:^|[.;!,:(\\[–—]|\\s-)\\W*(?:" + statement +
      "|(?:this\\s+version\\s+(?:was|is|has been)\\s+)?"
      "(?:" +
      kind + "\\s+)?(?:has\\s+been\\s+|temporarily\\s+)?" + gone +
      ")(?:\\s*$|\\s*[.,;:!)\\]–—-]|\\s+(?:by|due|because|as|since|until|for|after|in|pending|and|"
      "from\\s+arxiv)\\b)"};
  // An abstract is prose about anything: only its first words, or a whole statement.
  RE2 abstract_start{
      "(?i)^\\W*(?:" + statement + "|(?:" + kind + "\\s+)?" + gone +
      "(?:\\s*$|\\s*[.:!\\])]|\\s+(?:by\\s+(?:the\\s+)?(?:author|submitter|arxiv)|due\\s+to|"
      "because)))"};
  RE2 abstract_sentence{"(?i)[.!?\\])]\\s+" + statement + "(?:\\W|$)"};
};

const Markers& markers() {
  static const Markers compiled;
  return compiled;
}

bool has(const RE2& marker, const std::string& text) {
  return RE2::PartialMatch(text, marker);
}

// Every marker holds one of these words; nearly no text does, and reading it by five patterns costs
// more than all else that is done with a record.
bool may_hold_marker(std::string_view text) {
  return contains_ignoring_case(text, "withdrawn") || contains_ignoring_case(text, "retracted") ||
         contains_ignoring_case(text, "removed");
}

// As the patterns want it; empty where none can match.
std::string suspicious(std::string_view text) {
  return may_hold_marker(text) ? collapse_space(text) : std::string();
}

}  // namespace

std::string without_withdrawal_marker(std::string_view title) {
  const std::string whole(title);
  if (!may_hold_marker(title)) return whole;
  std::string text = whole;
  RE2::Replace(&text, markers().at_start, "");
  RE2::Replace(&text, markers().at_end, "");
  return trim(text).empty() ? whole : text;
}

bool has_withdrawal_marker(std::string_view title, std::string_view comments,
                           std::string_view abstract) {
  const std::string title_text = suspicious(title);
  const std::string comments_text = suspicious(comments);
  const std::string abstract_text = suspicious(abstract);
  if (title_text.empty() && comments_text.empty() && abstract_text.empty()) return false;
  const auto& m = markers();
  return has(m.at_start, title_text) || has(m.at_end, title_text) ||
         has(m.in_comments, comments_text) || has(m.abstract_start, abstract_text) ||
         has(m.abstract_sentence, abstract_text);
}

}  // namespace paperwatch
