#pragma once
// How far another program's reading of curves is from their author's (OtherReading, formats/details.h).

#include <functional>
#include <nlohmann/json.hpp>
#include <span>
#include <string>

#include "scene/scene.h"

namespace vitrine {

struct ReadingDifference {
  double translation = 0;  ///< largest, in units of the node's parent
  double rotation_deg = 0;
  double scale = 0;
  double distance = 0;      ///< largest distance of a joint, in file units ...
  std::string clip, joint;  ///< ... and where and when
  double time_s = 0;
  uint64_t not_compared = 0;  ///< clips that are left out: the steps did not reach
};
/// Steps that reading_difference takes at most, samples times what each of them moves: a few seconds.
inline constexpr uint64_t kMostReadingSteps = 30'000'000;

/// Compares clips of the scene's nodes, as their author sees them, with what `read_otherwise` makes of them: at
/// quarters of frames, or at fewer times where that would take long, and no more clips than the steps reach. Clips
/// without curves count for nothing.
ReadingDifference reading_difference(const Scene& scene, std::span<const Clip> clips,
                                     const std::function<void(Clip&)>& read_otherwise,
                                     uint64_t most_steps = kMostReadingSteps);
nlohmann::ordered_json reading_difference_json(const ReadingDifference& difference);

}  // namespace vitrine
