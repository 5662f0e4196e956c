// SPDX-License-Identifier: MIT
#include "render/template_names.hpp"

#include <algorithm>
#include <vector>

#include "base/text.hpp"

namespace paperwatch {

namespace {

const std::vector<std::string> known{
    "headline", "subject", "digest",  "count", "more",   "events", "id",      "kind",     "heading",
    "source",   "at",      "message", "title", "url",    "key",    "authors", "subjects", "year",
    "also",     "changes", "last",    "field", "before", "after",  "text",    "delivery", "html"};

// "title" of "{{title}}", "{{#title}}", "{{{title}}}", "{{& title}}"; "" of comments and the like.
std::string name_of_tag(std::string_view tag) {
  tag = trim(tag);
  if (tag.empty() || tag.front() == '!' || tag.front() == '=' || tag.front() == '>') return {};
  const auto begin = tag.find_first_not_of("#^/&{ ");
  if (begin == tag.npos) return {};
  return std::string(trim(tag.substr(begin, tag.find('}') - begin)));
}

}  // namespace

Result<Done> check_template_names(const std::string& text) {
  for (auto open = text.find("{{"); open != text.npos; open = text.find("{{", open + 2)) {
    const auto close = text.find("}}", open);
    if (close == text.npos) break;
    const auto name = name_of_tag(std::string_view(text).substr(open + 2, close - open - 2));
    // "." is the element of a list.
    if (name.empty() || name == "." || std::find(known.begin(), known.end(), name) != known.end())
      continue;
    const auto near = nearest(name, known);
    return fail(
        "config", "the template names '" + name + "', which there is not",
        (near.empty() ? "" : "did you mean '" + near + "'? ") + "known: " + join(known, ", "));
  }
  return Done{};
}

}  // namespace paperwatch
