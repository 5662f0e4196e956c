// SPDX-License-Identifier: MIT
// What of a record's fields is stored, beyond what its page says word for word.
#pragma once

#include <paperwatch/model.hpp>

namespace paperwatch {

// The fields as they are compared and stored: the DOI in lower case, and `version`, a number, where
// a link to arXiv (`url`, else `pdf`) carries it and no rule gave it. Pure.
Fields as_stored(Fields fields);

}  // namespace paperwatch
