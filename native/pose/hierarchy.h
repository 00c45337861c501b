#pragma once
// Local transforms of a pose: to world matrices (file space from node), and two poses into one.

#include <span>

#include "pose/sample.h"
#include "scene/transform.h"

namespace vitrine::pose {

// Local transforms to world matrices (file space from node).

/// The matrix of a tag, or rest(node) * T * R * S; a rest matrix of the bind pose alone is left out where a clip drives
/// the node.
inline glm::dmat4 parent_from_node(const Scene& scene, const LocalPose& pose, size_t n) {
  const Node& node = scene.nodes[n];
  if (node.tag != kNone && pose.placed[n][3].w != 0) return pose.placed[n];
  const glm::dmat4 local = local_matrix(pose.local[n]);
  const bool rests = node.rest != kNone && !(node.rest_is_bind && pose.driven[n] != 0);
  return rests ? glm::dmat4(scene.rest_matrices[node.rest]) * local : local;
}

/// world(node) = world(parent) * parent_from_node(node) for every node that moves (LocalPose::moves). `exact` and
/// `world_from_node` hold one matrix per node; the first receives the products in double, the second the same rounded
/// once.
void world_matrices(const Scene& scene, const LocalPose& pose, std::span<glm::dmat4> exact,
                    std::span<glm::mat4> world_from_node);

/// Moves every node of `pose` towards `other` by `weight` (0 = stays, 1 = becomes it): translation and scale in a
/// straight line, rotation along the shorter arc, a unit quaternion where both are. A node counts as driven where the
/// side that has the larger part drives it. The camera's angle moves as well when both poses give one to the same
/// camera.
void blend(const LocalPose& other, double weight, LocalPose& pose);

}  // namespace vitrine::pose
