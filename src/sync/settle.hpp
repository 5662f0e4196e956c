// SPDX-License-Identifier: MIT
// A visit that was read becomes part of what is known: in one transaction, or not at all.
#pragma once

#include <optional>

#include <paperwatch/config.hpp>
#include <paperwatch/store.hpp>
#include <paperwatch/sync.hpp>

#include "sync/router.hpp"
#include "sync/visit.hpp"

namespace paperwatch {

struct SettleContext {
  Store& store;
  const Router& router;
  Time now;              // the moment of the commit; events carry it
  bool dry_run = false;  // everything happens and is undone
  // A visit that was read again from the archive: its row. If it is the listing, the row becomes
  // what it is now and its papers are applied; else nothing is written.
  const VisitRow* stored = nullptr;
  bool is_accepted = false;    // a person said that it is the listing
  std::optional<Time> late{};  // found by a replay, now; the events are marked so
};

// Throws StoreError; then nothing of the visit is stored.
VisitReport settle(ReadVisit visit, const SettleContext& context);
// The same as a part of the caller's Transaction.
VisitReport settle_within(ReadVisit visit, const SettleContext& context);

// Whether a page shows anything that is not known yet (pages.stop: known).
bool shows_news(const Source& source, const Listing& listing, const std::string& page_url,
                Store& store);

}  // namespace paperwatch
