#include "session/key_times.h"

#include <algorithm>

#include "pose/scalar_curve.h"

namespace vitrine {
namespace {

bool has_material(const Scene& scene, const Node& node, uint32_t material) {
  if (node.mesh == kNone) return false;
  const auto& parts = scene.meshes[node.mesh].primitives;
  return std::any_of(parts.begin(), parts.end(), [&](const Primitive& part) { return part.material == material; });
}

bool moves(const Scene& scene, const Curve& curve, uint32_t node) {
  if (node == kNone) return true;
  if (curve.target == kNone) return false;
  const Node& own = scene.nodes[node];
  switch (curve.target_kind) {
    case TargetKind::kNode:
      return curve.target == node;
    case TargetKind::kShape:
      return curve.target == own.mesh;
    case TargetKind::kLight:
      return curve.target == own.light;
    case TargetKind::kCamera:
      return curve.target == own.camera;
    case TargetKind::kMaterial:
    case TargetKind::kTextureSlot:
      return has_material(scene, own, curve.target);
  }
  return false;
}

}  // namespace

std::vector<double> key_times(const Scene& scene, const std::vector<uint32_t>& clips, uint32_t node) {
  std::vector<double> times;
  if (node != kNone && node >= scene.nodes.size()) return times;
  for (const uint32_t clip : clips) {
    bool sampled = false;  // frames and key poses have common times: once is enough
    for (const ScalarCurve& channel : channels_of(scene.clips[clip])) {
      if (channel.curve() != nullptr ? !moves(scene, *channel.curve(), node)
                                     : sampled || !channel.animated() || (node != kNone && channel.node() != node))
        continue;
      sampled |= channel.curve() == nullptr;
      for (size_t key = 0; key < channel.key_count(); ++key) times.push_back(channel.time_s(key));
    }
  }
  std::sort(times.begin(), times.end());
  times.erase(std::unique(times.begin(), times.end()), times.end());
  return times;
}

}  // namespace vitrine
