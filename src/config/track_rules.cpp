// SPDX-License-Identifier: MIT
#include "config/track_rules.hpp"

#include <limits>
#include <string>

#include <fmt/format.h>

#include "config/map_reader.hpp"

namespace paperwatch {

namespace {

std::optional<std::int64_t> optional_integer(const MapReader& in, std::string_view key,
                                             std::int64_t least, Faults& faults) {
  const Node* node = in.find_value(key);
  if (!node) return std::nullopt;
  return read_integer(*node, key, least, std::numeric_limits<std::int32_t>::max(), faults);
}

bool contains(const std::string& text, const char* part) {
  return text.find(part) != std::string::npos;
}

// The three ways of pages.template, each with what it needs beside it.
void check_template(const PagesRules& pages, const Position& at, Faults& faults) {
  const auto& text = pages.url_template;
  const bool cursor = contains(text, "{next}"), offset = contains(text, "{offset}"),
             page = contains(text, "{page}");
  if (!cursor && !offset && !page) {
    faults.add(at,
               "template: it has no {offset}, {page} or {next}, so every page would be the same",
               "put one of them where the address changes, and quotes around the whole");
  } else if (cursor && !pages.next) {
    faults.add(at, "template: {next} is the value of the rule `next`, which is missing",
               "add next: and a rule");
  } else if (!cursor && pages.next) {
    faults.add(at, "template: with `next` beside it the template needs {next}",
               "write {next}, or drop one of the two");
  } else if (offset && !pages.step) {
    faults.add(at, "template: {offset} needs `step`", "add step: and how many records a page has");
  }
}

void check_pages(const MapReader& in, const PagesRules& pages, Faults& faults) {
  const Node* url_template = in.find_value("template");
  if (url_template && !pages.url_template.empty()) {
    check_template(pages, url_template->at, faults);
  } else if (!in.has_or_means("next") && !in.has_or_means("template")) {
    faults.add(in.at(), "pages: nothing says how to get to the next page",
               "add next: or template:, or drop pages:");
  }
}

void read_window(const MapReader& in, TrackRules& track, Faults& faults) {
  const Node* node = in.find_value("window");
  if (!node) return;
  if (node->is(Node::Kind::scalar) && node->text == "day") {
    track.window = TrackRules::Day{};
  } else if (node->is(Node::Kind::scalar) &&
             node->text.find_first_not_of("+-0123456789") != std::string::npos) {
    faults.add(node->content, fmt::format("window: unknown word '{}'", node->text),
               "write day, the number of papers that are shown, or null");
  } else if (const auto size = read_integer(*node, "window", 1, 1'000'000, faults)) {
    track.window = *size;
  }
}

}  // namespace

std::optional<PagesRules> read_pages(const Node& node, Format format, Completeness completeness,
                                     Faults& faults) {
  if (node.is(Node::Kind::broken)) return std::nullopt;
  const MapReader in(node, "pages", "'pages'", faults);
  PagesRules pages;
  pages.at = node.at;
  if (const Node* next = in.find_value("next"))
    pages.next = read_rule(*next, "next", format, faults);
  if (in.find_value("template")) in.text("template", pages.url_template);
  pages.start = optional_integer(in, "start", 0, faults);
  pages.step = optional_integer(in, "step", 1, faults);
  in.integer("max", pages.max, 1, 100'000);
  if (in.choice("stop", {"end", "known"}) == 1u) pages.stop = PagesRules::Stop::known;
  in.duration("full_every", pages.full_every, std::chrono::minutes(1));
  if (completeness == Completeness::whole && node.is(Node::Kind::map))
    check_pages(in, pages, faults);
  return pages;
}

TrackRules read_track(const Node& node, Faults& faults) {
  const MapReader in(node, "track", "'track'", faults);
  TrackRules track;
  if (in.find_value("watch") && in.find_value("ignore")) {
    faults.add(in.find("ignore")->at, "track: both watch and ignore",
               "keep one: `watch` names all that count, `ignore` those that do not");
  }
  if (const Node* watch = in.find_value("watch")) track.watch = read_texts(*watch, "watch", faults);
  if (const Node* ignore = in.find_value("ignore"))
    track.ignore = read_texts(*ignore, "ignore", faults);
  read_window(in, track, faults);
  if (const Node* removal = in.find("removal")) {
    const MapReader of_removal(*removal, "removal", "'removal'", faults);
    of_removal.integer("visits", track.removal_visits, 1, 1000);
    of_removal.duration("age", track.removal_age);
  }
  in.integer("settle", track.settle, 1, 1000);
  if (in.choice("baseline", {"silent", "announce"}) == 1u)
    track.baseline = TrackRules::Baseline::announce;
  return track;
}

}  // namespace paperwatch
