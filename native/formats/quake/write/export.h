#pragma once
// Any scene as an MD3 with all its actions, and the companions of an engine.

#include <nlohmann/json.hpp>
#include <vector>

#include "base/result.h"
#include "convert/export.h"
#include "convert/kind.h"
#include "convert/loss_report.h"
#include "formats/quake/write/options.h"
#include "scene/scene.h"

namespace vitrine::md3_export {

struct Md3Export {
  std::vector<uint8_t> bytes;        ///< of a player the legs
  std::vector<TextFile> companions;  ///< beside the model
  std::vector<uint32_t> clips;       ///< of the actions in the file
  /// { "engine", "scale", "tags", "sequences": [{ "name", "first", "frames", "action" }], "grid": { "step", "scale"
  /// (the companion undoes it), "largest", "relative", "frames": [number] }, "normals": { "largest", "mean",
  /// "idLargest", "idMean" } (degrees, and what id's own tools would make of them), "levels" (where they are asked for:
  /// make_levels()), "readBack": check_file() }; of a player instead of grid and readBack "parts" and as "sequences"
  /// the rows of make_player().
  nlohmann::ordered_json report;
};

/// `images`: PNG or JPEG files by texture. NOTHING_TO_SHOW for a scene without triangles and tags; EXPORT_ENGINE with
/// the numbers for one that the engine cannot hold; EXPORT_UNREADABLE for one that is too large for the grid;
/// LIMIT_COUNT for one with too many vertices and frames; NOT_FINITE, BAD_INDEX for one that is not valid.
Result<Md3Export> export_md3(const Scene& scene, const Md3WriteOptions& options, LossReport& loss_report,
                             const ExportImages& images = {}, const Simplify& simplify = {});

}  // namespace vitrine::md3_export

namespace vitrine {

extern const ExportKind kMd3Kind;

}  // namespace vitrine
