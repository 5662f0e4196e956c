// SPDX-License-Identifier: MIT
// XML written as text, without a tree: for the feeds of this folder.
#pragma once

#include <initializer_list>
#include <string>
#include <string_view>
#include <utility>

namespace paperwatch {

// `text` as content of an element: & < > escaped (XML 1.0 §2.4). The characters must be ones that
// XML may hold, as those of feed_text() are.
void append_xml_content(std::string& out, std::string_view text);

// A document, element by element, each on a line of its own and indented by a blank a level.
class XmlText {
 public:
  using Attributes = std::initializer_list<std::pair<std::string_view, std::string_view>>;

  XmlText();

  void open(std::string_view name, Attributes attributes = {});  // has elements in it
  void close(std::string_view name);
  void element(std::string_view name, std::string_view text, Attributes attributes = {});
  void element_if(std::string_view name, std::string_view text) {
    if (!text.empty()) element(name, text);
  }
  void empty_element(std::string_view name, Attributes attributes);

  std::string take() { return std::move(out_); }

 private:
  void begin(std::string_view name, Attributes attributes);

  std::string out_;
  std::size_t depth_ = 0;
};

}  // namespace paperwatch
