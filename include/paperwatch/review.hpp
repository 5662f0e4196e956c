// SPDX-License-Identifier: MIT
// What a person decides: whether a quarantined visit is the listing after all, and which papers
// are one. Each is one transaction, on the calling thread; all throw StoreError.
#pragma once

#include <vector>

#include <paperwatch/config.hpp>
#include <paperwatch/model.hpp>
#include <paperwatch/result.hpp>
#include <paperwatch/store.hpp>
#include <paperwatch/sync.hpp>

namespace paperwatch {

// The quarantined visits that wait for a word, oldest first: not rejected, and no later visit of
// their source was applied.
std::vector<VisitRow> open_reviews(Store& store);

// Applies a quarantined visit as if it had been healthy, read from the archive with today's rules;
// it becomes the yardstick for the next. Events carry `now` and are owed to the routes' channels;
// feeds are left to the caller. Fails (usage) where that visit cannot be applied any more.
Result<VisitReport> accept(Store& store, const Config& config, VisitId visit, Time now);

// It stays unapplied and waits for nobody, nor do the visits just before it that met the same
// breakage; the source is broken until a healthy visit.
Result<Done> reject(Store& store, VisitId visit);

// Two papers are one: the older keeps its id and its key. Answers it.
Result<PaperId> merge_papers(Store& store, PaperId a, PaperId b, Time now);

// Undoes the newest merge of the paper, by whomever. No key joins the two again, not even a DOI;
// only merge_papers does. What changes next is compared with the last pages, read anew.
Result<Parting> split_paper(Store& store, PaperId paper, Time now);

}  // namespace paperwatch
