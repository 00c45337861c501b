#pragma once
// Local transforms to world matrices (file space from node).

#include <span>

#include "pose/sample.h"

namespace vitrine::pose {

/// T * R * S. The rotation is the matrix of the quaternion as it stands: id's formula divides by nothing, so a
/// quaternion longer than 1 scales, as in the engine.
glm::dmat4 local_matrix(const Transform& transform);

/// world(node) = world(parent) * rest(node) * T * R * S for every node; a rest matrix that is the bind pose's alone is
/// left out where a clip drives the node. `exact` and `world_from_node` hold one matrix per node; the first receives
/// the products in double, the second the same rounded once.
void world_matrices(const Scene& scene, const LocalPose& pose, std::span<glm::dmat4> exact,
                    std::span<glm::mat4> world_from_node);

}  // namespace vitrine::pose
