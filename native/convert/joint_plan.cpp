#include "convert/joint_plan.h"

#include <algorithm>
#include <cmath>

#include "convert/source_pose.h"
#include "scene/driven.h"
#include "scene/finite.h"
#include "scene/transform.h"

namespace vitrine {
namespace {

constexpr double kRigid = 1e-5, kNoVolume = 1e-9, kNoSize = 1e-4;
constexpr size_t kMostFolding = 4096;  // poses of all actions

/// Largest entry.
double largest_entry(const glm::dmat3& m) { return difference(m, glm::dmat3(0)); }

void set_reference(PlannedJoint& joint, const glm::dmat4& matrix) {
  joint.reference = matrix;
  joint.reference_inverse = glm::inverse(matrix);
  const glm::dmat4 back = joint.reference * joint.reference_inverse;
  if (is_finite(back) && difference(glm::dmat3(back), glm::dmat3(1)) < 1e-3) return;
  // Scaled to nothing: its place is all that is known.
  joint.reference = glm::dmat4(1);
  joint.reference[3] = matrix[3];
  joint.reference_inverse = glm::dmat4(1);
  joint.reference_inverse[3] = glm::dvec4(-glm::dvec3(matrix[3]), 1);
}

double rounding_of(const glm::mat4& joint_from_bind) {
  return kRigid * (1 + glm::length(glm::dvec3(joint_from_bind[3])));
}

/// From the bind pose of a skin to the scene: what stands above the joints, an armature that is turned or scaled, moves
/// the bind pose with it. The first joint of the skin that has none of the others above it decides.
glm::dmat4 scene_from_bind(const Skin& skin, const std::vector<glm::dmat4>& rest) {
  if (skin.joint_from_bind.empty() || skin.joints.empty()) return glm::dmat4(1);
  // Parents come before their children.
  const auto first = std::min_element(skin.joints.begin(), skin.joints.end()) - skin.joints.begin();
  const auto k = static_cast<size_t>(first);
  if (k >= skin.joint_from_bind.size()) return glm::dmat4(1);
  const glm::dmat4 placed = rest[skin.joints[k]] * glm::dmat4(skin.joint_from_bind[k]);
  const bool stays = difference(glm::dmat3(placed), glm::dmat3(1)) <= kRigid &&
                     glm::length(glm::dvec3(placed[3])) <= rounding_of(skin.joint_from_bind[k]);
  return stays || !is_finite(glm::inverse(placed)) ? glm::dmat4(1) : placed;
}

/// Where skins say that their joints were bound, placed as the scene has them, else where the nodes stand.
/// `rests_bound`: these are the same.
std::vector<glm::dmat4> references(const Scene& scene, bool& rests_bound) {
  SourcePose pose(scene);
  const std::vector<glm::dmat4> rest = pose.at(kNone, 0);
  std::vector<glm::dmat4> out = rest;
  std::vector<bool> known(scene.nodes.size(), false);
  for (const Skin& skin : scene.skins) {
    const glm::dmat4 placed = scene_from_bind(skin, rest);
    for (size_t k = 0; k < skin.joint_from_bind.size(); ++k) {
      const uint32_t node = skin.joints[k];
      const glm::dmat4 bound = placed * glm::inverse(glm::dmat4(skin.joint_from_bind[k]));
      if (!is_finite(bound)) continue;
      // Rounding of the stored matrix is no pose of its own.
      const glm::dmat4 off = glm::dmat4(skin.joint_from_bind[k]) * glm::inverse(placed) * out[node];
      const bool differs = difference(glm::dmat3(off), glm::dmat3(1)) > kRigid ||
                           glm::length(glm::dvec3(off[3])) > rounding_of(skin.joint_from_bind[k]);
      if (differs) rests_bound = false;
      if (differs && !known[node]) out[node] = bound;
      known[node] = true;
    }
  }
  return out;
}

/// The scale of a joint that is the same in all actions goes into its reference.
class Folding {
 public:
  Folding(const Scene& scene, const Space& space, JointPlan& plan)
      : scene_(scene), space_(space), plan_(plan), pose_(scene, plan.leads_to_joint) {}

  void run() {
    state_.resize(plan_.joints.size());
    std::vector<uint32_t> clips;
    for (uint32_t c = 0; c < scene_.clips.size(); ++c) {
      if (scene_.clips[c].playable && moves_joints(scene_.clips[c], plan_.leads_to_joint)) clips.push_back(c);
    }
    std::vector<size_t> moves(plan_.joints.size(), 0);
    const size_t samples = std::clamp<size_t>(kMostFolding / std::max<size_t>(1, clips.size()), 3, 64);
    for (const uint32_t c : clips) {
      const double end_s = std::max(0.0, scene_.clips[c].duration_s);
      for (size_t k = 0; k < samples; ++k) see(c, end_s * static_cast<double>(k) / static_cast<double>(samples - 1));
      for (const uint32_t node : pose_.moved())
        if (const uint32_t j = plan_.joint_of_node[node]; j != kNone) ++moves[j];
    }
    const auto& still = pose_.at(kNone, 0);
    for (size_t j = 0; j < plan_.joints.size(); ++j) {
      if (moves[j] < std::max<size_t>(1, clips.size())) see_joint(j, still);
      fold(j);
    }
  }

 private:
  struct State {
    glm::dmat3 stretch{1};
    bool known = false, constant = true;
  };

  void see(uint32_t clip, double time_s) {
    const auto& worlds = pose_.at(clip, time_s);
    for (const uint32_t node : pose_.moved())
      if (const uint32_t j = plan_.joint_of_node[node]; j != kNone) see_joint(j, worlds);
  }
  void see_joint(size_t j, const std::vector<glm::dmat4>& worlds) {
    glm::dmat3 stretch(1);
    motion_of(plan_.joints[j], space_, worlds, &stretch);
    State& state = state_[j];
    if (!state.known) state.stretch = stretch, state.known = true;
    if (difference(stretch, state.stretch) > kRigid * largest_entry(state.stretch)) state.constant = false;
  }

  void fold(size_t j) {
    const State& state = state_[j];
    if (!state.known || !state.constant || difference(state.stretch, glm::dmat3(1)) < kRigid) return;
    // Bind matrices of quantised meshes have scales of a hundred-thousandth.
    if (!(std::abs(glm::determinant(state.stretch)) > kNoVolume * std::pow(largest_entry(state.stretch), 3))) return;
    // From the axes written back to those of the file.
    const glm::dmat3 in_file = space_.linear_back(state.stretch);
    set_reference(plan_.joints[j], glm::dmat4(in_file) * plan_.joints[j].reference);
    ++plan_.folded;
  }

  const Scene& scene_;
  const Space& space_;
  JointPlan& plan_;
  SourcePose pose_;
  std::vector<State> state_;
};

}  // namespace

std::vector<bool> nodes_for_joints(const Scene& scene) {
  const size_t count = scene.nodes.size();
  std::vector<bool> wanted(count, false), carries(count, false);
  for (size_t n = 0; n < count; ++n) wanted[n] = scene.nodes[n].kind == NodeKind::kJoint;
  for (size_t n = 0; n < count; ++n) {
    const Node& node = scene.nodes[n];
    if (node.mesh == kNone || node.skin == kNone) continue;
    for (const Influence& influence : scene.meshes[node.mesh].influences) {
      const uint32_t joint = scene.skins[node.skin].joints[influence.joint];
      if (influence.weight != 0) wanted[joint] = true;
    }
  }
  const std::vector<bool> driven = driven_nodes(scene);
  for (size_t n = count; n-- > 0;) {
    const Node& node = scene.nodes[n];
    if (wanted[n] || node.mesh != kNone) carries[n] = true;
    if (carries[n] && driven[n]) wanted[n] = true;
    if (carries[n] && node.parent != kNone) carries[node.parent] = true;
  }
  return wanted;
}

JointPlan plan_joints(const Scene& scene, const Space& space, const std::vector<bool>& wanted,
                      const std::vector<uint32_t>& nodes) {
  const std::vector<uint32_t> above = nearest_above(scene, [&](uint32_t node) { return bool{wanted[node]}; });
  JointPlan plan;
  const std::vector<glm::dmat4> bound = references(scene, plan.rests_bound);
  plan.joint_of_node.assign(scene.nodes.size(), kNone);
  for (const uint32_t node : nodes) {
    PlannedJoint joint;
    joint.node = node;
    const uint32_t parent = scene.nodes[node].parent;
    if (parent != kNone && above[parent] != kNone) joint.parent = plan.joint_of_node[above[parent]];
    set_reference(joint, bound[node]);
    plan.joint_of_node[node] = static_cast<uint32_t>(plan.joints.size());
    plan.joints.push_back(joint);
  }
  plan.leads_to_joint = wanted;
  for (size_t n = scene.nodes.size(); n-- > 0;)
    if (plan.leads_to_joint[n] && scene.nodes[n].parent != kNone) plan.leads_to_joint[scene.nodes[n].parent] = true;
  Folding(scene, space, plan).run();
  return plan;
}

bool moves_joints(const Clip& clip, const std::vector<bool>& leads_to_joint) {
  const std::vector<uint32_t> driven = driven_nodes_of(clip);
  return std::any_of(driven.begin(), driven.end(), [&](uint32_t node) { return leads_to_joint[node]; });
}

std::vector<glm::dmat4> chains_to(const Scene& scene, const std::vector<uint32_t>& above) {
  std::vector<glm::dmat4> out;
  for (uint32_t n = 0; n < scene.nodes.size(); ++n) {
    const Node& node = scene.nodes[n];
    const glm::dmat4 rest = node.rest == kNone ? glm::dmat4(1) : glm::dmat4(scene.rest_matrices[node.rest]);
    const glm::dmat4 parent = node.parent == kNone ? glm::dmat4(1) : out[node.parent];
    out.push_back(above[n] == n ? glm::dmat4(1) : parent * (rest * local_matrix(node.local)));
  }
  return out;
}

JointMotion motion_of(const PlannedJoint& joint, const Space& space, const std::vector<glm::dmat4>& worlds,
                      glm::dmat3* stretch) {
  JointMotion out;
  if (joint.node == kNone) return out;
  const glm::dmat4 moved = worlds[joint.node] * joint.reference_inverse;
  const Polar parts = polar(space.linear(moved));
  // Where there is scale, the joint itself stays in its place, so that it is right for what hangs below it.
  const glm::dvec3 bound = space.point(glm::dvec3(joint.reference[3]));
  out.rigid = {parts.rotation, space.point(glm::dvec3(worlds[joint.node][3])) - parts.rotation * bound};
  out.stretch = difference(parts.stretch, glm::dmat3(1));
  out.size = std::cbrt(std::abs(glm::determinant(parts.stretch)));
  out.hidden = largest_entry(parts.stretch) < kNoSize;
  out.left = out.hidden     ? 0
             : out.size > 0 ? difference(parts.stretch / out.size, glm::dmat3(1)) * out.size
                            : out.stretch;
  if (stretch != nullptr) *stretch = parts.stretch;
  return out;
}

}  // namespace vitrine
