// SPDX-License-Identifier: MIT
// One page tried out: what a visit would make of it.
#pragma once

#include <optional>
#include <string>

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

}  // namespace paperwatch
