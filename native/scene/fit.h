#pragma once
// Which joint of a model takes which track of an animation: by name where names agree, then by the shape of the tree,
// and by number where the animation has no names. The one rule for all formats.

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "base/codes.h"
#include "scene/scene.h"

namespace vitrine {

/// In the order of trust: the larger, the looser.
enum class JointMatch : uint8_t { kUnmatched, kName, kNameIgnoringCase, kNumber, kHierarchy };

/// A joint of an animation.
struct FitTrack {
  std::string_view name;
  int64_t parent = -1;  ///< within the tracks; -1 = root
  Transform rest;       ///< where the animation's file has it at rest, if it says so
  bool has_rest = false;
  uint64_t offset = kNoOffset;  ///< place in its file
  bool is_joint = true;         ///< else a node that an animation moves only where both files call it the same
  bool moves = true;            ///< of tracks with the same name, those that move go first
  bool is_named = true;         ///< false: the reader made the name up from a number
};

struct Fit {
  std::vector<uint32_t> track;    ///< per node of the skeleton; kNone = keeps its bind pose
  std::vector<JointMatch> match;  ///< per node
  std::vector<uint8_t> rebased;   ///< per node: its parent in the model is not the parent of its track
  uint32_t matched = 0;           ///< joints; other nodes do not count
  uint32_t same_parent = 0;       ///< of those matched by name, the ones whose parents match as well
  bool keeps_values = false;      ///< those with another parent play the values of the file
  bool fits = false;              ///< at least half of the smaller skeleton found its counterpart
};

/// The joints of skins that share some, or of a scene without skins.
struct Skeleton {
  std::string name;
  std::vector<uint32_t> nodes;   ///< Scene nodes: joints, then others of the same file that have a name
  std::vector<int64_t> parents;  ///< within `nodes`; -1 = root of the skeleton
  uint32_t joint_count = 0;      ///< how many of `nodes` are joints
  Fit fit;                       ///< to the animation in question
};

/// A stretch of the scene's nodes.
struct NodeRange {
  uint32_t first = 0, end = 0;
};

/// The skeletons among the nodes of a range: one for all skins that share joints; without any skin, all its joint nodes
/// together; none when there are none. With `others`, the nodes that are no joints come behind the joints of the first
/// skeleton, and are one of their own where there are no joints; nodes of skinned meshes never do.
std::vector<Skeleton> skeletons(const Scene& scene, NodeRange range, bool others);
/// Those of the whole scene, joints alone.
std::vector<Skeleton> skeletons(const Scene& scene);

enum class FitRule : uint8_t {
  kNames,         ///< names alone: the parents of the tracks mean nothing, nothing is rebased (md5 of version 6)
  kNamesAndTree,  ///< then the shape of the tree
  kNumbers,       ///< of a file without names: as many joints as tracks
};
/// Finds skeleton.fit.
void fit(const Scene& scene, Skeleton& skeleton, const std::vector<FitTrack>& tracks, FitRule rule);

/// A name that a reader made up for a node without one: "node 5", "joint 2", "pose 0".
bool is_made_up(std::string_view name);

}  // namespace vitrine
