#pragma once
// A model that an engine would draw as a dot, or that would fill its world: which --scale makes it as large as what it
// replaces, or as a player is high.

#include <nlohmann/json.hpp>

#include "formats/md5/write/meshes.h"
#include "formats/md5/write/options.h"

namespace vitrine::md5_export {

struct ModelSize {
  glm::dvec3 extent{0};  ///< of the bind pose, in the units written
};
ModelSize size_of(const OutMeshes& meshes);

/// { "scale", "message" }, or null for a model of a plausible size.
nlohmann::ordered_json scale_advice(const ModelSize& size, const Md5WriteOptions& options);

}  // namespace vitrine::md5_export
