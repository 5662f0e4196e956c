// SPDX-License-Identifier: MIT
#include "extract/shape.hpp"

#include <algorithm>
#include <unordered_set>
#include <utility>

#include <nlohmann/json.hpp>

#include "base/hash.hpp"

namespace paperwatch {

namespace {

// From a record's first node to one past its last; sorted.
using Ranges = std::vector<std::pair<NodeId, NodeId>>;

Ranges ranges_of(const Tree& tree, const std::vector<Scope>& records) {
  Ranges ranges;
  for (const Scope& record : records)
    for (const NodeId top : record.tops) ranges.emplace_back(top, tree[top].end);
  std::sort(ranges.begin(), ranges.end());
  return ranges;
}

class JsonShape {
 public:
  explicit JsonShape(const std::vector<const Json*>& records)
      : records_(records.begin(), records.end()) {}

  void add(const Json& value) {
    if (records_.contains(&value)) {
      text_ += value.dump(-1, ' ', false, Json::error_handler_t::replace);
    } else if (value.is_object()) {
      text_ += '{';
      for (const auto& [name, member] : value.items()) {
        (text_ += name) += ':';
        add(member);
      }
      text_ += '}';
    } else if (value.is_array()) {
      text_ += '[';
      for (const Json& element : value) add(element);
      text_ += ']';
    }
  }
  const std::string& text() const { return text_; }

 private:
  std::unordered_set<const Json*> records_;
  std::string text_;
};

}  // namespace

std::string shape_of(const Tree& tree, const std::vector<Scope>& records) {
  const Ranges ranges = ranges_of(tree, records);
  auto record = ranges.begin();
  NodeId end = 0;  // of the records met so far
  std::string text;
  for (NodeId id = 1; id < tree.nodes.size(); ++id) {
    for (; record != ranges.end() && record->first <= id; ++record)
      end = std::max(end, record->second);
    if (tree.is_element(id))
      (text += '<') += tree.name(id);
    else if (id < end)
      text += tree[id].text;
  }
  return content_hash(text);
}

std::string shape_of(const Json& page, const std::vector<const Json*>& records) {
  JsonShape shape(records);
  shape.add(page);
  return content_hash(shape.text());
}

}  // namespace paperwatch
