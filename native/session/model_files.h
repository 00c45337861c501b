#pragma once
// Models of several files: every model plays the actions of all files whose skeletons are named alike, and models that
// games put together on tags are joined.

#include <nlohmann/json_fwd.hpp>
#include <span>
#include <string_view>
#include <vector>

#include "base/diagnostics.h"
#include "base/limits.h"
#include "formats/joins.h"
#include "scene/remove.h"
#include "scene/scene.h"

namespace vitrine {

/// A model of the scene, with what its file brought.
struct ModelFile {
  uint32_t file = kNone;
  std::string_view name;
  ScenePart part;
  Axes axes;
  bool named_for_actions = false;  ///< the host has said that it gives actions alone
  std::vector<TagJoin> (*joins)(std::span<const JoinPart> parts) = nullptr;  ///< see FormatDetails
  nlohmann::ordered_json* info = nullptr;                                    ///< takes the fits
  std::span<const uint8_t> text;    ///< the file, where messages get line and column
  bool gives_actions_only = false;  ///< found: its nodes and meshes are taken out of the scene
};

/// Fits the actions of each file to the skeletons of the others (scene/fit.h). A file that is named for its actions, or
/// has none but meshes without area and fits a model, gives actions only; one that has a mesh as well shares its
/// actions with models of the same joints and keeps them. `more` are clips under another reading, by the numbers of
/// those of the scene. Messages go to the file that has the actions. LIMIT_COUNT and LIMIT_MEMORY where there is too
/// much to fit.
Status share_actions(Scene& scene, std::vector<ModelFile>& models, const Limits& limits, Diagnostics& diagnostics,
                     std::vector<Clip>& more);

/// The model that a node came with; they lie in the order in which they were read.
size_t model_of_node(const std::vector<ModelFile>& models, uint32_t node);

/// Per model whether it may give actions only; never all of them, and none whose nodes others use. `clips_of` has the
/// clips of each.
std::vector<uint8_t> action_givers(const Scene& scene, const std::vector<ModelFile>& models,
                                   const std::vector<std::vector<uint32_t>>& clips_of);

/// Hangs the nodes of models on tags of others, and joins their actions: what a list names for several of them is one
/// action of all; what it names for one of them plays while the others stand, or while a torso does `torso`, if that is
/// the name of an action. `more` are clips under another reading, by the numbers of those of the scene.
void join_models(Scene& scene, const std::vector<ModelFile>& models, std::string_view torso, std::vector<Clip>& more);

}  // namespace vitrine
