// SPDX-License-Identifier: MIT
#include "store/codec.hpp"

#include <array>
#include <charconv>
#include <utility>

#include <fmt/format.h>

#include "store/json.hpp"
#include "store/object_text.hpp"

namespace paperwatch {

namespace {

[[noreturn]] void refuse_name(std::string_view name) {
  throw StoreError(fmt::format("the database holds an unknown word: '{}'", name),
                   "run `paperwatch doctor`; restore the last backup if it reports damage");
}

template <typename T>
T known(std::optional<T> value, std::string_view name) {
  if (!value) refuse_name(name);
  return *value;
}

constexpr std::array<std::string_view, 4> listing_states{"listed", "missing", "removed", "left"};
constexpr std::array<std::string_view, 3> delivery_states{"waiting", "failed", "done"};

template <typename E, std::size_t N>
E position_in(const std::array<std::string_view, N>& names, std::string_view name) {
  for (std::size_t i = 0; i < N; ++i)
    if (names[i] == name) return static_cast<E>(i);
  refuse_name(name);
}

Json json_of(const Value& value) {
  return std::visit([](const auto& held) { return Json(held); }, value);
}

Value value_of(const Json& json) {
  if (json.is_array()) return json.get<std::vector<std::string>>();
  if (json.is_number_integer()) return json.get<std::int64_t>();
  return json.get<std::string>();
}

Json json_of(const Count& count) {
  return {{"kind", name_of(count.kind)}, {"value", count.value}};
}

Count count_of(const Json& json) {
  const auto kind = json.at("kind").get<std::string>();
  return {known(parse_count_kind(kind), kind), json.at("value").get<std::int64_t>()};
}

std::optional<Value> optional_value(const Json& json, const char* name) {
  const auto found = json.find(name);
  if (found == json.end()) return std::nullopt;
  return value_of(*found);
}

void append_number(std::string& out, std::uint64_t number) {
  for (; number >= 0x80; number >>= 7) out += static_cast<char>(number | 0x80);
  out += static_cast<char>(number);
}

// Small differences of either sign become small numbers.
std::uint64_t zigzag(std::int64_t number) {
  return (static_cast<std::uint64_t>(number) << 1) ^ static_cast<std::uint64_t>(number >> 63);
}

std::int64_t unzigzag(std::uint64_t number) {
  return static_cast<std::int64_t>((number >> 1) ^ (~(number & 1) + 1));
}

}  // namespace

std::string_view name_of(ListingState state) {
  return listing_states.at(static_cast<std::size_t>(state));
}
std::string_view name_of(DeliveryRow::State state) {
  return delivery_states.at(static_cast<std::size_t>(state));
}
ListingState decode_listing_state(std::string_view name) {
  return position_in<ListingState>(listing_states, name);
}
DeliveryRow::State decode_delivery_state(std::string_view name) {
  return position_in<DeliveryRow::State>(delivery_states, name);
}
Outcome decode_outcome(std::string_view name) {
  return known(parse_outcome(name), name);
}
EventKind decode_event_kind(std::string_view name) {
  return known(parse_event_kind(name), name);
}

std::vector<Change> differences(const Fields& before, const Fields& after) {
  std::vector<Change> changes;
  auto b = before.begin();
  auto a = after.begin();
  while (b != before.end() || a != after.end()) {
    if (a == after.end() || (b != before.end() && b->first < a->first)) {
      changes.push_back({b->first, b->second, std::nullopt});
      ++b;
    } else if (b == before.end() || a->first < b->first) {
      changes.push_back({a->first, std::nullopt, a->second});
      ++a;
    } else {
      if (a->second != b->second) changes.push_back({a->first, b->second, a->second});
      ++a, ++b;
    }
  }
  return changes;
}

std::string encode_changes(const std::vector<Change>& changes) {
  Json list = Json::array();
  for (const Change& change : changes) {
    Json one = {{"field", change.field}};
    if (change.before) one["before"] = json_of(*change.before);
    if (change.after) one["after"] = json_of(*change.after);
    list.push_back(std::move(one));
  }
  return dump(list);
}

std::vector<Change> decode_changes(std::string_view text) {
  return decode(text, [](const Json& json) {
    std::vector<Change> changes;
    for (const Json& one : json)
      changes.push_back({one.at("field").get<std::string>(), optional_value(one, "before"),
                         optional_value(one, "after")});
    return changes;
  });
}

std::optional<std::string> encode_count(const std::optional<Count>& count) {
  if (!count) return std::nullopt;
  return fmt::format("{} {}", name_of(count->kind), count->value);
}

std::optional<Count> decode_count(const std::optional<std::string>& text) {
  if (!text) return std::nullopt;
  const std::string_view whole = *text;
  const auto blank = whole.find(' ');
  if (blank == std::string_view::npos) refuse_name(whole);
  Count count{known(parse_count_kind(whole.substr(0, blank)), whole), 0};
  const auto [end, error] =
      std::from_chars(whole.data() + blank + 1, whole.data() + whole.size(), count.value);
  if (error != std::errc() || end != whole.data() + whole.size()) refuse_name(whole);
  return count;
}

std::string encode_count_change(const CountChange& change) {
  return dump({{"before", json_of(change.before)},
               {"after", json_of(change.after)},
               {"basis", name_of(change.basis)}});
}

CountChange decode_count_change(std::string_view text) {
  return decode(text, [](const Json& json) {
    const bool stated = json.at("basis").get<std::string>() == "stated";
    return CountChange{count_of(json.at("before")), count_of(json.at("after")),
                       stated ? CountChange::Basis::stated : CountChange::Basis::observed};
  });
}

std::optional<std::string> encode_problem(const std::optional<Problem>& problem) {
  if (!problem) return std::nullopt;
  return dump({{"code", problem->code}, {"message", problem->message}, {"hint", problem->hint}});
}

std::optional<Problem> decode_problem(const std::optional<std::string>& text) {
  if (!text) return std::nullopt;
  return decode(*text, [](const Json& json) {
    return Problem{json.at("code").get<std::string>(), json.at("message").get<std::string>(),
                   json.at("hint").get<std::string>()};
  });
}

std::string encode_summary(const PaperSummary& paper) {
  return ObjectText()
      .add("key", paper.key)
      .add("title", paper.title)
      .add("url", paper.url)
      .add("authors", paper.authors)
      .add("subjects", paper.subjects)
      .add("year", paper.year)
      .finish();
}

std::string encode_texts(const std::vector<std::string>& texts) {
  return dump(Json(texts));
}

std::vector<std::string> decode_texts(std::string_view text) {
  return decode(text, [](const Json& json) { return json.get<std::vector<std::string>>(); });
}

std::string encode_ids(const std::vector<PaperId>& ids) {
  std::string out;
  PaperId last = 0;
  for (const PaperId id : ids) {
    append_number(out, zigzag(id - last));
    last = id;
  }
  return out;
}

std::vector<PaperId> decode_ids(std::string_view bytes) {
  std::vector<PaperId> ids;
  PaperId last = 0;
  std::uint64_t number = 0;
  int shift = 0;
  for (const char c : bytes) {
    const auto byte = static_cast<unsigned char>(c);
    if (shift > 63) refuse_name("a list of ids");
    number |= static_cast<std::uint64_t>(byte & 0x7f) << shift;
    shift += 7;
    if (byte & 0x80) continue;
    ids.push_back(last += unzigzag(number));
    number = 0;
    shift = 0;
  }
  return ids;
}

std::string encode_hashes(const std::vector<std::uint64_t>& hashes) {
  std::string out;
  out.reserve(hashes.size() * sizeof(std::uint64_t));
  for (const std::uint64_t hash : hashes) {
    for (int shift = 0; shift < 64; shift += 8) out += static_cast<char>(hash >> shift & 0xff);
  }
  return out;
}

std::vector<std::uint64_t> decode_hashes(std::string_view bytes) {
  if (bytes.size() % sizeof(std::uint64_t) != 0) refuse_name("a list of hashes");
  std::vector<std::uint64_t> hashes;
  for (std::size_t i = 0; i < bytes.size(); i += sizeof(std::uint64_t)) {
    std::uint64_t hash = 0;
    for (std::size_t byte = sizeof hash; byte-- > 0;)
      hash = hash << 8 | static_cast<unsigned char>(bytes[i + byte]);
    hashes.push_back(hash);
  }
  return hashes;
}

std::string encode_times(const std::vector<Time>& times) {
  std::vector<std::int64_t> numbers;
  for (const Time time : times) numbers.push_back(time.time_since_epoch().count());
  return encode_ids(numbers);
}

std::vector<Time> decode_times(std::string_view bytes) {
  std::vector<Time> times;
  for (const std::int64_t number : decode_ids(bytes)) times.emplace_back(Duration(number));
  return times;
}

}  // namespace paperwatch
