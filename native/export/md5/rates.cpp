#include "export/md5/rates.h"

#include <algorithm>
#include <cmath>

#include "export/md5/locals.h"

namespace vitrine::md5_export {
namespace {

constexpr uint32_t kRates[] = {10, 12, 15, 20, 24, 25, 30, 60};
constexpr uint32_t kLeastRate = 10, kMostRate = 240;
constexpr double kOnGrid = 2e-3;  // frames
constexpr uint32_t kBetween = 4;
constexpr double kMostPosed = 400'000;  // nodes posed for one action and rate

std::vector<double> key_times(const Clip& clip) {
  std::vector<double> times;
  for (const Curve& curve : clip.curves) {
    if (curve.target_kind != TargetKind::kNode || curve.target == kNone) continue;
    for (const Key& key : curve.keys) times.push_back(key.time_s);
  }
  if (clip.poses) times = clip.poses->times_s;
  std::sort(times.begin(), times.end());
  times.erase(std::unique(times.begin(), times.end(), [](double a, double b) { return b - a < 1e-6; }), times.end());
  return times;
}

bool on_grid(const std::vector<double>& times, double from_s, double rate) {
  return std::all_of(times.begin(), times.end(), [&](double time) {
    const double frame = (time - from_s) * rate;
    return std::abs(frame - std::round(frame)) <= kOnGrid;
  });
}

/// The whole rate of which all keys are frames; 0 = none.
uint32_t key_rate(const Clip& clip, double from_s) {
  const std::vector<double> times = key_times(clip);
  double least = 1e9;
  for (size_t k = 1; k < times.size(); ++k) least = std::min(least, times[k] - times[k - 1]);
  if (times.size() < 2 || !(least > 1.0 / kMostRate / 1.01)) return 0;
  const double rate = std::round(1 / least);
  for (double many = 1; many * rate <= kMostRate; ++many) {
    if (many * rate >= kLeastRate && on_grid(times, from_s, many * rate)) return static_cast<uint32_t>(many * rate);
  }
  return 0;
}

bool is_whole_rate(double rate) { return rate >= 1 && rate <= 1000 && rate == std::round(rate); }

Rigid between(const Local& a, const Local& b, double fraction) {
  return {glm::normalize(pose::slerp(glm::normalize(a.rotation.rebuilt), glm::normalize(b.rotation.rebuilt), fraction)),
          glm::mix(glm::dvec3(a.position), glm::dvec3(b.position), fraction)};
}

/// Joint by joint, between frames of `rate` as an engine fills them in.
double deviation(const Rig& rig, const OutMeshes& meshes, Mover& mover, const Take& take, uint32_t rate) {
  const double length = take.end_s - take.from_s;
  const auto steps = static_cast<uint32_t>(std::max(1.0, std::round(length * rate)));
  const double all = static_cast<double>(steps) * (kBetween + 1) * static_cast<double>(mover.nodes());
  const uint32_t stride = std::max(1u, static_cast<uint32_t>(all / kMostPosed));
  std::vector<Local> first, second;
  std::vector<Rigid> made(rig.joints.size());
  double worst = 0;
  for (uint32_t k = 0; k < steps; k += stride) {
    const auto time = [&](double frame) { return std::min(take.from_s + frame / rate, take.end_s); };
    std::vector<Rigid> worlds = mover.at(take, time(k));
    make_locals(rig, worlds, first);
    worlds = mover.at(take, time(k + 1));
    make_locals(rig, worlds, second);
    for (uint32_t i = 1; i < kBetween; ++i) {
      const double fraction = static_cast<double>(i) / kBetween;
      const std::vector<Rigid>& meant = mover.at(take, time(k + fraction));
      for (size_t j = 0; j < made.size(); ++j) {
        const uint32_t parent = rig.joints[j].parent;
        const Rigid local = between(first[j], second[j], fraction);
        made[j] = parent == kNone ? local : made[parent] * local;
        worst = std::max(worst, pose_distance(made[j], meant[j], meshes.reach[j]));
      }
    }
  }
  return worst;
}

}  // namespace

double pose_distance(const Rigid& a, const Rigid& b, double reach) {
  const glm::dquat off = glm::conjugate(a.rotation) * b.rotation;
  return glm::distance(a.translation, b.translation) + 2 * glm::length(glm::dvec3(off.x, off.y, off.z)) * reach;
}

double tolerance_of(const Md5WriteOptions& options, const OutMeshes& meshes) {
  return options.tolerance > 0 ? options.tolerance : meshes.size / 1000;
}

ClipTimes clip_times(const Clip& clip) {
  ClipTimes out{0, std::max(0.0, clip.duration_s)};
  if (clip.curves.empty()) return out;
  const std::vector<double> times = key_times(clip);
  const bool held = std::all_of(clip.curves.begin(), clip.curves.end(),
                                [](const Curve& curve) { return curve.before == Extension::kHold; });
  if (!times.empty() && held && times.front() > 0 && times.front() < out.end_s) out.from_s = times.front();
  return out;
}

uint32_t choose_rate(const Scene& scene, const Rig& rig, const OutMeshes& meshes, const Md5WriteOptions& options,
                     Mover& mover, const Take& take, const ClipTimes& source) {
  if (options.frame_rate > 0) return options.frame_rate;
  const Clip& clip = scene.clips[take.clip];
  if (clip.frames && is_whole_rate(clip.frame_rate)) return static_cast<uint32_t>(clip.frame_rate);
  const double tolerance = tolerance_of(options, meshes);
  std::vector<uint32_t> rates;
  if (is_whole_rate(clip.frame_rate)) rates.push_back(static_cast<uint32_t>(clip.frame_rate));
  if (const uint32_t keys = key_rate(clip, source.from_s); keys > 0) rates.push_back(keys);
  if (!(source.end_s > source.from_s)) return rates.empty() ? 24 : rates.front();
  rates.insert(rates.end(), std::begin(kRates), std::end(kRates));
  uint32_t best = rates.front();
  double least = -1;
  for (const uint32_t rate : rates) {
    const double off = deviation(rig, meshes, mover, take, rate);
    if (off <= tolerance) return rate;
    if (least < 0 || off < least) least = off, best = rate;
  }
  return best;
}

}  // namespace vitrine::md5_export
