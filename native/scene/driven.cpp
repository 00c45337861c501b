#include "scene/driven.h"

#include <algorithm>

namespace vitrine {

std::vector<uint8_t> clips_that_reach(const Scene& scene) {
  // What a node carries: something to see on it or below, or a joint of a skin that does.
  std::vector<uint8_t> carries(scene.nodes.size(), 0), worn(scene.skins.size(), 0);
  const bool any_mesh =
      std::any_of(scene.nodes.begin(), scene.nodes.end(), [](const Node& node) { return node.mesh != kNone; });
  for (size_t n = 0; n < scene.nodes.size(); ++n) {
    const Node& node = scene.nodes[n];
    carries[n] |=
        !any_mesh || node.mesh != kNone || node.camera != kNone || node.light != kNone || node.emitter != kNone;
    if (node.mesh == kNone || node.skin == kNone || worn[node.skin] != 0) continue;
    worn[node.skin] = 1;
    for (const uint32_t joint : scene.skins[node.skin].joints) carries[joint] = 1;
  }
  for (size_t n = scene.nodes.size(); n-- > 0;) {
    if (carries[n] != 0 && scene.nodes[n].parent != kNone) carries[scene.nodes[n].parent] = 1;
  }
  std::vector<uint8_t> out;
  for (const Clip& clip : scene.clips) {
    bool reaches = clip.camera_node != kNone;
    for (const FrameRun& run : clip.runs) reaches |= !run.meshes.empty();
    each_driven(clip, [&](uint32_t node) { reaches |= carries[node] != 0; });
    for (const Curve& curve : clip.curves) {
      if (curve.target != kNone && (curve.target_kind != TargetKind::kNode || curve.channel == Channel::kOther))
        reaches = true;
    }
    out.push_back(reaches);
  }
  return out;
}

}  // namespace vitrine
