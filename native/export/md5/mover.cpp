#include <algorithm>

#include "export/md5/plan.h"

namespace vitrine::md5_export {
namespace {

constexpr double kStretch = 1e-4;
constexpr size_t kVerticesPerNode = 16;  ///< posed in about the time of a node

glm::dvec3 level(const glm::dvec3& v) { return {v.x, v.y, 0}; }

}  // namespace

Mover::Mover(const Scene& scene, const Space& space, const Rig& rig, bool sizes)
    : space_(space),
      rig_(rig),
      source_(scene),
      poses_(rig.joints.size()),
      writes_sizes_(sizes),
      sizes_(rig.joints.size(), 1),
      stretch_(rig.joints.size(), 0),
      hidden_(rig.joints.size(), false),
      nodes_(scene.nodes.size() + rig.joints.size()) {
  if (rig.baked.empty()) return;
  points_.emplace(scene, space);
  // All vertices are posed for those that joints follow.
  for (const Mesh& mesh : scene.meshes) nodes_ += mesh.positions.size() / kVerticesPerNode;
}

const std::vector<Rigid>& Mover::plain(const Take& take, double time_s) {
  const auto& worlds = source_.at(take.clip, time_s);
  for (size_t j = 0; j < poses_.size(); ++j) {
    const Joint& joint = rig_.joints[j];
    sizes_[j] = 1;
    if (take.bind || joint.node == kNone) {
      poses_[j] = joint.bind;
      continue;
    }
    const JointMotion motion = motion_of(joint, space_, worlds);
    poses_[j] = motion.rigid * joint.bind;
    double left = motion.hidden ? 0 : motion.stretch;
    if (writes_sizes_ && motion.stretch > kStretch) sizes_[j] = motion.size, left = motion.left;
    if (motion.hidden && !writes_sizes_) hidden_[j] = true;
    if (left > kStretch) stretch_[j] = std::max(stretch_[j], left);
  }
  if (!points_ || take.bind) return poses_;
  points_->pose(take.clip, time_s);
  for (size_t k = 0; k < rig_.baked.size(); ++k) {
    const auto& [node, vertex] = rig_.baked[k];
    poses_[rig_.own_joints() + k] = {glm::dquat(1, 0, 0, 0), points_->at(node, vertex)};
  }
  return poses_;
}

glm::dvec3 Mover::way(const Take& take, double time_s, const glm::dvec3& walker) const {
  if (take.root_motion == Md5RootMotion::kLoops) {
    const double length = take.end_s - take.from_s;
    return length > 0 ? take.drift * std::clamp((time_s - take.from_s) / length, 0.0, 1.0) : glm::dvec3(0);
  }
  return level(walker - take.start);
}

glm::dvec3 Mover::removed(const Take& take, double time_s) {
  if (take.walker == kNone || take.root_motion == Md5RootMotion::kKeep || take.root_motion == Md5RootMotion::kExtract)
    return glm::dvec3(0);
  return way(take, time_s, plain(take, time_s)[take.walker].translation);
}

const std::vector<Rigid>& Mover::at(const Take& take, double time_s) {
  plain(take, time_s);
  if (take.walker == kNone || take.root_motion == Md5RootMotion::kKeep) return poses_;
  const glm::dvec3 way_now = way(take, time_s, poses_[take.walker].translation);
  if (take.root_motion == Md5RootMotion::kExtract) {
    poses_[0].translation += way_now;
    return poses_;
  }
  for (size_t j = rig_.has_own_root ? 0 : 1; j < poses_.size(); ++j) poses_[j].translation -= way_now;
  return poses_;
}

}  // namespace vitrine::md5_export
