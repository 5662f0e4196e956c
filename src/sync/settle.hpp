// SPDX-License-Identifier: MIT
// A visit that was read becomes part of what is known: in one transaction, or not at all.
#pragma once

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
};

// Throws StoreError; then nothing of the visit is stored.
VisitReport settle(ReadVisit visit, const SettleContext& context);

// Whether a page shows anything that is not known yet (pages.stop: known).
bool shows_news(const Source& source, const Listing& listing, const std::string& page_url,
                Store& store);

}  // namespace paperwatch
