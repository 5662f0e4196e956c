// SPDX-License-Identifier: MIT
// What the formats of bibliography.hpp share.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include <paperwatch/model.hpp>

namespace paperwatch {

enum class Publication { article, in_proceedings, preprint, other };

Publication publication_of(const Fields& fields);

// "Torsten Hoefler" and "Hoefler, Torsten" alike; "van der Berg" is a family. A single word is a
// family alone; so is a name that is more than a person's ("The ATLAS Collaboration").
struct PersonName {
  std::string family, given;
};
PersonName person_name(std::string_view text);

struct DateParts {
  int year = 0;
  std::optional<int> month, day;
};
// From `date`; else from `year`.
std::optional<DateParts> date_parts(const Fields& fields);

}  // namespace paperwatch
