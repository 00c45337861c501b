#pragma once
#include "scene/scene.h"

namespace vitrine {

/// The counts of the report's `info.statistics`; `vertices` and `influences` are the file's own.
struct Statistics {
  uint64_t nodes = 0, meshes = 0, primitives = 0, vertices = 0, triangles = 0, influences = 0, max_influences = 0,
           skins = 0, joints = 0, materials = 0, textures = 0, actions = 0, curves = 0, keys = 0, cameras = 0,
           lights = 0;
};
/// `max_influences` counts non-zero weights of one vertex.
Statistics statistics(const Scene& scene);

}  // namespace vitrine
