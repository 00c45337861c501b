#include "formats/kri/write/actions.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <unordered_map>
#include <unordered_set>

#include "base/argument.h"
#include "pose/curve.h"

namespace vitrine {
namespace {

constexpr double kTick_s = 0.04;  // the exporter's 25 frames a second

/// All curves of one channel of one target.
struct Group {
  std::vector<const Curve*> components;  ///< null where the component has no curve
  const Curve* any = nullptr;
};

size_t component_count(Channel channel) { return channel == Channel::kRotationQuat ? 4 : 3; }

const char* attribute_of(Channel channel) {
  switch (channel) {
    case Channel::kTranslation:
      return "location";
    case Channel::kRotationQuat:
      return "rotation_quaternion";
    case Channel::kRotationEuler:
      return "rotation_euler";
    case Channel::kScale:
      return "scale";
    case Channel::kOther:
      break;
  }
  return "";
}

/// Keys of several components at common times.
struct Track {
  std::vector<double> times_s;
  std::vector<std::vector<double>> values;  ///< per key, per component
};

/// Handles half way to the neighbours make KRI's nested lerps a straight line.
std::vector<float> linear_keys(const Track& track, bool extrapolate) {
  std::vector<float> keys;
  const size_t count = track.times_s.size();
  for (size_t k = 0; k < count; ++k) {
    const std::vector<double>& value = track.values[k];
    const auto handle = [&](size_t neighbour, size_t inner, double direction, size_t c) {
      if (neighbour < count) return (value[c] + track.values[neighbour][c]) / 2;
      if (!extrapolate || inner >= count) return value[c];
      const double span = track.times_s[inner] - track.times_s[k];  // beyond the ends: the rise of one second
      return span == 0 ? value[c] : value[c] + direction * (track.values[inner][c] - value[c]) / span;
    };
    keys.push_back(static_cast<float>(track.times_s[k]));
    for (const double v : value) keys.push_back(static_cast<float>(v));
    for (size_t c = 0; c < value.size(); ++c) keys.push_back(static_cast<float>(handle(k - 1, k + 1, -1, c)));
    for (size_t c = 0; c < value.size(); ++c) keys.push_back(static_cast<float>(handle(k + 1, k - 1, 1, c)));
  }
  return keys;
}

/// KRI's own curves go back as they came.
bool is_native(const Group& group) {
  return std::all_of(group.components.begin(), group.components.end(), [&](const Curve* curve) {
    return curve != nullptr && curve->interpolation == Interpolation::kBezier &&
           curve->handles == HandleKind::kValuesOnly && curve->keys.size() == group.any->keys.size() &&
           std::equal(curve->keys.begin(), curve->keys.end(), group.any->keys.begin(),
                      [](const Key& a, const Key& b) { return a.time_s == b.time_s; });
  });
}

std::vector<float> native_keys(const Group& group) {
  std::vector<float> keys;
  for (size_t k = 0; k < group.any->keys.size(); ++k) {
    keys.push_back(static_cast<float>(group.any->keys[k].time_s));
    for (const Curve* curve : group.components) keys.push_back(static_cast<float>(curve->keys[k].value));
    for (const Curve* curve : group.components) keys.push_back(static_cast<float>(curve->keys[k].left_value));
    for (const Curve* curve : group.components) keys.push_back(static_cast<float>(curve->keys[k].right_value));
  }
  return keys;
}

std::vector<double> key_times(const Group& group, bool dense) {
  std::vector<double> times;
  for (const Curve* curve : group.components) {
    if (curve == nullptr) continue;
    for (const Key& key : curve->keys) times.push_back(key.time_s);
  }
  std::sort(times.begin(), times.end());
  if (dense && !times.empty()) {
    const double first = times.front(), last = times.back();
    const double steps = std::min(60000.0, std::floor((last - first) / kTick_s));
    for (double step = 1; step <= steps; ++step) times.push_back(first + step * kTick_s);
    std::sort(times.begin(), times.end());
  }
  times.erase(std::unique(times.begin(), times.end()), times.end());
  return times;
}

class ActionWriter {
 public:
  ActionWriter(const Scene& scene, const KriActionTargets& targets) : scene_(scene), targets_(targets) {}

  void run(const Clip& clip) {
    if (clip.frames) add_frames(clip, *clip.frames);
    if (clip.poses) add_poses(clip, *clip.poses);
    add_curves(clip);
    std::unordered_set<uint32_t> moved;
    if (clip.frames)
      for (const auto& binding : clip.frames->bindings) moved.insert(binding.node);
    if (clip.poses) moved.insert(clip.poses->nodes.begin(), clip.poses->nodes.end());
    for (const Curve& curve : clip.curves)
      if (curve.target_kind == TargetKind::kNode && curve.channel != Channel::kOther) moved.insert(curve.target);
    for (const uint32_t node : targets_.keyed)
      if (!moved.contains(node)) add_transforms(clip, node, {0}, {scene_.nodes[node].local});
  }
  uint64_t resampled() const { return resampled_; }
  uint64_t skipped() const { return skipped_; }

 private:
  void add(const KriOwner& owner, const Clip& clip, const std::string& path, size_t size, bool extrapolate,
           std::vector<float> keys) {
    if (owner.actions == nullptr || size == 0 || size > 255) {
      ++skipped_;
      return;
    }
    const auto number = static_cast<uint32_t>(&clip - scene_.clips.data());
    if (owner.actions->empty() || owner.actions->back().clip != number)
      owner.actions->push_back({clip.name, static_cast<float>(clip.duration_s), number, {}});
    owner.actions->back().curves.push_back(
        {path, owner.element, static_cast<uint8_t>(size), extrapolate, std::move(keys)});
  }

  /// Whole transforms at given times: three curves, those that never leave the bind pose left out.
  void add_transforms(const Clip& clip, uint32_t node, const std::vector<double>& times,
                      const std::vector<Transform>& locals) {
    Track location, rotation, scale;
    location.times_s = rotation.times_s = scale.times_s = times;
    glm::quat before(1, 0, 0, 0);
    for (Transform local : locals) {
      local.rotation = glm::normalize(local.rotation);  // as it is played; files have others
      Transform t = targets_.convert(node, local);
      if (glm::dot(t.rotation, before) < 0) t.rotation = -t.rotation;  // neighbours on one side
      before = t.rotation;
      location.values.push_back({t.translation.x, t.translation.y, t.translation.z});
      rotation.values.push_back({t.rotation.w, t.rotation.x, t.rotation.y, t.rotation.z});
      scale.values.push_back({t.scale.x, t.scale.y, t.scale.z});
    }
    const KriOwner owner = targets_.node(node);
    const std::string prefix = std::string(1, owner.prefix) + ".";
    add(owner, clip, prefix + "location", 3, false, linear_keys(location, false));
    add(owner, clip, prefix + "rotation_quaternion", 4, false, linear_keys(rotation, false));
    const bool scaled = std::any_of(scale.values.begin(), scale.values.end(), [&](const auto& v) {
      return std::abs(v[0] - 1) > 1e-6 || std::abs(v[1] - 1) > 1e-6 || std::abs(v[2] - 1) > 1e-6;
    });
    if (scaled) add(owner, clip, prefix + "scale", 3, false, linear_keys(scale, false));
  }

  void add_frames(const Clip& clip, const SampledFrames& frames) {
    std::vector<double> times;
    for (uint32_t f = 0; f < clip.frame_count; ++f) times.push_back(f / clip.frame_rate);
    for (const auto& binding : frames.bindings) {
      std::vector<Transform> locals;
      for (uint32_t f = 0; f < clip.frame_count; ++f) {
        const size_t at = size_t{f} * frames.track_count + binding.track;
        locals.push_back({frames.translations[at], frames.rotations[at], scene_.nodes[binding.node].local.scale});
      }
      add_transforms(clip, binding.node, times, locals);
    }
  }

  void add_poses(const Clip& clip, const KeyPoses& poses) {
    for (size_t track = 0; track < poses.nodes.size(); ++track) {
      std::vector<Transform> locals;
      for (size_t k = 0; k < poses.times_s.size(); ++k)
        locals.push_back(poses.transforms[k * poses.nodes.size() + track]);
      add_transforms(clip, poses.nodes[track], poses.times_s, locals);
    }
  }

  void add_curves(const Clip& clip) {
    // In the clip's order: the first curve of a channel determines the position of the channel.
    std::vector<Group> groups;
    std::map<std::tuple<int, uint32_t, uint32_t, int, std::string>, size_t> numbers;
    for (const Curve& curve : clip.curves) {
      if (curve.target == kNone || curve.keys.empty()) {
        ++skipped_;
        continue;
      }
      const bool other = curve.channel == Channel::kOther;
      const auto key = std::make_tuple(static_cast<int>(curve.target_kind), curve.target, curve.sub_target,
                                       static_cast<int>(curve.channel), other ? curve.path : std::string());
      const auto [found, is_new] = numbers.try_emplace(key, groups.size());
      if (is_new) groups.push_back({std::vector<const Curve*>(other ? 0 : component_count(curve.channel)), &curve});
      Group& group = groups[found->second];
      if (curve.component >= group.components.size()) group.components.resize(curve.component + 1u);
      group.components[curve.component] = &curve;
    }
    const auto is_converted = [&](const Curve& curve) {
      return curve.target_kind == TargetKind::kNode && curve.channel != Channel::kOther &&
             !targets_.is_identity(curve.target);
    };
    std::unordered_map<uint32_t, std::vector<const Group*>> of_node;
    for (const Group& group : groups)
      if (is_converted(*group.any)) of_node[group.any->target].push_back(&group);
    for (const Group& group : groups) {
      if (!is_converted(*group.any)) {
        add_group(clip, group);
        continue;
      }
      const std::vector<const Group*>& all = of_node[group.any->target];
      if (all.front() == &group) add_converted(clip, group.any->target, all);
    }
  }

  double fallback(const Curve& curve, size_t component) const {
    if (curve.target_kind != TargetKind::kNode) return 0;
    const Transform& local = scene_.nodes[curve.target].local;
    const auto c = static_cast<glm::length_t>(component);
    switch (curve.channel) {
      case Channel::kTranslation:
        return local.translation[c];
      case Channel::kScale:
        return local.scale[c];
      case Channel::kRotationQuat:
        return local.rotation[c];
      default:
        return 0;
    }
  }

  /// `turned`: the values will go into another channel, where only straight lines of distances stay straight.
  Track sampled(const Group& group, bool turned = false) {
    const bool bends = turned && group.any->channel == Channel::kRotationEuler;
    const bool straight =
        !bends && std::all_of(group.components.begin(), group.components.end(), [](const Curve* curve) {
          return curve == nullptr || curve->interpolation == Interpolation::kLinear;
        });
    resampled_ += !straight;
    Track track;
    track.times_s = key_times(group, !straight);
    for (const double time : track.times_s) {
      std::vector<double> value;
      for (size_t c = 0; c < group.components.size(); ++c) {
        const double other = fallback(*group.any, c);
        value.push_back(group.components[c] ? pose::evaluate(*group.components[c], time, other) : other);
      }
      track.values.push_back(std::move(value));
    }
    return track;
  }

  void add_group(const Clip& clip, Group group) {
    const Curve& curve = *group.any;
    const bool of_node = curve.target_kind == TargetKind::kNode;
    const KriOwner owner =
        of_node ? targets_.node(curve.target) : targets_.other(curve.target_kind, curve.target, curve.sub_target);
    std::string path = curve.path;
    if (curve.channel != Channel::kOther) path = std::string(1, owner.prefix) + "." + attribute_of(curve.channel);
    if (path.size() < 3 || path[1] != '.') {  // a channel that KRI has no word for
      ++skipped_;
      return;
    }
    const bool extrapolate = curve.after == Extension::kExtrapolate;
    const bool native = is_native(group);
    // Blender's quaternion curves are w x y z.
    if (curve.channel == Channel::kRotationQuat && native) {
      std::rotate(group.components.begin(), group.components.begin() + 3, group.components.end());
    }
    if (native) {
      add(owner, clip, path, group.components.size(), extrapolate, native_keys(group));
      return;
    }
    Track track = sampled(group);
    if (curve.channel == Channel::kRotationQuat) {
      for (auto& value : track.values) std::rotate(value.begin(), value.begin() + 3, value.end());
    }
    add(owner, clip, path, group.components.size(), extrapolate, linear_keys(track, extrapolate));
  }

  /// Channels of a node whose numbers change with the axes or the bind transform: whole transforms at all key times.
  void add_converted(const Clip& clip, uint32_t node, const std::vector<const Group*>& groups) {
    std::vector<double> times;
    for (const Group* group : groups) {
      const Track track = sampled(*group, true);
      times.insert(times.end(), track.times_s.begin(), track.times_s.end());
    }
    std::sort(times.begin(), times.end());
    times.erase(std::unique(times.begin(), times.end()), times.end());
    std::vector<Transform> locals;
    for (const double time : times) {
      Transform local = scene_.nodes[node].local;
      for (const Group* group : groups) {
        glm::vec4 value(0);
        for (size_t c = 0; c < group->components.size() && c < 4; ++c) {
          const double other = fallback(*group->any, c);
          value[static_cast<glm::length_t>(c)] =
              static_cast<float>(group->components[c] ? pose::evaluate(*group->components[c], time, other) : other);
        }
        if (group->any->channel == Channel::kTranslation) local.translation = glm::vec3(value);
        if (group->any->channel == Channel::kScale) local.scale = glm::vec3(value);
        if (group->any->channel == Channel::kRotationQuat)
          local.rotation = glm::normalize(glm::quat(value.w, value.x, value.y, value.z));
        if (group->any->channel == Channel::kRotationEuler) {  // about x, then y, then z, as they are played
          const auto about = [&](int axis) {
            return glm::angleAxis(value[axis], glm::vec3(axis == 0, axis == 1, axis == 2));
          };
          local.rotation = about(2) * about(1) * about(0);
        }
      }
      locals.push_back(local);
    }
    add_transforms(clip, node, times, locals);
  }

  const Scene& scene_;
  const KriActionTargets& targets_;
  uint64_t resampled_ = 0, skipped_ = 0;
};

}  // namespace

void add_kri_actions(const Scene& scene, const KriActionTargets& targets, LossReport& loss_report) {
  ActionWriter writer(scene, targets);
  for (const Clip& clip : scene.clips) writer.run(clip);
  loss_report.add("curves", writer.resampled(),
                  counted(writer.resampled(), "channel was", "channels were") +
                      " sampled at 25 frames per second: handle times cannot be stored");
  loss_report.add("curves", writer.skipped(),
                  counted(writer.skipped(), "curve moves", "curves move") + " nothing that is in the written file");
}

}  // namespace vitrine
