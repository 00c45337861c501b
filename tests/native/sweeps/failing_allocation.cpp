#include "sweeps/failing_allocation.h"

#include <dlfcn.h>
#include <execinfo.h>

#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <iterator>
#include <limits>
#include <new>
#include <string_view>

namespace {

/// Allocations to come until one fails; negative = none does.
long allocations_left = -1;
/// Allocations since the countdown began, and which of them failed (-1: none yet).
long allocations_made = 0, failed_allocation = -1;

bool is_named_json(void* frame) {
  Dl_info info;
  if (dladdr(frame, &info) == 0 || info.dli_sname == nullptr) return false;
  const std::string_view name = info.dli_sname;
  return name.starts_with("_ZN8nlohmann") || name.starts_with("_ZNK8nlohmann");
}

/// Asks for each return address once: looking names up is what takes the time. A table of its own, since nothing may be
/// allocated here.
bool is_json_library(void* frame) {
  struct Known {
    void* frame;
    bool is_json;
  };
  static Known table[1 << 14];
  Known& known = table[(reinterpret_cast<uintptr_t>(frame) >> 2) % std::size(table)];
  if (known.frame != frame) known = {frame, is_named_json(frame)};
  return known.is_json;
}

/// True inside the JSON library, which does not survive a failing allocation: its destructors allocate although they
/// must not throw, and a value whose constructor failed is destroyed half made. No failure is injected there, because
/// the process would end whatever the caller does. Found by the names of the calling functions (the executable exports
/// its symbols for that).
bool inside_json_library() {
  void* frames[32];
  const int count = backtrace(frames, 32);
  return std::any_of(frames, frames + count, is_json_library);
}

bool allocation_fails() {
  if (allocations_left < 0) return false;
  ++allocations_made;
  if (allocations_left-- != 0) return false;
  if (inside_json_library()) {
    allocations_left = 0;  // the next one then
    return false;
  }
  failed_allocation = allocations_made - 1;
  return true;
}

}  // namespace

// Not inlined: the compiler would see a free of what operator new returned and warn.
[[gnu::noinline]] void* operator new(size_t size, const std::nothrow_t&) noexcept {
  return allocation_fails() ? nullptr : std::malloc(size != 0 ? size : 1);
}
[[gnu::noinline]] void* operator new(size_t size) {
  void* const memory = operator new(size, std::nothrow);
  if (memory == nullptr) throw std::bad_alloc();
  return memory;
}
[[gnu::noinline]] void operator delete(void* memory) noexcept { std::free(memory); }
[[gnu::noinline]] void operator delete(void* memory, size_t) noexcept { std::free(memory); }
[[gnu::noinline]] void operator delete(void* memory, const std::nothrow_t&) noexcept { std::free(memory); }

namespace vitrine::test {

bool FailingAllocation::next() {
  if (!failed_) return false;
  // Where the library's own were passed over, the next round begins behind the one that failed instead.
  nth_ = std::max(nth_, failed_allocation) + 1;
  return true;
}

void FailingAllocation::begin() const {
  allocations_made = 0;
  failed_allocation = -1;
  allocations_left = nth_;
}

void FailingAllocation::end() {
  failed_ = failed_allocation >= 0;
  allocations_left = -1;
}

void detail::start_counting() {
  allocations_made = 0;
  allocations_left = std::numeric_limits<long>::max();
}

long detail::stop_counting() {
  allocations_left = -1;
  return allocations_made;
}

}  // namespace vitrine::test
