#pragma once
// What names and rows of the report cost that a file states once and many things of a scene have.

#include <string_view>

#include "base/limits.h"

namespace vitrine {

/// A name is kept by the reader and by the scene, and stands twice in the report, which is copied as it grows.
inline constexpr uint64_t kCopiesOfName = 8;
/// A row of the report, as text and as what hosts make of it.
inline constexpr uint64_t kBytesOfRow = 512;
/// A joint of a skin: its number in the scene and in the report, its matrix, and those of a pose.
inline constexpr uint64_t kBytesOfJoint = 384;

/// Pays for the names of `things` that are called `name`; LIMIT_MEMORY when they are too many.
inline Status charge_names(Budget& budget, std::string_view name, uint64_t things, uint64_t offset = kNoOffset) {
  return budget.charge(things, kCopiesOfName * name.size(), offset);
}

}  // namespace vitrine
