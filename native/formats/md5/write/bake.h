#pragma once
// Vertices that no rigid joint can follow (shape keys, stored frames, scale, shear) get joints of their own, which only
// move.

#include "base/result.h"
#include "convert/loss_report.h"
#include "formats/md5/write/meshes.h"

namespace vitrine::md5_export {

/// Gives a joint below the root to every vertex that is farther from the scene's own than the tolerance in any action;
/// vertices that move as one, to within the tolerance, share it. EXPORT_ENGINE where the engine does not hold that many
/// joints.
Status bake_vertices(const Scene& scene, const Space& space, const Md5WriteOptions& options, Rig& rig,
                     OutMeshes& meshes, LossReport& loss_report);

}  // namespace vitrine::md5_export
