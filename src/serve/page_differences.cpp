// SPDX-License-Identifier: MIT
// What changed, as words that went and words that came.
#include <algorithm>

#include <fmt/format.h>

#include "base/text.hpp"
#include "render/text.hpp"
#include "serve/page_parts.hpp"

namespace paperwatch {

namespace {

constexpr std::size_t context = 12;  // words kept on either side of a change

// A stretch that stayed: its ends, as far as they touch a change.
std::string stretch(const std::string& text, bool is_first, bool is_last) {
  const auto words = split(text, ' ');
  const std::size_t head = is_first ? 0 : context, tail = is_last ? 0 : context;
  if (words.size() <= head + tail + context) return text;
  const auto middle = words.size() - head - tail;
  const auto from = words.begin() + static_cast<std::ptrdiff_t>(head);
  const auto to = words.end() - static_cast<std::ptrdiff_t>(tail);
  auto out = join({words.begin(), from}, " ");
  out += fmt::format("{}[… {} words …]{}", head > 0 ? " " : "", middle, tail > 0 ? " " : "");
  return out + join({to, words.end()}, " ");
}

Markup gone(std::string_view text) {
  return el("del", text);
}
Markup come(std::string_view text) {
  return el("ins", text);
}

Markup run_markup(const WordRun& run, bool is_first, bool is_last) {
  switch (run.kind) {
    case WordRun::Kind::deleted:
      return gone(run.text);
    case WordRun::Kind::inserted:
      return come(run.text);
    case WordRun::Kind::kept:
      return markup(stretch(run.text, is_first, is_last));
  }
  return {};
}

Markup words_markup(const std::string& before, const std::string& after) {
  const auto runs = word_difference(before, after);
  Markup out;
  for (std::size_t i = 0; i < runs.size(); ++i) {
    if (i > 0) out.add(" ");
    out.add(run_markup(runs[i], i == 0, i + 1 == runs.size()));
  }
  return out;
}

bool has(const std::vector<std::string>& list, const std::string& element) {
  return std::find(list.begin(), list.end(), element) != list.end();
}

Markup list_markup(const std::vector<std::string>& before, const std::vector<std::string>& after) {
  std::vector<Markup> parts;
  for (const auto& element : before) {
    if (!has(after, element)) parts.push_back(gone(element));
  }
  for (const auto& element : after) {
    parts.push_back(has(before, element) ? markup(element) : come(element));
  }
  Markup out;
  for (std::size_t i = 0; i < parts.size(); ++i) out.add(i > 0 ? ", " : "").add(parts[i]);
  return out;
}

Markup values_markup(const Change& change) {
  if (!change.before) return change.after ? come(value_text(*change.after)) : Markup();
  if (!change.after) return gone(value_text(*change.before));
  const auto* old_text = std::get_if<std::string>(&*change.before);
  const auto* new_text = std::get_if<std::string>(&*change.after);
  if (old_text && new_text) return words_markup(*old_text, *new_text);
  const auto* old_list = std::get_if<std::vector<std::string>>(&*change.before);
  const auto* new_list = std::get_if<std::vector<std::string>>(&*change.after);
  // The same elements in another order show no element that went or came.
  if (old_list && new_list &&
      !std::is_permutation(old_list->begin(), old_list->end(), new_list->begin(),
                           new_list->end())) {
    return list_markup(*old_list, *new_list);
  }
  return markup(gone(value_text(*change.before)), " ", come(value_text(*change.after)));
}

}  // namespace

Markup change_markup(const Change& change) {
  return markup(el("dt", change.field), el("dd", {{"dir", "auto"}}, values_markup(change)));
}

Markup changes_list(const std::vector<Change>& changes) {
  if (changes.empty()) return {};
  Markup items;
  for (const auto& change : changes) items.add(change_markup(change));
  return el("dl", {{"class", "changes"}}, items);
}

}  // namespace paperwatch
