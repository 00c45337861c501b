#pragma once
// Influences of a mesh written in their place, vertex by vertex, as every format with a bind pose does.

#include <cstddef>
#include <cstring>

#include "scene/reach.h"
#include "scene/transform.h"

namespace vitrine {

/// For each vertex of a mesh in turn: begin_vertex, then add for each of its influences; finish after the last. All of
/// it is inlined, so that the members of a local one are registers.
class InfluenceWriter {
 public:
  /// There will be at most so many influences.
  VITRINE_HOT_INLINE InfluenceWriter(Mesh& mesh, size_t most) : mesh_(mesh) {
    mesh.influence_first.reserve(mesh.positions.size() + 1);
    mesh.influences.resize(most);
    begin_ = to_ = mesh.influences.data();
  }

  VITRINE_HOT_INLINE void begin_vertex() { mesh_.influence_first.push_back(static_cast<uint32_t>(to_ - begin_)); }
  /// `position` is in mesh space.
  VITRINE_HOT_INLINE void add(uint32_t joint, float weight, const AffineMap& joint_from_mesh,
                              const glm::dvec3& position) {
    add(joint, weight, joint_from_mesh.lanes(position));
  }
  /// `position` is in the joint's space.
  VITRINE_HOT_INLINE void add(uint32_t joint, float weight, const glm::vec3& position) {
    add(joint, weight, AffineMap::Floats{position.x, position.y, position.z, 0});
  }
  /// The largest offset of an influence from its joint on any axis, without sign; NaN where one is NaN.
  VITRINE_HOT_INLINE float finish() {
    begin_vertex();  // where one more would begin
    mesh_.influences.resize(static_cast<size_t>(to_ - begin_));
    return reach_.offset();
  }

 private:
  VITRINE_HOT_INLINE void add(uint32_t joint, float weight, const AffineMap::Floats& position) {
    const auto stored = __builtin_shufflevector(position, AffineMap::Floats{weight, 0, 0, 0}, 4, 0, 1, 2);
    static_assert(offsetof(Influence, position) == offsetof(Influence, weight) + sizeof(float));
    to_->joint = joint;
    std::memcpy(&to_->weight, &stored, sizeof stored);
    ++to_;
    reach_.add(stored);
  }

  Mesh& mesh_;
  Influence* begin_;
  Influence* to_;
  InfluenceReach reach_;
};

}  // namespace vitrine
