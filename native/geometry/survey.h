#pragma once
// Edges, faces and weights of a mesh, counted in linear time, on request.

#include <cstdint>
#include <span>
#include <vector>

#include "scene/scene.h"

namespace vitrine::geometry {

struct MeshSurvey {
  uint32_t places = 0;              ///< in space; vertices at one place count once
  uint32_t edges = 0;               ///< lines between two places that are the side of some triangle
  uint32_t open_edges = 0;          ///< of one triangle alone
  uint32_t non_manifold_edges = 0;  ///< of three triangles or more
  uint32_t turned_edges = 0;        ///< whose two triangles disagree about which side is the front
  uint32_t collapsed_faces = 0;     ///< with two corners at one place
  uint32_t flat_faces = 0;          ///< with three places and no area: a height below a millionth of the longest side
  uint32_t unused_vertices = 0;     ///< that no triangle names
};
/// `indices` three a triangle, each below the number of positions.
MeshSurvey survey_mesh(std::span<const glm::vec3> positions, std::span<const uint32_t> indices);

struct WeightSurvey {
  uint32_t weighted = 0, unweighted = 0;  ///< vertices with and without influences
  double least = 0, most = 0;             ///< sums of the weights of a vertex; 0 without weighted ones
  uint32_t off = 0;                       ///< vertices whose sum misses 1 by more than 0.001
};
WeightSurvey survey_weights(const Mesh& mesh);

/// The connected parts of a mesh that have an inside: along every edge as many triangles run one way as the other.
/// Vertices at one place are one, however a format splits them.
struct ClosedParts {
  std::vector<uint32_t> indices;  ///< the triangles of all closed parts
  uint32_t closed = 0, of = 0;    ///< parts
};
ClosedParts closed_parts(std::span<const glm::vec3> positions, std::span<const uint32_t> indices);

}  // namespace vitrine::geometry
