#pragma once
// Which joint of a model takes which track of an animation: by name where names agree, then by the shape of the tree.

#include <cstdint>
#include <string>
#include <vector>

#include "formats/md5/raw.h"
#include "scene/scene.h"

namespace vitrine::md5 {

enum class Match : uint8_t { kUnmatched, kName, kNameIgnoringCase, kHierarchy };

struct Fit {
  std::vector<uint32_t> track;   ///< per joint of the skeleton; kNone = keeps its bind pose
  std::vector<Match> match;      ///< per joint
  std::vector<uint8_t> rebased;  ///< per joint: its parent in the model is not the parent of its track
  uint32_t matched = 0;
  bool fits = false;  ///< at least half of the smaller skeleton found its counterpart
};

/// The joints of one skin (or of a skeleton without one).
struct Skeleton {
  std::string name;
  std::vector<uint32_t> nodes;   ///< Scene nodes
  std::vector<int64_t> parents;  ///< within `nodes`; -1 = root of the skeleton
  Fit fit;                       ///< to the animation in question
};

/// The skeletons of a scene: one per skin; without any skin, all its joint nodes together; none when there are none.
std::vector<Skeleton> skeletons(const Scene& scene);

/// Finds skeleton.fit. Without `tree` the parents of the tracks mean nothing (version 6 names none): only names count,
/// nothing is rebased.
void fit(const Scene& scene, Skeleton& skeleton, const std::vector<RawTrack>& tracks, bool tree);

}  // namespace vitrine::md5
