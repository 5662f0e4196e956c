// SPDX-License-Identifier: MIT
// What a page tells machines of its papers (`use:`), brought to the records it speaks of.
#pragma once

#include <cstddef>
#include <map>
#include <string>
#include <vector>

#include <paperwatch/model.hpp>
#include <paperwatch/rules.hpp>

#include "extract/metadata_readers.hpp"
#include "extract/record.hpp"
#include "extract/tree.hpp"

namespace paperwatch {

// Which works a page describes, and in which record each description stands. One that stands in
// none belongs to the only record there is, else to the one it agrees with.
class PageMetadata {
 public:
  // Reads the kinds that `use` names; nothing of pages that are not html.
  PageMetadata(const Tree& tree, const std::vector<Metadata>& use, std::string base,
               const std::vector<RecordPlace>& places);

  // Gives the record at a place the fields it lacks. Where a kind describes more than one work
  // there, only one that agrees with the record counts: by DOI, arXiv id, address, or a title of
  // three words and more; and only if there is exactly one.
  void complete(std::size_t place, Fields& fields) const;

 private:
  struct Kind {
    std::vector<Fields> items;
    std::vector<std::vector<std::size_t>> inside;             // items by place
    std::map<std::string, std::vector<std::size_t>> outside;  // items in no record, by key
  };

  Kind kind_of(const Tree& tree, Metadata metadata) const;
  void add(StatedFields stated, std::size_t place, Kind& kind) const;
  static const Fields* find(const Kind& kind, std::size_t place, const Fields& record);

  std::string base_;
  std::vector<std::size_t> owners_;  // place by node; `nobody` outside of all
  std::size_t places_;
  std::vector<Kind> kinds_;  // in the order of `use`
};

}  // namespace paperwatch
