#pragma once
// Where the scene itself has its vertices, in md5's space.

#include "formats/md5/write/space.h"
#include "play/poser.h"

namespace vitrine::md5_export {

class ScenePoints {
 public:
  ScenePoints(const Scene& scene, const Space& space);
  /// `clip` kNone = as the scene stands.
  void pose(uint32_t clip, double time_s);
  /// Points of a node with a mesh.
  glm::dvec3 at(uint32_t node, uint32_t vertex) const;

 private:
  const Scene& scene_;
  const Space& space_;
  Poser poser_;
  uint32_t clip_ = kNone;
  std::vector<uint32_t> instance_of_node_;
};

}  // namespace vitrine::md5_export
