// SPDX-License-Identifier: MIT
#include "extract/feed_names.hpp"

#include <array>
#include <string>

namespace paperwatch {

namespace {

struct Namespace {
  std::string_view address;
  bool has_versions;        // the address goes on with a version
  std::string_view prefix;  // for feeds that forget to declare it
  Vocabulary vocabulary;
};

constexpr std::array<Namespace, 12> namespaces{{
    {"http://www.w3.org/2005/Atom", false, "atom", Vocabulary::core},
    {"http://purl.org/atom/ns#", false, "atom03", Vocabulary::core},
    {"http://purl.org/rss/1.0/", false, "rss", Vocabulary::core},
    {"http://my.netscape.com/rdf/simple/0.9/", false, "rss09", Vocabulary::core},
    {"http://purl.org/dc/elements/", true, "dc", Vocabulary::dublin_core},
    {"http://purl.org/dc/terms/", false, "dcterms", Vocabulary::dublin_terms},
    {"http://prismstandard.org/namespaces/", true, "prism", Vocabulary::prism},
    {"http://purl.org/rss/1.0/modules/prism/", false, "prism", Vocabulary::prism},
    {"http://purl.org/rss/1.0/modules/content/", false, "content", Vocabulary::content},
    {"http://purl.org/rss/1.0/modules/dcterms/", false, "dcterms", Vocabulary::dublin_terms},
    {"http://arxiv.org/schemas/atom", true, "arxiv", Vocabulary::arxiv},
    {"http://a9.com/-/spec/opensearch", true, "opensearch", Vocabulary::opensearch},
}};

Vocabulary vocabulary_at(std::string_view address) {
  for (const Namespace& known : namespaces) {
    const bool same =
        known.has_versions ? address.starts_with(known.address) : address == known.address;
    if (same) return known.vocabulary;
  }
  return Vocabulary::other;
}

Vocabulary vocabulary_of(const Tree& tree, NodeId element, std::string_view prefix) {
  const std::string declaration = "xmlns:" + std::string(prefix);
  for (NodeId at = element; at != no_node && at != 0; at = tree[at].parent) {
    if (const auto* address = tree.attribute(at, declaration)) return vocabulary_at(*address);
  }
  for (const Namespace& known : namespaces) {
    if (prefix == known.prefix) return known.vocabulary;
  }
  return Vocabulary::other;
}

}  // namespace

std::string_view feed_local_name(const Tree& tree, NodeId element) {
  const std::string_view name = tree.name(element);
  const std::size_t colon = name.find(':');
  return colon == std::string_view::npos ? name : name.substr(colon + 1);
}

bool is_feed_name(const Tree& tree, NodeId element, Vocabulary vocabulary, std::string_view local) {
  if (feed_local_name(tree, element) != local) return false;
  const std::string_view name = tree.name(element);
  const std::size_t colon = name.find(':');
  if (colon == std::string_view::npos) return vocabulary == Vocabulary::core;
  return vocabulary_of(tree, element, name.substr(0, colon)) == vocabulary;
}

std::vector<NodeId> feed_children(const Tree& tree, NodeId parent, Vocabulary vocabulary,
                                  std::string_view local) {
  std::vector<NodeId> out;
  for (NodeId id = tree[parent].first_child; id != no_node; id = tree[id].next) {
    if (tree.is_element(id) && is_feed_name(tree, id, vocabulary, local)) out.push_back(id);
  }
  return out;
}

}  // namespace paperwatch
