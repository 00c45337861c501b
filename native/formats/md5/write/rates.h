#pragma once
// Frames per second that an action needs.

#include "formats/md5/write/plan.h"

namespace vitrine::md5_export {

struct ClipTimes {
  double from_s = 0, end_s = 0;
};
/// From the first key to the end. Tools that count frames from 1 start later than 0.
/// `with_shapes`: those of shape keys count too.
ClipTimes clip_times(const Clip& clip, bool with_shapes = false);

/// When any of its curves has a key, or its poses; sorted, each once.
std::vector<double> key_times(const Clip& clip, bool with_shapes);

/// Largest distance between what two poses of a joint make of a point `reach` away from it.
double pose_distance(const Rigid& a, const Rigid& b, double reach);

/// The fixed rate of `options`, the clip's own where it is whole, that of its keys where they stand at even times; else
/// the least of 10 12 15 20 24 25 30 60 between whose frames nothing is farther off than the tolerance; the best of
/// them where none is. The work for all of `action_count` actions is limited: of long ones, stretches are looked at.
uint32_t choose_rate(const Scene& scene, const Rig& rig, const OutMeshes& meshes, const Md5WriteOptions& options,
                     Mover& mover, const Take& take, const ClipTimes& source, size_t action_count);

/// The tolerance in units written.
double tolerance_of(const Md5WriteOptions& options, const OutMeshes& meshes);

}  // namespace vitrine::md5_export
