#pragma once
// Report and messages about animations and the skeletons that they fit; left out of view cores, which have the stubs
// of their view/rows.cpp.

#include <nlohmann/json_fwd.hpp>
#include <string>

#include "base/diagnostics.h"
#include "scene/fit.h"

namespace vitrine {

/// The fit joint by joint, as the report shows it, behind those of other skeletons in info["fit"].
void describe_fit(const Scene& scene, const Skeleton& skeleton, const std::vector<FitTrack>& tracks,
                  nlohmann::ordered_json& info);

/// How much space of the report that takes.
inline uint64_t bytes_of_fit(const Skeleton& skeleton, size_t tracks) {
  constexpr uint64_t kBytesOfRow = 512;
  return (skeleton.nodes.size() + tracks) * kBytesOfRow;
}

/// Warns of joints that keep their bind pose, of those that the tree or their number decided, and of other parents;
/// tells the difference of the rest poses where that is no rounding and `rests` (a base frame of md5 is no rest pose).
void report_fit(Diagnostics& diagnostics, const Scene& scene, const Skeleton& skeleton,
                const std::vector<FitTrack>& tracks, bool rests);

struct Misfit {
  uint32_t matched = 0;  ///< of the skeleton that has most of the tracks
  size_t tracks = 0;
  bool is_named = true;
};
/// For a clip that fits no skeleton. It is kept and cannot play; a view core stops here.
Status report_misfit(Diagnostics& diagnostics, const std::vector<Skeleton>& targets, const Misfit& misfit,
                     uint64_t offset, Clip& clip);

/// Warns of actions that move nothing, all for the same reason.
void tell_idle(Diagnostics& diagnostics, const Scene& scene, const std::vector<uint32_t>& clips,
               const std::string& why);

}  // namespace vitrine
