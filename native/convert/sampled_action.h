#pragma once
// An action as the frames of a file that stores whole poses, and its frames beside those that were written.

#include <string>
#include <vector>

#include "convert/check_written.h"
#include "convert/plain_text.h"
#include "scene/scene.h"

namespace vitrine {

struct SampledAction {
  std::string name;
  uint32_t clip = kNone;  ///< kNone = the scene as it stands
  uint32_t first = 0;     ///< frame
  double rate = 24;
  bool loop = false;            ///< the last frame leads to the first one
  std::vector<double> times_s;  ///< of the clip, one per frame
  double end_s = 0;             ///< of the clip

  uint32_t frames() const { return static_cast<uint32_t>(times_s.size()); }
};

/// [{ "name", "first", "frames", "action": the name in the scene or null }]
inline nlohmann::ordered_json sequences_json(const Scene& scene, const std::vector<SampledAction>& actions) {
  auto out = nlohmann::ordered_json::array();
  for (const SampledAction& action : actions) {
    const bool still = action.clip == kNone;
    out.push_back({{"name", action.name},
                   {"first", action.first},
                   {"frames", action.frames()},
                   {"action", still ? nlohmann::ordered_json() : quotable(scene.clips[action.clip].name, "?")}});
  }
  return out;
}

/// Distances on frames of an action and half-way between them, of about `samples` frames: { "name", "first", "frames",
/// "frameRate", "start", "loop", what Deviation::json has, "mean", "between" }. `compare(time_s, frame, next, fraction,
/// deviation)` adds those of one pose: of the source at `time_s`, of what was written `fraction` of the way from a
/// frame of the action to the next.
template <typename Compare>
nlohmann::ordered_json compare_action(const SampledAction& action, uint64_t samples, double size,
                                      const Compare& compare) {
  Deviation on, between;
  uint64_t compared = 0;
  const std::vector<double>& times = action.times_s;
  for (const size_t k : compared_frames(times.size(), samples)) {
    compare(times[k], k, k, 0.0, on);
    ++compared;
    const bool is_last = k + 1 == times.size();
    // A loop whose way back takes time in the clip.
    if (is_last && !(action.loop && action.end_s > times[k])) continue;
    const double next_s = is_last ? action.end_s : times[k + 1];
    compare((times[k] + next_s) / 2, k, is_last ? 0 : k + 1, 0.5, between);
  }
  nlohmann::ordered_json out = {{"name", action.name},      {"first", action.first},  {"frames", action.frames()},
                                {"frameRate", action.rate}, {"start", times.front()}, {"loop", action.loop}};
  out.update(on.json(compared, size));
  out["mean"] = on.mean();
  out["between"] = between.largest;
  return out;
}

}  // namespace vitrine
