#include "formats/md5/write/rig.h"

#include <algorithm>
#include <unordered_set>

#include "base/names.h"
#include "formats/md5/write/names.h"
#include "formats/md5/write/rates.h"
#include "pose/hierarchy.h"
#include "scene/driven.h"
#include "scene/finite.h"

namespace vitrine::md5_export {
namespace {

constexpr double kRigid = 1e-5, kAtOrigin = 1e-4, kInBaseFrame = 1e-6, kNoVolume = 1e-9, kNothing = 1e-4;
constexpr size_t kMostSamples = 4096;

/// Largest entry.
double size_of(const glm::dmat3& m) { return difference(m, glm::dmat3(0)); }

void set_reference(Joint& joint, const glm::dmat4& matrix) {
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

/// Nodes that become joints: the joints, what skins name, and what moves with something below it.
std::vector<bool> wanted_nodes(const Scene& scene) {
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
  Folding(const Scene& scene, const Space& space, Rig& rig)
      : scene_(scene), space_(space), rig_(rig), pose_(scene, rig.leads_to_joint) {}

  void run() {
    state_.resize(rig_.joints.size());
    std::vector<uint32_t> clips;
    for (uint32_t c = 0; c < scene_.clips.size(); ++c) {
      if (scene_.clips[c].playable && moves_joints(scene_.clips[c], rig_)) clips.push_back(c);
    }
    std::vector<size_t> moves(rig_.joints.size(), 0);
    const size_t samples = std::clamp<size_t>(kMostSamples / std::max<size_t>(1, clips.size()), 3, 64);
    for (const uint32_t c : clips) {
      const double end_s = std::max(0.0, scene_.clips[c].duration_s);
      for (size_t k = 0; k < samples; ++k) see(c, end_s * static_cast<double>(k) / static_cast<double>(samples - 1));
      for (const uint32_t node : pose_.moved())
        if (const uint32_t j = rig_.joint_of_node[node]; j != kNone) ++moves[j];
    }
    const auto& still = pose_.at(kNone, 0);
    for (size_t j = 0; j < rig_.joints.size(); ++j) {
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
      if (const uint32_t j = rig_.joint_of_node[node]; j != kNone) see_joint(j, worlds);
  }
  void see_joint(size_t j, const std::vector<glm::dmat4>& worlds) {
    glm::dmat3 stretch(1);
    motion_of(rig_.joints[j], space_, worlds, &stretch);
    State& state = state_[j];
    if (!state.known) state.stretch = stretch, state.known = true;
    if (difference(stretch, state.stretch) > kRigid * size_of(state.stretch)) state.constant = false;
  }

  void fold(size_t j) {
    const State& state = state_[j];
    if (!state.known || !state.constant || difference(state.stretch, glm::dmat3(1)) < kRigid) return;
    // Bind matrices of quantised meshes have scales of a hundred-thousandth.
    if (!(std::abs(glm::determinant(state.stretch)) > kNoVolume * std::pow(size_of(state.stretch), 3))) return;
    // From md5's axes back to those of the file.
    const glm::dmat3 in_file = space_.linear_back(state.stretch);
    set_reference(rig_.joints[j], glm::dmat4(in_file) * rig_.joints[j].reference);
    ++rig_.folded;
  }

  const Scene& scene_;
  const Space& space_;
  Rig& rig_;
  SourcePose pose_;
  std::vector<State> state_;
};

void set_bind(Joint& joint, const Space& space) {
  const Polar rigid = polar(space.linear(joint.reference));
  joint.position = glm::vec3(space.point(glm::dvec3(joint.reference[3])));
  joint.rotation = stored(rigid.rotation);
  joint.bind = {glm::normalize(joint.rotation.rebuilt), glm::dvec3(joint.position)};
}

/// Per node itself or the nearest one above it that `is`; kNone if there is none.
template <class Is>
std::vector<uint32_t> nearest_above(const Scene& scene, Is&& is) {
  std::vector<uint32_t> out;
  for (uint32_t n = 0; n < scene.nodes.size(); ++n) {
    const uint32_t parent = scene.nodes[n].parent;
    out.push_back(is(n) ? n : parent == kNone ? kNone : out[parent]);
  }
  return out;
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

SourcePose::SourcePose(const Scene& scene, const std::vector<bool>& wanted)
    : scene_(scene), local_(pose::make_local_pose(scene)), still_(scene.nodes.size()), children_(scene.nodes.size()) {
  std::vector<glm::mat4> rounded(scene.nodes.size());
  pose::world_matrices(scene, local_, still_, rounded);
  exact_ = still_;
  leads_ = wanted.empty() ? std::vector<bool>(scene.nodes.size(), true) : wanted;
  for (size_t n = scene.nodes.size(); n-- > 0;) {
    const uint32_t parent = scene.nodes[n].parent;
    if (!leads_[n] || parent == kNone) continue;
    leads_[parent] = true;
    children_[parent].push_back(static_cast<uint32_t>(n));
  }
}

void SourcePose::choose(uint32_t clip) {
  for (const uint32_t n : driven_) local_.local[n] = scene_.nodes[n].local, local_.driven[n] = 0;
  for (const uint32_t n : moved_) exact_[n] = still_[n];
  clip_ = clip;
  driven_.clear(), moved_.clear();
  if (clip == kNone) return;
  driven_ = driven_nodes_of(scene_.clips[clip]);
  std::vector<uint32_t> open;
  for (const uint32_t n : driven_)
    if (leads_[n]) open.push_back(n);
  std::unordered_set<uint32_t> known(open.begin(), open.end());
  while (!open.empty()) {
    const uint32_t n = open.back();
    open.pop_back();
    moved_.push_back(n);
    for (const uint32_t child : children_[n])
      if (known.insert(child).second) open.push_back(child);
  }
  std::sort(moved_.begin(), moved_.end());
}

const std::vector<glm::dmat4>& SourcePose::at(uint32_t clip, double time_s) {
  if (clip != clip_) choose(clip);
  if (clip == kNone) return exact_;
  pose::PlayOptions options;
  options.loop = false;
  for (const uint32_t n : driven_) local_.local[n] = scene_.nodes[n].local;
  pose::add_clip(scene_, scene_.clips[clip], time_s, options, local_);
  for (const uint32_t n : moved_) {
    const uint32_t parent = scene_.nodes[n].parent;
    exact_[n] = pose::parent_from_node(scene_, local_, n);
    if (parent != kNone) exact_[n] = exact_[parent] * exact_[n];
  }
  return exact_;
}

bool moves_joints(const Clip& clip, const Rig& rig) {
  const auto is_shape = [](const Curve& curve) {
    return curve.target_kind == TargetKind::kShape && curve.target != kNone;
  };
  if (rig.bakes && std::any_of(clip.curves.begin(), clip.curves.end(), is_shape)) return true;
  const std::vector<uint32_t> driven = driven_nodes_of(clip);
  return std::any_of(driven.begin(), driven.end(), [&](uint32_t node) { return rig.leads_to_joint[node]; });
}

std::vector<uint32_t> Rig::nodes_of_joints(const Scene& scene) const {
  return nearest_above(scene, [&](uint32_t node) { return joint_of_node[node] != kNone; });
}

JointMotion motion_of(const Joint& joint, const Space& space, const std::vector<glm::dmat4>& worlds,
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
  out.hidden = size_of(parts.stretch) < kNothing;
  out.left = out.hidden     ? 0
             : out.size > 0 ? difference(parts.stretch / out.size, glm::dmat3(1)) * out.size
                            : out.stretch;
  if (stretch != nullptr) *stretch = parts.stretch;
  return out;
}

Rig make_rig(const Scene& scene, const Space& space, const Md5WriteOptions& options) {
  const auto wanted = wanted_nodes(scene);
  const std::vector<uint32_t> nodes = ordered_nodes(scene, wanted);
  const std::vector<uint32_t> above = nearest_above(scene, [&](uint32_t node) { return bool{wanted[node]}; });
  Rig rig;
  const std::vector<glm::dmat4> bound = references(scene, rig.rests_bound);
  rig.joint_of_node.assign(scene.nodes.size(), kNone);
  uint32_t roots = 0;
  for (const uint32_t node : nodes) {
    Joint joint;
    joint.node = node;
    const uint32_t parent = scene.nodes[node].parent;
    if (parent != kNone && above[parent] != kNone) joint.parent = rig.joint_of_node[above[parent]];
    roots += joint.parent == kNone;
    set_reference(joint, bound[node]);
    rig.joint_of_node[node] = static_cast<uint32_t>(rig.joints.size());
    rig.joints.push_back(std::move(joint));
  }
  rig.leads_to_joint = wanted;
  for (size_t n = scene.nodes.size(); n-- > 0;)
    if (rig.leads_to_joint[n] && scene.nodes[n].parent != kNone) rig.leads_to_joint[scene.nodes[n].parent] = true;
  Folding(scene, space, rig).run();
  rig.reference.resize(scene.nodes.size());
  for (Joint& joint : rig.joints) {
    set_bind(joint, space);
    rig.reference[joint.node] = joint.reference;
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
