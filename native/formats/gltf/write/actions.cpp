// Clips as animations: every channel of every node in glTF's axes, and what glTF has no channel for.

#include <algorithm>
#include <cmath>
#include <set>

#include "base/argument.h"
#include "formats/gltf/write/builder.h"
#include "formats/gltf/write/motion.h"
#include "formats/gltf/write/track.h"
#include "pose/curve.h"
#include "pose/properties.h"
#include "pose/runs.h"
#include "pose/sample.h"
#include "scene/vertex_frames.h"

namespace vitrine {
namespace {

/// Tolerance relative to the model's size, a scale, a quaternion: below single precision.
constexpr double kTolerance = 1e-6;
constexpr size_t kMostExtraKeys = 20'000;
/// The same where keys are to be few as well: a difference that no picture shows.
constexpr double kStraightTolerance = 1e-4;
/// Keys of what other actions move, in all actions together.
constexpr size_t kMostStillChannels = 200'000;
/// Axes of tags are stored as floats that some tool has rounded.
constexpr double kMostSkew = 1e-4;

const char* name_of(GlbInterpolation interpolation) {
  static constexpr const char* kNames[] = {"STEP", "LINEAR", "CUBICSPLINE"};
  return kNames[static_cast<size_t>(interpolation)];
}
const char* name_of(Interpolation interpolation) {
  static constexpr const char* kNames[] = {"step", "linear", "bezier"};
  return kNames[static_cast<size_t>(interpolation)];
}
const char* name_of(TargetKind kind) {
  static constexpr const char* kNames[] = {"node", "material", "texture", "light", "camera", "shape"};
  return kNames[static_cast<size_t>(kind)];
}

void put(double* out, const glm::dvec3& v) { out[0] = v.x, out[1] = v.y, out[2] = v.z; }
void put(double* out, const glm::dquat& q) { out[0] = q.x, out[1] = q.y, out[2] = q.z, out[3] = q.w; }

/// One clip on its way.
class Action {
 public:
  Action(GlbBuilder& to, const Clip& clip) : to_(to), scene_(to.scene), clip_(clip) {}

  struct Tally {
    uint64_t resampled = 0, straightened = 0, dropped = 0, kept_aside = 0, skewed = 0;
    double largest_move = 0, largest_rotation = 0, largest_bend = 0, largest_skew = 0;
  };

  Json run(Tally& tally) {
    tally_ = &tally;
    if (clip_.frames) add_frames(*clip_.frames);
    if (clip_.poses) add_poses(*clip_.poses);
    for (const FrameRun& run : clip_.runs) add_run(run);
    add_curves();
    finish();
    Json out = Json::object();
    out["name"] = glb_text(clip_.name);
    if (!channels_.empty()) {
      out["channels"] = std::move(channels_);
      out["samplers"] = std::move(samplers_);
    }
    Json extras = {{"duration", clip_.duration_s}};
    if (!clip_.full_name.empty()) extras["name"] = glb_text(clip_.full_name);
    if (clip_.frame_rate > 0) extras["frameRate"] = clip_.frame_rate;
    if (clip_.file != kNone) extras["file"] = glb_text(scene_.files[clip_.file].name);
    if (!aside_.empty()) extras["curves"] = std::move(aside_);
    if (clip_.frames && !clip_.frames->fov_rad.empty()) {
      extras["fov"] = clip_.frames->fov_rad;
      if (!clip_.frames->cuts.empty()) extras["cuts"] = clip_.frames->cuts;
    }
    out["extras"] = glb_extras(clip_.extras, std::move(extras), {"duration", "frameRate", "file", "curves"});
    return out;
  }

 private:
  enum class Path : uint8_t { kTranslation, kRotation, kScale };

  /// A channel, unless it equals the node's own transform.
  void add(uint32_t node, Path path, const GlbKeys& keys) {
    static constexpr const char* kPaths[] = {"translation", "rotation", "scale"};
    if (keys.times_s.empty()) return;
    if (still_node_ == kNone) still_node_ = node;
    if (keys.times_s.size() == 1) {
      const ExactTransform& rest = to_.places[node].rest_local;
      const glm::vec3 still(path == Path::kTranslation ? rest.translation : rest.scale);
      const glm::quat rest_rotation(rest.rotation);
      const float* v = keys.values.data();
      const bool same = path == Path::kRotation
                            ? (glm::vec4(v[0], v[1], v[2], v[3]) ==
                                   glm::vec4(rest_rotation.x, rest_rotation.y, rest_rotation.z, rest_rotation.w) ||
                               glm::vec4(v[0], v[1], v[2], v[3]) ==
                                   -glm::vec4(rest_rotation.x, rest_rotation.y, rest_rotation.z, rest_rotation.w))
                            : glm::vec3(v[0], v[1], v[2]) == still;
      if (same) return;
    }
    if (keys.resampled) {
      ++tally_->resampled;
      double& largest = path == Path::kRotation ? tally_->largest_rotation : tally_->largest_move;
      largest = std::max(largest, path == Path::kTranslation ? keys.error / to_.space.unit() : keys.error);
    }
    add_channel(to_.places[node].node, kPaths[static_cast<size_t>(path)], keys, path == Path::kRotation ? 4 : 3);
  }

  void add_channel(uint32_t node, const char* path, const GlbKeys& keys, uint32_t components) {
    if (!keys.finite) {
      ++tally_->dropped;
      return;
    }
    Channel channel{node, path, components, to_.options.straight_keys ? straight(keys, path) : keys};
    if (first_.keys.times_s.empty())
      first_ = std::move(channel);
    else
      write(channel);
  }

  struct Channel {
    uint32_t node = kNone;
    const char* path = "";
    uint32_t components = 3;
    GlbKeys keys;
  };
  /// The keys of a channel without bends, for readers that know none.
  GlbKeys straight(const GlbKeys& keys, std::string_view path) {
    const size_t per_key = keys.values.size() / keys.times_s.size();
    const size_t components = keys.interpolation == GlbInterpolation::kCubic ? per_key / 3 : per_key;
    // Of the model's size, a scale, a weight, a quaternion.
    const double whole = path == "translation" ? std::max(to_.size * to_.space.unit(), 1e-9) : 1;
    GlbKeys out =
        straight_keys(keys, static_cast<uint32_t>(components), path == "rotation", kStraightTolerance * whole);
    if (out.times_s.size() == keys.times_s.size() && out.interpolation == keys.interpolation) return keys;
    ++tally_->straightened;
    tally_->largest_bend = std::max(tally_->largest_bend, out.error / whole);
    return out;
  }
  void write(const Channel& channel) {
    const GlbKeys& keys = channel.keys;
    channels_.push_back({{"sampler", samplers_.size()}, {"target", {{"node", channel.node}, {"path", channel.path}}}});
    samplers_.push_back({{"input", to_.buffer.times(keys.times_s)},
                         {"interpolation", name_of(keys.interpolation)},
                         {"output", to_.buffer.keys(keys.values, channel.components)}});
    longest_s_ = std::max(longest_s_, keys.times_s.back());
  }

  ExactTransform placed(uint32_t node, const ExactTransform& local) const {
    return to_.space.transform(after_base(to_.places[node].base, local));
  }

  /// Whole transforms at given times, straight between them.
  struct Poses {
    std::vector<double> times_s, translations, rotations, scales;
    void add(double time_s, const ExactTransform& t) {
      times_s.push_back(time_s);
      for (int i = 0; i < 3; ++i) translations.push_back(t.translation[i]), scales.push_back(t.scale[i]);
      for (const double v : {t.rotation.x, t.rotation.y, t.rotation.z, t.rotation.w}) rotations.push_back(v);
    }
  };
  void add(uint32_t node, const Poses& poses) {
    add(node, Path::kTranslation, linear_keys(poses.times_s, poses.translations, 3, false));
    add(node, Path::kRotation, linear_keys(poses.times_s, poses.rotations, 4, true));
    add(node, Path::kScale, linear_keys(poses.times_s, poses.scales, 3, false));
  }

  void add_frames(const SampledFrames& frames) {
    // A cut is a jump: the pose before it and the pose after it stand at one time.
    struct Stop {
      double time_s;
      uint32_t frame;
    };
    std::vector<Stop> stops;
    const pose::PlayOptions once{pose::RootMotion::kKeep, false, false};
    const double end_s = pose::cycle_s(clip_, once);
    const auto last = static_cast<uint32_t>(std::llround(end_s * clip_.frame_rate));
    for (uint32_t f = 0; f <= last; ++f) {
      const double time_s = f / clip_.frame_rate;
      if (clip_.camera_node == kNone) {
        stops.push_back({time_s, f});
        continue;
      }
      const auto at = [&](double time) {
        return pose::camera_frame_at(time, clip_.frame_rate, clip_.frame_count, frames.cuts, false, false);
      };
      const uint32_t here = at(time_s).first;
      if (f > 0) {
        const uint32_t before = at((f - 0.5) / clip_.frame_rate).second;
        if (before != here) stops.push_back({time_s, before});
      }
      stops.push_back({time_s, here});
    }
    if (to_.options.close_loops && clip_.closes) stops.push_back({(last + 1) / clip_.frame_rate, 0});
    std::vector<uint8_t> done(scene_.nodes.size(), 0);
    for (size_t b = frames.bindings.size(); b-- > 0;) {  // of two for one node the later one counts
      const auto& binding = frames.bindings[b];
      if (done[binding.node]++ != 0) continue;
      Poses poses;
      for (const Stop& stop : stops) {
        const size_t at = size_t{stop.frame} * frames.track_count + binding.track;
        const Transform local{frames.translations[at], frames.rotations[at], scene_.nodes[binding.node].local.scale};
        poses.add(stop.time_s, placed(binding.node, exact_transform(local)));
      }
      add(binding.node, poses);
    }
  }

  /// The key poses at a time as pose/sample.cpp has them.
  void add_poses(const KeyPoses& poses) {
    if (poses.times_s.empty()) return;
    const double end_s = std::max(0.0, clip_.duration_s);
    const size_t tracks = poses.nodes.size();
    const auto normal = [](const glm::quat& q) {
      const glm::dquat d(q);
      const double square = glm::dot(d, d);
      return square > 0 ? d * (1 / std::sqrt(square)) : glm::dquat(1, 0, 0, 0);
    };
    const auto at_key = [&](size_t key, size_t track) {
      const Transform& t = poses.transforms[key * tracks + track];
      return ExactTransform{glm::dvec3(t.translation), normal(t.rotation), glm::dvec3(t.scale)};
    };
    /// Straight between the keys around `time_s`.
    const auto between = [&](double time_s, size_t track) {
      const auto after = std::upper_bound(poses.times_s.begin(), poses.times_s.end(), time_s);
      if (after == poses.times_s.begin()) return at_key(0, track);
      const auto first = static_cast<size_t>(after - poses.times_s.begin() - 1);
      ExactTransform a = at_key(first, track);
      if (after == poses.times_s.end() || poses.times_s[first] == time_s) return a;
      const ExactTransform b = at_key(first + 1, track);
      const double u = (time_s - poses.times_s[first]) / (*after - poses.times_s[first]);
      a.translation += (b.translation - a.translation) * u;
      a.scale += (b.scale - a.scale) * u;
      a.rotation = glm::normalize(pose::slerp(a.rotation, b.rotation, u));
      return a;
    };
    std::vector<uint8_t> done(scene_.nodes.size(), 0);
    for (size_t track = tracks; track-- > 0;) {
      const uint32_t node = poses.nodes[track];
      if (done[node]++ != 0) continue;
      Poses keys;
      keys.add(0, placed(node, between(0, track)));
      for (size_t k = 0; k < poses.times_s.size(); ++k) {
        const double time = poses.times_s[k];
        if (time > 0 && time < end_s) keys.add(time, placed(node, at_key(k, track)));
        if (time == end_s && end_s > 0 && poses.times_s[0] < end_s && k > 0 && poses.times_s[k - 1] < time)
          keys.add(time, placed(node, at_key(k, track)));
      }
      if (end_s > 0 && (keys.times_s.back() < end_s || poses.times_s.back() != end_s))
        keys.add(end_s, placed(node, between(end_s, track)));
      else if (end_s > 0 && poses.times_s.size() > 1 && poses.times_s[poses.times_s.size() - 2] == end_s)
        keys.add(end_s, placed(node, between(end_s, track)));
      add(node, keys);
    }
  }

  /// What is shown at the keys of a run. Runs beside the first one go on for as long as that.
  struct ShownFrames {
    std::vector<FrameBlend> frames;
    std::vector<double> times_s;
    void add(const FrameBlend& at, double time_s) { frames.push_back(at), times_s.push_back(time_s); }
  };
  ShownFrames shown_frames(const FrameRun& run) const {
    ShownFrames out;
    const pose::PlayOptions once{pose::RootMotion::kKeep, false, false}, again{};
    const FrameRun& first = clip_.runs.front();
    const double end_s = pose::cycle_s(first, once);
    const bool closes = to_.options.close_loops && first.closes && first.period_s > end_s;
    if (&run == &first) {
      for (size_t k = 0; k < run.frames.size(); ++k)
        out.add({run.frames[k], run.frames[k], 0}, k == 0 ? 0 : std::min(run.ends_s[k - 1], end_s));
      if (closes) out.add({run.frames[run.loop_first], run.frames[run.loop_first], 0}, run.period_s);
      return out;
    }
    const double last_s = closes ? first.period_s : end_s, period_s = pose::cycle_s(run, again);
    out.add(pose::frames_at(run, 0, again), 0);
    if (run.frames.size() == 1 || !(period_s > 0)) return out;
    double from_s = 0;
    for (size_t k = 0; out.times_s.size() < kMostGlbKeysBeside;) {
      const double time_s = from_s + run.ends_s[k];
      if (!(time_s < last_s)) break;
      if (time_s > out.times_s.back()) out.add(pose::frames_at(run, time_s, again), time_s);
      if (++k < run.ends_s.size()) continue;
      k = run.loop_first;
      from_s = time_s - (k == 0 ? 0 : run.ends_s[k - 1]);
      if (!(run.ends_s.back() > (k == 0 ? 0 : run.ends_s[k - 1]))) break;
    }
    if (last_s > out.times_s.back()) out.add(pose::frames_at(run, last_s, again), last_s);
    return out;
  }

  /// One target after another, straight between them. Tags go the same way.
  void add_run(const FrameRun& run) {
    const auto [shown, times_s] = shown_frames(run);
    for (uint32_t i = 0; i < scene_.nodes.size(); ++i) {
      const uint32_t mesh = scene_.nodes[i].mesh, node = to_.places[i].mesh_node;
      if (mesh == kNone || node == kNone || std::find(run.meshes.begin(), run.meshes.end(), mesh) == run.meshes.end())
        continue;
      if (still_node_ == kNone) still_node_ = i;
      const GlbFrames& frames = to_.frames.at(mesh);
      const auto targets = static_cast<uint32_t>(frames.frame_of.size());
      if (targets == 0) continue;
      std::vector<double> weights(times_s.size() * targets);
      for (size_t k = 0; k < shown.size(); ++k) {
        const auto weigh = [&](uint32_t frame, double weight) {
          if (const uint32_t target = frames.target_of[frame]; target != kNone) weights[k * targets + target] += weight;
        };
        weigh(shown[k].first, 1 - shown[k].fraction);
        if (shown[k].fraction != 0) weigh(shown[k].second, shown[k].fraction);
      }
      const GlbKeys keys = linear_keys(times_s, weights, targets, false);
      if (keys.times_s.size() > 1 || keys.values != std::vector<float>(targets)) add_channel(node, "weights", keys, 1);
    }
    for (const uint32_t node : run.nodes) {
      Poses poses;
      double skew = 0;
      for (size_t k = 0; k < shown.size(); ++k) {
        double error = 0;
        const glm::dmat4 matrix = tag_matrix(scene_.tag_tracks[scene_.nodes[node].tag], shown[k]);
        poses.add(times_s[k], placed(node, nearest_transform(matrix, error)));
        skew = std::max(skew, error);
      }
      if (skew > kMostSkew) ++tally_->skewed, tally_->largest_skew = std::max(tally_->largest_skew, skew);
      add(node, poses);
    }
  }

  void add_curves() {
    if (clip_.curves.empty()) return;
    std::vector<uint32_t> order;
    std::map<uint32_t, GlbNodeMotion> motions;
    std::map<uint32_t, std::vector<const Curve*>> shapes;  // by mesh
    const std::span<const Curve> curves(clip_.curves);
    for (size_t i = 0; i < curves.size();) {
      const Curve& curve = curves[i];
      if (curve.target == kNone) {
        ++tally_->dropped;
        ++i;
      } else if (curve.target_kind == TargetKind::kNode && curve.channel != vitrine::Channel::kOther) {
        const auto [motion, is_new] = motions.try_emplace(curve.target, scene_.nodes[curve.target].local);
        if (is_new) order.push_back(curve.target);
        i += motion->second.add(curves.subspan(i));
      } else {
        const bool shape = curve.target_kind == TargetKind::kShape && curve.sub_target != kNone &&
                           pose::property_kind(curve) == pose::PropertyKind::kShapeValue;
        if (shape && !curve.keys.empty())
          shapes[curve.target].push_back(&curve);
        else
          keep_aside(curve);
        ++i;
      }
    }
    for (const uint32_t node : order) add_motion(node, motions.at(node));
    for (const auto& [mesh, of_mesh] : shapes) add_shapes(mesh, of_mesh);
  }

  void add_motion(uint32_t node, const GlbNodeMotion& motion) {
    const double end_s = std::max(0.0, clip_.duration_s);
    const GlbSpace& space = to_.space;
    const std::optional<ExactTransform>& base = to_.places[node].base;
    // A static node may still differ from its transform in the file: a bind-only rest matrix.
    const ExactTransform still = exact_transform(scene_.nodes[node].local);
    const double base_scale = base ? base->scale.x : 1;
    const glm::dquat base_rotation = base ? base->rotation : glm::dquat(1, 0, 0, 0);

    GlbTrack track;
    track.breaks_s = motion.translation_breaks(end_s);
    track.at = [&](double time_s, double* out) {
      ExactTransform t = still;
      if (motion.translates()) t.translation = motion.translation(time_s);
      put(out, space.point(after_base(base, t).translation));
    };
    if (!motion.translates()) track.breaks_s = {0};
    add(node, Path::kTranslation, fit_keys(track, kTolerance * std::max(to_.size * space.unit(), 1e-9)));

    track.components = 4;
    track.rotation = true;
    track.breaks_s = motion.rotates() ? motion.rotation_breaks(end_s) : std::vector<double>{0};
    track.at = [&](double time_s, double* out) {
      put(out, space.rotation(base_rotation * (motion.rotates() ? motion.rotation(time_s) : still.rotation)));
    };
    add(node, Path::kRotation, fit_keys(track, kTolerance));

    track.components = 3;
    track.rotation = false;
    track.breaks_s = motion.scales() ? motion.scale_breaks(end_s) : std::vector<double>{0};
    track.at = [&](double time_s, double* out) {
      // A rotation that is moved is a unit quaternion; one that is not may hold a scale of its own.
      const glm::dvec3 own = motion.rotates() ? glm::dvec3(scene_.nodes[node].local.scale) : still.scale;
      put(out, space.scale(base_scale * (motion.scales() ? motion.scale(time_s) : own)));
    };
    add(node, Path::kScale, fit_keys(track, kTolerance));
  }

  void add_shapes(uint32_t mesh, const std::vector<const Curve*>& curves) {
    const auto count = static_cast<uint32_t>(scene_.meshes[mesh].shapes.size());
    if (count < 2) return;
    GlbTrack track;
    track.components = count - 1;
    std::vector<double> times;
    const double end_s = std::max(0.0, clip_.duration_s);
    for (const Curve* curve : curves) add_curve_breaks(*curve, end_s, times);
    track.breaks_s = closed_breaks(std::move(times), end_s);
    track.at = [&](double time_s, double* out) {
      for (uint32_t k = 1; k < count; ++k) out[k - 1] = scene_.meshes[mesh].shapes[k].value;
      for (const Curve* curve : curves) {
        if (curve->sub_target > 0) out[curve->sub_target - 1] = pose::evaluate(*curve, time_s);
      }
    };
    const GlbKeys keys = fit_keys(track, kTolerance);
    if (keys.resampled) {
      ++tally_->resampled;
      tally_->largest_move = std::max(tally_->largest_move, keys.error);
    }
    for (uint32_t i = 0; i < scene_.nodes.size(); ++i) {
      if (scene_.nodes[i].mesh == mesh && to_.places[i].mesh_node != kNone)
        add_channel(to_.places[i].mesh_node, "weights", keys, 1);
    }
  }

  void keep_aside(const Curve& curve) {
    ++tally_->kept_aside;
    if (extra_keys_ + curve.keys.size() > kMostExtraKeys) {
      ++tally_->dropped;
      return;
    }
    extra_keys_ += curve.keys.size();
    Json keys = Json::array();
    for (const Key& key : curve.keys) keys.push_back({key.time_s, key.value});
    Json out = {{"target", name_of(curve.target_kind)}, {"index", curve.target}};
    if (curve.sub_target != kNone) out["part"] = curve.sub_target;
    out["path"] = glb_text(curve.path);
    out["component"] = curve.component;
    out["interpolation"] = name_of(curve.interpolation);
    out["keys"] = std::move(keys);
    aside_.push_back(std::move(out));
  }

  /// An animation lasts as long as its latest key: where nothing moves to the end, the first channel gets a key there.
  /// An action that leaves all nodes as they stand still is one.
  void finish() {
    const pose::PlayOptions once{pose::RootMotion::kKeep, false, false};
    const auto end_s = static_cast<float>(pose::cycle_s(clip_, once));
    if (first_.keys.times_s.empty() && still_node_ != kNone) {
      const glm::vec3 t(to_.nodes[to_.places[still_node_].node].local.translation);
      first_ = {to_.places[still_node_].node, "translation", 3, {}};
      first_.keys.times_s = {0};
      first_.keys.values = {t.x, t.y, t.z};
    }
    GlbKeys& keys = first_.keys;
    if (keys.times_s.empty()) return;
    longest_s_ = std::max(longest_s_, keys.times_s.back());
    if (std::isfinite(end_s) && longest_s_ < end_s) {
      const size_t per_key = keys.values.size() / keys.times_s.size();
      const std::vector<float> last(keys.values.end() - static_cast<std::ptrdiff_t>(per_key), keys.values.end());
      keys.times_s.push_back(end_s);
      keys.values.insert(keys.values.end(), last.begin(), last.end());
    }
    write(first_);
  }

  GlbBuilder& to_;
  const Scene& scene_;
  const Clip& clip_;
  Tally* tally_ = nullptr;
  Json channels_ = Json::array(), samplers_ = Json::array(), aside_ = Json::array();
  Channel first_;  ///< written last
  uint32_t still_node_ = kNone;
  float longest_s_ = 0;
  size_t extra_keys_ = 0;
};

}  // namespace

void GlbBuilder::add_actions() {
  Action::Tally tally;
  uint64_t unplayable = 0, camera_angles = 0;
  for (const Clip& clip : scene.clips) {
    animation_numbers.push_back(kNone);
    if (!clip.playable) {
      ++unplayable;
      continue;
    }
    Json animation = Action(*this, clip).run(tally);
    camera_angles += clip.frames && !clip.frames->fov_rad.empty();
    if (animation.contains("channels")) {
      animation_numbers.back() = static_cast<uint32_t>(animations.size());
      animations.push_back(std::move(animation));
    } else {
      Json loose = {{"name", animation["name"]}};
      if (animation["extras"].is_object()) loose.update(animation["extras"]);
      loose_actions.push_back(std::move(loose));
    }
  }
  if (options.all_channels) complete_actions();
  loss_report.add("actions", unplayable,
                  counted(unplayable, "action does", "actions do") + " not fit the model and are left out");
  loss_report.add(
      "curves", tally.resampled,
      counted(tally.resampled, "channel bends", "channels bend") +
          " as glTF cannot store and got keys in between; the number is the largest difference, in file units (of "
          "turns: in parts of a quaternion)",
      std::max(tally.largest_move, tally.largest_rotation));
  loss_report.add("curves", tally.straightened,
                  counted(tally.straightened, "channel has", "channels have") +
                      " more keys, between which numbers run straight, in place of curves and wide turns; the number "
                      "is the largest difference, as a share of the size (of turns: in parts of a quaternion)",
                  tally.largest_bend);
  loss_report.add(
      "curves", tally.kept_aside,
      counted(tally.kept_aside, "curve moves", "curves move") +
          " materials, lamps, cameras or settings; glTF has no channel for them, their keys are kept as extras");
  loss_report.add("shear", tally.skewed,
                  counted(tally.skewed, "movement", "movements") +
                      " of tags whose axes are not at right angles, written at right angles; the number is the largest "
                      "difference of an element",
                  tally.largest_skew);
  loss_report.add("curves", tally.dropped, counted(tally.dropped, "curve is", "curves are") + " left out");
  loss_report.add("cameras", camera_angles,
                  "the angle of view changes in " + counted(camera_angles, "action", "actions") +
                      "; glTF has no channel for it, the angles are kept as extras");
}

/// What a channel moves, where nothing moves it.
std::vector<float> GlbBuilder::value_of(uint32_t node, const std::string& path) const {
  const ExactTransform& local = nodes[node].local;
  const auto vector = [](const glm::vec3& v) { return std::vector<float>{v.x, v.y, v.z}; };
  if (path == "translation") return vector(glm::vec3(local.translation));
  if (path == "scale") return vector(glm::vec3(local.scale));
  if (path == "rotation") {
    const glm::quat q(local.rotation);
    return {q.x, q.y, q.z, q.w};
  }
  const Json& mesh = meshes[nodes[node].mesh];
  if (mesh.contains("weights")) return mesh["weights"].get<std::vector<float>>();
  return std::vector<float>(mesh["primitives"][0]["targets"].size());
}

/// Every action gets a key for what only others move: a program that shows one after another leaves that where it was.
void GlbBuilder::complete_actions() {
  using Moved = std::pair<uint32_t, std::string>;
  const auto moved_by = [](const Json& animation) {
    std::set<Moved> out;
    for (const Json& channel : animation["channels"]) {
      const Json& target = channel["target"];
      out.emplace(target["node"].get<uint32_t>(), target["path"].get<std::string>());
    }
    return out;
  };
  std::set<Moved> moved;
  for (const Json& animation : animations) moved.merge(moved_by(animation));
  if (moved.size() * animations.size() > kMostStillChannels) {
    loss_report.add("curves", animations.size(),
                    "actions have channels for what they move alone: for all of them there are too many");
    return;
  }
  const float start_s[] = {0};
  for (Json& animation : animations) {
    const std::set<Moved> own = moved_by(animation);
    for (const auto& [node, path] : moved) {
      if (own.contains({node, path})) continue;
      animation["channels"].push_back(
          {{"sampler", animation["samplers"].size()}, {"target", {{"node", node}, {"path", path}}}});
      const uint32_t components = path == "rotation" ? 4 : path == "weights" ? 1 : 3;
      animation["samplers"].push_back({{"input", buffer.times(start_s)},
                                       {"interpolation", "LINEAR"},
                                       {"output", buffer.keys(value_of(node, path), components)}});
    }
  }
}

}  // namespace vitrine
