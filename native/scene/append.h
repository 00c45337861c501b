#pragma once
#include "scene/scene.h"

namespace vitrine {

/// Moves all tables of `part` behind those of `scene`. Indices inside `part` count from 0; its clips are of curves or
/// key poses.
/// Axes and files stay as the scene has them.
void append(Scene& scene, Scene&& part);

}  // namespace vitrine
