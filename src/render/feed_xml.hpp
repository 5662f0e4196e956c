// SPDX-License-Identifier: MIT
// Writing XML with pugixml; for the feeds of this folder.
#pragma once

#include <string>

#include <pugixml.hpp>

namespace paperwatch {

// <name>text</name>; pugixml escapes the text.
inline pugi::xml_node add_text(pugi::xml_node parent, const char* name, const std::string& text) {
  auto node = parent.append_child(name);
  node.text().set(text.c_str());
  return node;
}

inline void add_text_if(pugi::xml_node parent, const char* name, const std::string& text) {
  if (!text.empty()) add_text(parent, name, text);
}

inline void add_attribute(pugi::xml_node node, const char* name, const std::string& value) {
  node.append_attribute(name).set_value(value.c_str());
}

std::string xml_text(pugi::xml_document& document);

}  // namespace paperwatch
