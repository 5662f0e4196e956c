// SPDX-License-Identifier: MIT
// How a user names a paper.
#pragma once

#include <string>

#include <paperwatch/store.hpp>

namespace paperwatch {

// By its id, any of its keys, a DOI, an arXiv id or its address; throws Refusal.
PaperHistory find_paper(Store& store, const std::string& name);

}  // namespace paperwatch
