#pragma once
// Size arithmetic of numbers that come from a file: always in 64 bits, never wrapping.

#include <cstdint>
#include <limits>

#include "base/for_speed.h"

namespace vitrine {

/// a * b, or the largest u64 when that does not fit (every later comparison with a real size then fails, as it must).
constexpr uint64_t saturating_mul(uint64_t a, uint64_t b) {
  if (kForSpeed && (a | b) >> 32 == 0) return a * b;  // the usual case, without a division
  return (a != 0 && b > std::numeric_limits<uint64_t>::max() / a) ? std::numeric_limits<uint64_t>::max() : a * b;
}
/// a + b, saturating likewise.
constexpr uint64_t saturating_add(uint64_t a, uint64_t b) {
  return b > std::numeric_limits<uint64_t>::max() - a ? std::numeric_limits<uint64_t>::max() : a + b;
}
/// True when [first, first + count) lies inside [0, size).
constexpr bool range_inside(uint64_t first, uint64_t count, uint64_t size) {
  return first <= size && count <= size - first;
}

}  // namespace vitrine
