// SPDX-License-Identifier: MIT
// The fields of records and what events repeat of them: what most of the database consists of. Read
// and written by the thousand, hence not by the way of a document in memory as the other codecs
// are.
#include <utility>

#include <fmt/format.h>
#include <simdjson.h>

#include "base/json_text.hpp"
#include "store/codec.hpp"

namespace paperwatch {

namespace {

using simdjson::dom::element;

void append(std::string& out, const Value& value) {
  if (const auto* number = std::get_if<std::int64_t>(&value)) {
    out += std::to_string(*number);
  } else if (const auto* text = std::get_if<std::string>(&value)) {
    append_json_string(out, *text);
  } else {
    out += '[';
    for (const auto& part : std::get<std::vector<std::string>>(value)) {
      if (out.back() != '[') out += ',';
      append_json_string(out, part);
    }
    out += ']';
  }
}

std::string text_in(const element& json) {
  return std::string(std::string_view(json));
}

std::vector<std::string> list_in(const element& json) {
  std::vector<std::string> list;
  const simdjson::dom::array parts = json;
  for (const element part : parts) list.push_back(text_in(part));
  return list;
}

Value value_in(const element& json) {
  if (json.is_int64()) return std::int64_t(json);
  return json.is_array() ? Value(list_in(json)) : Value(text_in(json));
}

// Calls `read` with the object that is written.
template <typename Read>
void read_object(std::string_view text, Read read) {
  try {
    simdjson::dom::parser parser;
    read(simdjson::dom::object(parser.parse(text.data(), text.size())));
  } catch (const simdjson::simdjson_error& error) {
    throw StoreError(std::string("the database holds fields that cannot be read: ") + error.what(),
                     "run `paperwatch doctor`; restore the last backup if it reports damage");
  }
}

// Calls `take` with each name and its value.
template <typename Take>
void for_each_field(std::string_view text, Take take) {
  read_object(text, [&](const simdjson::dom::object& fields) {
    for (const auto [name, value] : fields) take(std::string(name), value);
  });
}

}  // namespace

std::string encode_fields(const Fields& fields) {
  std::string out = "{";
  for (const auto& [name, value] : fields) {
    if (out.size() > 1) out += ',';
    append_json_string(out, name);
    out += ':';
    append(out, value);
  }
  return out += '}';
}

Fields decode_fields(std::string_view text) {
  Fields fields;
  for_each_field(text, [&](std::string name, const element& value) {
    fields.insert_or_assign(std::move(name), value_in(value));
  });
  return fields;
}

PaperSummary decode_summary(std::string_view text) {
  PaperSummary paper;
  read_object(text, [&](const simdjson::dom::object& summary) {
    paper.key = text_in(summary["key"]);
    paper.title = text_in(summary["title"]);
    paper.url = text_in(summary["url"]);
    paper.authors = list_in(summary["authors"]);
    paper.subjects = list_in(summary["subjects"]);
    if (const auto year = summary["year"]; year.error() == simdjson::SUCCESS)
      paper.year = std::int64_t(year);
  });
  return paper;
}

std::optional<std::string> encode_patch(const Fields& base, const Fields& fields) {
  std::string patch = "{";
  for (const Change& change : differences(base, fields)) {
    if (patch.size() > 1) patch += ',';
    append_json_string(patch, change.field);
    patch += ':';
    if (change.after) {
      append(patch, *change.after);
    } else {
      patch += "null";
    }
  }
  if (patch.size() == 1) return std::nullopt;
  return patch += '}';
}

Fields apply_patch(Fields base, std::string_view patch) {
  for_each_field(patch, [&](std::string name, const element& value) {
    if (value.is_null()) {
      base.erase(name);
    } else {
      base.insert_or_assign(std::move(name), value_in(value));
    }
  });
  return base;
}

}  // namespace paperwatch
