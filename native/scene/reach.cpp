#include "scene/reach.h"

#include <algorithm>
#include <cstddef>
#include <cstring>

namespace vitrine {

MeshReach reach_of(const Mesh& mesh) {
  MeshReach reach;
  int32_t farthest = 0;
  for (const glm::vec3& p : mesh.positions) {
    for (int axis = 0; axis < 3; ++axis) farthest = std::max(farthest, __builtin_bit_cast(int32_t, p[axis]) & kNoSign);
  }
  reach.position = __builtin_bit_cast(float, farthest);

  InfluenceReach most;
  static_assert(sizeof(Influence) == sizeof(uint32_t) + sizeof(InfluenceReach::Floats) &&
                offsetof(Influence, weight) == sizeof(uint32_t));
  for (const Influence& influence : mesh.influences) {
    InfluenceReach::Floats weight_and_offset;
    std::memcpy(&weight_and_offset, &influence.weight, sizeof weight_and_offset);
    most.add(weight_and_offset);
    reach.joint = std::max(reach.joint, influence.joint);
  }
  reach.weight = most.weight();
  reach.offset = most.offset();
  return reach;
}

}  // namespace vitrine
