#pragma once
#include "convert/loss_report.h"
#include "formats/md5/write/meshes.h"

namespace vitrine::md5_export {

/// Meshes that are seen from behind as well, and are not in an engine that draws front faces only. `carried`: what a
/// material states of both sides is written for the engine.
void report_back_faces(const Scene& scene, const OutMeshes& meshes, const std::string& engine, bool carried,
                       LossReport& loss_report);

}  // namespace vitrine::md5_export
