#include "export/qmsh/legacy_reading.h"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "formats/qmsh/text_actions.h"
#include "pose/curve.h"
#include "pose/hierarchy.h"
#include "pose/sample.h"

namespace vitrine {
namespace {

constexpr double kSamplesPerFrame = 4;
constexpr size_t kMostSamples = 4096;
/// Nodes times samples of one clip; some hundredths of a second.
constexpr size_t kMostPoses = 200000;

bool reads_differently(const Clip& clip, bool scale_fault) {
  return std::any_of(clip.curves.begin(), clip.curves.end(), [&](const Curve& curve) {
    return curve.interpolation != Interpolation::kLinear || curve.before != Extension::kHold ||
           curve.after != Extension::kHold || (scale_fault && curve.channel == Channel::kScale);
  });
}

void compare(const Scene& scene, const Clip& clip, bool scale_fault, LegacyDifference& worst) {
  Clip original = clip;
  read_as_original(original, scale_fault);
  pose::LocalPose a = pose::make_local_pose(scene), b = pose::make_local_pose(scene);
  pose::PlayOptions options;
  options.loop = false;
  const size_t count = scene.nodes.size();
  std::vector<glm::dmat4> world_a(count), world_b(count);
  std::vector<glm::mat4> rounded(count);
  const size_t most = std::clamp(kMostPoses / std::max<size_t>(count, 1), size_t{16}, kMostSamples);
  const double wanted = std::clamp(clip.duration_s * clip.frame_rate * kSamplesPerFrame, 1.0, 1e6);
  const size_t samples = std::min(most, static_cast<size_t>(std::ceil(wanted - 1e-6)));
  for (size_t i = 0; i <= samples; ++i) {
    const double time = clip.duration_s * static_cast<double>(i) / static_cast<double>(samples);
    pose::sample_clip(scene, clip, time, options, a);
    pose::sample_clip(scene, original, time, options, b);
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

void read_as_original(Clip& clip, bool scale_fault) {
  pose::read_as_original_converter(clip);
  if (scale_fault) qmsh::read_scale_as_original(clip);
}

LegacyDifference legacy_difference(const Scene& scene, std::span<const Clip> clips, bool scale_fault) {
  LegacyDifference worst;
  for (const Clip& clip : clips) {
    if (reads_differently(clip, scale_fault)) compare(scene, clip, scale_fault, worst);
  }
  return worst;
}

nlohmann::ordered_json legacy_difference_json(const LegacyDifference& d) {
  return {{"translation", d.translation},
          {"rotationDegrees", d.rotation_deg},
          {"scale", d.scale},
          {"distance", d.distance},
          {"action", d.clip},
          {"joint", d.joint},
          {"time", d.time_s}};
}

}  // namespace vitrine
