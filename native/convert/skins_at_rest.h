#pragma once
// For formats whose bones have one pose for bind and rest.

#include <optional>

#include "convert/loss_report.h"
#include "scene/scene.h"

namespace vitrine {

/// `scene` with each skin that was bound elsewhere (Skin::bind_is_rest) carried, its vertices and its inverse bind
/// matrices alike, to where its first joint rests: every pose stays as it is, and the bind pose is the rest pose where
/// one movement makes it so. Vertices for which none does are a loss. Nothing when there is no such skin.
std::optional<Scene> with_skins_at_rest(const Scene& scene, LossReport& loss_report);

}  // namespace vitrine
