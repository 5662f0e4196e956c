// SPDX-License-Identifier: MIT
// How a source asks for one of its pages. Pure.
#pragma once

#include <string>

#include <paperwatch/config.hpp>

namespace paperwatch {

// The source's own options, with a login of its address where it has none in `auth`. Its secrets
// are for the origin of its address alone: a page that lies elsewhere, whoever has named it, is
// asked for without them.
FetchOptions options_for(const Source& source, const std::string& page);

}  // namespace paperwatch
