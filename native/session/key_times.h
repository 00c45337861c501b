#pragma once
#include "scene/scene.h"

namespace vitrine {

/// Times of the keys of a node in these clips, ascending, each once; kNone = of everything that moves. Components of
/// sampled frames that the file keeps at their base value have no keys; what moves with a node (its mesh's shapes, its
/// lamp, its camera, its materials) counts as its own.
std::vector<double> key_times(const Scene& scene, const std::vector<uint32_t>& clips, uint32_t node);

}  // namespace vitrine
