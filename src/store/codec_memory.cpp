// SPDX-License-Identifier: MIT
// The larger memories: sources, pages, evidence.
#include "store/codec.hpp"
#include "store/json.hpp"

namespace paperwatch {

namespace {

void put(Json& json, const char* name, const std::optional<Time>& time) {
  if (time) json[name] = time->time_since_epoch().count();
}

std::optional<Time> time_at(const Json& json, const char* name) {
  const auto found = json.find(name);
  if (found == json.end()) return std::nullopt;
  return Time(Duration(found->get<std::int64_t>()));
}

void put(Json& json, const char* name, const std::optional<std::string>& text) {
  if (text) json[name] = *text;
}

std::optional<std::string> text_at(const Json& json, const char* name) {
  const auto found = json.find(name);
  if (found == json.end()) return std::nullopt;
  return found->get<std::string>();
}

// A member that older programs did not write has its default.
template <typename T>
void take(const Json& json, const char* name, T& out) {
  if (const auto found = json.find(name); found != json.end()) found->get_to(out);
}

Json json_of(const Yardstick& yardstick) {
  Json json = {{"papers", yardstick.papers},
               {"fill", yardstick.fill},
               {"stated_page", yardstick.stated_page},
               {"depth", yardstick.depth},
               {"reached_end", yardstick.reached_end}};
  put(json, "stated", encode_count(yardstick.stated));
  put(json, "observed", encode_count(yardstick.observed));
  return json;
}

Yardstick yardstick_of(const Json& json) {
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

Json json_of(const Validators& validators) {
  return {{"etag", validators.etag}, {"last_modified", validators.last_modified}};
}

Validators validators_of(const Json& json) {
  Validators validators;
  take(json, "etag", validators.etag);
  take(json, "last_modified", validators.last_modified);
  return validators;
}

}  // namespace

std::string encode_source_memory(const SourceMemory& memory) {
  Json json = {{"visits", memory.visits},
               {"baseline_done", memory.baseline_done},
               {"yardstick", json_of(memory.yardstick)},
               {"failures", memory.failures},
               {"trouble_told", memory.trouble_told},
               {"stale_told", memory.stale_told},
               {"notes", memory.notes},
               {"identities_changed", memory.identities_changed},
               {"url", memory.url},
               {"moved_to", memory.moved_to},
               {"rules", memory.rules},
               {"rule_texts", memory.rule_texts}};
  put(json, "last_visit", memory.last_visit);
  put(json, "last_applied", memory.last_applied);
  put(json, "last_full", memory.last_full);
  put(json, "last_new", memory.last_new);
  if (memory.last_outcome) json["last_outcome"] = name_of(*memory.last_outcome);
  put(json, "problem", encode_problem(memory.problem));
  return dump(json);
}

SourceMemory decode_source_memory(std::string_view text) {
  return decode(text, [](const Json& json) {
    SourceMemory memory;
    take(json, "visits", memory.visits);
    take(json, "baseline_done", memory.baseline_done);
    memory.yardstick = yardstick_of(json.at("yardstick"));
    take(json, "failures", memory.failures);
    take(json, "trouble_told", memory.trouble_told);
    take(json, "stale_told", memory.stale_told);
    take(json, "notes", memory.notes);
    take(json, "identities_changed", memory.identities_changed);
    take(json, "url", memory.url);
    take(json, "moved_to", memory.moved_to);
    take(json, "rules", memory.rules);
    take(json, "rule_texts", memory.rule_texts);
    memory.last_visit = time_at(json, "last_visit");
    memory.last_applied = time_at(json, "last_applied");
    memory.last_full = time_at(json, "last_full");
    memory.last_new = time_at(json, "last_new");
    if (const auto outcome = text_at(json, "last_outcome"))
      memory.last_outcome = decode_outcome(*outcome);
    memory.problem = decode_problem(text_at(json, "problem"));
    return memory;
  });
}

std::string encode_page_memory(const PageMemory& page) {
  Json json = {{"url", page.url},
               {"final_url", page.final_url},
               {"validators", json_of(page.validators)},
               {"count_text", page.count_text},
               {"empty_marker", page.empty_marker},
               {"sections_filtered", page.sections_filtered},
               {"elements", page.elements},
               {"incomplete", page.incomplete},
               {"found", page.found}};
  put(json, "count", encode_count(page.count));
  put(json, "next", page.next);
  return dump(json);
}

PageMemory decode_page_memory(std::string_view text) {
  return decode(text, [](const Json& json) {
    PageMemory page;
    take(json, "url", page.url);
    take(json, "final_url", page.final_url);
    page.validators = validators_of(json.at("validators"));
    take(json, "count_text", page.count_text);
    take(json, "empty_marker", page.empty_marker);
    take(json, "sections_filtered", page.sections_filtered);
    take(json, "elements", page.elements);
    take(json, "incomplete", page.incomplete);
    take(json, "found", page.found);
    page.count = decode_count(text_at(json, "count"));
    page.next = text_at(json, "next");
    return page;
  });
}

std::string encode_evidence(const PageEvidence& page) {
  return dump({{"number", page.number},
               {"url", page.url},
               {"final_url", page.final_url},
               {"status", page.status},
               {"validators", json_of(page.validators)},
               {"content_type", page.content_type},
               {"length_known", page.length_known},
               {"elements", page.elements},
               {"records", page.records},
               {"found", page.found}});
}

PageEvidence decode_evidence(std::string_view text) {
  return decode(text, [](const Json& json) {
    PageEvidence page;
    take(json, "number", page.number);
    take(json, "url", page.url);
    take(json, "final_url", page.final_url);
    take(json, "status", page.status);
    page.validators = validators_of(json.at("validators"));
    take(json, "content_type", page.content_type);
    take(json, "length_known", page.length_known);
    take(json, "elements", page.elements);
    take(json, "records", page.records);
    take(json, "found", page.found);
    return page;
  });
}

}  // namespace paperwatch
