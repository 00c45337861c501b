#include "pose/hierarchy.h"

#include <cassert>

namespace vitrine::pose {

glm::dmat4 local_matrix(const Transform& transform) {
  const glm::dmat3 rotation = glm::mat3_cast(glm::dquat(transform.rotation));
  const glm::dvec3 scale(transform.scale);
  return {glm::dvec4(rotation[0] * scale.x, 0), glm::dvec4(rotation[1] * scale.y, 0),
          glm::dvec4(rotation[2] * scale.z, 0), glm::dvec4(glm::dvec3(transform.translation), 1)};
}

void world_matrices(const Scene& scene, const LocalPose& pose, std::span<glm::dmat4> exact,
                    std::span<glm::mat4> world_from_node) {
  const size_t count = scene.nodes.size();
  assert(pose.local.size() == count && pose.driven.size() == count && exact.size() == count &&
         world_from_node.size() == count);
  for (size_t i = 0; i < count; ++i) {
    const Node& node = scene.nodes[i];
    glm::dmat4 matrix = local_matrix(pose.local[i]);
    const bool rests = node.rest != kNone && !(node.rest_is_bind && pose.driven[i] != 0);
    if (rests) matrix = glm::dmat4(scene.rest_matrices[node.rest]) * matrix;
    if (node.parent != kNone) matrix = exact[node.parent] * matrix;
    exact[i] = matrix;
    world_from_node[i] = glm::mat4(matrix);
  }
}

}  // namespace vitrine::pose
