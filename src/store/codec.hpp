// SPDX-License-Identifier: MIT
// How values are written in columns: JSON where a person may want to read it, compact bytes for
// lists of ids. The decoders throw StoreError for text that no encoder wrote.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <paperwatch/model.hpp>
#include <paperwatch/store.hpp>

namespace paperwatch {

std::string_view name_of(ListingState state);
std::string_view name_of(DeliveryRow::State state);
ListingState decode_listing_state(std::string_view name);
DeliveryRow::State decode_delivery_state(std::string_view name);
Outcome decode_outcome(std::string_view name);
EventKind decode_event_kind(std::string_view name);

// {"title":"…","authors":["…"],"year":2025}
std::string encode_fields(const Fields& fields);
Fields decode_fields(std::string_view json);

// What turns `base` into `fields`, null for a field that is absent; nothing if they are equal.
// Most sources show what the newest version says, but for a link: this keeps abstracts from being
// stored once per source.
std::optional<std::string> encode_patch(const Fields& base, const Fields& fields);
Fields apply_patch(Fields base, std::string_view patch);

// Field by field, in the order of names.
std::vector<Change> differences(const Fields& before, const Fields& after);
std::string encode_changes(const std::vector<Change>& changes);
std::vector<Change> decode_changes(std::string_view json);

// "exact 90"
std::optional<std::string> encode_count(const std::optional<Count>& count);
std::optional<Count> decode_count(const std::optional<std::string>& text);
std::string encode_count_change(const CountChange& change);
CountChange decode_count_change(std::string_view json);

std::optional<std::string> encode_problem(const std::optional<Problem>& problem);
std::optional<Problem> decode_problem(const std::optional<std::string>& json);

// Without the id, which has a column of its own.
std::string encode_summary(const PaperSummary& paper);
PaperSummary decode_summary(std::string_view json);

std::string encode_texts(const std::vector<std::string>& texts);
std::vector<std::string> decode_texts(std::string_view json);

// Differences from one id to the next as variable-length numbers: pages list neighbours.
// 8 bytes each.
std::string encode_hashes(const std::vector<std::uint64_t>& hashes);
std::vector<std::uint64_t> decode_hashes(std::string_view bytes);
std::string encode_ids(const std::vector<PaperId>& ids);
std::vector<PaperId> decode_ids(std::string_view bytes);

// The same for moments.
std::string encode_times(const std::vector<Time>& times);
std::vector<Time> decode_times(std::string_view bytes);

// Whole memories; the columns beside them (source, health, next_visit; number, body_hash, papers)
// are not repeated inside.
std::string encode_source_memory(const SourceMemory& memory);
SourceMemory decode_source_memory(std::string_view json);
std::string encode_page_memory(const PageMemory& page);
PageMemory decode_page_memory(std::string_view json);
std::string encode_evidence(const PageEvidence& page);
PageEvidence decode_evidence(std::string_view json);

}  // namespace paperwatch
