// SPDX-License-Identifier: MIT
#include "config/node.hpp"

#include <algorithm>
#include <sstream>
#include <utility>

#include <fmt/format.h>
#include <yaml-cpp/eventhandler.h>
#include <yaml-cpp/exceptions.h>
#include <yaml-cpp/parser.h>

#include "base/text.hpp"
#include "config/strict_text.hpp"
#include "config/syntax_fault.hpp"

namespace paperwatch {

namespace {

// Builds the tree from yaml-cpp's events. Its own nodes resolve aliases, drop the style of
// scalars and place a missing value at the next token, so they are not used.
class TreeBuilder : public YAML::EventHandler {
 public:
  TreeBuilder(const SourceText& source, Faults& faults) : source_(source), faults_(faults) {}

  Node take() { return std::move(root_); }
  // The line of a quoted text that ends where another key stands, or never.
  std::optional<int> open_quote() const { return open_quote_; }

  void OnDocumentStart(const YAML::Mark&) override {}
  void OnDocumentEnd() override {}
  void OnNull(const YAML::Mark& mark, YAML::anchor_t anchor) override;
  void OnAlias(const YAML::Mark& mark, YAML::anchor_t anchor) override;
  void OnScalar(const YAML::Mark& mark, const std::string& tag, YAML::anchor_t anchor,
                const std::string& value) override;
  void OnSequenceStart(const YAML::Mark& mark, const std::string& tag, YAML::anchor_t anchor,
                       YAML::EmitterStyle::value style) override;
  void OnSequenceEnd() override { close(); }
  void OnMapStart(const YAML::Mark& mark, const std::string& tag, YAML::anchor_t anchor,
                  YAML::EmitterStyle::value style) override;
  void OnMapEnd() override { close(); }

 private:
  struct Open {
    Node node;
    std::optional<Node> key;  // of a map: the key that waits for its value
  };

  Node begin(Node::Kind kind, const YAML::Mark& mark, const std::string& tag,
             YAML::anchor_t anchor);
  void place_text(Node& node, const YAML::Mark& mark);
  void place_missing(Node& node, const YAML::Mark& mark);
  void attach(Node node);
  void attach_entry(Node& map, Node key, Node value);
  void close();
  bool swallows_key(int first, int last) const;
  bool expects_value() const { return !open_.empty() && open_.back().key.has_value(); }

  const SourceText& source_;
  Faults& faults_;
  std::vector<Open> open_;
  Node root_;
  std::optional<int> open_quote_;
};

// "#results" if a comment begins right behind `column` and does not look like one ("# text").
std::string comment_behind(std::string_view line, std::size_t column) {
  if (column > line.size()) return {};
  const auto rest = line.substr(column);
  const auto hash = rest.find_first_not_of(" \t");
  if (hash == std::string_view::npos || rest[hash] != '#' || hash == 0) return {};
  const auto comment = trim(rest.substr(hash));
  return comment.size() > 1 && comment[1] == ' ' ? std::string() : std::string(comment);
}

Node TreeBuilder::begin(Node::Kind kind, const YAML::Mark& mark, const std::string& tag,
                        YAML::anchor_t anchor) {
  Node node;
  node.kind = kind;
  node.at = node.content = source_.position(mark.line, mark.column);
  if (anchor != 0) {
    faults_.add(node.at, "anchors (&name) are not understood here",
                "write the value out, or put what sources share into `templates:`; a text that "
                "begins with & belongs in quotes");
    node.kind = Node::Kind::broken;
  } else if (!tag.empty() && tag != "?" && tag != "!") {
    faults_.add(node.at, "tags (!name) are not understood here",
                "a text that begins with ! belongs in quotes");
    node.kind = Node::Kind::broken;
  }
  return node;
}

// Where a quoted or plain scalar ends on its last line, by reading it again as it was written.
struct ScalarEnd {
  int line = 0;
  std::size_t column = 0;
  bool closed = true;
};

ScalarEnd end_of_quoted(const SourceText& source, int line, std::size_t column) {
  const char quote = source.line(line)[column];
  std::size_t at = column + 1;
  for (int i = line; i < static_cast<int>(source.lines.size()); ++i, at = 0) {
    const auto text = source.line(i);
    for (; at < text.size(); ++at) {
      if (quote == '"' && text[at] == '\\') {
        ++at;
      } else if (text[at] == quote) {
        if (quote == '"' || at + 1 >= text.size() || text[at + 1] != '\'') return {i, at + 1, true};
        ++at;
      }
    }
  }
  return {line, column, false};
}

// Whether a key no further in than that of a quoted text stands inside of the text.
bool TreeBuilder::swallows_key(int first, int last) const {
  const auto own = split_key_line(source_.line(first));
  for (int number = first + 1; own && number <= last; ++number) {
    const auto parts = split_key_line(source_.line(number));
    if (parts && !parts->key.empty() && parts->key_column <= own->key_column) return true;
  }
  return false;
}

void TreeBuilder::place_text(Node& node, const YAML::Mark& mark) {
  const auto line = source_.line(mark.line);
  const auto column = static_cast<std::size_t>(mark.column);
  const char first = column < line.size() ? line[column] : '\0';
  if (first == '"' || first == '\'') {
    node.quoted = true;
    node.content.column += 1;
    const auto end = end_of_quoted(source_, mark.line, column);
    if (!open_quote_ && (!end.closed || swallows_key(mark.line, end.line))) open_quote_ = mark.line;
    if (!end.closed) {
      faults_.add(node.at, "this quote is never closed",
                  fmt::format("put a {} at the end of the text", first));
      node.kind = Node::Kind::broken;
    }
  } else if (node.quoted && (first == '|' || first == '>')) {
    const auto below = source_.line(mark.line + 1).find_first_not_of(' ');
    node.content = source_.position(mark.line + 1,
                                    below == std::string_view::npos ? 0 : static_cast<int>(below));
  } else if (line.substr(std::min(column, line.size())).starts_with(node.text)) {
    node.lost = comment_behind(line, column + node.text.size());
  }
}

// A value that is not there: yaml-cpp points at whatever comes next.
void TreeBuilder::place_missing(Node& node, const YAML::Mark& mark) {
  if (!open_.empty() && open_.back().key) {
    const auto& key = *open_.back().key;
    const int number = key.at.line - 1;
    const auto line = source_.line(number);
    const auto begin = static_cast<std::size_t>(key.at.column - 1);
    const auto colon =
        begin > line.size() ? std::string_view::npos : line.find(':', begin + key.text.size());
    node.at = node.content = key.at;
    if (colon == std::string_view::npos) return;
    node.lost = comment_behind(line, colon + 1);
    if (!node.lost.empty())
      node.at = node.content = source_.position(number, static_cast<int>(line.find('#', colon)));
    if (source_.broken.contains(number)) node.kind = Node::Kind::broken;
    return;
  }
  if (open_.empty() || !open_.back().node.is(Node::Kind::sequence)) return;
  for (int number = mark.line; number >= open_.back().node.at.line - 1 && number >= 0; --number) {
    const auto line = source_.line(number);
    const auto text = trim(line);
    if (text != "-" && !text.starts_with("- #")) continue;
    const auto dash = line.find('-');
    node.lost = comment_behind(line, dash + 1);
    node.at = node.content = source_.position(number, static_cast<int>(dash));
    return;
  }
}

void TreeBuilder::OnNull(const YAML::Mark& mark, YAML::anchor_t anchor) {
  Node node = begin(Node::Kind::null, mark, "", anchor);
  const auto rest = source_.line(mark.line).substr(
      std::min(static_cast<std::size_t>(mark.column), source_.line(mark.line).size()));
  const bool written = rest.starts_with('~') || lower_ascii(rest.substr(0, 4)) == "null";
  if (!written || !expects_value()) place_missing(node, mark);
  attach(std::move(node));
}

void TreeBuilder::OnAlias(const YAML::Mark& mark, YAML::anchor_t) {
  Node node = begin(Node::Kind::broken, mark, "", 0);
  faults_.add(node.at, "aliases (*name) are not understood here",
              "write the value out, or put what sources share into `templates:`; a selector that "
              "begins with * belongs in quotes");
  attach(std::move(node));
}

void TreeBuilder::OnScalar(const YAML::Mark& mark, const std::string& tag, YAML::anchor_t anchor,
                           const std::string& value) {
  Node node = begin(Node::Kind::scalar, mark, tag, anchor);
  node.text = value;
  node.quoted = tag == "!";
  place_text(node, mark);
  if (expects_value() && source_.broken.contains(mark.line)) node.kind = Node::Kind::broken;
  if (!open_.empty() && open_.back().node.is(Node::Kind::sequence) &&
      source_.broken.contains(mark.line)) {
    node.kind = Node::Kind::broken;
  }
  attach(std::move(node));
}

void TreeBuilder::OnSequenceStart(const YAML::Mark& mark, const std::string& tag,
                                  YAML::anchor_t anchor, YAML::EmitterStyle::value style) {
  Node node = begin(Node::Kind::sequence, mark, tag, anchor);
  node.flow = style == YAML::EmitterStyle::Flow;
  open_.push_back({std::move(node), std::nullopt});
}

void TreeBuilder::OnMapStart(const YAML::Mark& mark, const std::string& tag, YAML::anchor_t anchor,
                             YAML::EmitterStyle::value style) {
  Node node = begin(Node::Kind::map, mark, tag, anchor);
  node.flow = style == YAML::EmitterStyle::Flow;
  open_.push_back({std::move(node), std::nullopt});
}

void TreeBuilder::close() {
  Node node = std::move(open_.back().node);
  open_.pop_back();
  attach(std::move(node));
}

void TreeBuilder::attach(Node node) {
  if (open_.empty()) {
    root_ = std::move(node);
    return;
  }
  auto& parent = open_.back();
  // A broken container may still be a sequence or a map to YAML; what is in it is not looked at.
  if (parent.node.is(Node::Kind::sequence) || (parent.node.is(Node::Kind::broken) && !parent.key)) {
    parent.node.items.push_back(std::move(node));
  } else if (!parent.key) {
    parent.key = std::move(node);
  } else {
    attach_entry(parent.node, *std::exchange(parent.key, std::nullopt), std::move(node));
  }
}

void TreeBuilder::attach_entry(Node& map, Node key, Node value) {
  if (key.is(Node::Kind::broken)) return;
  if (!key.is(Node::Kind::scalar)) {
    faults_.add(key.at, "a key must be a plain word",
                "is this {…} or […] meant as text? then put it in quotes");
    return;
  }
  if (key.text == "<<") {
    faults_.add(key.at, "merge keys (<<) are not understood here",
                "put what sources share into `templates:`");
    return;
  }
  const auto same = [&key](const Node::Entry& entry) { return entry.key.text == key.text; };
  const auto first = std::find_if(map.entries.begin(), map.entries.end(), same);
  if (first == map.entries.end()) {
    map.entries.push_back({std::move(key), std::move(value)});
    return;
  }
  faults_.add(key.at,
              fmt::format("'{}' is given twice: in line {} and again in line {}", key.text,
                          first->key.at.line, key.at.line),
              "keep one of the two");
}

}  // namespace

const Node* Node::find(std::string_view key) const {
  const auto has_key = [key](const Entry& entry) { return entry.key.text == key; };
  const auto found = std::find_if(entries.begin(), entries.end(), has_key);
  return found == entries.end() ? nullptr : &found->value;
}

std::optional<Node> parse_yaml(std::string_view text, const std::string& file, Faults& faults) {
  SourceText source = checked_text(text, file, faults);
  constexpr int repairs = 50;
  for (int attempt = 0; attempt < repairs; ++attempt) {
    Faults found = faults;
    TreeBuilder builder(source, found);
    std::istringstream in(source.joined());
    try {
      YAML::Parser parser(in);
      parser.HandleNextDocument(builder);
      const auto quote = builder.open_quote();
      if (quote && explain_open_quote(source, *quote, faults)) continue;
      faults = std::move(found);
      return builder.take();
    } catch (const YAML::Exception& error) {
      // Not those found on the way: the next attempt finds them again.
      if (!explain_and_repair(source, error.mark.line, error.mark.column, error.msg, faults))
        return std::nullopt;
    }
  }
  return std::nullopt;
}

}  // namespace paperwatch
