#pragma once
// For formats whose bones need a rest pose that can be undone.

#include <optional>

#include "convert/loss_report.h"
#include "scene/scene.h"

namespace vitrine {

/// `scene` with the scales of nodes that are, or carry, bones set to what actions make of them where they are 0 or next
/// to nothing beside that: things are often hidden so until an action shows them. `moves`: nodes that actions move are
/// bones too. The loss is "hidden": these are to be seen when no action plays. Clips are as they were, so that
/// only poses of `scene` itself hide what rests hidden. Nothing when there is no such node.
std::optional<Scene> with_scales_at_rest(const Scene& scene, bool moves, LossReport& loss_report);

}  // namespace vitrine
