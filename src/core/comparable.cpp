// SPDX-License-Identifier: MIT
#include "core/comparable.hpp"

#include <algorithm>
#include <set>
#include <utility>

#include "base/text.hpp"
#include "core/entities.hpp"
#include "core/keys.hpp"

namespace paperwatch {

namespace {

bool is_closing(char c) {
  return std::string_view(",.;:!?)]}%").find(c) != std::string_view::npos;
}

std::string without_blank_before_punctuation(std::string_view text) {
  std::string out;
  out.reserve(text.size());
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] == ' ' && i + 1 < text.size() && is_closing(text[i + 1])) continue;
    out += text[i];
  }
  return out;
}

// "Title: …" in a title is the page's label, not the paper's word.
std::string_view without_label(std::string_view field, std::string_view text) {
  const auto colon = text.find(':');
  if (colon > 24) return text;  // npos too
  std::string label = fold_case(trim(text.substr(0, colon)));
  std::string name(field);
  for (auto* word : {&label, &name}) {
    std::replace(word->begin(), word->end(), '_', ' ');
    if (word->size() > 1 && word->ends_with('s')) word->pop_back();
  }
  return label == name ? trim(text.substr(colon + 1)) : text;
}

// Listings that escape twice one day and once the next have not changed.
std::string comparable_text(std::string_view field, std::string_view text) {
  std::string plain = collapse_space(without_invisible(nfc(without_entities(text))));
  return without_blank_before_punctuation(without_label(field, plain));
}

// A parameter that follows readers around is no other address.
std::string comparable_url(const std::string& text) {
  auto url = canonical_url(text);
  return url.empty() ? text : url;
}

struct Comparable {
  std::string_view field;

  Value operator()(const std::string& text) const {
    if (field == "url" || field == "pdf") return comparable_url(text);
    return comparable_text(field, text);
  }
  Value operator()(const std::vector<std::string>& list) const {
    std::vector<std::string> parts;
    for (const auto& part : list) {
      auto plain = comparable_text(parts.empty() ? field : std::string_view(), part);
      if (!plain.empty()) parts.push_back(std::move(plain));
    }
    if (field == "subjects") {
      const std::set<std::string> sorted(parts.begin(), parts.end());
      parts.assign(sorted.begin(), sorted.end());
    }
    return parts;
  }
  Value operator()(std::int64_t number) const { return number; }
};

bool is_empty(const Value& value) {
  if (const auto* text = std::get_if<std::string>(&value)) return text->empty();
  if (const auto* list = std::get_if<std::vector<std::string>>(&value)) return list->empty();
  return false;
}

constexpr std::string_view replacement = "\xEF\xBF\xBD";

bool has_lost_characters(std::string_view text) {
  return text.find(replacement) != std::string_view::npos;
}

// Each run of U+FFFD stands for one or more lost characters; what is between must be there, in
// order.
bool is_damaged_text(std::string_view known, std::string_view shown) {
  if (!has_lost_characters(shown)) return false;
  bool is_first = true;
  while (true) {
    const auto gap = shown.find(replacement);
    const auto part = shown.substr(0, gap);
    const auto found =
        is_first ? (known.starts_with(part) ? 0 : std::string_view::npos) : known.find(part, 1);
    if (gap == std::string_view::npos) return known.size() > part.size() && known.ends_with(part);
    if (found == std::string_view::npos) return false;
    known.remove_prefix(found + part.size());
    if (known.empty()) return false;
    shown.remove_prefix(gap);
    while (shown.starts_with(replacement)) shown.remove_prefix(replacement.size());
    is_first = false;
    if (shown.empty()) return true;
  }
}

bool contains(const std::vector<std::string>& names, std::string_view name) {
  return std::find(names.begin(), names.end(), name) != names.end();
}

}  // namespace

bool is_damaged_copy(const Value& known, const Value& shown) {
  if (known.index() != shown.index()) return false;
  if (const auto* text = std::get_if<std::string>(&shown))
    return is_damaged_text(std::get<std::string>(known), *text);
  const auto* list = std::get_if<std::vector<std::string>>(&shown);
  if (!list) return false;
  const auto& known_list = std::get<std::vector<std::string>>(known);
  bool any = false;
  for (std::size_t i = 0; i < list->size(); ++i) {
    if (list->size() != known_list.size()) return false;
    if ((*list)[i] == known_list[i]) continue;
    if (!is_damaged_text(known_list[i], (*list)[i])) return false;
    any = true;
  }
  return any;
}

bool is_damaged(const Fields& fields) {
  return std::any_of(fields.begin(), fields.end(), [](const auto& field) {
    if (const auto* text = std::get_if<std::string>(&field.second))
      return has_lost_characters(*text);
    const auto* list = std::get_if<std::vector<std::string>>(&field.second);
    return list && std::any_of(list->begin(), list->end(),
                               [](const auto& part) { return has_lost_characters(part); });
  });
}

const Value* find_field(const Fields& fields, std::string_view name) {
  const auto found = fields.find(name);
  return found == fields.end() ? nullptr : &found->second;
}

Value comparable(std::string_view field, const Value& value) {
  return std::visit(Comparable{field}, value);
}

bool same_content(std::string_view field, const Value* a, const Value* b) {
  if (a && b && *a == *b) return true;
  const auto plain_a = a ? comparable(field, *a) : Value(std::string());
  const auto plain_b = b ? comparable(field, *b) : Value(std::string());
  if (is_empty(plain_a) || is_empty(plain_b)) return is_empty(plain_a) && is_empty(plain_b);
  return plain_a == plain_b;
}

bool is_watched(std::string_view field, const TrackRules& rules) {
  if (rules.watch) return contains(*rules.watch, field);
  if (rules.ignore && contains(*rules.ignore, field)) return false;
  return field != "url" && field != "pdf" && field != "section";
}

std::vector<Change> changes_between(const Fields& before, const Fields& after) {
  std::set<std::string_view> names;
  for (const auto& [name, value] : before) names.insert(name);
  for (const auto& [name, value] : after) names.insert(name);

  std::vector<Change> changes;
  for (const auto name : names) {
    const Value* old_value = find_field(before, name);
    const Value* new_value = find_field(after, name);
    if (same_content(name, old_value, new_value)) continue;
    changes.push_back({std::string(name), old_value ? std::optional(*old_value) : std::nullopt,
                       new_value ? std::optional(*new_value) : std::nullopt});
  }
  return changes;
}

}  // namespace paperwatch
