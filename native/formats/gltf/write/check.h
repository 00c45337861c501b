#pragma once
// The written GLB against the scene it was made from.

#include <span>

#include "formats/gltf/write/builder.h"

namespace vitrine {

/// Reads `bytes` back, poses them by glTF's rules and compares every vertex (of a scene without meshes: every node)
/// with the scene's own pose: as it stands, and over every action. See GlbExport::read_back. Losses: "distance".
Result<Json> check_glb(const GlbBuilder& builder, std::span<const uint8_t> bytes, uint64_t most_posed);

}  // namespace vitrine
