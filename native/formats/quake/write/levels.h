#pragma once
// Lower levels of detail: the same model with fewer triangles, each a file of its own.

#include <nlohmann/json.hpp>

#include "convert/export.h"
#include "formats/quake/write/file.h"

namespace vitrine::md3_export {

struct Levels {
  std::vector<TextFile> files;  ///< NAME_1.md3 and on
  /// [{ "name", "asked" (a share), "triangles", "share" (reached), "vertices", "samples" (frames), "largest",
  /// "relative" }]: how far a vertex of the model is from the surface of the level in the same frame, in units and as
  /// a share of the size.
  nlohmann::ordered_json report = nlohmann::ordered_json::array();
};

/// Levels with `options.shares` of the triangles. Their vertices are some of the model's, the same ones in every frame:
/// which ones, the frames that differ most decide together with normals and texture coordinates. Tags are those of the
/// model. A share that is not reached is the loss "levels". EXPORT_ENGINE for an engine without levels or with fewer,
/// or a host without a simplifier; EXPORT_UNREADABLE where a level does not open.
Result<Levels> make_levels(const Scene& scene, const Space& space, const Surfaces& surfaces, const Motion& motion,
                           const Md3WriteOptions& options, const Simplify& simplify, LossReport& loss_report);

}  // namespace vitrine::md3_export
