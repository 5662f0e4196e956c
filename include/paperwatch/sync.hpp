// SPDX-License-Identifier: MIT
// Visiting sources: fetch, extract, compare, commit. `sync` and the daemon share this one path.
#pragma once

#include <functional>
#include <memory>
#include <stop_token>
#include <string>
#include <vector>

#include <paperwatch/config.hpp>
#include <paperwatch/extract.hpp>
#include <paperwatch/fetch.hpp>
#include <paperwatch/model.hpp>
#include <paperwatch/store.hpp>

namespace paperwatch {

// What became of one visit.
struct VisitReport {
  VisitRow visit;
  std::vector<Event> events;            // without those of a baseline
  std::vector<std::string> warnings{};  // rules that begin to fail
};

struct SyncProgress {
  std::size_t sources = 0, finished = 0;  // of this run
  std::size_t pages = 0;                  // fetched so far
  std::string source;                     // the one that moved last
};

struct SyncOptions {
  bool full = false;     // read every listing to its end, unconditionally
  bool dry_run = false;  // everything but the writing; nothing is stored, archived or queued
  std::function<void(const SyncProgress&)> progress;  // often, on the calling thread
  std::function<void(const VisitReport&)> finished;   // each visit after its commit
  std::function<bool()> hold_back;  // asked before each visit: true, no further one begins
};

// Sources whose rules are compiled and that are ready to be visited.
class Engine {
 public:
  // The rules of all sources must have been accepted by Extractor::compile. The references must
  // outlive the engine; the store is used on the calling thread only.
  Engine(const Config& config, Store& store, Fetcher& fetcher, std::function<Time()> now);
  ~Engine();

  // Visits the sources named, all side by side; each is committed on its own when it is done, so
  // that a stop loses at most the visits under way. Throws StoreError. In order of `sources`.
  std::vector<VisitReport> visit(const std::vector<std::string>& sources,
                                 const SyncOptions& options, std::stop_token stop);

 private:
  struct Parts;
  std::unique_ptr<Parts> parts_;
};

}  // namespace paperwatch
