#pragma once
// The matrices of a scene's nodes while its actions play.

#include <glm/glm.hpp>
#include <vector>

#include "pose/sample.h"
#include "scene/scene.h"

namespace vitrine {

/// The scene's own nodes at a time. Of thousands of nodes each of thousands of actions may move a few: only these are
/// posed.
class SourcePose {
 public:
  /// `wanted`: nodes whose matrices are asked for while clips play; empty = all.
  explicit SourcePose(const Scene& scene, const std::vector<bool>& wanted = {});
  /// One matrix per node, valid until the next call. `clip` kNone = as the scene stands.
  const std::vector<glm::dmat4>& at(uint32_t clip, double time_s);
  /// Wanted nodes and those on the way to them that the clip of the last call may have moved, parents first.
  const std::vector<uint32_t>& moved() const { return moved_; }

 private:
  void choose(uint32_t clip);

  const Scene& scene_;
  pose::LocalPose local_;
  std::vector<glm::dmat4> still_, exact_;
  std::vector<std::vector<uint32_t>> children_;  ///< that are wanted or lead to such
  std::vector<bool> leads_;
  uint32_t clip_ = kNone;
  std::vector<uint32_t> driven_, moved_;
};

}  // namespace vitrine
