// SPDX-License-Identifier: MIT
#include "extract/selector_pseudo.hpp"

#include <algorithm>
#include <array>
#include <vector>

#include "base/text.hpp"

namespace paperwatch {

namespace {

using std::string_view;

struct Plain {
  string_view name;
  SimpleKind kind;
};

constexpr auto plain = std::to_array<Plain>({
    {"root", SimpleKind::root},
    {"scope", SimpleKind::scope},
    {"empty", SimpleKind::empty},
    {"link", SimpleKind::link},
    {"any-link", SimpleKind::link},
    {"visited", SimpleKind::never},
    {"enabled", SimpleKind::enabled},
    {"disabled", SimpleKind::disabled},
    {"checked", SimpleKind::checked},
    // CSS 2 wrote these pseudo-elements with one colon.
    {"before", SimpleKind::never},
    {"after", SimpleKind::never},
    {"first-line", SimpleKind::never},
    {"first-letter", SimpleKind::never},
});

struct Nth {
  string_view name;
  SimpleKind kind;
  bool from_end;
};

constexpr auto nth = std::to_array<Nth>({
    {"nth-child", SimpleKind::nth_child, false},
    {"nth-last-child", SimpleKind::nth_child, true},
    {"nth-of-type", SimpleKind::nth_of_type, false},
    {"nth-last-of-type", SimpleKind::nth_of_type, true},
});

constexpr auto edges = std::to_array<Nth>({
    {"first-child", SimpleKind::nth_child, false},
    {"last-child", SimpleKind::nth_child, true},
    {"first-of-type", SimpleKind::nth_of_type, false},
    {"last-of-type", SimpleKind::nth_of_type, true},
});

// Words that other tools know, with what to write here.
struct Elsewhere {
  string_view name, hint;
};

constexpr auto elsewhere = std::to_array<Elsewhere>({
    {"text", "::text, with two colons, takes an element's own text"},
    {"attr", "::attr(name), with two colons, takes an attribute"},
    {"first", "a rule takes the first element by itself; among siblings it is :first-child"},
    {"last", "among siblings it is :last-child"},
    {"eq", ":nth-child(n) counts siblings from 1"},
    {"gt", ":nth-child(n+3) leaves out the first two siblings"},
    {"lt", ":nth-child(-n+2) keeps the first two siblings"},
    {"even", ":nth-child(even)"},
    {"odd", ":nth-child(odd)"},
    {"has-text", ":contains(\"…\"), or :icontains(\"…\") without case"},
    {"matches", ":is(…)"},
    {"any", ":is(…)"},
    {"header", ":is(h1, h2, h3, h4, h5, h6)"},
    {"parent", ":not(:empty)"},
    {"target", "select by the id: #name"},
});

constexpr auto of_a_browser = std::to_array<string_view>({"hover",
                                                          "active",
                                                          "focus",
                                                          "focus-within",
                                                          "focus-visible",
                                                          "target-within",
                                                          "visible",
                                                          "hidden",
                                                          "playing",
                                                          "paused",
                                                          "defined",
                                                          "autofill",
                                                          "fullscreen",
                                                          "modal",
                                                          "valid",
                                                          "invalid",
                                                          "placeholder-shown",
                                                          "in-range",
                                                          "out-of-range",
                                                          "user-invalid",
                                                          "current",
                                                          "past",
                                                          "future"});

const std::vector<std::string>& known_names() {
  static const std::vector<std::string> names = [] {
    std::vector<std::string> out{"is",        "where", "not",        "has",         "contains",
                                 "icontains", "lang",  "only-child", "only-of-type"};
    for (const auto& entry : plain) out.emplace_back(entry.name);
    for (const auto& entry : nth) out.emplace_back(entry.name);
    for (const auto& entry : edges) out.emplace_back(entry.name);
    return out;
  }();
  return names;
}

}  // namespace

bool set_plain_pseudo(std::string_view name, SimpleSelector& out) {
  for (const auto& entry : plain) {
    if (entry.name != name) continue;
    out.kind = entry.kind;
    return true;
  }
  for (const auto& entry : edges) {
    if (entry.name != name) continue;
    out.kind = entry.kind;
    out.from_end = entry.from_end;
    out.b = 1;
    return true;
  }
  if (name != "only-child" && name != "only-of-type") return false;
  out.kind = name == "only-child" ? SimpleKind::only_child : SimpleKind::only_of_type;
  return true;
}

bool set_nth_kind(std::string_view name, SimpleSelector& out) {
  for (const auto& entry : nth) {
    if (entry.name != name) continue;
    out.kind = entry.kind;
    out.from_end = entry.from_end;
    return true;
  }
  return false;
}

bool is_drawn_pseudo_element(std::string_view name) {
  return name == "before" || name == "after" || name == "first-line" || name == "first-letter";
}

std::pair<std::string, std::string> why_no_pseudo_class(std::string_view name, bool is_function) {
  const std::string written = ":" + std::string(name) + (is_function ? "()" : "");
  for (const auto& entry : elsewhere) {
    if (entry.name == name) {
      return {written + " is no pseudo-class here", std::string(entry.hint)};
    }
  }
  if (std::find(of_a_browser.begin(), of_a_browser.end(), name) != of_a_browser.end()) {
    return {written + " needs a browser with a user in front of it",
            "select by element, class or attribute, as the page is written"};
  }
  const auto& names = known_names();
  if (std::find(names.begin(), names.end(), name) != names.end()) {
    return is_function
               ? std::pair{written + " takes nothing in parentheses", "write :" + std::string(name)}
               : std::pair{written + " needs something in parentheses",
                           "as in :not(.draft), :nth-child(2) or :contains(\"Abstract\")"};
  }
  const std::string near = nearest(name, names);
  return {"there is no pseudo-class " + written,
          near.empty() ? "see docs/rules.md for those there are" : "did you mean :" + near + "?"};
}

}  // namespace paperwatch
