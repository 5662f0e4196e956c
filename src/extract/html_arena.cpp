// SPDX-License-Identifier: MIT
#include "extract/html_arena.hpp"

#include <cassert>
#include <csetjmp>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <ctime>

namespace paperwatch {

struct GumboArena::Block {
  Block* previous;
  Block* next;
  std::size_t size;
  std::size_t tag;  // stands before the memory, where a small piece has its class
};

// Where a parse is left to. Nothing between setjmp and longjmp owns anything: Gumbo is C, and
// the arena's functions leave before they hold what a destructor would have to give back.
struct GumboArena::Guard {
  std::jmp_buf target;
};

namespace {

constexpr std::size_t chunk_size = 1u << 20;
constexpr std::size_t large_size = 32u << 10;
constexpr std::size_t large_tag = ~std::size_t{0};
constexpr std::size_t allocations_between_looks_at_the_clock = 512;

#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
constexpr double patience = 10;
#elif defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer) || \
    __has_feature(memory_sanitizer)
constexpr double patience = 10;
#else
constexpr double patience = 1;
#endif
#else
constexpr double patience = 1;
#endif

// Of this thread: other threads' work must not decide what becomes of a page.
double cpu_seconds() {
  timespec now{};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
  return static_cast<double>(now.tv_sec) + static_cast<double>(now.tv_nsec) * 1e-9;
}

// Multiples of 16 up to 512, then powers of two.
std::size_t class_of(std::size_t size) {
  if (size <= 512) return size == 0 ? 0 : (size - 1) / 16;
  std::size_t index = 32;
  for (std::size_t limit = 1024; limit < size; limit *= 2) ++index;
  return index;
}

std::size_t size_of_class(std::size_t index) {
  return index < 32 ? (index + 1) * 16 : std::size_t{1024} << (index - 32);
}

struct RunningParse {
  std::jmp_buf* target = nullptr;
  ParseStop* reason = nullptr;
};

// What a failed assertion finds: the parse that this thread is in.
thread_local RunningParse running_parse;

}  // namespace

// Reached from the C library's assert, which knows nothing but the thread it runs on.
[[noreturn]] void leave_failed_assertion(const char* assertion, const char* file, unsigned line,
                                         const char* function) {
  if (running_parse.target != nullptr) {
    *running_parse.reason = ParseStop::assertion;
    std::longjmp(*running_parse.target, 1);
  }
  std::fprintf(stderr, "%s:%u: %s: Assertion `%s' failed.\n", file, line,
               function == nullptr ? "?" : function, assertion);
  std::fflush(stderr);
  std::abort();
}

GumboArena::GumboArena(const ParseBudget& budget, std::size_t reserved)
    : budget_(budget), held_(reserved) {}

GumboArena::~GumboArena() {
  while (blocks_ != nullptr) {
    Block* const next = blocks_->next;
    std::free(blocks_);
    blocks_ = next;
  }
}

const GumboOutput* GumboArena::parse(const char* text, std::size_t length) {
  GumboOptions options = kGumboDefaultOptions;
  options.allocator = allocate_for_gumbo;
  options.deallocator = release_for_gumbo;
  options.userdata = this;
  options.max_errors = 0;
  deadline_ = cpu_seconds() + budget_.seconds * patience;
  Guard guard{};
  guard_ = &guard;
  running_parse = {&guard.target, &stopped_by_};
  const GumboOutput* volatile output = nullptr;
  if (setjmp(guard.target) == 0) output = gumbo_parse_with_options(&options, text, length);
  running_parse = {};
  guard_ = nullptr;
  return output;
}

void* GumboArena::allocate_for_gumbo(void* arena, std::size_t size) {
  return static_cast<GumboArena*>(arena)->allocate(size);
}

void GumboArena::release_for_gumbo(void* arena, void* memory) {
  static_cast<GumboArena*>(arena)->release(memory);
}

void* GumboArena::allocate(std::size_t size) {
  // Gumbo makes nothing else of this size in numbers.
  if (size == sizeof(GumboNode) && ++nodes_ > budget_.max_nodes) stop(ParseStop::nodes);
  if (++allocations_ % allocations_between_looks_at_the_clock == 0 && cpu_seconds() > deadline_) {
    stop(ParseStop::time);
  }
  return size > large_size ? allocate_large(size) : allocate_small(size);
}

void GumboArena::check_budget(std::size_t size) {
  if (size > budget_.max_memory || held_ > budget_.max_memory - size) stop(ParseStop::memory);
}

void* GumboArena::allocate_large(std::size_t size) {
  check_budget(size);
  auto* block = static_cast<Block*>(std::malloc(sizeof(Block) + size));
  if (block == nullptr) stop(ParseStop::memory);
  *block = {nullptr, blocks_, size, large_tag};
  if (blocks_ != nullptr) blocks_->previous = block;
  blocks_ = block;
  held_ += size;
  return block + 1;
}

void* GumboArena::allocate_small(std::size_t size) {
  const std::size_t index = class_of(size);
  if (free_[index] != nullptr) {
    void* const memory = free_[index];
    std::memcpy(&free_[index], memory, sizeof(void*));
    return memory;
  }
  const std::size_t whole = sizeof(std::size_t) + size_of_class(index);
  if (whole > chunk_left_) {
    chunk_ = static_cast<char*>(allocate_large(chunk_size));
    chunk_left_ = chunk_size;
  }
  std::memcpy(chunk_, &index, sizeof index);
  char* const memory = chunk_ + sizeof index;
  chunk_ += whole;
  chunk_left_ -= whole;
  return memory;
}

void GumboArena::release(void* memory) {
  if (memory == nullptr) return;
  std::size_t tag = 0;
  std::memcpy(&tag, static_cast<char*>(memory) - sizeof tag, sizeof tag);
  if (tag != large_tag) {
    std::memcpy(memory, &free_[tag], sizeof(void*));
    free_[tag] = memory;
    return;
  }
  Block* const block = static_cast<Block*>(memory) - 1;
  if (block->previous != nullptr) block->previous->next = block->next;
  if (block->next != nullptr) block->next->previous = block->previous;
  if (blocks_ == block) blocks_ = block->next;
  held_ -= block->size;
  std::free(block);
}

void GumboArena::stop(ParseStop reason) {
  stopped_by_ = reason;
  std::longjmp(guard_->target, 1);
}

}  // namespace paperwatch

// Debian's Gumbo is built with its assertions on, and pages exist that break them. Taking the C
// library's own function over lets such a page fail alone.
extern "C" void __assert_fail(const char* assertion, const char* file, unsigned line,
                              const char* function) noexcept {
  paperwatch::leave_failed_assertion(assertion, file, line, function);
}
