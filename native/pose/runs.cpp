#include "pose/runs.h"

#include <algorithm>
#include <cmath>

#include "scene/decompose.h"

namespace vitrine::pose {
namespace {

/// Parts of a frame within which a time is the frame's own.
constexpr double kWithinFrame = 1e-9;

void place_tag(const TagTrack& track, const FrameBlend& at, uint32_t node, LocalPose& pose) {
  pose.placed[node] = tag_matrix(track, at);
  pose.local[node] = decompose(pose.placed[node], Mirror::kAlongX);
}

}  // namespace

FrameBlend frames_at(const FrameRun& run, double time_s, const PlayOptions& options) {
  const auto last = static_cast<uint32_t>(run.frames.size() - 1);
  const double end_s = cycle_s(run, options);
  // What lies before the loop is shown once.
  const double begin_s = run.loop_first == 0 ? 0 : run.ends_s[run.loop_first - 1];
  double t = time_s;
  if (options.loop && end_s > begin_s && (t < 0 || t >= end_s)) {
    const double from_s = t < 0 ? 0 : begin_s, length_s = end_s - from_s;
    t = from_s + (t - from_s) - std::floor((t - from_s) / length_s) * length_s;
  }
  t = std::clamp(t, 0.0, end_s);
  const auto after = std::upper_bound(run.ends_s.begin(), run.ends_s.end(), t);
  const uint32_t key = std::min(static_cast<uint32_t>(after - run.ends_s.begin()), last);
  FrameBlend out{run.frames[key], run.frames[key], 0};
  const double from_s = key == 0 ? 0 : run.ends_s[key - 1], length_s = run.ends_s[key] - from_s;
  if (last == 0 || !(length_s > 0) || (key == last && !(options.loop && run.closes))) return out;
  const double fraction = (t - from_s) / length_s;
  out.second = run.frames[key == last ? run.loop_first : key + 1];
  if (fraction < kWithinFrame) return out;
  if (fraction > 1 - kWithinFrame)
    out.first = out.second;
  else
    out.fraction = fraction;
  return out;
}

double cycle_s(const FrameRun& run, const PlayOptions& options) {
  const size_t keys = run.ends_s.size();
  return options.loop ? run.period_s : keys < 2 ? 0 : std::min(run.ends_s[keys - 2], run.period_s);
}

void sample_run(const Scene& scene, const FrameRun& run, double time_s, const PlayOptions& options, LocalPose& pose) {
  const FrameBlend at = frames_at(run, time_s, options);
  for (const uint32_t node : run.nodes) {
    place_tag(scene.tag_tracks[scene.nodes[node].tag], at, node, pose);
    pose.driven[node] = 1;
  }
}

void place_tags(const Scene& scene, LocalPose& pose) {
  pose.placed.resize(scene.nodes.size(), glm::dmat4(0));
  for (uint32_t node = 0; node < scene.nodes.size(); ++node) {
    const uint32_t tag = scene.nodes[node].tag;
    if (tag != kNone && pose.moves[node] != 0) place_tag(scene.tag_tracks[tag], {}, node, pose);
  }
}

}  // namespace vitrine::pose
