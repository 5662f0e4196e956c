// SPDX-License-Identifier: MIT
// How people name a paper: by its id, any of its keys, a DOI, an arXiv id or its address. Pure.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include <paperwatch/model.hpp>

namespace paperwatch {

// The number that `text` is, if it is one that may be an id.
std::optional<std::int64_t> read_id(const std::string& text);
// The keys that `name` may stand for, for Store::find_paper.
std::vector<std::string> keys_named(const std::string& name);

}  // namespace paperwatch
