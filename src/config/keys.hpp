// SPDX-License-Identifier: MIT
// Every key of the configuration, by the map it stands in. The reader accepts these and no
// others; docs/configuration.md, the schema and the example are tested against them.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace paperwatch {

struct KeyTable {
  std::string name;  // of the map: "source", "fetch", "channel email"
  std::vector<std::string> keys;
};

const std::vector<KeyTable>& key_tables();
// The keys of one map; the name must be that of a table.
const std::vector<std::string>& keys_of(std::string_view table);

}  // namespace paperwatch
