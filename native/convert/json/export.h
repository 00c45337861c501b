#pragma once
// A whole scene as JSON, for programs that know none of the formats.

#include <cstdint>
#include <vector>

#include "convert/kind.h"
#include "scene/scene.h"

namespace vitrine {

/// One object: vitrine (the version), axes, files, nodes (a flat list, parents first, by index), meshes with every
/// number of their vertices, materials, textures, skins, cameras, lights, emitters, and actions with the keys of every
/// channel. Arrays of vectors are flat; all is in the file's own axes and units, as in scene.h. What is left out: the
/// bytes of images, places of things in their files, and the boxes that animations store.
std::vector<uint8_t> export_json(const Scene& scene);

extern const ExportKind kJsonKind;

}  // namespace vitrine
