// SPDX-License-Identifier: MIT
// An event as a feed carries it.
#pragma once

#include <paperwatch/model.hpp>

#include "render/json_lines.hpp"

namespace paperwatch {

// The members of json_of(event), with feed_text() of every text: what an event quotes is as foreign
// as the rest of a feed.
void write_event(JsonLines& json, const Event& event);

}  // namespace paperwatch
