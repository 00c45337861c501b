#pragma once
// The sampled model, of which both forms of the format are made.

#include <string>
#include <vector>

#include "base/result.h"
#include "convert/sampled_action.h"
#include "formats/iqm/write/geometry.h"

namespace vitrine::iqm_export {

/// Of frames at even times.
using Action = SampledAction;

struct Motion {
  std::vector<Action> actions;
  uint32_t frames = 0;
  std::vector<Local> poses;  ///< [frame * joints + joint]
};

/// LIMIT_COUNT where a reader would refuse the number of frames; NOT_FINITE where a pose is none.
Result<Motion> make_motion(const Scene& scene, const Space& space, const IqmWriteOptions& options,
                           const Skeleton& skeleton, const Geometry& geometry, LossReport& loss_report);

/// Files past this are none for any reader.
inline constexpr size_t kMostBytes = size_t{1} << 29;

struct Model {
  Skeleton skeleton;
  Geometry geometry;
  Motion motion;
};

/// Version 2, with the boxes of what a reader makes of its frames. LIMIT_COUNT past kMostBytes. `largest_step` becomes
/// the largest change of a weight.
Result<std::vector<uint8_t>> write_binary(const Model& model, double& largest_step);
/// LIMIT_COUNT past kMostBytes.
Result<std::string> write_text(const Model& model);

}  // namespace vitrine::iqm_export
