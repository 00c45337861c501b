#pragma once
// Joints whose parent in the model is another than in the animation.

#include <vector>

#include "formats/md5/fit.h"
#include "formats/md5/raw.h"
#include "formats/registry.h"

namespace vitrine::md5 {

/// Its track is computed so that the joint stands where the animation has it in model space.
struct Derived {
  const Skeleton* skeleton = nullptr;
  uint32_t joint = 0;
};

/// Tracks of the file in `frames` with the derived ones behind them.
Status add_derived(LoadContext& context, const RawAnimation& raw, const Scene& scene,
                   const std::vector<Derived>& derived, SampledFrames& frames);

}  // namespace vitrine::md5
