// SPDX-License-Identifier: MIT
#include "app/paper_names.hpp"

#include <fmt/format.h>

#include "app/session.hpp"
#include "core/paper_name.hpp"

namespace paperwatch {

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
