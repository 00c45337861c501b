#pragma once
#include <vector>

#include "scene/scene.h"

namespace vitrine {

/// Matrix from each node to the scene, as the nodes are stored, before any clip; parents stand before their children.
std::vector<glm::dmat4> stored_worlds(const Scene& scene);

}  // namespace vitrine
