#include "scene/stored_worlds.h"

#include "scene/transform.h"

namespace vitrine {

std::vector<glm::dmat4> stored_worlds(const Scene& scene) {
  std::vector<glm::dmat4> worlds;
  worlds.reserve(scene.nodes.size());
  for (const Node& node : scene.nodes) {
    glm::dmat4 world = node.parent == kNone ? glm::dmat4(1) : worlds[node.parent];
    if (node.rest != kNone) world = world * glm::dmat4(scene.rest_matrices[node.rest]);
    worlds.push_back(world * local_matrix(node.local));
  }
  return worlds;
}

}  // namespace vitrine
