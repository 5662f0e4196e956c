// SPDX-License-Identifier: MIT
// Gumbo's memory, counted, and the way out of a parse that costs too much.
#pragma once

#include <array>
#include <cstddef>

#include <gumbo.h>

#include "extract/html.hpp"

namespace paperwatch {

// Why a parse ended before its time.
enum class ParseStop { none, memory, nodes, time, assertion };

// All that one parse allocates; given back at once, which spares Gumbo's recursive destructor.
// One thread's alone.
class GumboArena {
 public:
  // `reserved` bytes of the budget are spent elsewhere already.
  GumboArena(const ParseBudget& budget, std::size_t reserved);
  ~GumboArena();
  GumboArena(const GumboArena&) = delete;
  GumboArena& operator=(const GumboArena&) = delete;

  // Parses `length` bytes at `text` (a NUL behind them). nullptr where the budget ran out or
  // Gumbo contradicted itself; stopped_by() says which. The output lives as long as the arena.
  const GumboOutput* parse(const char* text, std::size_t length);
  ParseStop stopped_by() const { return stopped_by_; }
  std::size_t held() const { return held_; }

 private:
  struct Block;
  struct Guard;
  static constexpr std::size_t class_count = 38;

  static void* allocate_for_gumbo(void* arena, std::size_t size);
  static void release_for_gumbo(void* arena, void* memory);
  void* allocate(std::size_t size);
  void* allocate_large(std::size_t size);
  void* allocate_small(std::size_t size);
  void release(void* memory);
  void check_budget(std::size_t size);
  [[noreturn]] void stop(ParseStop reason);

  const ParseBudget budget_;
  Guard* guard_ = nullptr;
  ParseStop stopped_by_ = ParseStop::none;
  Block* blocks_ = nullptr;  // everything malloc gave, doubly linked
  std::array<void*, class_count> free_{};
  char* chunk_ = nullptr;
  std::size_t chunk_left_ = 0;
  std::size_t held_;
  std::size_t nodes_ = 0;
  std::size_t allocations_ = 0;
  double deadline_ = 0;
};

}  // namespace paperwatch
