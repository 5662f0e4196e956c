// SPDX-License-Identifier: MIT
#include "base/memory.hpp"

#include <cstdint>

#include <link.h>
#include <malloc.h>
#include <sys/mman.h>
#include <unistd.h>

namespace paperwatch {

namespace {

// Segments that are never written are as their file is (dl_iterate_phdr(3), madvise(2)).
int let_go_of_code(dl_phdr_info* object, std::size_t, void*) {
  const auto page = static_cast<std::uintptr_t>(::sysconf(_SC_PAGESIZE));
  for (int i = 0; i < object->dlpi_phnum; ++i) {
    const auto& segment = object->dlpi_phdr[i];
    if (segment.p_type != PT_LOAD || (segment.p_flags & PF_W) != 0) continue;
    const std::uintptr_t begin = object->dlpi_addr + segment.p_vaddr;
    const std::uintptr_t first = begin & ~(page - 1);
    ::madvise(reinterpret_cast<void*>(first), begin + segment.p_memsz - first, MADV_DONTNEED);
  }
  return 0;
}

}  // namespace

void give_back_memory() {
  ::malloc_trim(0);
  ::dl_iterate_phdr(let_go_of_code, nullptr);
}

}  // namespace paperwatch
