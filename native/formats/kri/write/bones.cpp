#include "formats/kri/write/bones.h"

#include <algorithm>
#include <cmath>

#include "base/argument.h"
#include "scene/finite.h"
#include "scene/transform.h"

namespace vitrine {
namespace {

/// But for rounding of stored matrices.
bool is_near(const glm::dmat4& a, const glm::dmat4& b) {
  double largest = 0, size = 0;
  for (int i = 0; i < 16; ++i) {
    largest = std::max(largest, std::abs(a[i / 4][i % 4] - b[i / 4][i % 4]));
    size = std::max(size, std::abs(b[i / 4][i % 4]));
  }
  return largest <= 1e-5 * size;
}

}  // namespace

KriBones::KriBones(const Scene& scene, LossReport& loss_report) : scene_(scene) {
  place();
  find();
  bind(loss_report);
}

void KriBones::place() {
  for (const Node& node : scene_.nodes) {
    glm::dmat4 local = local_matrix(node.local);
    if (node.rest != kNone) local = glm::dmat4(scene_.rest_matrices[node.rest]) * local;
    locals.push_back(local);
    worlds.push_back(node.parent == kNone ? local : worlds[node.parent] * local);
  }
}

/// Joints and whatever skins use as such become bones; the nearest ancestor that is none is their armature.
void KriBones::find() {
  const size_t count = scene_.nodes.size();
  is_bone.assign(count, false);
  for (size_t i = 0; i < count; ++i) is_bone[i] = scene_.nodes[i].kind == NodeKind::kJoint;
  for (size_t i = 0; i < count; ++i) {
    if (scene_.nodes[i].skin == kNone) continue;
    for (const uint32_t joint : scene_.skins[scene_.nodes[i].skin].joints)
      is_bone[joint] = is_bone[joint] || joint != i;
  }
  // The mesh of a skin cannot be its own bone as well.
  for (size_t i = 0; i < count; ++i) is_bone[i] = is_bone[i] && scene_.nodes[i].skin == kNone;
  join();
  armature.assign(count, kNone);
  number.assign(count, kNone);
  std::vector<uint32_t> bone_counts(count + 1, 0);
  for (uint32_t i = 0; i < count; ++i) {
    if (!is_bone[i]) continue;
    const uint32_t parent = scene_.nodes[i].parent;
    armature[i] = parent == kNone ? kNone : is_bone[parent] ? armature[parent] : parent;
    needs_root |= armature[i] == kNone;
    number[i] = bone_counts[armature[i] == kNone ? count : armature[i]]++;
  }
}

/// A node between two bones is a bone too: those below it would have an armature of their own.
void KriBones::join() {
  const size_t count = scene_.nodes.size();
  std::vector<bool> below(count, false), above(count, false);
  for (size_t i = 0; i < count; ++i) {
    const uint32_t parent = scene_.nodes[i].parent;
    below[i] = parent != kNone && (is_bone[parent] || below[parent]);
  }
  for (size_t i = count; i-- > 0;) {
    const uint32_t parent = scene_.nodes[i].parent;
    if (parent != kNone && (is_bone[i] || above[i])) above[parent] = true;
  }
  for (size_t i = 0; i < count; ++i)
    if (below[i] && above[i] && scene_.nodes[i].skin == kNone) is_bone[i] = true;
}

/// Where bones are bound. KRI has one pose for bind and rest; bones that rest elsewhere are keyed in every action.
void KriBones::bind(LossReport& loss_report) {
  binds_ = worlds;
  std::vector<bool> bound(scene_.nodes.size(), false);
  uint64_t otherwise = 0;
  for (const Skin& skin : scene_.skins) {
    if (skin.joint_from_bind.empty()) continue;
    for (size_t k = 0; k < skin.joints.size(); ++k) {
      const uint32_t joint = skin.joints[k];
      if (!is_bone[joint]) continue;
      const glm::dmat4 bind = skin.bind_is_rest ? worlds[joint] : glm::inverse(glm::dmat4(skin.joint_from_bind[k]));
      if (bound[joint])
        otherwise += !is_near(bind, binds_[joint]);
      else if (is_finite(bind) && !is_near(bind, worlds[joint]))
        binds_[joint] = bind;
      bound[joint] = true;
    }
  }
  for (uint32_t i = 0; i < scene_.nodes.size(); ++i)
    if (is_bone[i] && !is_near(bind_local(i), locals[i])) resting_elsewhere.push_back(i);
  loss_report.add("skins", otherwise,
                  counted(otherwise, "bone is", "bones are") + " bound in another pose by a further skin");
}

glm::dmat4 KriBones::bind_local(uint32_t bone) const {
  const uint32_t parent = scene_.nodes[bone].parent;
  const glm::dmat4 above = parent == kNone ? glm::dmat4(1) : binds_[parent];
  const bool as_stored = binds_[bone] == worlds[bone] && (parent == kNone || above == worlds[parent]);
  return as_stored ? locals[bone] : glm::inverse(above) * binds_[bone];
}

bool KriBones::is_rest_bone(uint32_t node) const {
  const Transform& local = scene_.nodes[node].local;
  if (scene_.nodes[node].rest_is_bind || bind_local(node) != locals[node]) return false;
  return local.translation == glm::vec3(0) && local.rotation == glm::quat(1, 0, 0, 0) && local.scale == glm::vec3(1);
}

uint32_t KriBones::first_of(uint32_t node) const {
  if (scene_.nodes[node].skin == kNone) return kNone;
  for (const uint32_t joint : scene_.skins[scene_.nodes[node].skin].joints) {
    if (is_bone[joint]) return joint;
  }
  return kNone;
}

}  // namespace vitrine
