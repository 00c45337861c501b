#include "pose/scalar_curve.h"

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>

#include "base/utf8.h"
#include "pose/curve.h"

namespace vitrine {
namespace {

constexpr uint32_t kFirstRotation = 3, kFirstScale = 7, kFov = 7;
constexpr const char* kChannels[] = {"translation", "rotation", "euler", "scale", "other"};
constexpr const char* kComponents[] = {"x", "y", "z", "w"};

double component_of(const glm::quat& q, uint32_t c) { return c == 0 ? q.x : c == 1 ? q.y : c == 2 ? q.z : q.w; }

uint32_t bound_node(const SampledFrames& frames, uint32_t track) {
  for (const auto& binding : frames.bindings) {
    if (binding.track == track) return binding.node;
  }
  return kNone;
}

}  // namespace

ScalarCurve ScalarCurve::of_frames(const Clip& clip, uint32_t track, uint32_t part, uint32_t node) {
  ScalarCurve channel;
  channel.clip_ = &clip;
  channel.track_ = track;
  channel.part_ = part;
  channel.node_ = node;
  const auto& all_bits = clip.frames->animated_bits;
  const uint8_t bits = track < all_bits.size() ? all_bits[track] : 0x3F;
  // Bits 0 to 2 are the translation, 3 to 5 the rotation; w follows from all of it.
  channel.animated_ = part == kFov || (part == kFov - 1 ? (bits & 0x38) != 0 : (bits >> part & 1) != 0);
  return channel;
}

ScalarCurve ScalarCurve::of_poses(const Clip& clip, uint32_t track, uint32_t part) {
  ScalarCurve channel;
  channel.clip_ = &clip;
  channel.track_ = track;
  channel.part_ = part;
  channel.node_ = clip.poses->nodes[track];
  return channel;
}

const char* ScalarCurve::kind() const {
  if (curve_) return kChannels[static_cast<size_t>(curve_->channel)];
  if (part_ < kFirstRotation) return "translation";
  if (part_ < kFirstScale) return "rotation";
  return clip_->frames ? "fov" : "scale";
}

uint32_t ScalarCurve::component() const {
  if (curve_) return curve_->component;
  return part_ < kFirstRotation ? part_ : part_ < kFirstScale ? part_ - kFirstRotation : part_ - kFirstScale;
}

std::string ScalarCurve::path() const {
  if (curve_) return curve_->path;
  const std::string name = kind();
  return name == "fov" ? name : name + "." + kComponents[component()];
}

size_t ScalarCurve::key_count() const {
  return curve_ ? curve_->keys.size() : clip_->frames ? clip_->frame_count : clip_->poses->times_s.size();
}

double ScalarCurve::time_s(size_t key) const {
  if (curve_) return curve_->keys[key].time_s;
  return clip_->frames ? static_cast<double>(key) / clip_->frame_rate : clip_->poses->times_s[key];
}

double ScalarCurve::sample(size_t key) const {
  if (clip_->frames) {
    const SampledFrames& frames = *clip_->frames;
    if (part_ == kFov) return frames.fov_rad[key];
    const size_t at = key * frames.track_count + track_;
    if (part_ < kFirstRotation) return frames.translations[at][static_cast<int>(part_)];
    return component_of(frames.rotations[at], part_ - kFirstRotation);
  }
  const Transform& pose = clip_->poses->transforms[key * clip_->poses->nodes.size() + track_];
  if (part_ < kFirstRotation) return pose.translation[static_cast<int>(part_)];
  if (part_ < kFirstScale) return component_of(pose.rotation, part_ - kFirstRotation);
  return pose.scale[static_cast<int>(part_ - kFirstScale)];
}

double ScalarCurve::value(size_t key) const { return curve_ ? curve_->keys[key].value : sample(key); }

size_t ScalarCurve::key_after(double time_s) const {
  const size_t count = key_count();
  if (curve_) {
    const auto& keys = curve_->keys;
    return static_cast<size_t>(
        std::upper_bound(keys.begin(), keys.end(), time_s, [](double t, const Key& k) { return t < k.time_s; }) -
        keys.begin());
  }
  if (clip_->poses) {
    const auto& times = clip_->poses->times_s;
    return static_cast<size_t>(std::upper_bound(times.begin(), times.end(), time_s) - times.begin());
  }
  const double frame = std::floor(time_s * clip_->frame_rate) + 1;
  size_t key = frame <= 0 ? 0 : frame >= static_cast<double>(count) ? count : static_cast<size_t>(frame);
  // Products round: the neighbours decide.
  while (key > 0 && this->time_s(key - 1) > time_s) --key;
  while (key < count && this->time_s(key) <= time_s) ++key;
  return key;
}

double ScalarCurve::evaluate(double time_s) const {
  if (curve_) return pose::evaluate(*curve_, time_s);
  const size_t count = key_count();
  if (count == 0) return 0;
  const size_t after = key_after(time_s);
  if (after == 0) return sample(0);
  if (after == count) return sample(count - 1);
  const double from = this->time_s(after - 1), to = this->time_s(after);
  const double a = sample(after - 1), b = sample(after);
  return a + (b - a) * ((time_s - from) / (to - from));
}

std::vector<ScalarCurve> channels_of(const Clip& clip) {
  std::vector<ScalarCurve> channels;
  if (clip.frames) {
    const SampledFrames& frames = *clip.frames;
    for (uint32_t track = 0; track < frames.track_count; ++track) {
      const uint32_t node = bound_node(frames, track);
      for (uint32_t part = 0; part < kFirstScale; ++part)
        channels.push_back(ScalarCurve::of_frames(clip, track, part, node));
    }
    if (!frames.fov_rad.empty()) channels.push_back(ScalarCurve::of_frames(clip, 0, kFov, clip.camera_node));
  } else if (clip.poses) {
    for (uint32_t track = 0; track < clip.poses->nodes.size(); ++track) {
      for (uint32_t part = 0; part < kFirstScale + 3; ++part)
        channels.push_back(ScalarCurve::of_poses(clip, track, part));
    }
  }
  for (const Curve& curve : clip.curves) channels.emplace_back(curve);
  return channels;
}

namespace {

constexpr const char* kInterpolations[] = {"step", "linear", "bezier"};
constexpr const char* kExtensions[] = {"hold", "extrapolate", "cyclic", "cyclicExtrapolate"};
constexpr const char* kHandles[] = {"none", "full", "values"};
constexpr const char* kTargets[] = {"node", "material", "texture", "light", "camera", "shape"};

template <class Enum, size_t N>
const char* name_of(const char* const (&names)[N], Enum value) {
  return names[static_cast<size_t>(value)];
}

Json target_name(const Scene& scene, TargetKind kind, uint32_t target) {
  if (target == kNone) return nullptr;
  switch (kind) {
    case TargetKind::kNode:
      return to_utf8(scene.nodes[target].name);
    case TargetKind::kMaterial:
    case TargetKind::kTextureSlot:
      return to_utf8(scene.materials[target].name);
    case TargetKind::kLight:
      return to_utf8(scene.lights[target].name);
    case TargetKind::kCamera:
      return to_utf8(scene.cameras[target].name);
    case TargetKind::kShape:
      return to_utf8(scene.meshes[target].name);
  }
  return nullptr;
}

double sample_time(const Clip& clip, uint32_t index, uint32_t count) {
  return count < 2 ? 0 : clip.duration_s * index / (count - 1);
}

Json keys_json(const ScalarCurve& channel) {
  Json keys = Json::array();
  const Curve* curve = channel.curve();
  for (size_t i = 0; i < channel.key_count(); ++i) {
    Json item = {{"time", channel.time_s(i)}, {"value", channel.value(i)}};
    if (curve && curve->handles == HandleKind::kFull) {
      item["left"] = {curve->keys[i].left_time_s, curve->keys[i].left_value};
      item["right"] = {curve->keys[i].right_time_s, curve->keys[i].right_value};
    } else if (curve && curve->handles == HandleKind::kValuesOnly) {
      item["left"] = {nullptr, curve->keys[i].left_value};
      item["right"] = {nullptr, curve->keys[i].right_value};
    }
    keys.push_back(std::move(item));
  }
  return keys;
}

}  // namespace

Json channel_json(const Scene& scene, const Clip& clip, const ScalarCurve& channel) {
  const Curve* curve = channel.curve();
  const TargetKind kind = curve ? curve->target_kind : TargetKind::kNode;
  const uint32_t target = curve ? curve->target : channel.node();
  const Interpolation interpolation = curve ? curve->interpolation : Interpolation::kLinear;
  Json out = {{"path", to_utf8(channel.path())},
              {"targetKind", name_of(kTargets, kind)},
              {"target", target_name(scene, kind, target)},
              {"targetIndex", target == kNone ? Json(nullptr) : Json(target)},
              {"channel", channel.kind()},
              {"component", channel.component()},
              {"interpolation", name_of(kInterpolations, interpolation)},
              {"handles", name_of(kHandles, curve ? curve->handles : HandleKind::kNone)},
              {"before", name_of(kExtensions, channel.before())},
              {"after", name_of(kExtensions, channel.after())}};
  if (curve && curve->sub_target != kNone) out["subTarget"] = curve->sub_target;
  if (clip.frames && !curve && out["channel"] != "fov") {
    out["animated"] = channel.animated();
    if (channel.track() < clip.frames->track_names.size())
      out["track"] = to_utf8(clip.frames->track_names[channel.track()]);
  }
  return out;
}

Json curves_json(const Scene& scene, const Clip& clip, uint32_t samples) {
  Json curves = Json::array();
  for (const ScalarCurve& channel : channels_of(clip)) {
    Json out = channel_json(scene, clip, channel);
    out["keys"] = keys_json(channel);
    if (samples > 0) {
      Json& points = out["samples"] = Json::array();
      for (uint32_t i = 0; i < samples; ++i) {
        const double time_s = sample_time(clip, i, samples);
        points.push_back({time_s, channel.evaluate(time_s)});
      }
    }
    curves.push_back(std::move(out));
  }
  return {{"action", to_utf8(clip.name)},
          {"duration", clip.duration_s},
          {"frameRate", clip.frame_rate},
          {"firstFrame", clip.first_frame},
          {"curves", std::move(curves)}};
}

}  // namespace vitrine
