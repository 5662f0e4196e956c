// SPDX-License-Identifier: MIT
#include "app/paper_names.hpp"

#include <vector>

#include <fmt/format.h>

#include "app/session.hpp"
#include "core/keys.hpp"

namespace paperwatch {

namespace {

std::vector<std::string> keys_named(const std::string& name) {
  std::vector<std::string> keys{name};
  if (const auto doi = bare_doi(name)) keys.push_back("doi:" + *doi);
  if (const auto id = arxiv_id(name)) keys.push_back("arxiv:" + id->id);
  if (const auto url = canonical_url(name); !url.empty()) keys.push_back("url:" + url);
  return keys;
}

}  // namespace

PaperHistory find_paper(Store& store, const std::string& name) {
  auto id = read_id(name);
  if (!id) id = store.find_paper(keys_named(name));
  if (id) {
    if (auto history = store.history(store.current(*id))) return std::move(*history);
  }
  throw Refusal{wrong_usage,
                {"usage", fmt::format("no paper is known as '{}'", name),
                 "name it by its id, DOI, arXiv id or address; `paperwatch papers` lists them"},
                {}};
}

}  // namespace paperwatch
