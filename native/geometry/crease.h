#pragma once
// Smooth normals with hard edges by angle, as the QMSH tools make them: around one position, triangles join a group
// through shared edges while their face normals differ by no more than the crease angle.

#include <cstdint>
#include <span>
#include <vector>

#include "scene/scene.h"

namespace vitrine::geometry {

struct CreaseNormals {
  std::vector<uint32_t> indices;   ///< as given, with corners moved to duplicates where an edge is hard
  std::vector<uint32_t> source;    ///< per vertex, the given vertex it is or duplicates; first the given ones in order
  std::vector<glm::vec3> normals;  ///< per vertex, unit; (0, 0, 0) where all faces are without area
};

/// Face vectors are (b-a) x (c-a), summed with their length (large faces count more). `indices`: triangles.
CreaseNormals crease_normals(std::span<const glm::vec3> positions, std::span<const uint32_t> indices, float angle_rad);

}  // namespace vitrine::geometry
