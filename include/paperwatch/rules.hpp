// SPDX-License-Identifier: MIT
// Extraction rules as a person wrote them: values only, not yet compiled. The notation is
// described in docs/rules.md.
#pragma once

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include <paperwatch/model.hpp>
#include <paperwatch/shared.hpp>

namespace paperwatch {

// Where in a configuration file something stands; line and column count from 1, 0: unknown.
// Two rules that differ only in their position are the same rule.
struct Position {
  Shared<std::string> file;
  int line = 0;
  int column = 0;
  bool operator==(const Position&) const { return true; }
};

// A selector in one of three languages. css may end in ::text or ::attr(name);
// pointer is JSON Pointer with `*` for every element.
struct Selector {
  enum class Language { css, xpath, pointer } language = Language::css;
  std::string text;
  Position at;
  bool operator==(const Selector&) const = default;
};

// A regular expression (RE2 syntax; classes such as \d are ASCII, text is Unicode).
struct Pattern {
  std::string text;
  Position at;
  bool operator==(const Pattern&) const = default;
};

struct Replacement {
  Pattern pattern;
  std::string replacement;  // \1 … \9 stand for groups
  bool operator==(const Replacement&) const = default;
};

enum class ValueType { automatic, text, integer, date, list };

// How one field is read: the steps run in the order of the members.
struct FieldRule {
  std::vector<Selector> select;  // the first that gives a value wins
  std::vector<Selector> remove;
  bool all = false;
  std::optional<Pattern> match;  // first group, else the whole match; no match, no value
  std::vector<Replacement> replace;
  std::optional<Pattern> split;  // parts are trimmed, empty ones dropped
  struct Each {
    std::vector<Selector> select;  // JSON: the parts of one element, joined by `join`
    std::optional<std::string> join;
    std::optional<Pattern> match;
    std::vector<Replacement> replace;
    bool operator==(const Each&) const = default;
  } each;
  std::optional<std::string> join;
  std::optional<std::string> default_value;
  ValueType type = ValueType::automatic;
  Position at;
  bool operator==(const FieldRule&) const = default;
};

struct RecordRule {
  std::optional<Selector> select;  // nothing only with Format::feed
  std::optional<Pattern> match;    // keeps only elements whose text matches
  bool operator==(const RecordRule&) const = default;
};

// The nearest heading before a record in document order becomes the field `section`.
struct SectionRule {
  Selector heading;
  std::optional<Pattern> match;  // what of the heading's text is the section's name
  std::optional<Pattern> keep;   // records under other headings are left out
  bool operator==(const SectionRule&) const = default;
};

// What a truly empty listing shows: an element, or a text anywhere on the page.
struct EmptyRule {
  std::optional<Selector> select;
  std::string text;
  bool operator==(const EmptyRule&) const = default;
};

enum class Format { automatic, html, xml, json, feed };
enum class Metadata { json_ld, coins, meta, bibtex };

struct ExtractRules {
  Format format = Format::automatic;
  RecordRule record;
  bool span_siblings = false;
  std::optional<SectionRule> section;
  std::vector<std::pair<std::string, FieldRule>> fields;  // in the order written
  std::optional<FieldRule> count;
  std::optional<EmptyRule> empty;
  std::string encoding;  // "": found out
  // Fields an element must have to be a record. Nothing: title, and one of url, doi,
  // arxiv_id or a field of `key_from`.
  std::optional<std::vector<std::string>> require;
  std::vector<std::string> key_from = {"doi", "arxiv_id", "url", "title"};
  std::vector<Metadata> use;
  Position at;
  bool operator==(const ExtractRules&) const = default;
};

// How one page leads to the next. With `next` alone its value is a link (without ::attr: href);
// with a template too, its value is the cursor for {next}. A template alone counts {offset} or
// {page}.
struct PagesRules {
  std::optional<FieldRule> next;
  std::string url_template;
  std::optional<std::int64_t> start, step;
  int max = 50;  // pages of one visit
  enum class Stop { end, known } stop = Stop::end;
  Duration full_every = std::chrono::hours(24 * 7);  // with Stop::known
  Position at;
  bool operator==(const PagesRules&) const = default;
};

struct TrackRules {
  // At most one of the two is given. Nothing: all fields but url, pdf and section are watched.
  std::optional<std::vector<std::string>> watch, ignore;
  struct Day {
    bool operator==(const Day&) const = default;
  };
  std::variant<std::monostate, std::int64_t, Day> window;  // null | N | day
  int removal_visits = 2;
  Duration removal_age = std::chrono::hours(24);
  int settle = 1;
  enum class Baseline { silent, announce } baseline = Baseline::silent;
  bool operator==(const TrackRules&) const = default;
};

// The rules as canonical text, positions left out: equal texts read a page alike.
std::string canonical_text(const ExtractRules& rules, const std::optional<PagesRules>& pages);

}  // namespace paperwatch
