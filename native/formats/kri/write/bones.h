#pragma once
// Which nodes of a scene are bones of which armature in a KRI scene, and where they are bound.

#include <glm/glm.hpp>
#include <vector>

#include "convert/loss_report.h"
#include "scene/scene.h"

namespace vitrine {

/// In the scene's own axes. All lists have an entry for each node.
struct KriBones {
  /// Losses: "skins".
  KriBones(const Scene& scene, LossReport& loss_report);

  std::vector<glm::dmat4> locals, worlds;  ///< as stored, with rest matrices
  /// Joints, whatever skins use as such, and the nodes between them.
  std::vector<bool> is_bone;
  std::vector<uint32_t> armature;  ///< of bones: the nearest ancestor that is none; kNone without one
  std::vector<uint32_t> number;    ///< of bones, within their armature
  bool needs_root = false;         ///< there are bones without an armature

  std::vector<uint32_t> resting_elsewhere;  ///< bones that do not rest where they are bound

  /// Of a bone, relative to its parent or armature.
  glm::dmat4 bind_local(uint32_t bone) const;
  /// Its transform is relative to a rest matrix already, as KRI counts bones.
  bool is_rest_bone(uint32_t node) const;
  /// The first joint of a node's skin that is a bone; kNone.
  uint32_t first_of(uint32_t node) const;

 private:
  void place();
  void find();
  void join();
  void bind(LossReport& loss_report);

  const Scene& scene_;
  std::vector<glm::dmat4> binds_;  ///< in the scene
};

}  // namespace vitrine
