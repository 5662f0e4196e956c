// SPDX-License-Identifier: MIT
// Letters in the patterns that read dates and counts.
#pragma once

#include <string>

namespace paperwatch {

// `pattern`, an RE2, with \pL (alone or first in brackets) spelled as the blocks of the scripts
// that dates and counts are written in. Unicode's own class is several hundred ranges, and the
// patterns of one statement took longer to compile than forty pages to read.
std::string with_plain_letters(std::string pattern);

}  // namespace paperwatch
