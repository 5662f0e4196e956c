// SPDX-License-Identifier: MIT
// From the bytes of a page to its records, by rules.
#pragma once

#include <cstddef>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <paperwatch/model.hpp>
#include <paperwatch/result.hpp>
#include <paperwatch/rules.hpp>

namespace paperwatch {

// A page as it arrived: decompressed, not yet decoded. Views must outlive the call.
struct PageBytes {
  std::string_view body;
  std::string_view url;           // the final address: what relative links start from
  std::string_view content_type;  // the header's value, "" if none
};

// How a field's rule fared on a page.
struct FieldReport {
  std::string field;
  std::size_t found = 0;                // records that had it
  std::vector<std::size_t> winners;     // per selector of the list: how often it gave the value
  std::vector<std::string> unreadable;  // values kept as text because the type would not take them
  bool operator==(const FieldReport&) const = default;
};

// What one page yields.
struct Listing {
  std::vector<Record> records;
  std::size_t elements = 0;    // what the record rule matched, kept sections only
  std::size_t incomplete = 0;  // of these, how many lacked a required field
  std::optional<Count> count;
  std::string count_text;           // what the count rule gave; "" if nothing
  std::optional<std::string> next;  // absolute URL, or the cursor where pages have a template too
  bool empty_marker = false;        // the page says that there is nothing to list
  bool sections_filtered = false;  // `keep` is in use: the stated total is of more than the records
  std::string shape;   // a hash of what rules may find here: elements, and the texts of the records
  std::string format;  // "html", "xml", "json"
  std::string encoding;       // WHATWG name, lower case
  std::string encoding_from;  // "bom", "utf-8 bytes", "header", "prolog", "meta", "rule", "guess"
  double replaced = 0;        // share of characters that are U+FFFD for want of better
  std::string page_title;     // of the page itself, for messages
  bool has_password_field = false;  // a login form
  bool looks_blocked = false;       // a known waiting room or block page
  bool ends = true;                 // html: the text ends in </html>, or never had <html>
  bool is_error = false;            // a feed's or API's own error answer
  std::vector<FieldReport> fields;
  std::vector<std::string> warnings;
};

// A rule that cannot be: where it stands and what is wrong with it.
struct RuleFault {
  Position at;
  std::string message;
  std::string hint;
};

// Rules made ready. Immutable and cheap to copy; one instance may serve every thread.
class Extractor {
 public:
  // All faults of the rules at once; `faults` is empty exactly if an extractor is returned.
  // Faults with a column in the selector point into the selector's text.
  static std::optional<Extractor> compile(const ExtractRules& rules,
                                          const std::optional<PagesRules>& pages,
                                          std::vector<RuleFault>& faults);

  // Pure: the same bytes give the same listing on every machine. Budgets are counted
  // (docs/rules.md, "Limits"); a page beyond them fails with too_complex or too_large, one
  // that cannot be decoded with encoding, one that is not of the rules' format with
  // no_content. A page without records is a success: whether that is news is not for the
  // extractor to say.
  Result<Listing> extract(const PageBytes& page) const;

  // Tells rules apart; equal ones read a page alike. What a stored page was read with is known by
  // it.
  const std::string& rules_hash() const;

  // The tree around the first record, or the page's outline where there is none, as indented
  // text for `try --tree`.
  Result<std::string> outline(const PageBytes& page) const;

 private:
  struct Compiled;
  explicit Extractor(std::shared_ptr<const Compiled> compiled) : compiled_(std::move(compiled)) {}
  std::shared_ptr<const Compiled> compiled_;
};

}  // namespace paperwatch
