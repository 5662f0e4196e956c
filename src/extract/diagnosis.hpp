// SPDX-License-Identifier: MIT
// Why a rule finds nothing on a page of elements, told to whoever wrote it.
#pragma once

#include <cstddef>
#include <string_view>
#include <vector>

#include "extract/advice.hpp"
#include "extract/compile.hpp"
#include "extract/record.hpp"
#include "extract/tree.hpp"

namespace paperwatch {

// Of each field that no element has. `seen`: how many elements have it, in the order of the rules'
// fields. Looks with a budget of its own, so that it never spends that of reading.
FieldReasons reasons_for_silence(const Tree& tree, std::string_view address,
                                 const CompiledRules& rules, const RecordPlaces& places,
                                 const std::vector<std::size_t>& seen);

// What is likely wrong with a record selector that matches nothing; "" if that does not show.
std::string reason_for_no_records(const Tree& tree, std::string_view address,
                                  const CompiledSelector& record);

}  // namespace paperwatch
