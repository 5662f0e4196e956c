// SPDX-License-Identifier: MIT
// The larger memories: sources, pages, evidence. Every visit reads and writes them, hence not by
// the way of a document in memory as the smaller ones are.
#include <simdjson.h>

#include "base/hash.hpp"
#include "base/url_parts.hpp"
#include "store/codec.hpp"
#include "store/object_text.hpp"

namespace paperwatch {

namespace {

using simdjson::dom::element;
using simdjson::dom::object;

std::optional<std::int64_t> number_of(const std::optional<Time>& time) {
  if (!time) return std::nullopt;
  return time->time_since_epoch().count();
}

void take_value(const element& json, bool& out) {
  out = json.get_bool();
}
void take_value(const element& json, double& out) {
  out = json.get_double();
}
void take_value(const element& json, std::string& out) {
  out = std::string_view(json.get_string());
}
template <std::integral T>
void take_value(const element& json, T& out) {
  out = static_cast<T>(json.get_int64().value());
}
void take_value(const element& json, Time& out) {
  out = Time(Duration(json.get_int64().value()));
}
void take_value(const element& json, std::vector<std::string>& out) {
  for (const element one : json.get_array()) take_value(one, out.emplace_back());
}
template <typename T>
void take_value(const element& json, std::map<std::string, T>& out) {
  for (const auto [name, value] : json.get_object()) take_value(value, out[std::string(name)]);
}
template <typename T>
void take_value(const element& json, std::optional<T>& out) {
  take_value(json, out.emplace());
}

// A member that older programs did not write has its default.
template <typename T>
void take(const object& json, std::string_view name, T& out) {
  element found;
  if (json.at_key(name).get(found) == simdjson::SUCCESS) take_value(found, out);
}

std::optional<std::string> text_at(const object& json, std::string_view name) {
  std::optional<std::string> text;
  take(json, name, text);
  return text;
}

// Runs `read` on the parsed text; whatever does not fit is a damaged row.
template <typename Read>
auto decode_object(std::string_view text, Read read) {
  try {
    simdjson::dom::parser parser;
    return read(parser.parse(text.data(), text.size()).get_object().value());
  } catch (const simdjson::simdjson_error& error) {
    throw StoreError(std::string("the database holds a value that cannot be read: ") + error.what(),
                     "run `paperwatch doctor`; restore the last backup if it reports damage");
  }
}

std::optional<std::string> if_any(const std::string& text) {
  return text.empty() ? std::nullopt : std::optional(text);
}

ObjectText object_of(const Yardstick& yardstick) {
  ObjectText object;
  object.add("papers", yardstick.papers)
      .add("fill", yardstick.fill)
      .add("stated_page", yardstick.stated_page)
      .add("depth", yardstick.depth)
      .add("reached_end", yardstick.reached_end)
      .add("stated", encode_count(yardstick.stated))
      .add("observed", encode_count(yardstick.observed));
  return object;
}

Yardstick yardstick_of(const object& json) {
  Yardstick yardstick;
  take(json, "papers", yardstick.papers);
  take(json, "fill", yardstick.fill);
  take(json, "stated_page", yardstick.stated_page);
  take(json, "depth", yardstick.depth);
  take(json, "reached_end", yardstick.reached_end);
  yardstick.stated = decode_count(text_at(json, "stated"));
  yardstick.observed = decode_count(text_at(json, "observed"));
  return yardstick;
}

ObjectText object_of(const Validators& validators) {
  ObjectText object;
  object.add("etag", validators.etag).add("last_modified", validators.last_modified);
  return object;
}

Validators validators_of(const object& json) {
  Validators validators;
  take(json, "etag", validators.etag);
  take(json, "last_modified", validators.last_modified);
  return validators;
}

}  // namespace

std::string encode_source_memory(const SourceMemory& memory) {
  ObjectText json;
  json.add("visits", memory.visits)
      .add("baseline_done", memory.baseline_done)
      .add("yardstick", object_of(memory.yardstick))
      .add("failures", memory.failures)
      .add("trouble_told", memory.trouble_told)
      .add("stale_told", memory.stale_told)
      .add("notes", memory.notes)
      .add("identities_changed", memory.identities_changed)
      .add("url", stored_address(memory.url))
      .add("moved_to", memory.moved_to)
      .add("rules", memory.rules)
      .add("last_visit", number_of(memory.last_visit))
      .add("last_applied", number_of(memory.last_applied))
      .add("last_full", number_of(memory.last_full))
      .add("last_new", number_of(memory.last_new));
  if (memory.last_outcome) json.add("last_outcome", name_of(*memory.last_outcome));
  return json.add("problem", encode_problem(memory.problem)).finish();
}

SourceMemory decode_source_memory(std::string_view text) {
  return decode_object(text, [](const object& json) {
    SourceMemory memory;
    take(json, "visits", memory.visits);
    take(json, "baseline_done", memory.baseline_done);
    memory.yardstick = yardstick_of(json["yardstick"].get_object());
    take(json, "failures", memory.failures);
    take(json, "trouble_told", memory.trouble_told);
    take(json, "stale_told", memory.stale_told);
    take(json, "notes", memory.notes);
    take(json, "identities_changed", memory.identities_changed);
    take(json, "url", memory.url);
    take(json, "moved_to", memory.moved_to);
    take(json, "rules", memory.rules);
    // Older programs wrote the rules themselves.
    if (memory.rules.starts_with('{')) memory.rules = content_hash(memory.rules);
    take(json, "last_visit", memory.last_visit);
    take(json, "last_applied", memory.last_applied);
    take(json, "last_full", memory.last_full);
    take(json, "last_new", memory.last_new);
    if (const auto outcome = text_at(json, "last_outcome"))
      memory.last_outcome = decode_outcome(*outcome);
    memory.problem = decode_problem(text_at(json, "problem"));
    return memory;
  });
}

std::string encode_page_memory(const PageMemory& page) {
  return ObjectText()
      .add("url", stored_address(page.url))
      .add("final_url", page.final_url)
      .add("validators", object_of(page.validators))
      .add("count_text", page.count_text)
      .add("empty_marker", page.empty_marker)
      .add("sections_filtered", page.sections_filtered)
      .add("elements", page.elements)
      .add("incomplete", page.incomplete)
      .add("shape", if_any(page.shape))
      .add("found", page.found)
      .add("count", encode_count(page.count))
      .add("next", page.next)
      .add("seen", if_any(page.seen_hash))
      .finish();
}

PageMemory decode_page_memory(std::string_view text) {
  return decode_object(text, [](const object& json) {
    PageMemory page;
    take(json, "url", page.url);
    take(json, "final_url", page.final_url);
    page.validators = validators_of(json["validators"].get_object());
    take(json, "count_text", page.count_text);
    take(json, "empty_marker", page.empty_marker);
    take(json, "sections_filtered", page.sections_filtered);
    take(json, "elements", page.elements);
    take(json, "incomplete", page.incomplete);
    take(json, "shape", page.shape);
    take(json, "found", page.found);
    page.count = decode_count(text_at(json, "count"));
    take(json, "next", page.next);
    take(json, "seen", page.seen_hash);
    return page;
  });
}

std::string encode_evidence(const PageEvidence& page) {
  return ObjectText()
      .add("number", page.number)
      .add("url", stored_address(page.url))
      .add("final_url", page.final_url)
      .add("status", page.status)
      .add("validators", object_of(page.validators))
      .add("content_type", page.content_type)
      .add("length_known", page.length_known)
      .add("elements", page.elements)
      .add("records", page.records)
      .add("found", page.found)
      .finish();
}

PageEvidence decode_evidence(std::string_view text) {
  return decode_object(text, [](const object& json) {
    PageEvidence page;
    take(json, "number", page.number);
    take(json, "url", page.url);
    take(json, "final_url", page.final_url);
    take(json, "status", page.status);
    page.validators = validators_of(json["validators"].get_object());
    take(json, "content_type", page.content_type);
    take(json, "length_known", page.length_known);
    take(json, "elements", page.elements);
    take(json, "records", page.records);
    take(json, "found", page.found);
    return page;
  });
}

}  // namespace paperwatch
