// SPDX-License-Identifier: MIT
#include "extract/record.hpp"

#include <algorithm>
#include <map>
#include <optional>

#include "extract/text.hpp"

namespace paperwatch {

namespace {

constexpr std::size_t most_headings = 8;  // of sections left out that are told

bool contains(const std::vector<NodeId>& sorted, NodeId id) {
  return std::binary_search(sorted.begin(), sorted.end(), id);
}

class Finder {
 public:
  Finder(TreePage& page, const CompiledRules& rules) : rules_(rules), tree_(page.tree()) {
    roots_ = page.elements(rules.record->select, TreePage::whole_page());
    if (rules.section) headings_ = page.elements(rules.section->heading, TreePage::whole_page());
  }

  RecordPlaces run() {
    RecordPlaces out;
    out.matched = roots_.size();
    for (const NodeId root : roots_) {
      if (rules_.record->match && !matches(*rules_.record->match, rendered_text(tree_, {root}))) {
        ++out.other_texts;
        continue;
      }
      const Heading* heading = heading_before(root);
      if (rules_.section && rules_.section->keep && !(heading && heading->kept)) {
        ++out.other_sections;
        if (heading) add_once(heading->text, out.other_headings);
        continue;
      }
      out.kept.push_back({scope_of(root), heading ? heading->name : std::string()});
    }
    return out;
  }

 private:
  struct Heading {
    std::string name, text;
    bool kept = true;
  };

  static void add_once(const std::string& text, std::vector<std::string>& texts) {
    const bool known = std::find(texts.begin(), texts.end(), text) != texts.end();
    if (!known && texts.size() < most_headings) texts.push_back(text);
  }

  // `span: siblings`: what follows belongs to the record until the next one, or the next section.
  std::vector<NodeId> tops_of(NodeId root) const {
    std::vector<NodeId> tops = {root};
    if (!rules_.span_siblings) return tops;
    for (NodeId next = tree_[root].next; next != no_node; next = tree_[next].next) {
      if (contains(roots_, next) || contains(headings_, next)) break;
      if (tree_.is_element(next)) tops.push_back(next);
    }
    return tops;
  }

  // A record inside a record is one of its own: the outer one does not see into it.
  Scope scope_of(NodeId root) const {
    Scope scope{tops_of(root), {}};
    for (const NodeId top : scope.tops) {
      auto inner = std::upper_bound(roots_.begin(), roots_.end(), top);
      while (inner != roots_.end() && *inner < tree_[top].end) {
        scope.hidden.push_back(*inner);
        inner = std::lower_bound(inner, roots_.end(), tree_[*inner].end);
      }
    }
    return scope;
  }

  const Heading* heading_before(NodeId root) {
    const auto after = std::lower_bound(headings_.begin(), headings_.end(), root);
    if (after == headings_.begin()) return nullptr;
    const NodeId id = *(after - 1);
    const auto known = read_.find(id);
    if (known != read_.end()) return &known->second;
    return &read_.emplace(id, read(id)).first->second;
  }

  Heading read(NodeId id) const {
    const CompiledSection& section = *rules_.section;
    Heading heading;
    heading.text = rendered_text(tree_, {id});
    heading.name =
        section.match ? first_match(*section.match, heading.text).value_or("") : heading.text;
    heading.kept = !section.keep || matches(*section.keep, heading.text);
    return heading;
  }

  const CompiledRules& rules_;
  const Tree& tree_;
  std::vector<NodeId> roots_;
  std::vector<NodeId> headings_;
  std::map<NodeId, Heading> read_;
};

}  // namespace

RecordPlaces find_records(TreePage& page, const CompiledRules& rules) {
  return Finder(page, rules).run();
}

}  // namespace paperwatch
