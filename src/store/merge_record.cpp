// SPDX-License-Identifier: MIT
#include "store/merge_record.hpp"

#include "store/codec.hpp"
#include "store/json.hpp"

namespace paperwatch {

namespace {

std::int64_t number_of_ms(Time time) {
  return time.time_since_epoch().count();
}

Time time_of(const Json& json) {
  return Time(Duration(json.get<std::int64_t>()));
}

Json json_of(const StandingRow& row) {
  Json json = {{"state", name_of(row.standing.state)},
               {"missed", row.standing.missed},
               {"withdrawn", row.standing.withdrawn},
               {"first_seen", number_of_ms(row.first_seen)},
               {"last_seen", number_of_ms(row.last_seen)},
               {"fields", Json::parse(encode_fields(row.standing.fields))},
               {"pending", Json::parse(encode_fields(row.standing.pending))},
               {"pending_seen", row.standing.pending_seen}};
  if (row.standing.missed_since) json["missed_since"] = number_of_ms(*row.standing.missed_since);
  return json;
}

StandingRow standing_of(const Json& json) {
  StandingRow row;
  row.standing.state = decode_listing_state(json.at("state").get<std::string>());
  row.standing.missed = json.at("missed");
  row.standing.withdrawn = json.at("withdrawn");
  row.standing.fields = decode_fields(json.at("fields").dump());
  row.standing.pending = decode_fields(json.at("pending").dump());
  row.standing.pending_seen = json.at("pending_seen");
  if (json.contains("missed_since")) row.standing.missed_since = time_of(json["missed_since"]);
  row.first_seen = time_of(json.at("first_seen"));
  row.last_seen = time_of(json.at("last_seen"));
  return row;
}

}  // namespace

std::string encode_before_merge(const BeforeMerge& before) {
  Json list = Json::array();
  for (const StandingsBefore& one : before.standings)
    list.push_back({{"source", one.source},
                    {"kept", one.kept ? json_of(*one.kept) : Json(nullptr)},
                    {"gone", json_of(one.gone)}});
  return dump({{"version", before.version},
               {"withdrawn", before.withdrawn},
               {"standings", std::move(list)}});
}

BeforeMerge decode_before_merge(std::string_view text) {
  return decode(text, [](const Json& json) {
    BeforeMerge before;
    before.version = json.at("version");
    before.withdrawn = json.at("withdrawn");
    for (const Json& one : json.at("standings")) {
      StandingsBefore& standings = before.standings.emplace_back();
      standings.source = one.at("source");
      if (!one.at("kept").is_null()) standings.kept = standing_of(one["kept"]);
      standings.gone = standing_of(one.at("gone"));
    }
    return before;
  });
}

}  // namespace paperwatch
