#include "convert/at_rest.h"

#include <algorithm>
#include <cmath>
#include <vector>

#include "base/argument.h"
#include "scene/carry.h"
#include "scene/driven.h"
#include "scene/finite.h"
#include "scene/stored_worlds.h"

namespace vitrine {
namespace {

constexpr float kNothing = 1e-4f;  // of the size that an action shows

bool is_own_joint(const Scene& scene, uint32_t n) {
  const std::vector<uint32_t>& joints = scene.skins[scene.nodes[n].skin].joints;
  return std::find(joints.begin(), joints.end(), n) != joints.end();
}

/// Nodes that are bones, and those above them.
std::vector<bool> carrying_nodes(const Scene& scene, bool moves) {
  std::vector<bool> out(scene.nodes.size(), false);
  if (moves) out = driven_nodes(scene);
  for (size_t n = 0; n < scene.nodes.size(); ++n) {
    const Node& node = scene.nodes[n];
    if (node.kind == NodeKind::kJoint) out[n] = true;
    if (node.skin == kNone) continue;
    for (const uint32_t joint : scene.skins[node.skin].joints) out[joint] = true;
  }
  for (size_t n = scene.nodes.size(); n-- > 0;)
    if (out[n] && scene.nodes[n].parent != kNone) out[scene.nodes[n].parent] = true;
  return out;
}

/// Per node the largest scale that an action gives it.
std::vector<glm::vec3> shown_scales(const Scene& scene) {
  std::vector<glm::vec3> out(scene.nodes.size(), glm::vec3(0));
  for (const Clip& clip : scene.clips) {
    for (const Curve& curve : clip.curves) {
      if (curve.target_kind != TargetKind::kNode || curve.target == kNone || curve.channel != Channel::kScale ||
          curve.component > 2)
        continue;
      float& largest = out[curve.target][curve.component];
      for (const Key& key : curve.keys) largest = std::max(largest, std::abs(static_cast<float>(key.value)));
    }
    if (!clip.poses || clip.poses->nodes.empty()) continue;
    const std::vector<uint32_t>& nodes = clip.poses->nodes;
    for (size_t k = 0; k < clip.poses->transforms.size(); ++k) {
      glm::vec3& largest = out[nodes[k % nodes.size()]];
      largest = glm::max(largest, glm::abs(clip.poses->transforms[k].scale));
    }
  }
  return out;
}

/// Gives the skinned meshes of nodes without a size nodes of their own.
void take_out_skinned(const Scene& scene, std::optional<Scene>& out) {
  std::vector<bool> is_nothing;
  for (uint32_t n = 0; n < scene.nodes.size(); ++n) {
    const Node& node = out ? out->nodes[n] : scene.nodes[n];
    const glm::vec3& scale = node.local.scale;
    is_nothing.push_back(scale.x == 0 || scale.y == 0 || scale.z == 0 ||
                         (node.parent != kNone && is_nothing[node.parent]));
    if (!is_nothing[n] || node.mesh == kNone || node.skin == kNone || is_own_joint(scene, n) ||
        scene.meshes[node.mesh].influence_first.empty())
      continue;
    Node apart;
    apart.name = node.name;
    apart.kind = node.kind;
    apart.mesh = node.mesh, apart.skin = node.skin;
    apart.hidden = node.hidden;
    apart.source = node.source;
    if (!out) out = scene;
    out->nodes[n].mesh = out->nodes[n].skin = kNone;
    out->nodes[n].kind = NodeKind::kEmpty;
    out->nodes.push_back(std::move(apart));
  }
}

}  // namespace

std::optional<Scene> with_scales_at_rest(const Scene& scene, bool moves, LossReport& loss_report) {
  const std::vector<bool> carries = carrying_nodes(scene, moves);
  const std::vector<glm::vec3> shown = shown_scales(scene);
  std::optional<Scene> out;
  uint64_t hidden = 0;
  for (size_t n = 0; n < scene.nodes.size(); ++n) {
    if (!carries[n]) continue;
    glm::vec3 scale = scene.nodes[n].local.scale;
    for (int c = 0; c < 3; ++c) {
      const float now = std::abs(scale[c]);
      if (now == 0 || now < kNothing * shown[n][c]) scale[c] = shown[n][c] > 0 ? shown[n][c] : 1;
    }
    if (scale == scene.nodes[n].local.scale) continue;
    if (!out) out = scene;
    out->nodes[n].local.scale = scale;
    ++hidden;
  }
  take_out_skinned(scene, out);
  loss_report.add("hidden", hidden,
                  std::to_string(hidden) +
                      (hidden == 1 ? " node that a scale of 0 hides is" : " nodes that a scale of 0 hides are") +
                      " to be seen when no action plays: bones need a rest pose that can be undone");
  return out;
}

namespace {

/// What takes the bind pose of a joint to where it rests; nothing where that cannot be undone.
std::optional<glm::dmat4> movement(const Skin& skin, size_t joint, const std::vector<glm::dmat4>& worlds) {
  const glm::dmat4 m = worlds[skin.joints[joint]] * glm::dmat4(skin.joint_from_bind[joint]);
  return is_finite(m) && is_finite(glm::inverse(m)) ? std::optional(m) : std::nullopt;
}

/// The movements of a mesh that hangs on `node`: of its joints, those of the first one, and of what follows the mesh's
/// own node alone, which may be a joint too.
struct Movements {
  std::optional<glm::dmat4> joints, own;
};
Movements movements(const Skin& skin, uint32_t node, const std::vector<glm::dmat4>& worlds) {
  Movements out;
  const auto is_own = [&](uint32_t joint) { return joint == node; };
  const auto own = std::find_if(skin.joints.begin(), skin.joints.end(), is_own),
             first = std::find_if_not(skin.joints.begin(), skin.joints.end(), is_own);
  const auto of = [&](auto joint) { return movement(skin, static_cast<size_t>(joint - skin.joints.begin()), worlds); };
  if (first != skin.joints.end()) out.joints = of(first);
  if (own != skin.joints.end()) out.own = of(own);
  return out;
}

void carry_bound(Mesh& mesh, const Skin& skin, uint32_t node, const Movements& by) {
  const auto follows = [&](size_t v, bool own) {
    const auto first = mesh.influences.begin() + mesh.influence_first[v],
               last = mesh.influences.begin() + mesh.influence_first[v + 1];
    const bool others = std::any_of(first, last, [&](const Influence& i) { return skin.joints[i.joint] != node; });
    return first != last && others != own;
  };
  if (by.joints) carry(mesh, *by.joints, [&](size_t v) { return follows(v, false); });
  if (by.own) carry(mesh, *by.own, [&](size_t v) { return follows(v, true); });
}

struct Off {
  uint64_t vertices = 0;
  double largest = 0;
};
/// Vertices that the rest pose shows elsewhere than they are bound.
void measure(const Mesh& mesh, const Skin& skin, const std::vector<glm::dmat4>& worlds, Off& off) {
  constexpr double kRounding = 1e-4;
  for (size_t v = 0; v < mesh.positions.size(); ++v) {
    glm::dvec3 at(0);
    for (uint32_t k = mesh.influence_first[v]; k < mesh.influence_first[v + 1]; ++k) {
      const Influence& influence = mesh.influences[k];
      at += double{influence.weight} *
            glm::dvec3(worlds[skin.joints[influence.joint]] * glm::dvec4(glm::dvec3(influence.position), 1));
    }
    const double distance = glm::length(at - glm::dvec3(mesh.positions[v]));
    if (!(distance > kRounding * (1 + glm::length(at)))) continue;
    ++off.vertices;
    off.largest = std::max(off.largest, distance);
  }
}

}  // namespace

std::optional<Scene> with_skins_at_rest(const Scene& scene, LossReport& loss_report) {
  const auto is_elsewhere = [](const Skin& skin) { return !skin.bind_is_rest && !skin.joint_from_bind.empty(); };
  if (std::none_of(scene.skins.begin(), scene.skins.end(), is_elsewhere)) return {};
  Scene out = scene;
  const std::vector<glm::dmat4> worlds = stored_worlds(scene);
  std::vector<uint32_t> users(scene.skins.size(), 0);
  for (const Node& node : scene.nodes)
    if (node.skin != kNone) ++users[node.skin];
  std::vector<Movements> by(scene.skins.size());
  Off off;
  std::vector<bool> seen(scene.skins.size(), false), carried(scene.meshes.size(), false);
  for (uint32_t n = 0; n < scene.nodes.size(); ++n) {
    const Node& node = scene.nodes[n];
    if (node.skin == kNone || !is_elsewhere(scene.skins[node.skin])) continue;
    Skin& skin = out.skins[node.skin];
    Movements& movement = by[node.skin];
    if (!seen[node.skin]) {
      seen[node.skin] = true;
      movement = movements(skin, n, worlds);
      // The joint that is one mesh is any joint to the others of the skin.
      if (users[node.skin] > 1) movement.own.reset();
      for (size_t k = 0; k < skin.joints.size(); ++k) {
        const std::optional<glm::dmat4>& m = skin.joints[k] == n ? movement.own : movement.joints;
        if (m) skin.joint_from_bind[k] = glm::mat4(glm::dmat4(skin.joint_from_bind[k]) * glm::inverse(*m));
      }
    }
    // A mesh of several nodes has one skin.
    const bool moves = movement.joints || movement.own;
    if (!moves || scene.meshes[node.mesh].influence_first.empty() || carried[node.mesh]) continue;
    carried[node.mesh] = true;
    carry_bound(out.meshes[node.mesh], skin, n, movement);
    measure(out.meshes[node.mesh], skin, worlds, off);
  }
  loss_report.add(
      "rest", off.vertices,
      counted(off.vertices, "vertex is off", "vertices are off") +
          " when no action plays: the joints are bound in another pose than they rest in; the number is the "
          "largest distance",
      off.largest);
  return out;
}

}  // namespace vitrine
