#pragma once
#include "scene/scene.h"

namespace vitrine {

/// The share of `append` in tags and runs of stored frames, before nodes and meshes have moved; view cores of other
/// formats do without (native/wasm/view/no_frames.cpp).
void append_frames(Scene& scene, Scene& part);

}  // namespace vitrine
