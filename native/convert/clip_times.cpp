#include "convert/clip_times.h"

#include <algorithm>
#include <cmath>

namespace vitrine {
namespace {

constexpr uint32_t kLeastRate = 10, kMostRate = 240;
constexpr double kOnGrid = 2e-3;  // frames

bool on_grid(const std::vector<double>& times, double from_s, double rate) {
  return std::all_of(times.begin(), times.end(), [&](double time) {
    const double frame = (time - from_s) * rate;
    return std::abs(frame - std::round(frame)) <= kOnGrid;
  });
}

}  // namespace

std::vector<double> key_times(const Clip& clip, bool with_shapes) {
  std::vector<double> times;
  for (const Curve& curve : clip.curves) {
    const bool counts =
        curve.target_kind == TargetKind::kNode || (with_shapes && curve.target_kind == TargetKind::kShape);
    if (!counts || curve.target == kNone) continue;
    for (const Key& key : curve.keys) times.push_back(key.time_s);
  }
  if (clip.poses) times = clip.poses->times_s;
  // Stored frames begin where those before them end.
  if (with_shapes && !clip.runs.empty()) {
    times = {0};
    const std::vector<double>& ends = clip.runs.front().ends_s;
    times.insert(times.end(), ends.begin(), ends.end() - 1);
  }
  std::sort(times.begin(), times.end());
  times.erase(std::unique(times.begin(), times.end(), [](double a, double b) { return b - a < 1e-6; }), times.end());
  return times;
}

ClipTimes clip_times(const Clip& clip, bool with_shapes) {
  ClipTimes out{0, std::max(0.0, clip.duration_s)};
  // To the beginning of the last frame: as many frames are written as the file has.
  if (with_shapes && !clip.runs.empty()) out.end_s = key_times(clip, true).back();
  if (clip.curves.empty()) return out;
  const std::vector<double> times = key_times(clip, with_shapes);
  const bool held = std::all_of(clip.curves.begin(), clip.curves.end(),
                                [](const Curve& curve) { return curve.before == Extension::kHold; });
  if (!times.empty() && held && times.front() > 0 && times.front() < out.end_s) out.from_s = times.front();
  return out;
}

uint32_t key_rate(const Clip& clip, bool with_shapes, double from_s) {
  const std::vector<double> times = key_times(clip, with_shapes);
  double least = 1e9;
  for (size_t k = 1; k < times.size(); ++k) least = std::min(least, times[k] - times[k - 1]);
  if (times.size() < 2 || !(least > 1.0 / kMostRate / 1.01)) return 0;
  for (uint32_t rate = kLeastRate; rate <= kMostRate; ++rate) {
    if (on_grid(times, from_s, rate)) return rate;
  }
  return 0;
}

}  // namespace vitrine
