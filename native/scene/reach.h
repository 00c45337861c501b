#pragma once
// How far vertices and influences reach, and whether the scene stays within the range of floats as it stands.

#include <algorithm>
#include <cstdint>
#include <vector>

#include "base/for_speed.h"
#include "base/result.h"
#include "scene/scene.h"

namespace vitrine {

/// Floats without their sign order as their bits do; NaN is above all of them.
inline constexpr int32_t kNoSign = 0x7FFFFFFF;

/// The largest weight and offset of influences without their signs; NaN where there is one.
class InfluenceReach {
 public:
  /// Weight and offset at once, as they lie in an influence.
  using Floats = float __attribute__((vector_size(16)));

  VITRINE_HOT_INLINE void add(const Floats& weight_and_offset) {
    const Words bits = __builtin_bit_cast(Words, weight_and_offset) & kNoSigns;
    most_ = bits > most_ ? bits : most_;
  }
  float weight() const { return __builtin_bit_cast(float, int32_t{most_[0]}); }
  /// On any axis.
  float offset() const {
    return __builtin_bit_cast(float, std::max(int32_t{most_[1]}, std::max(int32_t{most_[2]}, int32_t{most_[3]})));
  }

 private:
  using Words = int32_t __attribute__((vector_size(16)));
  static constexpr Words kNoSigns = {kNoSign, kNoSign, kNoSign, kNoSign};
  Words most_ = {0, 0, 0, 0};
};

/// The largest numbers of a mesh without their signs; NaN where there is one.
struct MeshReach {
  float position = 0;  ///< on any axis
  float weight = 0;    ///< of an influence
  float offset = 0;    ///< of an influence from its joint, on any axis
  uint32_t joint = 0;  ///< highest of the influences
};

/// In one walk over the positions and one over the influences, which are what a large scene has most of.
MeshReach reach_of(const Mesh& mesh);

/// Finite numbers may have sums and products that are not. Tests that the scene as it stands before any clip can be
/// drawn and written down in floats: every node's place, the corners of every rigid mesh, the vertices of every skinned
/// one. The first that cannot be is returned with its `path`; code NOT_FINITE. `scene` has passed validate(), which
/// gave the `reaches` of its meshes.
Status check_bind_pose(const Scene& scene, const std::vector<MeshReach>& reaches);

}  // namespace vitrine
