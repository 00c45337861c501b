#include <algorithm>

#include "convert/check_written.h"
#include "formats/md5/write/plan.h"

namespace vitrine::md5_export {
namespace {

constexpr double kStretch = 1e-4;

glm::dvec3 level(const glm::dvec3& v) { return {v.x, v.y, 0}; }

}  // namespace

Mover::Mover(const Scene& scene, const Space& space, const Rig& rig, bool sizes)
    : space_(space),
      rig_(rig),
      source_(scene, rig.leads_to_joint),
      poses_(rig.joints.size()),
      writes_sizes_(sizes),
      sizes_(rig.joints.size(), 1),
      stretch_(rig.joints.size(), 0),
      hidden_(rig.joints.size(), false),
      left_(rig.joints.size(), 0),
      gone_(rig.joints.size(), 0),
      nodes_(scene.nodes.size() + rig.joints.size()) {
  const auto& worlds = source_.at(kNone, 0);
  for (uint32_t j = 0; j < poses_.size(); ++j) pose_joint(j, worlds);
  still_ = poses_, still_sizes_ = sizes_;
  if (rig.baked.empty()) return;
  points_.emplace(scene, space);
  // All vertices are posed for those that joints follow.
  for (const Mesh& mesh : scene.meshes) nodes_ += mesh.positions.size() / kVerticesPerNode;
}

void Mover::pose_joint(uint32_t j, const std::vector<glm::dmat4>& worlds) {
  const Joint& joint = rig_.joints[j];
  poses_[j] = joint.bind;
  if (joint.node == kNone) return;
  const JointMotion motion = motion_of(joint, space_, worlds);
  poses_[j] = motion.rigid * joint.bind;
  sizes_[j] = 1;
  left_[j] = motion.hidden ? 0 : motion.stretch;
  if (writes_sizes_ && motion.stretch > kStretch) sizes_[j] = motion.size, left_[j] = motion.left;
  gone_[j] = motion.hidden && !writes_sizes_;
}

void Mover::note(uint32_t j) {
  if (gone_[j] != 0) hidden_[j] = true;
  if (left_[j] > kStretch) stretch_[j] = std::max(stretch_[j], left_[j]);
}

/// Joints that the clip does not move stand still in all of its poses.
void Mover::begin(const Take& take) {
  const auto& still = source_.at(kNone, 0);
  for (const uint32_t j : moved_) pose_joint(j, still);
  clip_ = take.clip, begun_ = true;
  source_.at(take.clip, take.from_s);
  moved_.clear();
  for (const uint32_t node : source_.moved()) {
    const uint32_t j = rig_.joint_of_node[node];
    if (j != kNone && rig_.joints[j].node == node) moved_.push_back(j);
  }
  std::sort(moved_.begin(), moved_.end());
  auto moving = moved_.begin();
  for (uint32_t j = 0; j < poses_.size(); ++j) {
    if (moving != moved_.end() && *moving == j)
      ++moving;
    else
      note(j);
  }
}

std::vector<uint32_t> Mover::moved(const Take& take) {
  if (!take.bind && (!begun_ || take.clip != clip_)) begin(take);
  std::vector<uint32_t> out;
  const bool shifted = take.walker != kNone && take.root_motion != Md5RootMotion::kKeep;
  if (shifted || points_) {
    for (uint32_t j = 0; j < poses_.size(); ++j) out.push_back(j);
  } else if (!take.bind) {
    out = moved_;
  }
  return out;
}

const std::vector<Rigid>& Mover::plain(const Take& take, double time_s) {
  if (take.bind) {
    for (size_t j = 0; j < poses_.size(); ++j) poses_[j] = rig_.joints[j].bind, sizes_[j] = 1;
    return poses_;
  }
  if (!begun_ || take.clip != clip_) begin(take);
  poses_ = still_, sizes_ = still_sizes_;
  const auto& worlds = source_.at(take.clip, time_s);
  for (const uint32_t j : moved_) pose_joint(j, worlds), note(j);
  if (!points_) return poses_;
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
  for (size_t j = rig_.first_that_walks(take.walker); j < poses_.size(); ++j) poses_[j].translation -= way_now;
  return poses_;
}

}  // namespace vitrine::md5_export
