#pragma once
// Models of several files that games put together on tags: a player of legs, torso and head, and what it holds.

#include <string_view>
#include <vector>

#include "session/share_actions.h"

namespace vitrine {

/// Hangs the nodes of models on tags of others, and joins their actions: what a list names for several of them is one
/// action of all; what it names for one of them plays while the others stand, or while a torso does `torso`, if that is
/// the name of an action. `more` are clips under another reading, by the numbers of those of the scene.
void join_models(Scene& scene, const std::vector<ModelFile>& models, std::string_view torso, std::vector<Clip>& more);

}  // namespace vitrine
