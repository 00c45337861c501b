#include "play/full/health.h"

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>
#include <numbers>

#include "base/utf8.h"
#include "pose/hierarchy.h"
#include "pose/sample.h"
#include "pose/scalar_curve.h"

namespace vitrine {
namespace {

/// A node by its number and name; `track` where the file's own name is more precise.
Json named(const Scene& scene, uint32_t node, std::string_view track) {
  Json out = {{"node", node == kNone ? Json(nullptr) : Json(node)}};
  const bool there = node < scene.nodes.size();
  out["name"] = there ? to_utf8(scene.nodes[node].name) : to_utf8(track);
  return out;
}

std::string_view track_name(const Clip& clip, uint32_t track) {
  return clip.frames && track < clip.frames->track_names.size() ? std::string_view(clip.frames->track_names[track])
                                                                : std::string_view();
}

double angle_deg(const glm::quat& a, const glm::quat& b) {
  const glm::dquat p(a), q(b);
  const double lengths = std::sqrt(glm::dot(p, p) * glm::dot(q, q));
  if (!(lengths > 0)) return 0;
  const double cosine = std::min(1.0, std::abs(glm::dot(p, q)) / lengths);
  return 2 * std::acos(cosine) * 180 / std::numbers::pi;
}

Json seam(const Scene& scene, const Clip& clip, double size, const HealthThresholds& thresholds) {
  pose::PlayOptions options;
  options.loop = false;
  options.root_motion = pose::RootMotion::kLock;
  const double end_s = pose::cycle_s(clip, options);
  if (!(end_s > 0) || clip.camera_node != kNone) return nullptr;
  pose::LocalPose first = pose::make_local_pose(scene), last = pose::make_local_pose(scene);
  pose::sample_clip(scene, clip, 0, options, first);
  pose::sample_clip(scene, clip, end_s, options, last);
  if (std::none_of(first.driven.begin(), first.driven.end(), [](uint8_t d) { return d != 0; })) return nullptr;
  std::vector<glm::dmat4> from(scene.nodes.size()), to(scene.nodes.size());
  std::vector<glm::mat4> rounded(scene.nodes.size());
  pose::world_matrices(scene, first, from, rounded);
  pose::world_matrices(scene, last, to, rounded);
  double distance = 0, angle = 0;
  uint32_t node = kNone, angle_node = kNone;
  for (uint32_t i = 0; i < scene.nodes.size(); ++i) {
    const double way = glm::length(glm::dvec3(to[i][3]) - glm::dvec3(from[i][3]));
    // Beyond the range of numbers there is no distance: NaN, which stays.
    if (!(way <= distance) && !std::isnan(distance)) distance = way, node = i;
    const double node_angle = angle_deg(first.local[i].rotation, last.local[i].rotation);
    if (node_angle > angle) angle = node_angle, angle_node = i;
  }
  const double allowed = thresholds.seam_part * size;
  const auto number = [](uint32_t n) { return n == kNone ? Json(nullptr) : Json(n); };
  return {{"closed", distance <= allowed && angle <= thresholds.seam_deg},
          {"distance", distance},
          {"node", number(node)},
          {"angle", angle},
          {"angleNode", number(angle_node)},
          {"allowed", {{"distance", allowed}, {"angle", thresholds.seam_deg}}}};
}

/// Collects findings up to a number and counts the rest.
struct Findings {
  size_t most;
  uint64_t count = 0;
  Json list = Json::array();
  void add(Json finding) {
    ++count;
    if (list.size() < most) list.push_back(std::move(finding));
  }
  Json json() && { return {{"count", count}, {"list", std::move(list)}}; }
};

Json flips(const Scene& scene, const Clip& clip, const HealthThresholds& thresholds) {
  Findings found{thresholds.listed};
  const auto check = [&](uint32_t node, std::string_view track, double time_s, double dot) {
    if (!(dot < 0)) return;
    Json item = named(scene, node, track);
    item["time"] = time_s;
    item["dot"] = dot;
    found.add(std::move(item));
  };
  const std::vector<ScalarCurve> channels = channels_of(clip);
  for (size_t i = 0; i + 3 < channels.size(); ++i) {
    const ScalarCurve& x = channels[i];
    const std::string_view kind = x.kind();
    if (kind != "rotation" || x.component() != 0) continue;
    // The four components stand side by side, with keys at common times.
    const auto same = [&](size_t k) {
      const ScalarCurve& c = channels[i + k];
      const bool same_thing = x.curve() != nullptr ? c.curve() != nullptr && c.curve()->target == x.curve()->target &&
                                                         c.curve()->target_kind == x.curve()->target_kind
                                                   : c.curve() == nullptr && c.track() == x.track();
      return same_thing && kind == c.kind() && c.component() == k && c.key_count() == x.key_count();
    };
    if (!same(1) || !same(2) || !same(3)) continue;
    const uint32_t node = x.curve() != nullptr ? x.curve()->target : x.node();
    for (size_t key = 1; key < x.key_count(); ++key) {
      double dot = 0;
      for (size_t k = 0; k < 4; ++k) dot += channels[i + k].value(key - 1) * channels[i + k].value(key);
      check(node, x.curve() != nullptr ? std::string_view() : track_name(clip, x.track()), x.time_s(key), dot);
    }
  }
  return std::move(found).json();
}

bool is_still(const ScalarCurve& channel) {
  const size_t count = channel.key_count();
  for (size_t key = 1; key < count; ++key) {
    if (channel.value(key) != channel.value(0)) return false;
  }
  // Handles bend a curve between equal keys, and an extension that repeats has nothing to repeat.
  const Curve* curve = channel.curve();
  if (curve == nullptr || curve->interpolation != Interpolation::kBezier || curve->handles == HandleKind::kNone)
    return true;
  return std::all_of(curve->keys.begin(), curve->keys.end(),
                     [](const Key& key) { return key.left_value == key.value && key.right_value == key.value; });
}

/// Channels that the file animates: components of frames, curves of two keys or more. Key poses hold every joint at
/// every key and say nothing of which are meant to move.
Json frozen(const Scene& scene, const Clip& clip, const HealthThresholds& thresholds) {
  Findings found{thresholds.listed};
  if (clip.poses) return std::move(found).json();
  const std::vector<ScalarCurve> channels = channels_of(clip);
  const auto key_of = [](const ScalarCurve& c) {
    return c.curve() != nullptr
               ? std::pair<uint32_t, uint32_t>{1 + static_cast<uint32_t>(c.curve()->target_kind), c.curve()->target}
               : std::pair<uint32_t, uint32_t>{0, c.track()};
  };
  for (size_t i = 0; i < channels.size();) {
    size_t end = i;
    uint32_t moving = 0;
    Json still = Json::array();
    for (; end < channels.size() && key_of(channels[end]) == key_of(channels[i]); ++end) {
      const ScalarCurve& channel = channels[end];
      // The fourth component of sampled rotations follows from the others.
      const bool follows =
          channel.curve() == nullptr && channel.component() == 3 && std::string_view(channel.kind()) == "rotation";
      if (!channel.animated() || channel.key_count() < 2 || follows) continue;
      if (is_still(channel))
        still.push_back(to_utf8(channel.path()));
      else
        ++moving;
    }
    if (!still.empty()) {
      const ScalarCurve& first = channels[i];
      const bool of_node = first.curve() == nullptr || first.curve()->target_kind == TargetKind::kNode;
      Json item = named(scene,
                        !of_node                   ? kNone
                        : first.curve() != nullptr ? first.curve()->target
                                                   : first.node(),
                        first.curve() != nullptr ? std::string_view() : track_name(clip, first.track()));
      item["channels"] = std::move(still);
      item["whole"] = moving == 0;
      found.add(std::move(item));
    }
    i = end;
  }
  return std::move(found).json();
}

}  // namespace

Json clip_health(const Scene& scene, const Clip& clip, double size, const HealthThresholds& thresholds) {
  return {{"seam", seam(scene, clip, size, thresholds)},
          {"flips", flips(scene, clip, thresholds)},
          {"frozen", frozen(scene, clip, thresholds)}};
}

Excess excess_of(const SampledFrames::Bounds& stored, const Bounds& box) {
  Excess out;
  if (box.empty) return out;
  for (int axis = 0; axis < 3; ++axis) {
    const double below = double(stored.min[axis]) - double(box.min[axis]),
                 above = double(box.max[axis]) - double(stored.max[axis]);
    if (below > out.amount) out = {below, axis, false};
    if (above > out.amount) out = {above, axis, true};
  }
  return out;
}

}  // namespace vitrine
