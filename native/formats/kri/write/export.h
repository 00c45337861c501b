#pragma once
// Any scene as a KRI scene, with the exporter's steps and its log.

#include "convert/kind.h"
#include "convert/loss_report.h"
#include "formats/kri/write/file.h"
#include "formats/kri/write/steps.h"
#include "scene/scene.h"

namespace vitrine {

struct KriExportOptions {
  kri::Generation generation = kri::Generation::kLast;
  bool process_quaternions = true;
  bool close_t_junctions = true;
};

struct KriExport {
  std::vector<uint8_t> bytes;
  kri::ExportLog log;
  std::vector<geometry::KriMeshStatistics> meshes;  ///< one per mesh node, in the order of the file
  std::vector<uint32_t> clips;                      ///< see ExportedFile
};

/// A valid scene in KRI's axes (right-handed, Z up). Joints become bones of an armature, meshes are prepared and split
/// where they exceed 16-bit numbers, actions become curves with handles. LIMIT_COUNT where something does not fit at
/// all. `moving`: the same nodes as they rest between actions, where `scene` stands otherwise for its bones
/// (with_scales_at_rest).
Result<KriExport> export_kri(const Scene& scene, const KriExportOptions& options, LossReport& loss_report,
                             const Scene* moving = nullptr);

extern const ExportKind kKriKind;

}  // namespace vitrine
