#pragma once
// The shares of `append` and `validate` in what is stored frame by frame; view cores of other formats do without
// (native/wasm/view/no_frames.cpp).

#include "base/result.h"
#include "scene/scene.h"

namespace vitrine {

/// The share of `append` in tags and runs of stored frames, before nodes and meshes have moved.
void append_frames(Scene& scene, Scene& part);

/// The share of `validate` in what is stored frame by frame: vertices, tags, and the actions that show them; after all
/// else.
Status validate_frames(const Scene& scene);

}  // namespace vitrine
