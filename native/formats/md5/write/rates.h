#pragma once
// Frames per second that an action needs.

#include "convert/action_times.h"
#include "formats/md5/write/plan.h"

namespace vitrine::md5_export {

/// The fixed rate of `options`, that of stored frames where it is whole, else choose_frame_rate().
uint32_t choose_rate(const Scene& scene, const Rig& rig, const OutMeshes& meshes, const Md5WriteOptions& options,
                     Mover& mover, const Take& take, const ClipTimes& source, size_t action_count);

/// The tolerance in units written.
double tolerance_of(const Md5WriteOptions& options, const OutMeshes& meshes);

}  // namespace vitrine::md5_export
