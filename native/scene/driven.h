#pragma once
// Nodes that clips move, and whether that reaches anything that can be seen.

#include <algorithm>
#include <vector>

#include "scene/scene.h"

namespace vitrine {

/// Calls `take` with every node that a clip moves, with some of them again.
template <class Take>
void each_driven(const Clip& clip, Take&& take) {
  for (const Curve& curve : clip.curves) {
    if (curve.target_kind == TargetKind::kNode && curve.target != kNone && curve.channel != Channel::kOther)
      take(curve.target);
  }
  if (clip.frames) {
    for (const auto& binding : clip.frames->bindings) take(binding.node);
  }
  if (clip.poses) {
    for (const uint32_t node : clip.poses->nodes) take(node);
  }
  for (const FrameRun& run : clip.runs) {
    for (const uint32_t node : run.nodes) take(node);
  }
}

/// Sets `driven` of every node that a clip moves.
inline void mark_driven(const Clip& clip, std::vector<bool>& driven) {
  each_driven(clip, [&](uint32_t node) { driven[node] = true; });
}

/// The nodes that a clip moves, ascending.
inline std::vector<uint32_t> driven_nodes_of(const Clip& clip) {
  std::vector<uint32_t> out;
  each_driven(clip, [&](uint32_t node) { out.push_back(node); });
  std::sort(out.begin(), out.end());
  out.erase(std::unique(out.begin(), out.end()), out.end());
  return out;
}

/// Per node whether any clip moves it.
inline std::vector<bool> driven_nodes(const Scene& scene) {
  std::vector<bool> driven(scene.nodes.size(), false);
  for (const Clip& clip : scene.clips) mark_driven(clip, driven);
  return driven;
}

/// Whether the movement of these clips reaches anything that can be seen, one of each. Where the scene has no mesh, its
/// nodes are what is seen.
std::vector<uint8_t> clips_that_reach(const Scene& scene);

}  // namespace vitrine
