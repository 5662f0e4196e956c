// SPDX-License-Identifier: MIT
#include "app/trial_report.hpp"

#include <fmt/format.h>

#include "base/text.hpp"
#include "render/text.hpp"

namespace paperwatch {

namespace {

constexpr std::size_t most_samples = 3;  // records that are named because a field is empty there

std::string cell(const Fields& fields, const std::string& name) {
  const auto found = fields.find(name);
  return found == fields.end() ? "" : single_line(value_text(found->second));
}

void print_records(const Session& session, const Source& source, const Listing& listing) {
  std::vector<Column> columns{{"#", Column::Align::right}};
  for (const auto& [name, rule] : source.extract->fields)
    columns.push_back({name, Column::Align::left, true});
  if (source.extract->fields.empty()) {
    for (const char* name : {"title", "authors", "date", "url"})
      columns.push_back({name, Column::Align::left, true});
  }
  std::vector<std::vector<std::string>> rows;
  for (std::size_t i = 0; i < listing.records.size(); ++i) {
    auto& row = rows.emplace_back(1, std::to_string(i + 1));
    for (std::size_t c = 1; c < columns.size(); ++c) {
      row.push_back(cut_to_width(cell(listing.records[i].fields, columns[c].title), 48));
    }
  }
  session.print(render_table(columns, rows, terminal_width()));
}

// Where to look when a selector finds something in most records, but not in all.
void print_empty_samples(const Session& session, const Listing& listing, const std::string& field) {
  std::size_t shown = 0;
  for (std::size_t i = 0; i < listing.records.size() && shown < most_samples; ++i) {
    const Fields& fields = listing.records[i].fields;
    if (fields.contains(field)) continue;
    session.print(fmt::format("{} {} “{}”", shown == 0 ? "    empty in" : ",", i + 1,
                              cut_to_width(cell(fields, "title"), 40)));
    ++shown;
  }
  if (shown > 0) session.print("\n");
}

// Where no element is a record, the elements themselves show how the rules fare.
void print_fields(const Session& session, const Source& source, const Trial& trial,
                  const Listing& read) {
  const bool of_elements = read.records.empty() && read.elements > 0;
  const auto every = of_elements ? without_requirements(source, trial) : std::nullopt;
  const Listing& listing = every ? *every : read;
  session.print("\nfields\n");
  for (const auto& report : listing.fields) {
    session.print(fmt::format("  {:<14} {} of {} {}", report.field, report.found,
                              listing.records.size(), every ? "elements" : "records"));
    if (report.winners.size() > 1) {
      session.print(", by selector:");
      for (std::size_t i = 0; i < report.winners.size(); ++i)
        session.print(fmt::format(" {}: {}", i + 1, report.winners[i]));
    }
    session.print("\n");
    if (report.found > 0 && !every) print_empty_samples(session, listing, report.field);
    for (const auto& text : report.unreadable)
      session.print(fmt::format("    unreadable: {}\n", cut_to_width(single_line(text), 60)));
  }
}

std::string_view described(Metadata kind) {
  switch (kind) {
    case Metadata::json_ld:
      return "JSON-LD";
    case Metadata::coins:
      return "COinS";
    case Metadata::meta:
      return "citation_* tags";
    case Metadata::bibtex:
      return "BibTeX";
  }
  return "";
}

}  // namespace

std::vector<std::string> offer_lines(const std::vector<MetadataOffer>& offers) {
  std::vector<std::string> out;
  for (const auto& offer : offers) {
    std::vector<std::string> gains;
    for (const auto& [name, records] : offer.fields)
      gains.push_back(fmt::format("{} ({})", name, counted(records, "record")));
    out.push_back(fmt::format("the page carries {}: `use: [{}]` would add {}",
                              described(offer.kind), name_of(offer.kind), join(gains, ", ")));
  }
  return out;
}

void print_listing(const Session& session, const Source& source, const Trial& trial,
                   const Listing& listing, const std::vector<std::string>& notes,
                   const std::vector<std::string>& offers) {
  print_records(session, source, listing);
  print_fields(session, source, trial, listing);
  session.print(fmt::format("\n  page      {}\n  format    {}, {} (from {})\n", trial.final_url,
                            listing.format, listing.encoding, listing.encoding_from));
  session.print(fmt::format("  elements  {} matched, {} of them no records\n", listing.elements,
                            listing.incomplete));
  session.print(fmt::format("  count     {}\n", listing.count
                                                    ? count_text(*listing.count) + ", read from “" +
                                                          single_line(listing.count_text) + "”"
                                                    : "nothing stated"));
  const auto next = next_address(source, trial, listing);
  session.print(fmt::format("  next      {}{}\n", next.value_or("none"),
                            next == listing.next ? "" : " (cursor " + *listing.next + ")"));
  for (const auto& warning : listing.warnings) session.print(fmt::format("warning: {}\n", warning));
  for (const auto& note : notes) session.print(fmt::format("note: {}\n", note));
  for (const auto& offer : offers) session.print(fmt::format("offer: {}\n", offer));
}

}  // namespace paperwatch
