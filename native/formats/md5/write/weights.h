#pragma once
// The influences of one vertex on their way to md5: reduced, summed to one, in steps that engines keep.

#include <cstdint>
#include <glm/glm.hpp>
#include <vector>

#include "formats/md5/write/options.h"

namespace vitrine::md5_export {

/// One influence: `point` is where it holds the vertex in the bind pose, in md5's space.
struct Held {
  uint32_t joint = 0;
  double weight = 0;
  int64_t bias = 0;  ///< as written, in units of 1 / kBiasOne
  glm::dvec3 point{0};
};

struct WeightTally {
  uint64_t reduced = 0, loose = 0, off_sum = 0, small = 0, stepped = 0;
  double largest_share = 0, largest_off = 0, largest_step = 0;
};

/// Influences of a joint become one, the strongest come first, those above the limit go; sets the biases. A sum within
/// 1e-3 of 1 becomes exactly 1; another one is kept unless `options` name an engine.
void settle_weights(std::vector<Held>& held, const Md5WriteOptions& options, WeightTally& tally);

}  // namespace vitrine::md5_export
