#pragma once
#include "base/json_text.h"
#include "pose/scalar_curve.h"

namespace vitrine {

/// Report of `vitrine curves` for one clip: every channel with its keys, handles, interpolation and extension. Sampled
/// clips and key poses give one curve per component. `samples` > 0 adds that many [time, value] points per channel,
/// evenly spread over the clip.
Json curves_json(const Scene& scene, const Clip& clip, uint32_t samples);

/// A channel without its keys.
Json channel_json(const Scene& scene, const Clip& clip, const ScalarCurve& channel);

}  // namespace vitrine
