// SPDX-License-Identifier: MIT
// How an expected failure travels: as a value that says what happened and what to do.
#pragma once

#include <cassert>
#include <string>
#include <utility>
#include <variant>

namespace paperwatch {

// Why something could not be done. Values only; safe to copy between threads.
struct Error {
  // Machine-readable. For a source that misbehaves, one of the problem codes of
  // `sync --json`: http_<status> throttled robots private_address dns connect tls
  // timeout too_large too_complex truncated encoding no_content wrong_rule blocked
  // redirected no_records records_dropped field_missing repeated moving later_page
  // count_mismatch. Elsewhere: config, usage, io, store.
  std::string code;
  // What happened and where, for a reader; no trailing full stop.
  std::string message;
  // What to do about it; may be empty.
  std::string hint;

  bool operator==(const Error&) const = default;
};

// Wraps an Error so that `return fail(...)` reads as what it is.
struct Failure {
  Error error;
};

inline Failure fail(Error error) {
  return {std::move(error)};
}
inline Failure fail(std::string code, std::string message, std::string hint = {}) {
  return {{std::move(code), std::move(message), std::move(hint)}};
}

// A T, or the Error that stood in its way. The members are a subset of
// std::expected's, so that moving there later is one alias.
template <typename T>
class [[nodiscard]] Result {
 public:
  Result(T value) : state_(std::in_place_index<0>, std::move(value)) {}
  Result(Failure failure) : state_(std::in_place_index<1>, std::move(failure.error)) {}

  bool has_value() const { return state_.index() == 0; }
  explicit operator bool() const { return has_value(); }

  T& value() & { return *checked(std::get_if<0>(&state_)); }
  const T& value() const& { return *checked(std::get_if<0>(&state_)); }
  T&& value() && { return std::move(*checked(std::get_if<0>(&state_))); }
  T& operator*() & { return value(); }
  const T& operator*() const& { return value(); }
  T&& operator*() && { return std::move(*this).value(); }
  T* operator->() { return &value(); }
  const T* operator->() const { return &value(); }

  const Error& error() const { return *checked(std::get_if<1>(&state_)); }

 private:
  // Asking for what is not there is a bug in the caller, not a condition.
  template <typename P>
  static P* checked(P* pointer) {
    assert(pointer != nullptr);
    if (pointer == nullptr)
      __builtin_unreachable();  // else -Wnull-dereference warns without assert
    return pointer;
  }

  std::variant<T, Error> state_;
};

// Success without a value.
struct Done {
  bool operator==(const Done&) const = default;
};

}  // namespace paperwatch
