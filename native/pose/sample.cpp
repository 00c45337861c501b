#include "pose/sample.h"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <utility>

#include "base/portable_math.h"
#include "pose/curve.h"
#include "pose/runs.h"
#include "pose/tracks.h"
#include "scene/transform.h"

namespace vitrine::pose {
namespace {

constexpr double kSnapFrames = 1e-9;

/// Time within one cycle, and which cycle.
struct CycleTime {
  double time_s = 0;
  double cycle = 0;
};
CycleTime wrap(double time_s, double duration_s, bool loop) {
  if (!(duration_s > 0)) return {0, 0};
  if (!loop) return {std::clamp(time_s, 0.0, duration_s), 0};
  const double cycle = std::floor(time_s / duration_s);
  return {std::clamp(time_s - cycle * duration_s, 0.0, duration_s), cycle};
}

/// Position in [0, last] over `steps` intervals of which the last one leads back when `close`.
FramePosition position_over(double time_s, double frame_rate, uint32_t frame_count, bool loop, bool close) {
  FramePosition out;
  const uint32_t last = frame_count - 1;
  const bool closing = loop && close && frame_count > 1;
  const uint32_t intervals = closing ? frame_count : last;
  if (intervals == 0 || !(frame_rate > 0) || !std::isfinite(time_s)) return out;

  double frame = time_s * frame_rate;
  const double nearest = std::round(frame);
  if (std::abs(frame - nearest) < kSnapFrames) frame = nearest;
  if (loop) {
    out.cycle = std::floor(frame / intervals);
    frame -= out.cycle * intervals;
  }
  frame = std::clamp(frame, 0.0, double(intervals));
  if (loop && frame >= intervals) {  // rounding of the remainder
    out.cycle += 1;
    frame = 0;
  }
  out.first = std::min(uint32_t(frame), intervals);
  out.second = out.first < intervals ? out.first + 1 : out.first;
  out.fraction = frame - out.first;
  if (closing && out.second == frame_count) {
    out.second = 0;
    out.closing = true;
  }
  return out;
}

/// The frame that plays at `position` when the last frames of views are passed over: as many as do not lie ahead once
/// those before them are passed. Cuts ascend without equals, so that the first one ahead can be searched for.
uint32_t past_cuts(uint32_t position, std::span<const uint32_t> cuts, uint32_t frame_count) {
  uint32_t passed = 0;
  for (auto end = static_cast<uint32_t>(cuts.size()); passed < end;) {
    const uint32_t middle = passed + (end - passed) / 2;
    if (position + middle < cuts[middle])
      end = middle;
    else
      passed = middle + 1;
  }
  return std::min(position + passed, frame_count - 1);
}

/// How many frames play when the last frames of views are passed over.
uint32_t playing_frames(uint32_t frame_count, size_t cut_count) {
  return cut_count < frame_count ? frame_count - uint32_t(cut_count) : 1;
}

// ---- sampled frames
// -----------------------------------------------------------------------------------------------------

/// Root motion added to the root's translation at the two frames of a position.
struct RootOffsets {
  uint32_t track = kNone;
  glm::dvec3 first{0}, second{0};
};

RootOffsets root_offsets(const Clip& clip, const SampledFrames& frames, const FramePosition& at, RootMotion motion) {
  RootOffsets out;
  if (motion == RootMotion::kKeep || clip.root_node == kNone) return out;
  for (const SampledFrames::Binding& binding : frames.bindings) {
    if (binding.node == clip.root_node) out.track = binding.track;
  }
  if (out.track == kNone) return out;
  const auto root = [&](uint32_t frame) {
    return glm::dvec3(frames.translations[size_t(frame) * frames.track_count + out.track]);
  };
  if (motion == RootMotion::kLock) {
    out.first = root(0) - root(at.first);
    out.second = root(0) - root(at.second);
  } else {
    const glm::dvec3 per_cycle = root(clip.frame_count - 1) - root(0);
    out.first = per_cycle * at.cycle;
    out.second = per_cycle * (at.cycle + (at.closing ? 1.0 : 0.0));
  }
  return out;
}

void sample_frames(const Scene& scene, const Clip& clip, const SampledFrames& frames, double time_s,
                   const PlayOptions& options, LocalPose& pose) {
  if (clip.frame_count == 0) return;
  const bool is_camera = clip.camera_node != kNone, close = options.close_loop || clip.closes;
  const FramePosition at =
      is_camera ? camera_frame_at(time_s, clip.frame_rate, clip.frame_count, frames.cuts, options.loop, close)
                : frame_at(time_s, clip.frame_rate, clip.frame_count, options.loop, close);
  const RootOffsets root = root_offsets(clip, frames, at, options.root_motion);
  const size_t first = size_t(at.first) * frames.track_count;
  const size_t second = size_t(at.second) * frames.track_count;
  for (const SampledFrames::Binding& binding : frames.bindings) {
    Transform& local = pose.local[binding.node];
    pose.driven[binding.node] = 1;
    glm::dvec3 a(frames.translations[first + binding.track]);
    glm::dvec3 b(frames.translations[second + binding.track]);
    if (binding.track == root.track) {
      a += root.first;
      b += root.second;
    }
    local.translation = glm::vec3(a + (b - a) * at.fraction);
    local.rotation = glm::quat(slerp(glm::dquat(frames.rotations[first + binding.track]),
                                     glm::dquat(frames.rotations[second + binding.track]), at.fraction));
  }
  if (is_camera && !frames.fov_rad.empty()) {
    pose.camera = scene.nodes[clip.camera_node].camera;
    const double a = frames.fov_rad[at.first], b = frames.fov_rad[at.second];
    pose.camera_fov_rad = float(a + (b - a) * at.fraction);
  }
}

// ---- key poses
// ----------------------------------------------------------------------------------------------------------

/// The two keys beside a time: the last key not after it, and the next one unless the time is the key's own. With equal
/// key times the pose jumps, and at the time itself the last of them counts.
FramePosition key_at(std::span<const double> times_s, double time_s) {
  const auto after = std::upper_bound(times_s.begin(), times_s.end(), time_s);
  if (after == times_s.begin()) return {};
  const auto first = uint32_t(after - times_s.begin() - 1);
  FramePosition out{first, first, 0, 0, false};
  if (after != times_s.end() && times_s[first] != time_s) {
    out.second = first + 1;
    out.fraction = (time_s - times_s[first]) / (times_s[first + 1] - times_s[first]);
  }
  return out;
}

glm::dvec3 key_translation(const KeyPoses& poses, const FramePosition& at, size_t track) {
  const glm::dvec3 a(poses.transforms[at.first * poses.nodes.size() + track].translation);
  const glm::dvec3 b(poses.transforms[at.second * poses.nodes.size() + track].translation);
  return a + (b - a) * at.fraction;
}

void sample_key_poses(const Clip& clip, const KeyPoses& poses, const CycleTime& time, const PlayOptions& options,
                      LocalPose& pose) {
  if (poses.times_s.empty()) return;
  const FramePosition at = key_at(poses.times_s, time.time_s);
  const size_t tracks = poses.nodes.size();
  for (size_t track = 0; track < tracks; ++track) {
    const Transform& a = poses.transforms[at.first * tracks + track];
    const Transform& b = poses.transforms[at.second * tracks + track];
    const uint32_t node = poses.nodes[track];
    Transform& local = pose.local[node];
    pose.driven[node] = 1;
    glm::dvec3 translation = key_translation(poses, at, track);
    if (node == clip.root_node && options.root_motion != RootMotion::kKeep) {
      const glm::dvec3 start = key_translation(poses, key_at(poses.times_s, 0), track);
      if (options.root_motion == RootMotion::kLock)
        translation = start;
      else
        translation += (key_translation(poses, key_at(poses.times_s, clip.duration_s), track) - start) * time.cycle;
    }
    local.translation = glm::vec3(translation);
    local.scale = mixed(a.scale, b.scale, at.fraction);
    // Files hold quaternions that component-wise interpolation left short; a pose is a rotation.
    local.rotation = glm::quat(
        normalized(slerp(normalized(glm::dquat(a.rotation)), normalized(glm::dquat(b.rotation)), at.fraction)));
  }
}

// ---- curves
// -------------------------------------------------------------------------------------------------------------

constexpr uint8_t kByQuaternion = 1, kByEuler = 2;

/// Translation that the curves give the root at `time_s`.
glm::dvec3 root_translation(const Scene& scene, const Clip& clip, double time_s) {
  glm::dvec3 out(scene.nodes[clip.root_node].local.translation);
  for (const Curve& curve : clip.curves) {
    if (drives_node(curve) && curve.target == clip.root_node && curve.channel == Channel::kTranslation &&
        curve.component < 3)
      out[curve.component] = evaluate(curve, time_s, out[curve.component]);
  }
  return out;
}

void sample_curves(const Clip& clip, const CycleTime& time, LocalPose& pose) {
  const std::span<const Curve> curves(clip.curves);
  for (size_t i = 0; i < curves.size(); ++i) {
    const Curve& curve = curves[i];
    if (!drives_node(curve)) continue;
    const uint32_t node = curve.target;
    Transform& local = pose.local[node];
    pose.driven[node] = 1;
    const auto component = int(curve.component);
    switch (curve.channel) {
      case Channel::kTranslation:
        if (component < 3)
          local.translation[component] = float(evaluate(curve, time.time_s, local.translation[component]));
        break;
      case Channel::kScale:
        if (component < 3) local.scale[component] = float(evaluate(curve, time.time_s, local.scale[component]));
        break;
      case Channel::kRotationQuat: {
        glm::dvec4& q = pose.quaternion[node];
        if ((pose.rotated_by[node] & kByQuaternion) == 0)
          q = {local.rotation.x, local.rotation.y, local.rotation.z, local.rotation.w};
        pose.rotated_by[node] |= kByQuaternion;
        if (is_slerp_block(curves.subspan(i))) {
          q = slerp_block(curves.subspan(i, 4), time.time_s);
          i += 3;
        } else if (component < 4) {
          q[component] = evaluate(curve, time.time_s, q[component]);
        }
        break;
      }
      case Channel::kRotationEuler: {
        glm::dvec3& angles = pose.euler_rad[node];
        if ((pose.rotated_by[node] & kByEuler) == 0) angles = euler_from_quaternion(glm::dquat(local.rotation));
        pose.rotated_by[node] |= kByEuler;
        if (component < 3) angles[component] = evaluate(curve, time.time_s, angles[component]);
        break;
      }
      case Channel::kOther:
        break;
    }
  }
  for (const Curve& curve : curves) {
    if (!drives_node(curve)) continue;
    const uint32_t node = curve.target;
    const uint8_t by = std::exchange(pose.rotated_by[node], uint8_t{0});
    if (by & kByEuler) {
      pose.local[node].rotation = glm::quat(quaternion_from_euler(pose.euler_rad[node]));
    } else if (by & kByQuaternion) {
      const glm::dvec4& q = pose.quaternion[node];
      pose.local[node].rotation = glm::quat(normalized(glm::dquat(q.w, q.x, q.y, q.z)));
    }
  }
}

void move_root(const Scene& scene, const Clip& clip, const CycleTime& time, const PlayOptions& options,
               LocalPose& pose) {
  if (clip.root_node == kNone || clip.frames || options.root_motion == RootMotion::kKeep) return;
  glm::vec3& translation = pose.local[clip.root_node].translation;
  const glm::dvec3 start = root_translation(scene, clip, 0);
  if (options.root_motion == RootMotion::kLock)
    translation = glm::vec3(start);
  else
    translation =
        glm::vec3(glm::dvec3(translation) + (root_translation(scene, clip, clip.duration_s) - start) * time.cycle);
}

}  // namespace

glm::dquat quaternion_from_euler(const glm::dvec3& angle_rad) {
  const glm::dvec3 c(portable::cos(angle_rad.x / 2), portable::cos(angle_rad.y / 2), portable::cos(angle_rad.z / 2));
  const glm::dvec3 s(portable::sin(angle_rad.x / 2), portable::sin(angle_rad.y / 2), portable::sin(angle_rad.z / 2));
  return glm::dquat(c.x * c.y * c.z + s.x * s.y * s.z, s.x * c.y * c.z - c.x * s.y * s.z,
                    c.x * s.y * c.z + s.x * c.y * s.z, c.x * c.y * s.z - s.x * s.y * c.z);
}
glm::dvec3 euler_from_quaternion(const glm::dquat& rotation) {
  const glm::dmat3 m = glm::mat3_cast(normalized(rotation));
  const double across = std::sqrt(m[0].x * m[0].x + m[0].y * m[0].y);
  const double y = portable::atan2(-m[0].z, across);
  if (across > 1e-9) return {portable::atan2(m[1].z, m[2].z), y, portable::atan2(m[0].y, m[0].x)};
  return {portable::atan2(-m[2].y, m[1].y), y, 0};
}

bool is_slerp_block(std::span<const Curve> curves) {
  if (curves.size() < 4 || curves[0].handles != HandleKind::kValuesOnly || curves[0].keys.empty()) return false;
  for (size_t i = 0; i < 4; ++i) {
    const Curve& c = curves[i];
    if (c.target_kind != TargetKind::kNode || c.target != curves[0].target || c.channel != Channel::kRotationQuat ||
        c.handles != HandleKind::kValuesOnly || c.keys.size() != curves[0].keys.size())
      return false;
    for (size_t j = 0; j < 4; ++j) {
      if (i != j && c.component == curves[j].component) return false;
    }
  }
  return true;
}

glm::dvec4 slerp_block(std::span<const Curve> curves, double time_s) {
  const std::vector<Key>& keys = curves[0].keys;
  const auto after =
      std::upper_bound(keys.begin(), keys.end(), time_s, [](double t, const Key& k) { return t < k.time_s; });
  glm::dvec4 out(0);
  if (after == keys.begin() || after == keys.end()) {
    for (size_t i = 0; i < 4; ++i) out[curves[i].component] = evaluate(curves[i], time_s);
    return out;
  }
  const auto next = size_t(after - keys.begin());
  glm::dvec4 a(0), b(0);
  for (size_t i = 0; i < 4; ++i) {
    a[curves[i].component] = curves[i].keys[next - 1].value;
    b[curves[i].component] = curves[i].keys[next].value;
  }
  const double u = (time_s - keys[next - 1].time_s) / (keys[next].time_s - keys[next - 1].time_s);
  const glm::dquat q = slerp(normalized(glm::dquat(a.w, a.x, a.y, a.z)), normalized(glm::dquat(b.w, b.x, b.y, b.z)), u);
  return {q.x, q.y, q.z, q.w};
}

LocalPose make_local_pose(const Scene& scene) {
  LocalPose pose;
  pose.local.resize(scene.nodes.size());
  pose.driven.resize(scene.nodes.size());
  pose.moves.resize(scene.nodes.size(), 1);
  pose.euler_rad.resize(scene.nodes.size());
  pose.quaternion.resize(scene.nodes.size());
  pose.rotated_by.resize(scene.nodes.size());
  sample_bind(scene, pose);
  return pose;
}

void sample_bind(const Scene& scene, LocalPose& pose) {
  assert(pose.local.size() == scene.nodes.size());
  for (size_t i = 0; i < scene.nodes.size(); ++i) {
    if (pose.moves[i] == 0) continue;
    pose.local[i] = scene.nodes[i].local;
    pose.driven[i] = 0;
  }
  if (!scene.tag_tracks.empty()) place_tags(scene, pose);
  pose.camera = kNone;
  pose.camera_fov_rad = 0;
}

void sample_clip(const Scene& scene, const Clip& clip, double time_s, const PlayOptions& options, LocalPose& pose) {
  sample_bind(scene, pose);
  add_clip(scene, clip, time_s, options, pose);
}

void add_clip(const Scene& scene, const Clip& clip, double time_s, const PlayOptions& options, LocalPose& pose,
              const ClipTracks* tracks) {
  const CycleTime time = wrap(time_s, clip.duration_s, options.loop);
  if (clip.frames) sample_frames(scene, clip, *clip.frames, time_s, options, pose);
  for (const FrameRun& run : clip.runs) sample_run(scene, run, time_s, options, pose);
  if (clip.poses) return sample_key_poses(clip, *clip.poses, time, options, pose);
  if (tracks != nullptr && tracks->whole)
    sample_tracks(*tracks, time.time_s, pose);
  else
    sample_curves(clip, time, pose);
  move_root(scene, clip, time, options, pose);
}

double time_in_cycle_s(const Clip& clip, double time_s, const PlayOptions& options) {
  return wrap(time_s, clip.duration_s, options.loop).time_s;
}

double cycle_s(const Clip& clip, const PlayOptions& options) {
  if (!clip.runs.empty()) return cycle_s(clip.runs.front(), options);
  if (!clip.frames) return clip.duration_s;
  if (clip.frame_count == 0 || !(clip.frame_rate > 0)) return 0;
  const uint32_t frames = playing_frames(clip.frame_count, clip.frames->cuts.size());
  if (frames < 2) return 0;
  return (frames - 1 + (options.loop && (options.close_loop || clip.closes) ? 1 : 0)) / clip.frame_rate;
}

FramePosition frame_at(double time_s, double frame_rate, uint32_t frame_count, bool loop, bool close_loop) {
  return position_over(time_s, frame_rate, frame_count, loop, close_loop);
}

FramePosition camera_frame_at(double time_s, double frame_rate, uint32_t frame_count, std::span<const uint32_t> cuts,
                              bool loop, bool close_loop) {
  FramePosition out = position_over(time_s, frame_rate, playing_frames(frame_count, cuts.size()), loop, close_loop);
  const bool holds = out.first == out.second;
  out.first = past_cuts(out.first, cuts, frame_count);
  if (out.closing)
    out.second = past_cuts(0, cuts, frame_count);
  else
    out.second = holds ? out.first : std::min(out.first + 1, frame_count - 1);
  return out;
}

glm::dquat normalized(const glm::dquat& q) {
  const double length = std::sqrt(q.x * q.x + q.y * q.y + q.z * q.z + q.w * q.w);
  if (!(length > 0)) return glm::dquat(1, 0, 0, 0);
  return glm::dquat(q.w / length, q.x / length, q.y / length, q.z / length);
}

glm::dquat slerp(const glm::dquat& from, const glm::dquat& to, double fraction) {
  if (fraction <= 0) return from;
  if (fraction >= 1) return to;
  const double dot = from.x * to.x + from.y * to.y + from.z * to.z + from.w * to.w;
  const double cosine = std::abs(dot);
  double from_weight = 1 - fraction, to_weight = fraction;
  if (1 - cosine > 1e-6) {
    const double sine = std::sqrt(1 - cosine * cosine);
    const double angle = portable::atan2(sine, cosine);
    from_weight = portable::sin((1 - fraction) * angle) / sine;
    to_weight = portable::sin(fraction * angle) / sine;
  }
  if (dot < 0) to_weight = -to_weight;
  return glm::dquat(from.w * from_weight + to.w * to_weight, from.x * from_weight + to.x * to_weight,
                    from.y * from_weight + to.y * to_weight, from.z * from_weight + to.z * to_weight);
}

}  // namespace vitrine::pose
