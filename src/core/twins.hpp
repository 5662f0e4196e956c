// SPDX-License-Identifier: MIT
// Records that nothing but one title names ("Front Matter", twice): told apart by their order.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "core/identity.hpp"

namespace paperwatch {

// "title:front matter" of the first, "title:front matter#2" of the second.
std::string numbered_title(const std::string& title, int number);

// A title that many papers bear ("Front Matter", "Editorial") names none of them.
bool is_telling(std::string_view title_key);

// Which of its title's records each sighting is, from 1; 0 for one that has other names (`is_bare`
// is false) or no title. Titles that are not told apart are number 1 on every page. The others are
// counted through all pages, but a record that two pages show where they overlap counts once.
std::vector<int> twin_numbers(const std::vector<Sighting>& sightings,
                              const std::vector<bool>& is_bare, const Memory& memory);

}  // namespace paperwatch
