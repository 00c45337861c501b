#pragma once
// A scene as a hash and as counts.

#include <string>

#include "scene/scene.h"

namespace vitrine {

/// Canonical 64-bit hash of the contents of the scene (not of file names): equal on every host for the same input.
uint64_t digest(const Scene& scene);
/// The same as 16 hexadecimal digits.
std::string digest_text(const Scene& scene);

/// The counts of the report's `info.statistics`; `vertices` and `influences` are the file's own.
struct Statistics {
  uint64_t nodes = 0, meshes = 0, primitives = 0, vertices = 0, triangles = 0, influences = 0, max_influences = 0,
           skins = 0, joints = 0, materials = 0, textures = 0, actions = 0, curves = 0, keys = 0, cameras = 0,
           lights = 0;
};
/// `max_influences` counts non-zero weights of one vertex.
Statistics statistics(const Scene& scene);

}  // namespace vitrine
