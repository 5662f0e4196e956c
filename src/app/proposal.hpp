// SPDX-License-Identifier: MIT
// `try --suggest`: guessed rules as a source that can be pasted as it is.
#pragma once

#include <string>
#include <vector>

#include <paperwatch/extract.hpp>

#include "app/session.hpp"
#include "app/trial.hpp"

namespace paperwatch {

// A configuration with one source, and what its rules find on the page it was guessed from.
struct Proposal {
  std::string yaml;
  Listing listing;
};

// The likeliest first. Each was read as a configuration, checked and run before it is given.
// Throws Refusal where nothing can be proposed.
std::vector<Proposal> proposals_for(const Trial& trial);

// As text that is itself a configuration: the first proposal to be used, the others and what each
// finds as comments.
std::string proposals_text(const std::vector<Proposal>& proposals);
Json proposals_json(const std::vector<Proposal>& proposals, std::string_view url);

}  // namespace paperwatch
