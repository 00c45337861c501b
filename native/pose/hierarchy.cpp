#include "pose/hierarchy.h"

#include <cassert>

namespace vitrine::pose {

void world_matrices(const Scene& scene, const LocalPose& pose, std::span<glm::dmat4> exact,
                    std::span<glm::mat4> world_from_node) {
  const size_t count = scene.nodes.size();
  assert(pose.local.size() == count && pose.driven.size() == count && exact.size() == count &&
         world_from_node.size() == count);
  for (size_t i = 0; i < count; ++i) {
    if (pose.moves[i] == 0) continue;
    const Node& node = scene.nodes[i];
    glm::dmat4 matrix = parent_from_node(scene, pose, i);
    if (node.parent != kNone) matrix = exact[node.parent] * matrix;
    exact[i] = matrix;
    world_from_node[i] = glm::mat4(matrix);
  }
}

}  // namespace vitrine::pose
