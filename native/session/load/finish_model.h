#pragma once
// Last steps of loading that need geometry or poses, which readers do not use.

#include "base/diagnostics.h"
#include "base/limits.h"
#include "scene/scene.h"

namespace vitrine {

inline constexpr Code kNoTangents{
    "NO_TANGENTS", Severity::kWarning,
    "Tangents need texture coordinates that spread over an area; unwrap the object that is named."};
namespace messages {
inline constexpr Sentence kNoTangents{vitrine::kNoTangents, "no tangents: an object has no usable texture coordinates"};
}

/// Completes the meshes from `first_mesh` and the clips from `first_clip` on, those of one file:
/// - meshes with a crease angle and no normals get them; a vertex on a hard edge is duplicated with all its data, and
///   `file_vertex` keeps saying which vertex of the file it is;
/// - these meshes get tangents when all of them have usable texture coordinates, else none and the warning NO_TANGENTS;
/// - Bezier curves without handles get Blender's automatic ones, by the clip's frame rate.
/// LIMIT_MEMORY when that asks for too much.
Status finish_model(Scene& scene, size_t first_mesh, size_t first_clip, Budget& budget, Diagnostics& diagnostics);

}  // namespace vitrine
