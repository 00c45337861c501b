#pragma once
// Names of actions that tools took from paths of files: "anims/walk".

#include <vector>

#include "scene/scene.h"

namespace vitrine {

/// Names that are paths become their last part where no other action has it; the whole stays in `full_name`.
void shorten_action_names(std::vector<Clip>& clips);

}  // namespace vitrine
