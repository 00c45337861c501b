#pragma once
#include <cstdint>

#include "scene/scene.h"

namespace vitrine {

/// The largest numbers of a mesh without their signs; NaN where there is one.
struct MeshReach {
  float position = 0;  ///< on any axis
  float weight = 0;    ///< of an influence
  float offset = 0;    ///< of an influence from its joint, on any axis
  uint32_t joint = 0;  ///< highest of the influences
};

/// In one walk over the positions and one over the influences, which are what a large scene has most of.
MeshReach reach_of(const Mesh& mesh);

}  // namespace vitrine
