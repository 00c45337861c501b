#pragma once
// The actions of a scene as frames at even times.

#include "base/result.h"
#include "convert/sampled_action.h"
#include "formats/iqm/write/geometry.h"

namespace vitrine::iqm_export {

using Action = SampledAction;

struct Motion {
  std::vector<Action> actions;
  uint32_t frames = 0;
  std::vector<Local> poses;  ///< [frame * joints + joint]
};

/// LIMIT_COUNT where a reader would refuse the number of frames; NOT_FINITE where a pose is none.
Result<Motion> make_motion(const Scene& scene, const Space& space, const IqmWriteOptions& options,
                           const Skeleton& skeleton, const Geometry& geometry, LossReport& loss_report);

}  // namespace vitrine::iqm_export
