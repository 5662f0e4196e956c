// SPDX-License-Identifier: MIT
// One page tried out: what a visit would make of it.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include <paperwatch/config.hpp>
#include <paperwatch/extract.hpp>
#include <paperwatch/model.hpp>

namespace paperwatch {

struct Trial {
  std::string url, final_url;
  std::string body;
  std::string content_type;
  bool length_known = true;
};

std::string first_page_of(const Source& source);

// Why a first visit that read this page would be quarantined; nothing if it would not.
std::optional<Problem> problem_of_trial(const Source& source, const Extractor& extractor,
                                        const Trial& trial, const Listing& listing);

// The same page where every element that is matched counts as a record: how each rule fares, be the
// elements records or not. Nothing if the page cannot be read.
std::optional<Listing> without_requirements(const Source& source, const Trial& trial);

// What a reader of `try` may want to know and what need be nobody's mistake: rules for the page as
// a whole that find nothing, addresses that are relative to nothing.
std::vector<std::string> notes_on(const Source& source, const Trial& trial, const Listing& listing);

// The address of the page that comes next, made of the template where there is one.
std::optional<std::string> next_address(const Source& source, const Trial& trial,
                                        const Listing& listing);

}  // namespace paperwatch
