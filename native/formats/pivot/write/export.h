#pragma once
// Any scene as a pivot scene.

#include "convert/kind.h"
#include "convert/loss_report.h"
#include "formats/pivot/write/file.h"

namespace vitrine {

/// A valid scene in the pivot scene's axes (Y up, right-handed, counter-clockwise, v from the top), with normals
/// computed where the format of the scene has none. Fails with LIMIT_COUNT where a count does not fit.
/// `bone_meshes`: joints without a mesh get one, as the exporter's switch makes them.
Result<std::vector<uint8_t>> export_pivot(const Scene& scene, const pivot::WriteOptions& options,
                                          LossReport& loss_report, bool bone_meshes = false);

extern const ExportKind kPivotKind;

}  // namespace vitrine
