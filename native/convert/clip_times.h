#pragma once
// When an action begins and ends, and where its keys stand.

#include <vector>

#include "scene/scene.h"

namespace vitrine {

struct ClipTimes {
  double from_s = 0, end_s = 0;
};
/// From the first key to the end. Tools that count frames from 1 start later than 0.
/// `with_shapes`: those of shape keys and of stored frames count too.
ClipTimes clip_times(const Clip& clip, bool with_shapes = false);

/// When any of its curves has a key, or its poses; sorted, each once.
std::vector<double> key_times(const Clip& clip, bool with_shapes);

/// The least whole rate from 10 to 240 of which all keys are frames; 0 = none.
uint32_t key_rate(const Clip& clip, bool with_shapes, double from_s);

}  // namespace vitrine
