// SPDX-License-Identifier: MIT
// From a record's place to its fields, and what is to be said of how that went.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <paperwatch/extract.hpp>

#include "extract/compile.hpp"

namespace paperwatch {

// The texts that one selector of a field gives in one record.
using Pick = std::function<std::vector<std::string>(const CompiledField&, const CompiledSelector&)>;

struct FieldReading {
  std::optional<Value> value;
  std::optional<std::size_t> winner;  // which selector gave it
  std::vector<std::string> unreadable;
  std::optional<int> version;  // that an arXiv id carried
};

// The first selector that gives a value wins; the default is for where none does.
FieldReading read_field(const CompiledField& field, const Pick& pick, std::string_view base);
// The same without shaping: what `count` and `next` need.
std::vector<std::string> read_texts(const CompiledField& field, const Pick& pick);

// Whether a record has what it needs, by the rules' `require`.
class Requirement {
 public:
  Requirement(const std::optional<std::vector<std::string>>& require,
              const std::vector<std::string>& key_from);
  // What is missing, as a reader calls it: "title", "url, doi or arxiv_id"; empty if nothing.
  std::vector<std::string> missing(const Fields& fields) const;

 private:
  std::vector<std::vector<std::string>> any_of_;
};

// Gathers a listing's records and the reports on its fields.
class RecordCollector {
 public:
  RecordCollector(Listing& listing, const CompiledRules& rules);
  // `known`: fields that were found without a rule; a rule's value is laid over them. `complete`
  // adds what is still missing then. `text`: what a reader sees of the element, asked for only
  // where it is no record.
  void add(const Pick& pick, std::string_view base, Fields known = {},
           const std::function<void(Fields&)>& complete = {},
           const std::function<std::string()>& text = {});
  // How many elements had a value, records or not; in the order of the rules' fields.
  const std::vector<std::size_t>& seen() const { return seen_; }
  // Reports on the fields that the records have without a rule (a feed's, metadata).
  void report_others() const;
  // "12 of 13 elements have no title", one line per requirement, with some of these elements.
  void report_missing() const;

 private:
  struct Missing {
    std::string what;
    std::size_t count = 0;
    std::vector<std::string> samples;
  };

  void keep(Fields fields, const std::function<std::string()>& text);
  void report(std::vector<FieldReading>& readings, const Fields& fields);

  Listing& listing_;
  const CompiledRules& rules_;
  Requirement requirement_;
  std::vector<Missing> missing_;
  std::vector<std::size_t> seen_;
  std::size_t elements_ = 0;
};

}  // namespace paperwatch
