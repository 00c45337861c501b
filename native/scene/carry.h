#pragma once
#include "scene/scene.h"

namespace vitrine {

/// Takes the vertices of `mesh` for which `is_meant(vertex)` holds to where the invertible `by` moves them: positions,
/// shapes, normals and tangents.
template <class IsMeant>
void carry(Mesh& mesh, const glm::dmat4& by, IsMeant&& is_meant) {
  const glm::dmat3 linear(by), of_normals = glm::transpose(glm::inverse(linear));
  const float hand = glm::determinant(linear) < 0 ? -1.0f : 1.0f;
  const auto move = [&](glm::vec3& p) { p = glm::vec3(by * glm::dvec4(glm::dvec3(p), 1)); };
  const auto turned = [](const glm::dmat3& turn, const glm::vec3& direction) {
    const glm::dvec3 moved = turn * glm::dvec3(direction);
    const double length = glm::length(moved);
    return length > 1e-30 && length <= 1e300 ? glm::vec3(moved / length) : direction;
  };
  for (size_t v = 0; v < mesh.positions.size(); ++v) {
    if (!is_meant(v)) continue;
    move(mesh.positions[v]);
    for (ShapeKey& shape : mesh.shapes) move(shape.positions[v]);
    if (!mesh.normals.empty()) mesh.normals[v] = turned(of_normals, mesh.normals[v]);
    if (mesh.tangents.empty()) continue;
    const glm::vec4& t = mesh.tangents[v];
    mesh.tangents[v] = glm::vec4(turned(linear, glm::vec3(t)), t.w * hand);
  }
}

}  // namespace vitrine
