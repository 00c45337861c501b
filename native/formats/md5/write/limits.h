#pragma once
// Limits of engines, and the scale that suits them.

#include <nlohmann/json.hpp>

#include "base/result.h"
#include "convert/loss_report.h"
#include "formats/md5/write/meshes.h"
#include "formats/md5/write/options.h"
#include "formats/md5/write/rig.h"

namespace vitrine::md5_export {

/// Refuses joints above the engine's limit, or merges them into their parents where the options ask for it.
Status fit_joints(Rig& rig, const Scene& scene, const Md5WriteOptions& options, LossReport& loss_report);
/// Adds empty joints where the engine needs as many as there are meshes.
void pad_joints(Rig& rig, OutMeshes& meshes, const Md5WriteOptions& options, LossReport& loss_report);
/// Refuses joints of vertices above the engine's limit.
Status check_baked(const Rig& rig, const Md5WriteOptions& options);
/// Refuses meshes, vertices and triangles that splitting cannot bring below the engine's limits.
Status check_meshes(const OutMeshes& meshes, const Rig& rig, const Md5WriteOptions& options);

// A model that an engine would draw as a dot, or that would fill its world: which --scale makes it as large as what it
// replaces, or as a player is high.

struct ModelSize {
  glm::dvec3 extent{0};  ///< of the bind pose, in the units written
};
ModelSize size_of(const OutMeshes& meshes);

/// { "scale", "message" }, or null for a model of a plausible size.
nlohmann::ordered_json scale_advice(const ModelSize& size, const Md5WriteOptions& options);

}  // namespace vitrine::md5_export
