// SPDX-License-Identifier: MIT
#include "render/feed_xml.hpp"

#include <sstream>

namespace paperwatch {

std::string xml_text(pugi::xml_document& document) {
  auto declaration = document.prepend_child(pugi::node_declaration);
  declaration.append_attribute("version").set_value("1.0");
  declaration.append_attribute("encoding").set_value("utf-8");
  std::ostringstream out;
  document.save(out, " ", pugi::format_indent, pugi::encoding_utf8);
  return out.str();
}

}  // namespace paperwatch
