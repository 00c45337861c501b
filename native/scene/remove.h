#pragma once
#include "scene/scene.h"

namespace vitrine {

/// How much of everything a scene has; what a file brought lies between two of them. Clips and files are not among it.
struct SceneSizes {
  uint32_t nodes = 0, rest_matrices = 0, meshes = 0, skins = 0, materials = 0, textures = 0, cameras = 0, lights = 0,
           emitters = 0;
};
SceneSizes sizes_of(const Scene& scene);

/// What a file brought.
struct ScenePart {
  SceneSizes first, end;
};

/// Takes out all that came after: of a file that was read in part. Nothing before it refers to that. Does not throw.
void cut_back(Scene& scene, const SceneSizes& sizes, size_t clips);

/// Takes out these parts, which ascend, and to which nothing else refers but clips: their curves then have no target,
/// tracks of key poses and bindings of frames are left out. `more` are clips beside those of the scene.
void remove_parts(Scene& scene, const std::vector<ScenePart>& parts, std::vector<Clip>& more);

}  // namespace vitrine
