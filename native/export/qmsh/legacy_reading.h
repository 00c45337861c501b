#pragma once
// The original QMSH converter's reading of curves, and how far it is from the author's.

#include <nlohmann/json.hpp>
#include <span>
#include <string>

#include "scene/scene.h"

namespace vitrine {

/// Straight lines through the points, ends held. `scale_fault`: the converter of version 10 reads scale curves wrongly.
void read_as_original(Clip& clip, bool scale_fault);

struct LegacyDifference {
  double translation = 0;  ///< largest, in units of the bone's parent
  double rotation_deg = 0;
  double scale = 0;
  double distance = 0;      ///< largest distance of a joint, in file units ...
  std::string clip, joint;  ///< ... and where and when
  double time_s = 0;
};
/// Compares clips of the scene's nodes, as their author sees them, with the other reading: at quarters of frames, or
/// at fewer times where that would take long. Clips without curves count for nothing.
LegacyDifference legacy_difference(const Scene& scene, std::span<const Clip> clips, bool scale_fault);
nlohmann::ordered_json legacy_difference_json(const LegacyDifference& difference);

}  // namespace vitrine
