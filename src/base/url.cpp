// SPDX-License-Identifier: MIT
#include "base/url.hpp"
