#pragma once
// Nodes that clips move.

#include <vector>

#include "scene/scene.h"

namespace vitrine {

/// Sets `driven` of every node that a clip moves.
inline void mark_driven(const Clip& clip, std::vector<bool>& driven) {
  for (const Curve& curve : clip.curves) {
    if (curve.target_kind == TargetKind::kNode && curve.target != kNone && curve.channel != Channel::kOther)
      driven[curve.target] = true;
  }
  if (clip.frames) {
    for (const auto& binding : clip.frames->bindings) driven[binding.node] = true;
  }
  if (clip.poses) {
    for (const uint32_t node : clip.poses->nodes) driven[node] = true;
  }
}

/// Per node whether any clip moves it.
inline std::vector<bool> driven_nodes(const Scene& scene) {
  std::vector<bool> driven(scene.nodes.size(), false);
  for (const Clip& clip : scene.clips) mark_driven(clip, driven);
  return driven;
}

}  // namespace vitrine
