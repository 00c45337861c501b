#pragma once
#include "base/result.h"
#include "scene/scene.h"

namespace vitrine {

/// The share of `validate` in what is stored frame by frame: vertices, tags, and the actions that show them; after all
/// else. View cores of other formats do without (native/wasm/view/no_frames.cpp).
Status validate_frames(const Scene& scene);

}  // namespace vitrine
