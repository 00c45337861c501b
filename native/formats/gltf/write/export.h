#pragma once
// Any scene as a GLB: the glTF 2.0 file, and the result of reading it back.

#include <cstdint>
#include <vector>

#include "base/result.h"
#include "convert/export.h"
#include "convert/kind.h"
#include "convert/loss_report.h"
#include "formats/gltf/write/buffer.h"
#include "scene/scene.h"

namespace vitrine {

struct GlbOptions {
  bool hidden = false;  ///< writes the meshes of hidden nodes too
  /// Of a vertex: the heaviest, made to sum to 1; 0 = all, in as many sets as that takes.
  uint32_t most_influences = 8;
  /// Between keys every number runs straight, for readers that drop the tangents of CUBICSPLINE or mix rotations number
  /// by number.
  bool straight_keys = false;
  /// Every action has a channel for all that any action moves, for programs that show one action after another and
  /// leave the rest as it was.
  bool all_channels = false;
  bool close_loops = false;           ///< leads actions whose loop goes from the last frame to the first there
  uint64_t most_posed = 200'000'000;  ///< vertices and nodes that are posed to measure the file: a few seconds
  const Scene* source = nullptr;      ///< what the file is measured against; null = the scene
};

struct GlbExport {
  std::vector<uint8_t> bytes;
  /// { "size", "bind": Deviation, "actions": [Deviation with "name"] }; Deviation: { "samples", "largest", "relative",
  /// "time", "normals" }, `largest` in file units, `relative` to the size of the bind pose, `normals` in degrees.
  /// Of very many actions the first ones are there, and the loss "distance" counts the others.
  glb::Json read_back;
};

/// NOT_FINITE or BAD_INDEX for a scene that is not valid or whose numbers outgrow single precision in metres,
/// LIMIT_COUNT for one that is too large.
Result<GlbExport> export_glb(const Scene& scene, const ExportImages& images, const GlbOptions& options,
                             LossReport& loss_report);

extern const ExportKind kGlbKind;

}  // namespace vitrine
