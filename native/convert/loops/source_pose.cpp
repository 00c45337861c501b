#include <cmath>

#include "convert/source_pose.h"

namespace vitrine {

void ScenePoints::points(std::span<const NodeVertex> vertices, std::span<glm::dvec3> out) const {
  uint32_t node = kNone;
  OfNode points;
  for (size_t i = 0; i < vertices.size(); ++i) {
    if (vertices[i].node != node) points = of(node = vertices[i].node);
    out[i] = points.at(vertices[i].vertex);
  }
}

glm::dvec3 ScenePoints::normal(uint32_t node, uint32_t vertex) const {
  const uint32_t instance = instance_of_node_[node];
  const BufferView normals = poser_.buffer(BufferKind::kNormals, instance);
  if (vertex >= normals.bytes / sizeof(glm::vec3)) return glm::dvec3(0);
  const glm::dvec3 own(static_cast<const glm::vec3*>(normals.data)[vertex]);
  const glm::dvec3 turned = space_.direction(normal_matrices_[instance] * own);
  const double length = glm::length(turned);
  return length > 1e-12 && std::isfinite(length) ? turned / length : glm::dvec3(0);
}

void ScenePoints::normals(std::span<const NodeVertex> vertices, std::span<glm::dvec3> out) const {
  for (size_t i = 0; i < vertices.size(); ++i) out[i] = normal(vertices[i].node, vertices[i].vertex);
}

}  // namespace vitrine
