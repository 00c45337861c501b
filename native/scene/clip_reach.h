#pragma once
#include <vector>

#include "scene/scene.h"

namespace vitrine {

/// Whether the movement of these clips reaches anything that can be seen, one of each. Where the scene has no mesh, its
/// nodes are what is seen.
std::vector<uint8_t> clips_that_reach(const Scene& scene);

}  // namespace vitrine
