#pragma once
// Counts calls of operator new in the test's executable; include it in one source only.

#include <cstdlib>
#include <new>

namespace vitrine::test {
inline size_t allocation_count = 0;
}

// Not inlined: the compiler would see a free of what operator new returned and warn.
[[gnu::noinline]] void* operator new(size_t size, const std::nothrow_t&) noexcept {
  ++vitrine::test::allocation_count;
  return std::malloc(size != 0 ? size : 1);
}
[[gnu::noinline]] void* operator new(size_t size) {
  void* const memory = operator new(size, std::nothrow);
  if (memory == nullptr) throw std::bad_alloc();
  return memory;
}
[[gnu::noinline]] void operator delete(void* memory) noexcept { std::free(memory); }
[[gnu::noinline]] void operator delete(void* memory, size_t) noexcept { std::free(memory); }
[[gnu::noinline]] void operator delete(void* memory, const std::nothrow_t&) noexcept { std::free(memory); }
