#pragma once
#include <vector>

#include "base/result.h"
#include "scene/reach.h"

namespace vitrine {

/// Tests everything that posing, skinning and drawing rely on: indices in range, parents before children, array lengths
/// that belong together, finite numbers, times in order. The first fault is returned with its `path`; codes BAD_INDEX
/// and NOT_FINITE. A scene that passes is trusted from then on. Formats report faults earlier and better (with a place
/// in the file); this is the last gate, and its error means a reader let something through.
/// `reaches` becomes those of the meshes.
Status validate(const Scene& scene, std::vector<MeshReach>& reaches);
Status validate(const Scene& scene);

}  // namespace vitrine
