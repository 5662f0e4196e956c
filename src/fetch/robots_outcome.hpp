// SPDX-License-Identifier: MIT
// What came of asking for robots.txt, and what that means for a page. Pure.
#pragma once

#include <optional>
#include <string>

#include <paperwatch/fetch.hpp>

#include "fetch/robots.hpp"
#include "fetch/trail.hpp"

namespace paperwatch {

// Whether it is one to go by: the file, or the word that there is none. Anything else means "not
// now" (RFC 9309 §2.3.1).
bool is_usable(const HostMemory::Robots& robots);

// What became of fetching the file, as far as it can be gone by.
std::optional<HostMemory::Robots> robots_of(const Fetcher::Answer& answer, Time now);

// What `robots` says about the page that `trail` is about to ask for.
RobotsVerdict robots_verdict(const HostMemory::Robots& robots, const Trail& trail);

// Names the line that forbids.
Error robots_refusal(const RobotsVerdict& verdict, const Trail& trail);

// What those who waited for the file are told when it could not be had.
FetchError not_now(FetchError error, const std::string& origin, Time now);

}  // namespace paperwatch
