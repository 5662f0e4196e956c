// SPDX-License-Identifier: MIT
#include "config/source.hpp"

#include <fmt/format.h>

#include <paperwatch/given_fields.hpp>

#include "config/fetch_options.hpp"
#include "config/field_names.hpp"
#include "config/map_reader.hpp"
#include "config/track_rules.hpp"
#include "core/calendar.hpp"

namespace paperwatch {

namespace {

constexpr auto usual_interval = std::chrono::hours(12);

void read_id(const MapReader& in, Source& source, Faults& faults) {
  const Node* id = in.find("id");
  if (!id) {
    if (!in.has_or_means("id"))
      faults.add(in.at(), "a source without id", "add id: and a short name; it stays for good");
    return;
  }
  const auto text = read_text(*id, "id", faults);
  if (!text) return;
  if (!is_id(*text)) {
    faults.add(
        id->content, fmt::format("id: '{}' has characters that an id cannot have", *text),
        "use letters, digits, dot, hyphen and underscore: it becomes the name of the feed's file");
  } else if (*text == "all" || *text == "status") {
    faults.add(id->content,
               fmt::format("id: '{}' is the name of a feed of paperwatch's own", *text),
               "choose another");
  } else {
    source.id = *text;
  }
}

void read_address(const MapReader& in, Source& source, Faults& faults) {
  if (const Node* url = in.find("url")) {
    source.url = read_url(*url, "url", faults).value_or("");
  } else if (!in.has_or_means("url")) {
    faults.add(in.at(),
               source.id.empty() ? "the source has no url"
                                 : fmt::format("source '{}' has no url", source.id),
               "add url: and the listing's address");
  }
}

std::optional<std::string> read_calendar(const Node& node, Faults& faults) {
  auto text = read_text(node, "at", faults);
  if (!text) return std::nullopt;
  if (const auto calendar = parse_calendar(*text); !calendar) {
    faults.add(node.content, "at: " + calendar.error().message, calendar.error().hint);
    return std::nullopt;
  }
  return text;
}

void read_schedule(const MapReader& in, Source& source, Faults& faults) {
  const Node* every = in.find_value("every");
  const Node* at = in.find_value("at");
  if (every && at) {
    faults.add(at->at, "both every and at",
               "keep one: `every: 12h` is an interval, `at: \"Mon..Fri 08:00\"` a calendar");
  }
  if (at) source.at_calendar = read_calendar(*at, faults).value_or("");
  if (every) source.every = read_duration(*every, "every", std::chrono::milliseconds(1), faults);
  if (!every && !at) source.every = usual_interval;
  if (const Node* zone = in.find_value("timezone"))
    source.timezone = read_timezone(*zone, faults).value_or("");
}

void read_expect(const Node& node, Expect& expect, Faults& faults) {
  const MapReader in(node, "expect", "'expect'", faults);
  if (const Node* every = in.find_value("new_every")) {
    expect.new_every = read_duration(*every, "new_every", std::chrono::minutes(1), faults);
  }
  if (in.find_value("except") && in.choice("except", {"weekend"})) expect.except = "weekend";
}

// A field that no rule gives is never watched: likely a slip, but what is read stands without it.
void check_tracked_fields(const Node& track, const Source& source, Faults& faults) {
  auto names = given_fields(source.extract);
  names.insert(names.end(), known_fields().begin(), known_fields().end());
  for (const char* key : {"watch", "ignore"}) {
    if (const Node* list = track.find(key))
      check_field_names(*list, key, names, faults, Gravity::warning);
  }
}

ExtractRules read_extraction(const MapReader& in, Completeness completeness, Faults& faults) {
  ExtractRules rules;
  if (const Node* extract = in.find("extract"))
    rules = read_extract(*extract, completeness, faults);
  if (in.find_value("encoding")) in.text("encoding", rules.encoding);
  return rules;
}

void read_rules(const MapReader& in, Source& source, Completeness completeness, Faults& faults) {
  if (const Node* pages = in.find_value("pages")) {
    source.pages = read_pages(*pages, source.extract->format, completeness, faults);
  }
  if (const Node* track = in.find("track")) {
    source.track = read_track(*track, faults);
    if (completeness == Completeness::whole) check_tracked_fields(*track, source, faults);
  }
  if (const Node* expect = in.find("expect")) read_expect(*expect, source.expect, faults);
  in.texts("tags", source.tags);
}

}  // namespace

std::optional<Source> read_source(const Node& node, const FetchOptions& global,
                                  std::optional<Shared<ExtractRules>> extract, Faults& faults) {
  const MapReader in(node, "source", "a source", faults);
  if (!node.is(Node::Kind::map)) return std::nullopt;
  Source source;
  source.at = node.at;
  source.fetch = global;
  read_id(in, source, faults);
  read_address(in, source, faults);
  in.text("title", source.title);
  if (source.title.empty()) source.title = source.id;
  in.flag("enabled", source.enabled);
  read_schedule(in, source, faults);
  source.extract = extract ? std::move(*extract)
                           : Shared<ExtractRules>(read_extraction(in, Completeness::whole, faults));
  read_rules(in, source, Completeness::whole, faults);
  if (!in.has_or_means("extract") && !in.has_or_means("template")) {
    faults.add(
        node.at, "the source has neither template nor extract",
        "add template: feed for RSS or Atom, the name of a template, or extract: with rules");
  }
  read_request_options(in, source.fetch, faults);
  read_source_secrets(in, source.fetch, faults);
  return source;
}

Source read_template(const Node& node, const std::string& name, const FetchOptions& global,
                     Faults& faults) {
  const MapReader in(node, "template", fmt::format("the template '{}'", name), faults);
  Source source;
  source.fetch = global;
  read_schedule(in, source, faults);
  source.extract = read_extraction(in, Completeness::part, faults);
  read_rules(in, source, Completeness::part, faults);
  read_request_options(in, source.fetch, faults);
  return source;
}

const Node* builtin_template_node(std::string_view name) {
  static const Node feed = [] {
    Faults none;
    return parse_yaml("extract: {format: feed}\n", "", none).value_or(Node{});
  }();
  return name == "feed" ? &feed : nullptr;
}

std::optional<Source> builtin_template(std::string_view name) {
  const Node* node = builtin_template_node(name);
  if (!node) return std::nullopt;
  Faults none;
  Source source;
  source.extract = read_extract(*node->find("extract"), Completeness::whole, none);
  return source;
}

}  // namespace paperwatch
