// SPDX-License-Identifier: MIT
// Sources that nobody else visits while this lives.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include <paperwatch/result.hpp>
#include <paperwatch/store.hpp>

namespace paperwatch {

class Lease {
 public:
  // All or none of `sources`.
  static Result<Lease> of(Store& store, const std::vector<std::string>& sources) {
    Lease lease(store);
    for (const auto& source : sources) {
      if (!store.lease(source)) {
        return fail("usage", fmt::format("source {} is being visited", source),
                    "wait for the visit to end, then do it again");
      }
      lease.sources_.push_back(source);
    }
    return Result<Lease>(std::move(lease));
  }
  ~Lease() {
    for (const auto& source : sources_) store_->release(source);
  }
  Lease(Lease&& other) noexcept
      : store_(other.store_), sources_(std::exchange(other.sources_, {})) {}
  Lease(const Lease&) = delete;
  Lease& operator=(const Lease&) = delete;

 private:
  explicit Lease(Store& store) : store_(&store) {}

  Store* store_;
  std::vector<std::string> sources_;
};

}  // namespace paperwatch
