#include "formats/md5/write/rig.h"

#include <algorithm>

#include "base/names.h"
#include "convert/action_times.h"
#include "convert/plain_text.h"

namespace vitrine::md5_export {
namespace {

constexpr double kAtOrigin = 1e-4, kInBaseFrame = 1e-6;

/// Models of the family keep their order, because animations count joints; others get that of id's exporter.
bool keeps_order(const Scene& scene, const std::vector<bool>& wanted) {
  for (size_t n = 0; n < scene.nodes.size(); ++n) {
    const uint32_t file = scene.nodes[n].source.file;
    if (wanted[n] && (file >= scene.files.size() || scene.files[file].format != "md5")) return false;
  }
  return true;
}

std::vector<uint32_t> ordered_nodes(const Scene& scene, const std::vector<bool>& wanted) {
  std::vector<uint32_t> out;
  const auto count = static_cast<uint32_t>(scene.nodes.size());
  if (keeps_order(scene, wanted)) {
    for (uint32_t n = 0; n < count; ++n) {
      if (wanted[n]) out.push_back(n);
    }
    return out;
  }
  // Depth first, siblings by name. Nodes that are no joints pass their children on.
  std::vector<std::vector<uint32_t>> children(count);
  std::vector<uint32_t> above(count, kNone), stack;
  for (uint32_t n = 0; n < count; ++n) {
    const uint32_t parent = scene.nodes[n].parent;
    above[n] = parent == kNone ? kNone : wanted[parent] ? parent : above[parent];
    if (!wanted[n]) continue;
    (above[n] == kNone ? stack : children[above[n]]).push_back(n);
  }
  const auto later_first = [&](std::vector<uint32_t>& list) {
    std::stable_sort(list.begin(), list.end(),
                     [&](uint32_t a, uint32_t b) { return scene.nodes[a].name < scene.nodes[b].name; });
    std::reverse(list.begin(), list.end());
  };
  later_first(stack);
  while (!stack.empty()) {
    const uint32_t node = stack.back();
    stack.pop_back();
    out.push_back(node);
    later_first(children[node]);
    stack.insert(stack.end(), children[node].begin(), children[node].end());
  }
  return out;
}

void set_bind(Joint& joint, const Space& space) {
  const Polar rigid = polar(space.linear(joint.reference));
  joint.position = glm::vec3(space.point(glm::dvec3(joint.reference[3])));
  joint.rotation = stored(rigid.rotation);
  joint.bind = {glm::normalize(joint.rotation.rebuilt), glm::dvec3(joint.position)};
}

/// A mesh that no joint moves needs a root that stays.
bool has_loose_mesh(const Scene& scene, const Rig& rig) {
  const std::vector<uint32_t> above = rig.nodes_of_joints(scene);
  return std::any_of(scene.nodes.begin(), scene.nodes.end(), [&](const Node& node) {
    if (node.mesh == kNone || (node.skin != kNone && !scene.meshes[node.mesh].influence_first.empty())) return false;
    return above[static_cast<size_t>(&node - scene.nodes.data())] == kNone;
  });
}

bool is_root_at_origin(const Joint& joint, const Scene& scene) {
  if (glm::length(joint.position) > kAtOrigin) return false;
  return glm::length(joint.rotation.xyz) < kAtOrigin || lower_case(scene.nodes[joint.node].name) == "origin";
}

/// In the first frame of every action, which is its base frame.
bool starts_at_origin(const Joint& joint, const Scene& scene, const Space& space) {
  SourcePose pose(scene);
  const auto is_there = [&](uint32_t clip, double time_s) {
    return glm::length(space.point(glm::dvec3(pose.at(clip, time_s)[joint.node][3]))) <= kInBaseFrame;
  };
  if (!is_there(kNone, 0)) return false;
  for (uint32_t c = 0; c < scene.clips.size(); ++c) {
    if (scene.clips[c].playable && !is_there(c, clip_times(scene.clips[c]).from_s)) return false;
  }
  return true;
}

void name_joints(const Scene& scene, const Md5WriteOptions& options, Rig& rig) {
  NameList names(options.limits.name_bytes);
  for (Joint& joint : rig.joints) {
    if (joint.node == kNone) {
      joint.name = names.take("origin");
      continue;
    }
    const std::string& from = scene.nodes[joint.node].name;
    joint.name = names.take(plain_name(from, "joint"));
    if (joint.name != from) rig.renamed.push_back({from, joint.name});
  }
}

}  // namespace

bool moves_joints(const Clip& clip, const Rig& rig) {
  const auto is_shape = [](const Curve& curve) {
    return curve.target_kind == TargetKind::kShape && curve.target != kNone;
  };
  if (rig.bakes && (!clip.runs.empty() || std::any_of(clip.curves.begin(), clip.curves.end(), is_shape))) return true;
  return vitrine::moves_joints(clip, rig.leads_to_joint);
}

std::vector<uint32_t> Rig::nodes_of_joints(const Scene& scene) const {
  return nearest_above(scene, [&](uint32_t node) { return joint_of_node[node] != kNone; });
}

Rig make_rig(const Scene& scene, const Space& space, const Md5WriteOptions& options) {
  const auto wanted = nodes_for_joints(scene);
  JointPlan plan = plan_joints(scene, space, wanted, ordered_nodes(scene, wanted));
  Rig rig;
  rig.joint_of_node = std::move(plan.joint_of_node);
  rig.leads_to_joint = std::move(plan.leads_to_joint);
  rig.folded = plan.folded;
  rig.rests_bound = plan.rests_bound;
  rig.reference.resize(scene.nodes.size());
  uint32_t roots = 0;
  for (const PlannedJoint& planned : plan.joints) {
    Joint& joint = rig.joints.emplace_back();
    static_cast<PlannedJoint&>(joint) = planned;
    set_bind(joint, space);
    rig.reference[joint.node] = joint.reference;
    roots += joint.parent == kNone;
  }
  rig.has_own_root = roots == 1 && is_root_at_origin(rig.joints[0], scene) && !has_loose_mesh(scene, rig) &&
                     (!options.root_starts_at_zero || starts_at_origin(rig.joints[0], scene, space));
  if (!rig.has_own_root) {
    rig.joints.insert(rig.joints.begin(), Joint{});
    for (size_t j = 1; j < rig.joints.size(); ++j) {
      Joint& joint = rig.joints[j];
      joint.parent = joint.parent == kNone ? 0 : joint.parent + 1;
      rig.joint_of_node[joint.node] = static_cast<uint32_t>(j);
    }
  }
  name_joints(scene, options, rig);
  return rig;
}

}  // namespace vitrine::md5_export
