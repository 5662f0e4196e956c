// SPDX-License-Identifier: MIT
#include "config/includes.hpp"

#include <algorithm>
#include <string>
#include <utility>

#include <fmt/format.h>
#include <glob.h>

#include "base/file.hpp"
#include "base/text.hpp"
#include "config/keys.hpp"
#include "config/map_reader.hpp"

namespace paperwatch {

namespace {

namespace fs = std::filesystem;

// glob(3) on a path that may have wildcards; sorted, so that every machine reads alike.
std::vector<fs::path> matching(const fs::path& pattern) {
  glob_t found{};
  std::vector<fs::path> out;
  if (::glob(pattern.c_str(), GLOB_BRACE, nullptr, &found) == 0) {
    for (std::size_t i = 0; i < found.gl_pathc; ++i) out.emplace_back(found.gl_pathv[i]);
  }
  ::globfree(&found);
  std::sort(out.begin(), out.end());
  return out;
}

fs::path identity(const fs::path& file) {
  std::error_code error;
  auto path = fs::weakly_canonical(file, error);
  return error ? file.lexically_normal() : path;
}

class FileReader {
 public:
  explicit FileReader(Faults& faults) : faults_(faults) {}

  void read(std::string_view text, const fs::path& file);
  Definitions take() { return std::move(out_); }

 private:
  // What they take over is gone from the node.
  void define(Node& root);
  void define_list(Node& list, std::string_view what, std::vector<Node>& target);
  void define_map(Node& map, std::string_view what, std::vector<Definition>& target);
  void include(const Node& node);
  void include_pattern(const Node& node, const std::string& pattern);
  void include_file(const Node& node, const fs::path& file, bool wildcard);
  void tell_misplaced_keys(const Node& root);

  Faults& faults_;
  Definitions out_;
  std::vector<fs::path> open_;  // from the main file to the one being read
  std::vector<fs::path> done_;
};

void FileReader::read(std::string_view text, const fs::path& file) {
  const bool main = open_.empty();
  open_.push_back(identity(file));
  if (auto root = parse_yaml(text, file.string(), faults_)) {
    const MapReader known(*root, "configuration", "a configuration", faults_);
    if (!main) tell_misplaced_keys(*root);
    define(*root);
    if (main) out_.main = std::move(*root);
  }
  done_.push_back(open_.back());
  open_.pop_back();
}

void FileReader::tell_misplaced_keys(const Node& root) {
  for (const auto& [key, value] : root.entries) {
    static constexpr std::string_view settings[] = {"database", "fetch", "archive", "feeds",
                                                    "serve"};
    if (std::find(std::begin(settings), std::end(settings), key.text) == std::end(settings))
      continue;
    faults_.add(
        key.at, fmt::format("'{}' belongs into the main file, not into an included one", key.text),
        "move it there; included files hold sources, templates, channels, routes and queries");
  }
}

void FileReader::define(Node& root) {
  for (auto& [key, value] : root.entries) {
    if (key.text == "include") include(value);
    if (key.text == "templates") define_map(value, key.text, out_.templates);
    if (key.text == "channels") define_map(value, key.text, out_.channels);
    if (key.text == "queries") define_map(value, key.text, out_.queries);
    if (key.text == "sources") define_list(value, key.text, out_.sources);
    if (key.text == "routes") define_list(value, key.text, out_.routes);
  }
}

void FileReader::define_list(Node& list, std::string_view what, std::vector<Node>& target) {
  if (list.is(Node::Kind::null) || list.is(Node::Kind::broken)) return;
  if (!list.is(Node::Kind::sequence)) {
    faults_.add(list.at, fmt::format("{} must be a list, not {}", what, kind_in_words(list)),
                "begin each entry with a dash and a blank");
    return;
  }
  for (auto& item : list.items) {
    if (!item.is(Node::Kind::broken)) target.push_back(std::move(item));
  }
}

void FileReader::define_map(Node& map, std::string_view what, std::vector<Definition>& target) {
  if (map.is(Node::Kind::null) || map.is(Node::Kind::broken)) return;
  if (!map.is(Node::Kind::map)) {
    faults_.add(map.at, fmt::format("{} must be a map of names, not {}", what, kind_in_words(map)),
                "write each as name: and what it is");
    return;
  }
  for (auto& [name, value] : map.entries) {
    const auto same = [&n = name](const Definition& other) { return other.name.text == n.text; };
    const auto first = std::find_if(target.begin(), target.end(), same);
    if (first == target.end()) {
      target.push_back({std::move(name), std::move(value)});
    } else {
      faults_.add(name.at,
                  fmt::format("'{}' in {} is defined already in {}:{}", name.text, what,
                              *first->name.at.file, first->name.at.line),
                  "give one of the two another name");
    }
  }
}

void FileReader::include(const Node& node) {
  if (node.is(Node::Kind::null) || node.is(Node::Kind::broken)) return;
  if (!node.is(Node::Kind::sequence)) {
    if (const auto pattern = read_text(node, "include", faults_)) include_pattern(node, *pattern);
    return;
  }
  for (const auto& item : node.items) {
    if (const auto pattern = read_text(item, "include", faults_)) include_pattern(item, *pattern);
  }
}

void FileReader::include_pattern(const Node& node, const std::string& pattern) {
  const auto path = path_beside(node.at, pattern);
  const auto files = matching(path);
  if (files.empty()) {
    faults_.add(node.content, fmt::format("include: nothing matches {}", path.string()),
                "paths are relative to the file they stand in; * stands for any part of a name");
  }
  const bool wildcard = pattern.find_first_of("*?[{") != std::string::npos;
  for (const auto& file : files) include_file(node, file, wildcard);
}

void FileReader::include_file(const Node& node, const fs::path& file, bool wildcard) {
  const auto self = identity(file);
  const auto opened = std::find(open_.begin(), open_.end(), self);
  if (opened != open_.end()) {
    // `include: ["*.yaml"]` matches the file it stands in; that is nobody's mistake.
    if (wildcard && self == open_.back()) return;
    std::vector<std::string> chain;
    for (auto it = opened; it != open_.end(); ++it) chain.push_back(it->filename().string());
    chain.push_back(self.filename().string());
    faults_.add(node.content,
                fmt::format("include: {} includes itself: {}", file.string(), join(chain, " → ")),
                "remove one of these includes");
    return;
  }
  if (std::find(done_.begin(), done_.end(), self) != done_.end()) return;
  const auto text = read_file(file);
  if (text) {
    read(*text, file);
  } else {
    faults_.add(node.content, "include: " + text.error().message, text.error().hint);
  }
}

}  // namespace

Definitions read_files(std::string_view text, const std::filesystem::path& file, Faults& faults) {
  FileReader reader(faults);
  reader.read(text, file);
  return reader.take();
}

}  // namespace paperwatch
