#pragma once
#include "convert/loss_report.h"
#include "formats/md5/write/meshes.h"

namespace vitrine::md5_export {

/// Shader names in the form that the engine needs; different materials get different ones.
void name_shaders(const Md5WriteOptions& options, OutMeshes& meshes, LossReport& loss_report);

/// How far a curve of a shape key moves a vertex from where the model has it, at its keys; file units.
double shape_travel(const Scene& scene, const Curve& curve);

}  // namespace vitrine::md5_export
