// SPDX-License-Identifier: MIT
#include "core/packed_fields.hpp"

#include <cstdint>
#include <cstring>
#include <utility>
#include <variant>
#include <vector>

namespace paperwatch {

namespace {

void append(std::string& out, std::int64_t number) {
  char bytes[sizeof number];
  std::memcpy(bytes, &number, sizeof number);
  out.append(bytes, sizeof number);
}

void append(std::string& out, const std::string& text) {
  append(out, static_cast<std::int64_t>(text.size()));
  out += text;
}

void append(std::string& out, const std::vector<std::string>& list) {
  append(out, static_cast<std::int64_t>(list.size()));
  for (const auto& text : list) append(out, text);
}

// Takes from the front of `bytes`.
std::string_view take_bytes(std::string_view& bytes, std::size_t count) {
  const std::string_view taken = bytes.substr(0, count);
  bytes.remove_prefix(count);
  return taken;
}

std::int64_t take_number(std::string_view& bytes) {
  std::int64_t number = 0;
  std::memcpy(&number, take_bytes(bytes, sizeof number).data(), sizeof number);
  return number;
}

std::string take_text(std::string_view& bytes) {
  const auto size = static_cast<std::size_t>(take_number(bytes));
  return std::string(take_bytes(bytes, size));
}

Value take_value(std::string_view& bytes) {
  const auto kind = static_cast<std::size_t>(take_number(bytes));
  if (kind == Value(std::int64_t{}).index()) return take_number(bytes);
  if (kind == Value(std::string()).index()) return take_text(bytes);
  std::vector<std::string> list(static_cast<std::size_t>(take_number(bytes)));
  for (auto& text : list) text = take_text(bytes);
  return list;
}

}  // namespace

std::string pack_fields(const Fields& fields) {
  std::string out;
  for (const auto& [name, value] : fields) {
    append(out, name);
    append(out, static_cast<std::int64_t>(value.index()));
    std::visit([&](const auto& held) { append(out, held); }, value);
  }
  return out;
}

Fields unpack_fields(std::string_view bytes) {
  Fields fields;
  while (!bytes.empty()) {
    std::string name = take_text(bytes);
    fields.emplace_hint(fields.end(), std::move(name), take_value(bytes));
  }
  return fields;
}

}  // namespace paperwatch
