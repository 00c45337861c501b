#pragma once
// Local transforms to world matrices (file space from node).

#include <span>

#include "pose/sample.h"
#include "scene/transform.h"

namespace vitrine::pose {

/// world(node) = world(parent) * rest(node) * T * R * S for every node; a rest matrix of the bind pose alone is
/// left out where a clip drives the node. `exact` and `world_from_node` hold one matrix per node; the first receives
/// the products in double, the second the same rounded once.
void world_matrices(const Scene& scene, const LocalPose& pose, std::span<glm::dmat4> exact,
                    std::span<glm::mat4> world_from_node);

}  // namespace vitrine::pose
