#include "scene/reach.h"

#include <algorithm>
#include <cstddef>
#include <cstring>

namespace vitrine {
namespace {

/// Floats without their sign order as their bits do; NaN is above all of them.
constexpr int32_t kNoSign = 0x7FFFFFFF;

}  // namespace

MeshReach reach_of(const Mesh& mesh) {
  MeshReach reach;
  int32_t farthest = 0;
  for (const glm::vec3& p : mesh.positions) {
    for (int axis = 0; axis < 3; ++axis) farthest = std::max(farthest, __builtin_bit_cast(int32_t, p[axis]) & kNoSign);
  }
  reach.position = __builtin_bit_cast(float, farthest);

  // Weight and offset at once, as they lie.
  using Words = int32_t __attribute__((vector_size(16)));
  static_assert(sizeof(Influence) == sizeof(uint32_t) + sizeof(Words) &&
                offsetof(Influence, weight) == sizeof(uint32_t));
  constexpr Words kNoSigns = {kNoSign, kNoSign, kNoSign, kNoSign};
  Words most = {0, 0, 0, 0};
  for (const Influence& influence : mesh.influences) {
    Words bits;
    std::memcpy(&bits, &influence.weight, sizeof bits);
    bits &= kNoSigns;
    most = bits > most ? bits : most;
    reach.joint = std::max(reach.joint, influence.joint);
  }
  reach.weight = __builtin_bit_cast(float, most[0]);
  reach.offset = __builtin_bit_cast(float, std::max(most[1], std::max(most[2], most[3])));
  return reach;
}

}  // namespace vitrine
