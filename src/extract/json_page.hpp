// SPDX-License-Identifier: MIT
// JSON pages: parsing under a budget, and JSON Pointer with `*` for every element.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <nlohmann/json_fwd.hpp>

#include <paperwatch/result.hpp>

#include "extract/html.hpp"

namespace paperwatch {

using Json = nlohmann::json;

// Fails with no_content (no JSON), truncated, too_complex (deeper than 200, too many values) or
// too_large.
Result<Json> parse_json(std::string_view utf8, const ParseBudget& budget = {});

// RFC 6901, with `*` as a step that stands for every element of an array or object.
class JsonPointer {
 public:
  static std::optional<JsonPointer> parse(std::string_view text, std::string& fault);

  bool has_wildcard() const;
  // The values it leads to, in document order; nulls are none.
  std::vector<const Json*> find(const Json& from) const;

 private:
  struct Step {
    bool every = false;
    std::string name;
  };
  std::vector<Step> steps_;
};

// A scalar as text: strings as they are, numbers as written; "" for all else.
std::string scalar_text(const Json& value);

}  // namespace paperwatch
