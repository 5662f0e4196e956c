// SPDX-License-Identifier: MIT
// A value that many hold and nobody changes.
#pragma once

#include <concepts>
#include <memory>
#include <type_traits>
#include <utility>

namespace paperwatch {

// Copies share one T, so that a thousand sources of one template cost one set of rules. Reads like
// a pointer that is never null. Copies may be read, copied and let go of on different threads.
template <typename T>
class Shared {
 public:
  Shared() = default;  // T{}
  // From a T, or from what makes one.
  template <typename U>
    requires(std::convertible_to<U, T> && !std::same_as<std::remove_cvref_t<U>, Shared>)
  Shared(U&& value) : value_(std::make_shared<T>(std::forward<U>(value))) {}

  const T& operator*() const { return value_ ? *value_ : nothing(); }
  const T* operator->() const { return &**this; }
  operator const T&() const { return **this; }

  // For whoever builds it: a T of this copy's own, no longer shared. Not while another thread
  // copies this one.
  T& edit() {
    if (value_.use_count() != 1) value_ = std::make_shared<T>(**this);
    return *value_;
  }

  // Whether two copies hold the same T, not only equal ones.
  bool is(const Shared& other) const { return value_ == other.value_; }
  friend bool operator==(const Shared& a, const Shared& b) { return a.is(b) || *a == *b; }

 private:
  static const T& nothing() {
    static const T none{};
    return none;
  }
  std::shared_ptr<T> value_;
};

}  // namespace paperwatch
