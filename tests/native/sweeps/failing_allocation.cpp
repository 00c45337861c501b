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
#include <unordered_map>
#include <vector>

namespace {

/// Allocations to come until one fails; negative = none does.
long allocations_left = -1;
/// Allocations since counting began.
long allocations_made = 0;
bool is_recording = false;

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

/// The way that the program came to an allocation.
struct Path {
  /// Of the return addresses.
  uint64_t hash;
  /// True inside the JSON library, which does not survive a failing allocation: its destructors allocate although they
  /// must not throw, and a value whose constructor failed is destroyed half made. No failure is injected there, because
  /// the process would end whatever the caller does. Found by the names of the calling functions (the executable
  /// exports its symbols for that).
  bool is_json;
};

Path current_path() {
  void* frames[32];
  const int count = backtrace(frames, 32);
  Path path{14695981039346656037u, std::any_of(frames, frames + count, is_json_library)};
  for (int i = 0; i < count; ++i) path.hash = (path.hash ^ reinterpret_cast<uintptr_t>(frames[i])) * 1099511628211u;
  return path;
}

/// The paths of all allocations, in their order; grows outside of operator new.
struct Record {
  Path* paths = nullptr;
  size_t size = 0, capacity = 0;

  void push(const Path& path) {
    if (size == capacity) {
      capacity = std::max<size_t>(1024, capacity * 2);
      paths = static_cast<Path*>(std::realloc(paths, capacity * sizeof(Path)));
      if (paths == nullptr) std::abort();
    }
    paths[size++] = path;
  }
} record;

bool allocation_fails() {
  if (is_recording) {
    record.push(current_path());
    return false;
  }
  if (allocations_left < 0) return false;
  ++allocations_made;
  if (allocations_left-- != 0) return false;
  // What is allocated once in the life of the program is not there in later rounds, so that they count otherwise.
  if (!current_path().is_json) return true;
  allocations_left = 0;
  return false;
}

/// Of what is recorded: the first allocation of each path and its last.
std::vector<long> chosen_allocations(vitrine::test::TriedPaths* tried) {
  struct Range {
    long first = 0, last = 0;
  };
  std::unordered_map<uint64_t, Range> paths;
  for (size_t i = 0; i < record.size; ++i) {
    if (!record.paths[i].is_json)
      paths.try_emplace(record.paths[i].hash, Range{long(i), 0}).first->second.last = long(i);
  }
  std::vector<long> chosen;
  for (const auto& [hash, range] : paths) {
    if (tried != nullptr && !tried->insert(hash).second) continue;
    chosen.push_back(range.first);
    if (range.last != range.first) chosen.push_back(range.last);
  }
  std::sort(chosen.begin(), chosen.end());
  return chosen;
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
  if (!is_recorded_) return true;
  return ++round_ < chosen_.size();
}

void FailingAllocation::begin() const {
  if (is_recorded_) {
    allocations_left = nth();
  } else {
    record.size = 0;
    is_recording = true;
  }
}

void FailingAllocation::end() {
  allocations_left = -1;
  is_recording = false;
  if (is_recorded_) return;
  is_recorded_ = true;
  chosen_ = chosen_allocations(tried_);
  round_ = size_t(-1);
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
