#include "convert/scales_at_rest.h"

#include <algorithm>
#include <cmath>
#include <vector>

#include "scene/driven.h"

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

}  // namespace vitrine
