// SPDX-License-Identifier: MIT
#include <algorithm>
#include <cstdint>

#include "base/text.hpp"
#include "render/text.hpp"

namespace paperwatch {

namespace {

using Words = std::vector<std::string>;
using Kind = WordRun::Kind;

// The table of the search holds this many cells at most: 16 MB.
constexpr std::size_t search_limit = 4'000'000;

Words words_of(std::string_view text) {
  const auto plain = collapse_space(text);
  return plain.empty() ? Words{} : split(plain, ' ');
}

class Runs {
 public:
  void add(Kind kind, const std::string& word) {
    if (runs_.empty() || runs_.back().kind != kind) {
      runs_.push_back({kind, word});
    } else {
      runs_.back().text += ' ' + word;
    }
  }
  std::vector<WordRun> take() { return std::move(runs_); }

 private:
  std::vector<WordRun> runs_;
};

struct Range {
  std::size_t begin, end;
  std::size_t size() const { return end - begin; }
};

// The classic table of longest common subsequences, filled from the ends, walked from the starts.
// Deletions come before insertions.
void add_difference(Runs& runs, const Words& a, Range in_a, const Words& b, Range in_b) {
  const std::size_t width = in_b.size() + 1;
  std::vector<std::uint32_t> length((in_a.size() + 1) * width, 0);
  const auto at = [&](std::size_t i, std::size_t j) -> std::uint32_t& {
    return length[i * width + j];
  };
  for (std::size_t i = in_a.size(); i-- > 0;) {
    for (std::size_t j = in_b.size(); j-- > 0;) {
      at(i, j) = a[in_a.begin + i] == b[in_b.begin + j] ? at(i + 1, j + 1) + 1
                                                        : std::max(at(i + 1, j), at(i, j + 1));
    }
  }
  std::size_t i = 0, j = 0;
  while (i < in_a.size() || j < in_b.size()) {
    const bool both = i < in_a.size() && j < in_b.size();
    if (both && a[in_a.begin + i] == b[in_b.begin + j]) {
      runs.add(Kind::kept, a[in_a.begin + i++]);
      ++j;
    } else if (i < in_a.size() && (!both || at(i + 1, j) >= at(i, j + 1))) {
      runs.add(Kind::deleted, a[in_a.begin + i++]);
    } else {
      runs.add(Kind::inserted, b[in_b.begin + j++]);
    }
  }
}

void add_replacement(Runs& runs, const Words& a, Range in_a, const Words& b, Range in_b) {
  for (auto i = in_a.begin; i < in_a.end; ++i) runs.add(Kind::deleted, a[i]);
  for (auto j = in_b.begin; j < in_b.end; ++j) runs.add(Kind::inserted, b[j]);
}

}  // namespace

std::vector<WordRun> word_difference(std::string_view before, std::string_view after) {
  const Words a = words_of(before), b = words_of(after);
  std::size_t start = 0;
  while (start < a.size() && start < b.size() && a[start] == b[start]) ++start;
  std::size_t tail = 0;
  while (tail < a.size() - start && tail < b.size() - start &&
         a[a.size() - 1 - tail] == b[b.size() - 1 - tail]) {
    ++tail;
  }
  const Range in_a{start, a.size() - tail}, in_b{start, b.size() - tail};

  Runs runs;
  for (std::size_t i = 0; i < start; ++i) runs.add(Kind::kept, a[i]);
  if ((in_a.size() + 1) * (in_b.size() + 1) <= search_limit) {
    add_difference(runs, a, in_a, b, in_b);
  } else {
    add_replacement(runs, a, in_a, b, in_b);
  }
  for (std::size_t i = in_a.end; i < a.size(); ++i) runs.add(Kind::kept, a[i]);
  return runs.take();
}

std::string render_difference(const std::vector<WordRun>& runs) {
  std::vector<std::string> parts;
  for (const auto& run : runs) {
    switch (run.kind) {
      case Kind::kept:
        parts.push_back(run.text);
        break;
      case Kind::deleted:
        parts.push_back("[-" + run.text + "-]");
        break;
      case Kind::inserted:
        parts.push_back("{+" + run.text + "+}");
        break;
    }
  }
  return join(parts, " ");
}

}  // namespace paperwatch
