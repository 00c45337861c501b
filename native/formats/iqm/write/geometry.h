#pragma once
// The vertices and triangles of a scene as IQM has them: one list, of which every mesh has a range of its own.

#include <array>
#include <vector>

#include "convert/loss_report.h"
#include "convert/source_pose.h"
#include "formats/iqm/write/skeleton.h"

namespace vitrine::iqm_export {

struct Hold {
  uint32_t joint = 0;
  double weight = 0;  ///< those of a vertex sum to 1, the largest first
};

struct OutMesh {
  std::string name, material;
  uint32_t source_material = kNone;  ///< of the scene
  uint32_t first_vertex = 0, vertex_count = 0;
  uint32_t first_triangle = 0, triangle_count = 0;
};

/// Which vertex of the scene a written one is.
using Source = NodeVertex;

struct Geometry {
  std::vector<OutMesh> meshes;
  // Per vertex.
  std::vector<glm::vec3> positions, normals;
  std::vector<glm::vec2> uv;
  std::vector<glm::vec4> tangents;   ///< w: the bitangent is cross(normal, tangent) * w, against v
  std::vector<glm::u8vec4> colors;   ///< empty = the scene has none
  std::vector<uint32_t> hold_first;  ///< vertices + 1; empty = no joint holds anything
  std::vector<Hold> holds;
  std::vector<Source> sources;
  std::vector<uint32_t> indices;  ///< three per triangle, clockwise seen from outside
  std::vector<double> reach;      ///< per joint: largest distance of a vertex from it
  double size = 0;                ///< diagonal of the bind pose
};

/// The four bytes of a vertex's joints, or of its weights.
using Quad = std::array<uint8_t, 4>;
struct ByteHolds {
  std::vector<Quad> joints, weights;
  double largest_step = 0;  ///< largest change of a weight
};
/// For geometry whose vertices have four holds of 256 joints at most. Weights sum to 255.
ByteHolds byte_holds(const Geometry& geometry);

/// Adds a root to the skeleton for what no joint holds, unless the scene has no joints at all.
Geometry make_geometry(const Scene& scene, const Space& space, const IqmWriteOptions& options, Skeleton& skeleton,
                       ModelImages& images, LossReport& loss_report);

// The influences of one vertex on their way to a file: one per joint, the strongest first, with the sum 1.

struct WeightTally {
  uint64_t reduced = 0, small = 0, off_sum = 0;
  double largest_share = 0, largest_off = 0;
};

/// `most`: influences that are kept, of those whose share is not less than `least`.
void settle_holds(std::vector<Hold>& holds, uint32_t most, double least, WeightTally& tally);

}  // namespace vitrine::iqm_export
