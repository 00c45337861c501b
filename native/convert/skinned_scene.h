#pragma once
// A scene whose vertices are moved by few joints, in place of stored frames or shape keys.

#include <nlohmann/json.hpp>

#include "base/result.h"
#include "convert/skinning/decompose.h"
#include "scene/scene.h"

namespace vitrine {

struct SkinnedScene {
  /// As the source, with the same numbers of nodes, vertices and actions. Its joints stand behind its other nodes:
  /// `root` at the origin, which stays, and below it one for each joint, without a hierarchy between them. Actions are
  /// key poses of joints and tags; other curves are gone.
  Scene scene;
  /// { "method", "joints", "tolerance", "frames" (different ones that were explained), "size", "mean", "largest" and
  /// "relative" (to the size) over all, "between" (the largest half-way between frames that follow one another),
  /// "actions": [{ "name", "mean": [..], "largest": [..], "between": [..] }] by frame }, distances in file units; null
  /// where no action moves a vertex and the scene is the source.
  nlohmann::ordered_json report;
  uint64_t curves_left_out = 0;  ///< of materials, lights, cameras and other nodes
};

/// `limits.tolerance` in file units, 0 = 1/1000 of the size; the root is no part of `limits.joints`. LIMIT_COUNT where
/// the frames have more points than kMostSkinningPoints.
Result<SkinnedScene> skinned_scene(const Scene& source, const SkinningLimits& limits);

}  // namespace vitrine
