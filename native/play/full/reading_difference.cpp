#include "play/full/reading_difference.h"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "pose/hierarchy.h"
#include "pose/sample.h"

namespace vitrine {
namespace {

constexpr double kSamplesPerFrame = 4;
constexpr size_t kMostSamples = 4096;
/// Nodes times samples of one clip; some hundredths of a second.
constexpr size_t kMostPoses = 200000;
constexpr uint64_t kStepsPerSample = 16;  ///< beside those of nodes and curves

bool is_same(const Curve& a, const Curve& b) {
  const auto equal = [](const Key& x, const Key& y) { return x.value == y.value; };
  return a.interpolation == b.interpolation && a.before == b.before && a.after == b.after &&
         std::equal(a.keys.begin(), a.keys.end(), b.keys.begin(), b.keys.end(), equal);
}

void compare(const Scene& scene, const Clip& clip, const Clip& other, uint64_t& left, ReadingDifference& worst) {
  const size_t count = scene.nodes.size();
  const size_t most = std::clamp(kMostPoses / std::max<size_t>(count, 1), size_t{16}, kMostSamples);
  const double wanted = std::clamp(clip.duration_s * clip.frame_rate * kSamplesPerFrame, 1.0, 1e6);
  const size_t samples = std::min(most, static_cast<size_t>(std::ceil(wanted - 1e-6)));
  const uint64_t steps = (samples + 1) * (kStepsPerSample + count + clip.curves.size());
  if (steps > left) {
    ++worst.not_compared;
    return;
  }
  left -= steps;
  pose::LocalPose a = pose::make_local_pose(scene), b = pose::make_local_pose(scene);
  pose::PlayOptions options;
  options.loop = false;
  std::vector<glm::dmat4> world_a(count), world_b(count);
  std::vector<glm::mat4> rounded(count);
  for (size_t i = 0; i <= samples; ++i) {
    const double time = clip.duration_s * static_cast<double>(i) / static_cast<double>(samples);
    pose::sample_clip(scene, clip, time, options, a);
    pose::sample_clip(scene, other, time, options, b);
    pose::world_matrices(scene, a, world_a, rounded);
    pose::world_matrices(scene, b, world_b, rounded);
    for (size_t n = 0; n < count; ++n) {
      const Transform &s = a.local[n], &t = b.local[n];
      const glm::dquat p = glm::normalize(glm::dquat(s.rotation)), q = glm::normalize(glm::dquat(t.rotation));
      const double half = std::acos(std::min(1.0, std::abs(glm::dot(p, q))));
      worst.translation = std::max(worst.translation, static_cast<double>(glm::distance(s.translation, t.translation)));
      worst.rotation_deg = std::max(worst.rotation_deg, half * 360 / std::numbers::pi);
      const glm::vec3 scale = glm::abs(s.scale - t.scale);
      worst.scale = std::max(worst.scale, static_cast<double>(std::max({scale.x, scale.y, scale.z})));
      const double distance = glm::distance(glm::dvec3(world_a[n][3]), glm::dvec3(world_b[n][3]));
      if (distance <= worst.distance) continue;
      worst.distance = distance;
      worst.clip = clip.name, worst.joint = scene.nodes[n].name, worst.time_s = time;
    }
  }
}

}  // namespace

ReadingDifference reading_difference(const Scene& scene, std::span<const Clip> clips,
                                     const std::function<void(Clip&)>& read_otherwise, uint64_t most_steps) {
  ReadingDifference worst;
  uint64_t left = most_steps;
  for (const Clip& clip : clips) {
    Clip other = clip;
    read_otherwise(other);
    if (!std::equal(clip.curves.begin(), clip.curves.end(), other.curves.begin(), other.curves.end(), is_same))
      compare(scene, clip, other, left, worst);
  }
  return worst;
}

nlohmann::ordered_json reading_difference_json(const ReadingDifference& d) {
  return {{"translation", d.translation},
          {"rotationDegrees", d.rotation_deg},
          {"scale", d.scale},
          {"distance", d.distance},
          {"action", d.clip},
          {"joint", d.joint},
          {"time", d.time_s},
          {"notCompared", d.not_compared}};
}

}  // namespace vitrine
