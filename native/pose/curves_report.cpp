#include "pose/curves_report.h"

#include <nlohmann/json.hpp>

#include "base/utf8.h"

namespace vitrine {
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
