#pragma once
// Bone ids and weights of a skinned object as influences.

#include <span>

#include "formats/pivot/read/parse.h"
#include "scene/influence_writer.h"

namespace vitrine::pivot {

struct WeightSource {
  std::span<const RawSurface> surfaces;
  bool big_endian;
  std::span<const uint32_t> joint_of_bone;  ///< kNone where a bone is missing
  uint32_t own_joint;                       ///< the object itself
  std::span<const AffineMap> joint_from_mesh;
};

struct WeightCounts {
  uint64_t rigid = 0, dropped_by_id = 0, dropped_by_name = 0, renormalised = 0;
  float sum_min = 0, sum_max = 0;  ///< as stored
};

/// Fills the influences of `mesh`, which has the positions of all surfaces. Weights that are no positive numbers are
/// none; those of a vertex are divided by their sum; a vertex without any follows the object. The result is that of
/// InfluenceWriter::finish.
float read_weights(const WeightSource& source, Mesh& mesh, WeightCounts& counts);

}  // namespace vitrine::pivot
