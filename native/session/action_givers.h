#pragma once
// Which files are there for their actions alone: named so, or without a mesh that can be seen.

#include <vector>

#include "session/share_actions.h"

namespace vitrine {

/// The model that a node came with; they lie in the order in which they were read.
size_t model_of_node(const std::vector<ModelFile>& models, uint32_t node);

/// Per model whether it may give actions only; never all of them, and none whose nodes others use. `clips_of` has the
/// clips of each.
std::vector<uint8_t> action_givers(const Scene& scene, const std::vector<ModelFile>& models,
                                   const std::vector<std::vector<uint32_t>>& clips_of);

}  // namespace vitrine
