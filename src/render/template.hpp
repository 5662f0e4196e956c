// SPDX-License-Identifier: MIT
// Texts with places to fill in, in mustache (docs/delivery.md lists what they may name). Pure.
#pragma once

#include <string>

#include <paperwatch/result.hpp>

#include "render/json.hpp"

namespace paperwatch {

// What {{name}} does to a value so that it stays text where it stands; {{{name}}} leaves it alone.
enum class Escape { none, html, json, slack, discord };

// `data` is an object. Empty texts, lists and null count as absent: {{#name}} leaves them out.
// Fails with "config" where the template is none.
Result<std::string> fill_template(const std::string& text, const Json& data, Escape escape);
// Whether it is one.
Result<Done> check_template(const std::string& text);

}  // namespace paperwatch
