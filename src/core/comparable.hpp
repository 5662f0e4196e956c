// SPDX-License-Identifier: MIT
// When two contents of a field are the same to a reader ("changed").
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include <paperwatch/model.hpp>
#include <paperwatch/rules.hpp>

namespace paperwatch {

// A field's value with everything taken away that is no news: entities, white space, normal form,
// invisible characters, `Title:`-like labels, blanks before punctuation, the order of subjects.
Value comparable(std::string_view field, const Value& value);

// Whether both are the same to a reader; absent and empty are alike.
bool same_content(std::string_view field, const Value* a, const Value* b);

// Whether a change of this field is news (track.watch, track.ignore, and the defaults).
bool is_watched(std::string_view field, const TrackRules& rules);

// The fields in which two contents differ for a reader, by name.
std::vector<Change> changes_between(const Fields& before, const Fields& after);

// Whether `shown` is `known` with some characters lost in decoding (U+FFFD in their place).
bool is_damaged_copy(const Value& known, const Value& shown);
// Whether any text of the record lost characters in decoding.
bool is_damaged(const Fields& fields);

// The field's value, or nullptr.
const Value* find_field(const Fields& fields, std::string_view name);

}  // namespace paperwatch
