// SPDX-License-Identifier: MIT
#include "core/stored_fields.hpp"

#include <cstdint>
#include <string>

#include "base/text.hpp"
#include "core/keys.hpp"

namespace paperwatch {

Fields as_stored(Fields fields) {
  if (const auto doi = fields.find("doi"); doi != fields.end()) {
    if (auto* text = std::get_if<std::string>(&doi->second)) *text = lower_ascii(*text);
  }
  for (const char* link : {"url", "pdf"}) {
    if (fields.contains("version")) break;
    const auto id = arxiv_id(text_of(fields, link));
    if (id && id->version) fields.emplace("version", std::int64_t{*id->version});
  }
  return fields;
}

}  // namespace paperwatch
