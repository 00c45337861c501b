#pragma once
// Joints whose parent in the model is another than in the animation.

#include <span>
#include <vector>

#include "base/limits.h"
#include "scene/fit.h"

namespace vitrine {

/// A joint whose transforms are computed so that it stands where the animation has it in model space.
struct Derived {
  const Skeleton* skeleton = nullptr;
  uint32_t joint = 0;
};

/// Transforms of an animation's tracks, row after row, as its reader stores them.
struct TrackRows {
  size_t row_count = 0;
  std::span<const int64_t> parents;                           ///< one per track; < 0 = root
  Transform (*at)(const void* rows, size_t index) = nullptr;  ///< of [row * parents.size() + track]
  const void* rows = nullptr;
};

/// Transforms [row * derived.size() + k] of the derived joints, relative to their parents in the model.
/// LIMIT_COUNT and LIMIT_MEMORY; NOT_FINITE where one leaves the range of a float.
Result<std::vector<Transform>> derived_transforms(const Limits& limits, Budget& budget, const TrackRows& rows,
                                                  const Scene& scene, const std::vector<Derived>& derived);

}  // namespace vitrine
