#include "session/curves_report.h"

#include <functional>

#include "pose/curve.h"
#include "pose/sample.h"

namespace vitrine {
namespace {

constexpr const char* kInterpolations[] = {"step", "linear", "bezier"};
constexpr const char* kExtensions[] = {"hold", "extrapolate", "cyclic", "cyclicExtrapolate"};
constexpr const char* kHandles[] = {"none", "full", "values"};
constexpr const char* kTargets[] = {"node", "material", "texture", "light", "camera", "shape"};
constexpr const char* kChannels[] = {"translation", "rotation", "euler", "scale", "other"};
constexpr const char* kComponents[] = {"x", "y", "z", "w"};

template <class Enum, size_t N>
const char* name_of(const char* const (&names)[N], Enum value) {
  return names[static_cast<size_t>(value)];
}

Json target_name(const Scene& scene, const Curve& curve) {
  if (curve.target == kNone) return nullptr;
  switch (curve.target_kind) {
    case TargetKind::kNode:
      return to_utf8(scene.nodes[curve.target].name);
    case TargetKind::kMaterial:
    case TargetKind::kTextureSlot:
      return to_utf8(scene.materials[curve.target].name);
    case TargetKind::kLight:
      return to_utf8(scene.lights[curve.target].name);
    case TargetKind::kCamera:
      return to_utf8(scene.cameras[curve.target].name);
    case TargetKind::kShape:
      return to_utf8(scene.meshes[curve.target].name);
  }
  return nullptr;
}

double sample_time(const Clip& clip, uint32_t index, uint32_t count) {
  return count < 2 ? 0 : clip.duration_s * index / (count - 1);
}

Json curve_json(const Scene& scene, const Clip& clip, const Curve& curve, uint32_t samples) {
  Json out = {{"path", to_utf8(curve.path)},
              {"targetKind", name_of(kTargets, curve.target_kind)},
              {"target", target_name(scene, curve)},
              {"targetIndex", curve.target == kNone ? Json(nullptr) : Json(curve.target)},
              {"channel", name_of(kChannels, curve.channel)},
              {"component", curve.component},
              {"interpolation", name_of(kInterpolations, curve.interpolation)},
              {"handles", name_of(kHandles, curve.handles)},
              {"before", name_of(kExtensions, curve.before)},
              {"after", name_of(kExtensions, curve.after)},
              {"keys", Json::array()}};
  if (curve.sub_target != kNone) out["subTarget"] = curve.sub_target;
  for (const Key& key : curve.keys) {
    Json item = {{"time", key.time_s}, {"value", key.value}};
    if (curve.handles == HandleKind::kFull) {
      item["left"] = {key.left_time_s, key.left_value};
      item["right"] = {key.right_time_s, key.right_value};
    } else if (curve.handles == HandleKind::kValuesOnly) {
      item["left"] = {nullptr, key.left_value};
      item["right"] = {nullptr, key.right_value};
    }
    out["keys"].push_back(std::move(item));
  }
  if (samples > 0) {
    out["samples"] = Json::array();
    for (uint32_t i = 0; i < samples; ++i) {
      const double time_s = sample_time(clip, i, samples);
      out["samples"].push_back({time_s, pose::evaluate(curve, time_s)});
    }
  }
  return out;
}

/// One component of a row of transforms at given times, as a curve of linear keys.
Json component_json(const Scene& scene, uint32_t node, const char* channel, int component, size_t count,
                    const std::function<double(size_t)>& time, const std::function<double(size_t)>& value) {
  Json keys = Json::array();
  for (size_t i = 0; i < count; ++i) keys.push_back({{"time", time(i)}, {"value", value(i)}});
  return {{"path", std::string(channel) + "." + kComponents[component]},
          {"targetKind", "node"},
          {"target", node == kNone ? Json(nullptr) : Json(to_utf8(scene.nodes[node].name))},
          {"targetIndex", node == kNone ? Json(nullptr) : Json(node)},
          {"channel", channel},
          {"component", component},
          {"interpolation", "linear"},
          {"handles", "none"},
          {"before", "hold"},
          {"after", "hold"},
          {"keys", std::move(keys)}};
}

void add_frames(const Scene& scene, const Clip& clip, Json& curves) {
  const SampledFrames& frames = *clip.frames;
  const auto time = [&](size_t frame) { return static_cast<double>(frame) / clip.frame_rate; };
  for (uint32_t track = 0; track < frames.track_count; ++track) {
    uint32_t node = kNone;
    for (const auto& binding : frames.bindings) {
      if (binding.track == track) {
        node = binding.node;
        break;
      }
    }
    const uint8_t bits = track < frames.animated_bits.size() ? frames.animated_bits[track] : 0x3F;
    const auto at = [&](size_t frame) { return frame * frames.track_count + track; };
    for (int c = 0; c < 3; ++c) {
      Json curve = component_json(scene, node, "translation", c, clip.frame_count, time,
                                  [&](size_t f) { return frames.translations[at(f)][c]; });
      curve["animated"] = (bits >> c & 1) != 0;
      if (track < frames.track_names.size()) curve["track"] = to_utf8(frames.track_names[track]);
      curves.push_back(std::move(curve));
    }
    for (int c = 0; c < 4; ++c) {
      const auto value = [&](size_t f) {
        const glm::quat& q = frames.rotations[at(f)];
        return static_cast<double>(c == 0 ? q.x : c == 1 ? q.y : c == 2 ? q.z : q.w);
      };
      Json curve = component_json(scene, node, "rotation", c, clip.frame_count, time, value);
      curve["animated"] = (c == 3 ? bits & 0x38 : bits >> (3 + c) & 1) != 0;
      if (track < frames.track_names.size()) curve["track"] = to_utf8(frames.track_names[track]);
      curves.push_back(std::move(curve));
    }
  }
  if (!frames.fov_rad.empty()) {
    Json curve = component_json(scene, clip.camera_node, "fov", 0, clip.frame_count, time,
                                [&](size_t f) { return frames.fov_rad[f]; });
    curve["path"] = "fov";
    curves.push_back(std::move(curve));
  }
}

void add_poses(const Scene& scene, const Clip& clip, Json& curves) {
  const KeyPoses& poses = *clip.poses;
  const size_t tracks = poses.nodes.size();
  const auto time = [&](size_t key) { return poses.times_s[key]; };
  for (size_t track = 0; track < tracks; ++track) {
    const auto at = [&, track](size_t key) -> const Transform& { return poses.transforms[key * tracks + track]; };
    const uint32_t node = poses.nodes[track];
    const size_t count = poses.times_s.size();
    for (int c = 0; c < 3; ++c)
      curves.push_back(
          component_json(scene, node, "translation", c, count, time, [&](size_t k) { return at(k).translation[c]; }));
    for (int c = 0; c < 4; ++c) {
      curves.push_back(component_json(scene, node, "rotation", c, count, time, [&](size_t k) {
        const glm::quat& q = at(k).rotation;
        return static_cast<double>(c == 0 ? q.x : c == 1 ? q.y : c == 2 ? q.z : q.w);
      }));
    }
    for (int c = 0; c < 3; ++c)
      curves.push_back(component_json(scene, node, "scale", c, count, time, [&](size_t k) { return at(k).scale[c]; }));
  }
}

}  // namespace

Json curves_json(const Scene& scene, const Clip& clip, uint32_t samples) {
  Json curves = Json::array();
  if (clip.frames)
    add_frames(scene, clip, curves);
  else if (clip.poses)
    add_poses(scene, clip, curves);
  for (const Curve& curve : clip.curves) curves.push_back(curve_json(scene, clip, curve, samples));
  return {{"action", to_utf8(clip.name)},
          {"duration", clip.duration_s},
          {"frameRate", clip.frame_rate},
          {"curves", std::move(curves)}};
}

}  // namespace vitrine
