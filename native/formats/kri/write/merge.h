#pragma once
// Steps 1 and 2: one vertex per different (position, texture coordinates, colours, normal, handedness), and its
// tangent frame.

#include "scene/scene.h"

namespace vitrine::geometry {

struct MergedMesh {
  std::vector<uint32_t> triangles;  ///< merged vertices, three per given triangle
  std::vector<uint32_t> source;     ///< per merged vertex, the first given vertex of its group
  std::vector<int8_t> hands;        ///< per merged vertex
  std::vector<glm::quat> frames;    ///< per merged vertex; empty without texture layer
  uint64_t pure_vertices = 0;
  double average_hand = 0, tangent_accuracy = 0;
};

/// Vertices are merged if all their attributes are equal, influences and shapes included, which the original exporter's
/// key leaves out. Merged vertices are numbered by first appearance in the triangles; unused ones vanish.
/// `by_area`: tangents are weighted by the areas of their triangles, as the exporter's description says; else by
/// 0.1 + |N|^2, as its source does, where N is twice the area along the normal.
MergedMesh merge_with_frames(const Mesh& mesh, bool by_area = false);

/// Unit quaternion x y z w with w >= 0 of the frame whose columns are tangent, bitangent and normal.
glm::quat frame_quaternion(const glm::dvec3& tangent, const glm::dvec3& bitangent, const glm::dvec3& normal);

}  // namespace vitrine::geometry
