#pragma once
// For formats whose bones have one pose for bind and rest, which can be undone.

#include <optional>

#include "convert/loss_report.h"
#include "scene/scene.h"

namespace vitrine {

/// `scene` with the scales of nodes that are, or carry, bones set to what actions make of them where they are 0 or next
/// to nothing beside that: things are often hidden so until an action shows them. `moves`: nodes that actions move are
/// bones too. The loss is "hidden": these are to be seen when no action plays. Clips are as they were, so that
/// only poses of `scene` itself hide what rests hidden. Nothing when there is no such node.
std::optional<Scene> with_scales_at_rest(const Scene& scene, bool moves, LossReport& loss_report);

/// `scene` with each skin that was bound elsewhere (Skin::bind_is_rest) carried, its vertices and its inverse bind
/// matrices alike, to where its first joint rests: every pose stays as it is, and the bind pose is the rest pose where
/// one movement makes it so. Vertices for which none does are a loss. Nothing when there is no such skin.
std::optional<Scene> with_skins_at_rest(const Scene& scene, LossReport& loss_report);

}  // namespace vitrine
