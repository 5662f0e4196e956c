// SPDX-License-Identifier: MIT
#include "extract/metadata.hpp"

#include <algorithm>
#include <utility>

#include "base/text.hpp"
#include "core/identity.hpp"
#include "extract/value.hpp"

namespace paperwatch {

namespace {

constexpr std::size_t nobody = static_cast<std::size_t>(-1);
constexpr std::ptrdiff_t words_of_a_telling_title = 3;

// By which keys a description and a record can be seen to be of one paper. "Editorial" is none.
std::vector<std::string> telling_keys(const Fields& fields) {
  Keys keys = keys_of(fields, {"doi", "arxiv_id", "url"}, "");
  const auto blanks = std::count(keys.title.begin(), keys.title.end(), ' ');
  if (blanks + 1 >= words_of_a_telling_title) keys.strong.push_back(std::move(keys.title));
  return std::move(keys.strong);
}

bool contradict(const Fields& a, const Fields& b) {
  const auto differ = [&](const char* name) {
    const std::string_view left = text_of(a, name), right = text_of(b, name);
    return !left.empty() && !right.empty() && !equal_ignoring_case(left, right);
  };
  return differ("doi") || differ("arxiv_id");
}

bool agree(const Fields& item, const Fields& record) {
  const auto known = telling_keys(record);
  const auto keys = telling_keys(item);
  return !contradict(item, record) &&
         std::find_first_of(keys.begin(), keys.end(), known.begin(), known.end()) != keys.end();
}

Fields shaped(const StatedFields& stated, std::string_view base) {
  Fields out;
  for (const auto& [name, given] : stated) {
    std::vector<std::string> texts = given;
    std::erase(texts, std::string());
    ShapedValue value = shape_value(shape_of(name, ValueType::automatic, true), texts, base);
    if (value.value) out.emplace(name, std::move(*value.value));
    if (value.version) out.try_emplace("version", std::int64_t{*value.version});
  }
  return out;
}

// A record's place by node. Records inside records come later and are painted over.
std::vector<std::size_t> owners_of(const Tree& tree, const std::vector<RecordPlace>& places) {
  std::vector<std::size_t> out(tree.nodes.size(), nobody);
  for (std::size_t place = 0; place < places.size(); ++place) {
    for (const NodeId top : places[place].scope.tops)
      std::fill(out.begin() + top, out.begin() + tree[top].end, place);
  }
  return out;
}

bool has_class(const Tree& tree, NodeId id, std::string_view name) {
  const auto* value = tree.attribute(id, "class");
  if (!value) return false;
  const auto names = split(collapse_space(*value), ' ');
  return std::find(names.begin(), names.end(), name) != names.end();
}

bool is_json_ld(const Tree& tree, NodeId id) {
  if (tree.name(id) != "script") return false;
  const auto* type = tree.attribute(id, "type");
  return type && lower_ascii(trim(*type)).starts_with("application/ld+json");
}

std::string raw_text(const Tree& tree, NodeId id) {
  const NodeId text = tree[id].first_child;
  return text == no_node ? std::string() : std::string(tree[text].text);
}

// All texts of one place, scripts and hidden ones too, as they stand; attributes behind them.
using TextsByPlace = std::map<std::size_t, std::string>;

TextsByPlace texts_with_entries(const Tree& tree, const std::vector<std::size_t>& owners) {
  TextsByPlace out, attributes;
  for (NodeId id = 1; id < tree.nodes.size(); ++id) {
    const Tree::Node& node = tree[id];
    if (node.kind == Tree::Kind::text) out[owners[id]] += node.text;
    if (node.kind != Tree::Kind::element) continue;
    if (tree.name(id) == "br") out[owners[id]] += '\n';
    for (std::uint32_t i = 0; i < node.attribute_count; ++i) {
      const std::string_view value = tree.attributes[node.first_attribute + i].value;
      if (value.find('@') != std::string_view::npos && value.find('{') != std::string_view::npos)
        attributes[owners[id]].append("\n").append(value);
    }
  }
  for (const auto& [place, text] : attributes) out[place] += text;
  return out;
}

}  // namespace

PageMetadata::PageMetadata(const Tree& tree, const std::vector<Metadata>& use, std::string base,
                           const std::vector<RecordPlace>& places)
    : base_(std::move(base)), places_(places.size()) {
  if (use.empty() || !tree.is_html) return;
  owners_ = owners_of(tree, places);
  // What stands beside the only record is about it: <head> beside <main>.
  if (places.size() == 1) std::fill(owners_.begin(), owners_.end(), std::size_t{0});
  for (const Metadata metadata : use) kinds_.push_back(kind_of(tree, metadata));
}

PageMetadata::Kind PageMetadata::kind_of(const Tree& tree, Metadata metadata) const {
  Kind kind;
  kind.inside.resize(places_);
  if (metadata == Metadata::bibtex) {
    for (const auto& [place, text] : texts_with_entries(tree, owners_)) {
      for (StatedFields& stated : read_bibtex(text)) add(std::move(stated), place, kind);
    }
    return kind;
  }
  std::map<std::size_t, StatedFields> tags;
  for (NodeId id = 1; id < tree.nodes.size(); ++id) {
    if (!tree.is_element(id)) continue;
    if (metadata == Metadata::coins && has_class(tree, id, "Z3988")) {
      const auto* title = tree.attribute(id, "title");
      if (title) add(read_coins(*title), owners_[id], kind);
    } else if (metadata == Metadata::json_ld && is_json_ld(tree, id)) {
      for (StatedFields& stated : read_json_ld(raw_text(tree, id)))
        add(std::move(stated), owners_[id], kind);
    } else if (metadata == Metadata::meta && tree.name(id) == "meta") {
      const auto* name = tree.attribute(id, "name");
      const auto* content = tree.attribute(id, "content");
      if (name && content) add_citation_meta(*name, *content, tags[owners_[id]]);
    }
  }
  for (auto& [place, stated] : tags) add(std::move(stated), place, kind);
  return kind;
}

void PageMetadata::add(StatedFields stated, std::size_t place, Kind& kind) const {
  Fields fields = shaped(stated, base_);
  if (fields.empty()) return;
  const std::size_t index = kind.items.size();
  if (place == nobody) {
    for (const std::string& key : telling_keys(fields)) kind.outside[key].push_back(index);
  } else {
    const auto same = [&](std::size_t other) { return kind.items[other] == fields; };
    auto& here = kind.inside[place];
    if (std::any_of(here.begin(), here.end(), same)) return;
    here.push_back(index);
  }
  kind.items.push_back(std::move(fields));
}

const Fields* PageMetadata::find(const Kind& kind, std::size_t place, const Fields& record) {
  const auto& here = kind.inside[place];
  if (here.size() == 1) return &kind.items[here.front()];
  std::vector<std::size_t> candidates = here;
  if (here.empty()) {
    for (const std::string& key : telling_keys(record)) {
      const auto found = kind.outside.find(key);
      if (found == kind.outside.end()) continue;
      candidates.insert(candidates.end(), found->second.begin(), found->second.end());
    }
  }
  const Fields* only = nullptr;
  for (const std::size_t index : candidates) {
    const Fields& item = kind.items[index];
    if (!agree(item, record) || (only && *only == item)) continue;
    if (only) return nullptr;
    only = &item;
  }
  return only;
}

void PageMetadata::complete(std::size_t place, Fields& fields) const {
  for (const Kind& kind : kinds_) {
    const Fields* found = find(kind, place, fields);
    if (!found) continue;
    for (const auto& [name, value] : *found) fields.try_emplace(name, value);
  }
}

}  // namespace paperwatch
