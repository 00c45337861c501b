#pragma once
// Step 3 of the KRI exporter: after it, the three quaternions of every triangle interpolate without going the long way
// round, that is, no pair of them has a negative product.

#include <array>
#include <cstdint>
#include <vector>

#include "scene/scene.h"

namespace vitrine::geometry {

struct QuaternionMesh {
  std::vector<uint32_t> triangles;  ///< three vertices each
  std::vector<glm::quat> frames;    ///< unit, one per vertex
};

/// Where a vertex comes from: itself (a == b == its own number), a negated twin (a == b), or the middle of an edge.
struct VertexOrigin {
  uint32_t a = 0, b = 0;
};

struct QuaternionStep {
  std::vector<VertexOrigin> origins;      ///< per vertex after the step; new ones stand behind those they come from
  std::vector<uint32_t> triangle_source;  ///< per triangle, the number of the one it is (part of)
  std::array<uint64_t, 4> negatives_before{};  ///< triangles with 0, 1, 2, 3 negative products
  uint64_t negated = 0, clones = 0, middles = 0, extra_triangles = 0;
  uint64_t t_junctions = 0;  ///< triangles' whole edges on which another triangle has put a middle
  uint64_t closing_vertices = 0, closing_triangles = 0;
};

/// Counts of triangles by negative products; `with_zero`: those of exactly 0 count too, for the exporter's description
/// asks for products above 0.
std::array<uint64_t, 4> count_negative_products(const QuaternionMesh& mesh, bool with_zero = false);

/// Changes `mesh` in place. Triangles in order: one negative product divides the edge, two clone the odd corner (or
/// negate it while nothing else uses it), three do both. `positions` (one per vertex before) are needed to find
/// T-junctions; `close_t_junctions` divides the neighbours of divided edges too, until none is left.
QuaternionStep process_quaternions(QuaternionMesh& mesh, const std::vector<glm::vec3>& positions,
                                   bool close_t_junctions, bool with_zero = false);

}  // namespace vitrine::geometry
