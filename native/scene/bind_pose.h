#pragma once
#include <vector>

#include "base/result.h"
#include "scene/reach.h"

namespace vitrine {

/// Finite numbers may have sums and products that are not. Tests that the scene as it stands before any clip can be
/// drawn and written down in floats: every node's place, the corners of every rigid mesh, the vertices of every skinned
/// one. The first that cannot be is returned with its `path`; code NOT_FINITE. `scene` has passed validate(), which
/// gave the `reaches` of its meshes.
Status check_bind_pose(const Scene& scene, const std::vector<MeshReach>& reaches);

}  // namespace vitrine
