// SPDX-License-Identifier: MIT
#include "extract/outline.hpp"

#include <nlohmann/json.hpp>

#include "base/text.hpp"

namespace paperwatch {

namespace {

constexpr std::size_t longest_text = 60;  // characters of a text or attribute that are shown
constexpr int deepest = 40;

std::string shortened(std::string_view text) {
  const std::string clean = collapse_space(text);
  std::size_t at = 0;
  for (std::size_t count = 0; at < clean.size() && count < longest_text; ++count)
    next_character(clean, at);
  return at < clean.size() ? clean.substr(0, at) + "…" : clean;
}

std::string described(const Tree& tree, NodeId id) {
  std::string out(tree.name(id));
  if (const auto* value = tree.attribute(id, "id")) out.append("#").append(trim(*value));
  if (const auto* value = tree.attribute(id, "class")) {
    for (const std::string& name : split(collapse_space(*value), ' ')) {
      if (!name.empty()) out.append(".").append(name);
    }
  }
  const Tree::Node& node = tree[id];
  for (std::uint32_t i = 0; i < node.attribute_count; ++i) {
    const Tree::Attribute& attribute = tree.attributes[node.first_attribute + i];
    const std::string& name = tree.names[attribute.name];
    if (name == "id" || name == "class" || name == "style") continue;
    out.append(" [").append(name).append("=\"").append(shortened(attribute.value)).append("\"]");
  }
  return out;
}

bool is_silent(const Tree& tree, NodeId id) {
  const std::string_view name = tree.name(id);
  return name == "script" || name == "style" || name == "svg" || name == "noscript";
}

class JsonOutline {
 public:
  explicit JsonOutline(std::size_t max_lines) : left_(max_lines) {}
  std::string run(const Json& value) {
    show("", value, 0);
    return std::move(out_);
  }

 private:
  void line(std::string_view text, int depth) {
    if (left_ == 0) return;
    --left_;
    out_.append(static_cast<std::size_t>(depth) * 2, ' ')
        .append(text)
        .append(left_ == 0 ? "\n…\n" : "\n");
  }

  // Of an array the first element stands for all.
  void show(const std::string& name, const Json& value, int depth) {
    if (left_ == 0 || depth > deepest) return;
    if (value.is_object()) {
      line(name + "/", depth);
      for (const auto& [key, member] : value.items()) show(key, member, depth + 1);
    } else if (value.is_array()) {
      line(name + "/*  (" + std::to_string(value.size()) + ")", depth);
      if (!value.empty()) show("0", value.front(), depth + 1);
    } else {
      line(name + ": " + shortened(value.is_null() ? "null" : scalar_text(value)), depth);
    }
  }

  std::string out_;
  std::size_t left_;
};

}  // namespace

std::string outline_of(const Tree& tree, NodeId root, std::size_t max_lines) {
  std::string out;
  std::size_t lines = 0;
  std::vector<NodeId> open;
  for (NodeId id = root == 0 ? 1 : root; id < tree[root].end;) {
    while (!open.empty() && tree[open.back()].end <= id) open.pop_back();
    const bool is_element = tree.is_element(id);
    const std::string line = is_element ? described(tree, id) : shortened(tree[id].text);
    if (!line.empty()) {
      if (++lines > max_lines) return out + "…\n";
      out.append(open.size() * 2, ' ').append(is_element ? line : "\"" + line + "\"").append("\n");
    }
    if (is_element && (is_silent(tree, id) || open.size() > deepest)) {
      id = tree[id].end;
      continue;
    }
    if (is_element) open.push_back(id);
    ++id;
  }
  return out;
}

std::string outline_of(const Json& value, std::size_t max_lines) {
  return JsonOutline(max_lines).run(value);
}

}  // namespace paperwatch
