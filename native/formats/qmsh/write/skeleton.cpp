#include "formats/qmsh/write/skeleton.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <limits>

#include "base/argument.h"
#include "formats/qmsh/read/text_actions.h"
#include "formats/qmsh/write/objects.h"
#include "formats/qmsh/write/sentences.h"
#include "play/full/reading_difference.h"
#include "pose/hierarchy.h"
#include "pose/sample.h"
#include "scene/decompose.h"
#include "scene/driven.h"

namespace vitrine {
namespace {

constexpr double kSameFrame = 1e-4, kBindTolerance = 1e-4;

constexpr double kSampleRate = 30;           // of curves that bend, in clips without a rate
constexpr size_t kMostSampled = 1'000'000;   // transforms, and
constexpr size_t kMostKeysOfAction = 65535;  // of an action

std::vector<glm::dmat4> bind_worlds(const Scene& scene) {
  pose::LocalPose local = pose::make_local_pose(scene);
  pose::sample_bind(scene, local);
  std::vector<glm::dmat4> exact(scene.nodes.size());
  std::vector<glm::mat4> rounded(scene.nodes.size());
  pose::world_matrices(scene, local, exact, rounded);
  // Skins say where their joints were bound, which need not be where the nodes stand.
  for (const Skin& skin : scene.skins) {
    for (size_t k = 0; k < skin.joint_from_bind.size(); ++k) {
      const glm::dmat4 joint_from_bind(skin.joint_from_bind[k]);
      glm::dmat4& world = exact[skin.joints[k]];
      const glm::dmat4 off = joint_from_bind * world - glm::dmat4(1);
      double largest = 0;
      for (int i = 0; i < 16; ++i) largest = std::max(largest, std::abs(off[i / 4][i % 4]));
      if (largest > kBindTolerance) world = glm::inverse(joint_from_bind);
    }
  }
  return exact;
}

bool is_identity(const Transform& t) {
  return t.translation == glm::vec3(0) && t.scale == glm::vec3(1) && t.rotation == glm::quat(1, 0, 0, 0);
}

Transform mapped(const Transform& t, const AxisMap& map) {
  return {map.vector(t.translation), map.rotation(t.rotation), map.scale(t.scale)};
}

/// One curve walked over the common times.
struct Walker {
  const Curve* curve;
  size_t next = 0;  ///< first key not passed yet

  static bool same(double a, double b) { return std::abs(a - b) <= kSameFrame * (std::abs(a) + std::abs(b)); }
};

}  // namespace

namespace {

/// Per node: it is a joint, or one that a skin of another node names.
std::vector<bool> joints_of(const Scene& scene) {
  std::vector<bool> joints(scene.nodes.size(), false);
  for (size_t n = 0; n < joints.size(); ++n) {
    const Node& node = scene.nodes[n];
    if (node.kind == NodeKind::kJoint) joints[n] = true;
    if (node.skin == kNone) continue;
    for (const uint32_t joint : scene.skins[node.skin].joints) {
      if (joint != n) joints[joint] = true;
    }
  }
  return joints;
}

}  // namespace

std::vector<QmshArmature> qmsh_armatures(const Scene& scene) {
  const size_t count = scene.nodes.size();
  const std::vector<bool> joints = joints_of(scene);
  std::vector<uint32_t> root(count, kNone), group(count, kNone);  // of joints; `group` leads to the first root
  const auto find = [&](uint32_t n) {
    while (group[n] != n) n = group[n] = group[group[n]];
    return n;
  };
  const auto join = [&](uint32_t a, uint32_t b) {
    a = find(a), b = find(b);
    group[std::max(a, b)] = std::min(a, b);
  };
  std::vector<uint32_t> first_below(count, kNone);
  for (uint32_t n = 0; n < count; ++n) {
    const uint32_t parent = scene.nodes[n].parent;
    // Also through nodes between joints.
    if (parent != kNone) root[n] = root[parent];
    if (!joints[n] || root[n] != kNone) continue;
    root[n] = group[n] = n;
    if (parent == kNone) continue;
    if (first_below[parent] != kNone) join(n, first_below[parent]);
    first_below[parent] = n;
  }
  std::vector<bool> used(count, false);
  for (size_t n = 0; n < count; ++n) {
    if (scene.nodes[n].skin == kNone) continue;
    uint32_t known = kNone;
    for (const uint32_t joint : scene.skins[scene.nodes[n].skin].joints) {
      if (!joints[joint]) continue;
      used[root[joint]] = true;
      if (root[joint] != joint) continue;
      if (known != kNone) join(joint, known);
      known = joint;
    }
  }
  for (uint32_t n = 0; n < count; ++n)
    if (used[n]) used[find(n)] = true;

  std::vector<QmshArmature> armatures;
  std::vector<uint32_t> place(count, kNone);
  for (uint32_t n = 0; n < count; ++n) {
    if (root[n] != n || find(n) != n || !used[n]) continue;
    const uint32_t parent = scene.nodes[n].parent;
    const bool above = parent != kNone && !scene.nodes[parent].name.empty();
    place[n] = static_cast<uint32_t>(armatures.size());
    armatures.push_back({above ? scene.nodes[parent].name : scene.nodes[n].name, std::vector<bool>(count, false)});
  }
  for (uint32_t n = 0; n < count; ++n) {
    if (root[n] == kNone) continue;
    const uint32_t at = place[find(root[n])];
    if (at != kNone) armatures[at].has[n] = true;
  }
  return armatures;
}

Status check_armature(const Scene& scene, const std::string& armature) {
  const std::vector<QmshArmature> armatures = qmsh_armatures(scene);
  std::string names;
  for (const QmshArmature& a : armatures) {
    if (!armature.empty() && a.name == armature) return ok_status();
    names += (names.empty() ? "'" : ", '") + a.name + "'";
  }
  if (!armature.empty()) return Error{vitrine::messages::kQmshNoArmature, kNoOffset, {armature, names}};
  if (armatures.size() > 1) return Error{vitrine::messages::kQmshSkeletons, kNoOffset, {armatures.size(), names}};
  return ok_status();
}

QmshSkeleton qmsh_skeleton(const Scene& scene, const AxisMap& map, const std::string& armature) {
  const size_t count = scene.nodes.size();
  std::vector<bool> wanted = joints_of(scene), carries(count, false), of_others(count, false);
  if (!armature.empty()) {
    for (const QmshArmature& other : qmsh_armatures(scene)) {
      if (other.name == armature) continue;
      for (size_t n = 0; n < count; ++n)
        if (other.has[n]) wanted[n] = false, of_others[n] = true;
    }
  }
  const std::vector<bool> driven = driven_nodes(scene);
  for (size_t n = count; n-- > 0;) {
    const Node& node = scene.nodes[n];
    carries[n] = carries[n] || wanted[n] || (node.mesh != kNone && node.skin == kNone);
    if (carries[n] && driven[n] && !of_others[n]) wanted[n] = true;
    if (carries[n] && node.parent != kNone) carries[node.parent] = true;
  }

  QmshSkeleton skeleton;
  skeleton.bone_of_node.assign(count, kNone);
  const std::vector<glm::dmat4> worlds = bind_worlds(scene);
  for (uint32_t n = 0; n < count; ++n) {
    const Node& node = scene.nodes[n];
    const uint32_t parent = node.parent == kNone ? kNone : skeleton.bone_above[node.parent];
    skeleton.bone_above.push_back(wanted[n] ? static_cast<uint32_t>(skeleton.nodes.size()) : parent);
    if (!wanted[n]) continue;
    const bool has_rest = node.rest != kNone && !node.rest_is_bind && is_identity(node.local);
    const bool parent_is_bone = parent != kNone && skeleton.nodes[parent] == node.parent;
    skeleton.bone_of_node[n] = static_cast<uint32_t>(skeleton.nodes.size());
    skeleton.nodes.push_back(n);
    skeleton.parents.push_back(parent);
    skeleton.direct.push_back(has_rest && (parent_is_bone || parent == kNone));
    skeleton.world.push_back(map.transform(worlds[n]));
    if (has_rest && (parent_is_bone || node.parent == kNone)) {
      skeleton.rest.push_back(map.transform(glm::dmat4(scene.rest_matrices[node.rest])));
    } else {
      const glm::dmat4 above = parent == kNone ? glm::dmat4(1) : skeleton.world[parent];
      skeleton.rest.push_back(glm::inverse(above) * skeleton.world.back());
    }
  }
  return skeleton;
}

namespace {

class Animator {
 public:
  Animator(const Scene& scene, const Clip& clip, const QmshSkeleton& skeleton, const AxisMap& map,
           LossReport& loss_report)
      : scene_(scene), clip_(clip), skeleton_(skeleton), map_(map), loss_report_(loss_report) {
    animation_.name = clip.name;
    animation_.length_s = static_cast<float>(clip.duration_s);
  }

  qmsh::BinaryAnimation run(const QmshKeyOptions& options) {
    const auto bent = static_cast<uint64_t>(std::count_if(clip_.curves.begin(), clip_.curves.end(), is_bent));
    rate_ = options.rate;
    if (clip_.poses && drives_direct(clip_.poses->nodes) && rate_ == 0) {
      from_poses(*clip_.poses);
    } else if (!clip_.curves.empty() && drives_direct(curve_targets()) && (bent == 0 || !options.every_frame) &&
               rate_ == 0) {
      Clip read = clip_;
      if (options.scale_fault) qmsh::read_scale_as_original(read);
      report_straightening(bent);
      from_curves(read);
    } else {
      from_samples();
    }
    return std::move(animation_);
  }

 private:
  std::vector<uint32_t> curve_targets() const {
    std::vector<uint32_t> nodes;
    for (const Curve& curve : clip_.curves) {
      if (curve.target_kind == TargetKind::kNode && curve.target != kNone) nodes.push_back(curve.target);
    }
    return nodes;
  }
  bool drives_direct(const std::vector<uint32_t>& nodes) const {
    return std::all_of(nodes.begin(), nodes.end(), [&](uint32_t node) {
      const uint32_t bone = skeleton_.bone_of_node[node];
      return bone != kNone && skeleton_.direct[bone];
    });
  }
  static bool is_bent(const Curve& curve) {
    return curve.target != kNone && (curve.interpolation != Interpolation::kLinear ||
                                     curve.before != Extension::kHold || curve.after != Extension::kHold);
  }

  void report_straightening(uint64_t bent) {
    if (bent == 0) return;
    const ReadingDifference d =
        reading_difference(scene_, std::span(&clip_, 1), [](Clip& clip) { qmsh::read_as_original(clip, false); });
    char degrees[32];
    std::snprintf(degrees, sizeof degrees, "%.2f", d.rotation_deg);
    loss_report_.add(
        "curves", bent,
        "curves of '" + clip_.name +
            "' become straight lines between their points, held outside, as the original converter reads them; "
            "bones turn by up to " +
            degrees + " degrees; largest change of a joint's place",
        d.distance);
  }

  /// All bones at rest.
  Transform* add_key(double time_s) {
    animation_.times_s.push_back(static_cast<float>(time_s));
    animation_.poses.resize(animation_.poses.size() + skeleton_.nodes.size());
    return animation_.poses.data() + animation_.poses.size() - skeleton_.nodes.size();
  }

  void from_poses(const KeyPoses& poses) {
    for (size_t k = 0; k < poses.times_s.size(); ++k) {
      Transform* key = add_key(poses.times_s[k]);
      for (size_t track = 0; track < poses.nodes.size(); ++track) {
        key[skeleton_.bone_of_node[poses.nodes[track]]] =
            mapped(poses.transforms[k * poses.nodes.size() + track], map_);
      }
    }
  }

  /// The converter's rounds: evaluate every curve, go on to the smallest following point of all.
  void from_curves(const Clip& clip) {
    std::vector<Walker> walkers;
    double time = std::numeric_limits<double>::infinity();
    for (const Curve& curve : clip.curves) {
      if (curve.target == kNone || curve.channel == Channel::kOther || curve.channel == Channel::kRotationEuler ||
          curve.keys.empty())
        continue;
      walkers.push_back({&curve});
      time = std::min(time, curve.keys.front().time_s);
    }
    // Frames count from 1 in the comparison of times.
    const double rate = clip.frame_rate > 0 ? clip.frame_rate : 1;
    const auto frame = [&](double t) { return t * rate + 1; };
    while (std::isfinite(time)) {
      Transform* key = add_key(time);
      double following = std::numeric_limits<double>::infinity();
      for (Walker& walker : walkers) {
        const auto& keys = walker.curve->keys;
        double value = 0;
        if (walker.next < keys.size() && Walker::same(frame(keys[walker.next].time_s), frame(time))) {
          value = keys[walker.next++].value;
        } else if (walker.next == 0) {
          value = keys.front().value;
        } else if (walker.next == keys.size()) {
          value = keys.back().value;
        } else {
          const Key &a = keys[walker.next - 1], &b = keys[walker.next];
          const double span = b.time_s - a.time_s;
          value = span > 0 ? a.value + (b.value - a.value) * (time - a.time_s) / span : b.value;
        }
        Transform& t = key[skeleton_.bone_of_node[walker.curve->target]];
        const auto v = static_cast<float>(value);
        const int c = walker.curve->component;
        if (walker.curve->channel == Channel::kTranslation)
          t.translation[c] = v;
        else if (walker.curve->channel == Channel::kScale)
          t.scale[c] = v;
        else
          (c == 0 ? t.rotation.x : c == 1 ? t.rotation.y : c == 2 ? t.rotation.z : t.rotation.w) = v;
        if (walker.next < keys.size()) following = std::min(following, keys[walker.next].time_s);
      }
      time = following;
    }
    for (Transform& t : animation_.poses) t = mapped(t, map_);
    animation_.length_s = animation_.times_s.empty() ? 0 : animation_.times_s.back();
  }

  static void unique(std::vector<double>& times) {
    std::sort(times.begin(), times.end());
    times.erase(std::unique(times.begin(), times.end()), times.end());
  }

  /// Of keys that move nodes.
  std::vector<double> key_times() const {
    std::vector<double> times;
    if (clip_.poses) times = clip_.poses->times_s;
    for (const Curve& curve : clip_.curves) {
      if (curve.target_kind != TargetKind::kNode) continue;
      for (const Key& key : curve.keys) times.push_back(key.time_s);
    }
    unique(times);
    return times;
  }

  /// The frames of keys that all lie on frames and have straight lines between them, else every frame from the first to
  /// the last key. A key beside its frame by rounding stands for it: steps are taken at its time.
  std::vector<double> frame_times() {
    std::vector<double> keys = key_times();
    if (clip_.frames) keys = {0, (clip_.frame_count - 1) / clip_.frame_rate};
    if (keys.empty()) return {};
    const auto off = [&](double time) { return std::abs(time * rate_ - std::round(time * rate_)); };
    on_frames_ = std::all_of(keys.begin(), keys.end(), [&](double time) { return off(time) <= qmsh::kOnFrame; });
    const double first = qmsh_start_s(clip_, rate_) * rate_, last = std::ceil(keys.back() * rate_ - qmsh::kOnFrame);
    const auto room = static_cast<double>(std::min(kMostSampled / skeleton_.nodes.size(), kMostKeysOfAction));
    if (!(last - first < room)) return keys;
    std::vector<double> times;
    if (!on_frames_ || bends_ || clip_.frames)
      for (double f = std::round(first); f <= last; ++f) times.push_back(f / rate_);
    std::vector<double> out;
    for (const double key : keys)
      if (off(key) <= qmsh::kOnFrame) times.push_back(key);
    std::sort(times.begin(), times.end());
    // The later of two within a frame is the key, or as good.
    for (const double time : times) {
      if (!out.empty() && std::round(out.back() * rate_) == std::round(time * rate_)) out.pop_back();
      out.push_back(time);
    }
    return out;
  }

  std::vector<double> sample_times() {
    std::vector<double> times;
    if (rate_ > 0 && !(clip_.frames && clip_.frame_rate == rate_)) return frame_times();
    if (clip_.frames) {
      for (uint32_t f = 0; f < clip_.frame_count; ++f) times.push_back(f / clip_.frame_rate);
      return times;
    }
    if (clip_.poses) return clip_.poses->times_s;
    const double start = qmsh_start_s(clip_, 0);
    if (bends_ && clip_.frame_rate > 0) {
      const auto frames = static_cast<size_t>(std::clamp(clip_.duration_s * clip_.frame_rate + 1e-6, 0.0, 65534.0));
      for (size_t f = 0; f <= frames; ++f) times.push_back(static_cast<double>(f) / clip_.frame_rate);
      return from(start, std::move(times));
    }
    times = key_times();
    const double frames = clip_.duration_s * kSampleRate + 1;
    const auto room = static_cast<double>(std::min(kMostSampled / skeleton_.nodes.size(), kMostKeysOfAction));
    if (bends_ && frames + static_cast<double>(times.size()) <= room) {
      for (size_t f = 0; f < static_cast<size_t>(frames); ++f) times.push_back(static_cast<double>(f) / kSampleRate);
      unique(times);
    }
    return from(start, std::move(times));
  }
  static std::vector<double> from(double start, std::vector<double> times) {
    times.erase(times.begin(), std::lower_bound(times.begin(), times.end(), start));
    if (start > 0 && (times.empty() || times.front() != start)) times.insert(times.begin(), start);
    return times;
  }

  /// Per node the matrix to the nearest bone above it.
  void chain(const pose::LocalPose& local, std::vector<glm::dmat4>& out) const {
    out.resize(scene_.nodes.size());
    for (size_t n = 0; n < out.size(); ++n) {
      const uint32_t parent = scene_.nodes[n].parent;
      out[n] = pose::parent_from_node(scene_, local, n);
      if (parent != kNone && skeleton_.bone_of_node[parent] == kNone) out[n] = out[parent] * out[n];
    }
  }

  void from_samples() {
    pose::LocalPose local = pose::make_local_pose(scene_);
    pose::PlayOptions options;
    options.loop = false;
    // Through parents in the model a scale of 0 above would leave no way back.
    std::vector<glm::dmat4> now, whole, bone_from_above;
    for (const glm::dmat4& rest : skeleton_.rest) bone_from_above.push_back(glm::inverse(rest));
    double shear = 0;
    for (const double time : sample_times()) {
      pose::sample_clip(scene_, clip_, time, options, local);
      chain(local, now);
      bool hides = false;
      for (Transform& t : local.local) {
        for (int c = 0; c < 3; ++c)
          if (t.scale[c] == 0) t.scale[c] = 1, hides = true;
      }
      if (hides) chain(local, whole);
      Transform* key = add_key(time);
      for (size_t b = 0; b < skeleton_.nodes.size(); ++b) {
        const auto relative = [&](const std::vector<glm::dmat4>& to_above) {
          return bone_from_above[b] * map_.transform(to_above[skeleton_.nodes[b]]);
        };
        const glm::dmat4 m = relative(now);
        const bool flat = m[0] == glm::dvec4(0) || m[1] == glm::dvec4(0) || m[2] == glm::dvec4(0);
        key[b] = hides && flat ? decompose_flat(m, relative(whole), Mirror::kAlongX, &shear)
                               : decompose(m, Mirror::kAlongX, &shear);
      }
    }
    loss_report_.add("shear", shear > 1e-5,
                     "bones of '" + clip_.name + "' are sheared, which keys cannot hold; largest change of an axis",
                     shear);
    if (!clip_.curves.empty())
      loss_report_.add("curves", clip_.curves.size(),
                       "curves of '" + clip_.name + "' are sampled at " +
                           (rate_ > 0 && !on_frames_            ? "every frame, because keys lie between frames"
                            : !bends_                           ? "the times of their keys"
                            : clip_.frame_rate > 0 || rate_ > 0 ? "every frame"
                                                                : "30 frames per second and the times of their keys"));
  }

  const Scene& scene_;
  const Clip& clip_;
  const QmshSkeleton& skeleton_;
  const AxisMap& map_;
  LossReport& loss_report_;
  /// Bones turn and go straight between keys: what bends has more of them.
  const bool bends_ = std::any_of(clip_.curves.begin(), clip_.curves.end(), is_bent);
  double rate_ = 0;
  bool on_frames_ = true;  ///< keys, with a rate
  qmsh::BinaryAnimation animation_;
};

}  // namespace

double qmsh_start_s(const Clip& clip, double rate) {
  double start = std::numeric_limits<double>::infinity();
  for (const Curve& curve : clip.curves) {
    if (curve.target_kind == TargetKind::kNode && !curve.keys.empty()) start = std::min(start, curve.keys[0].time_s);
  }
  if (!std::isfinite(start)) return 0;
  return rate > 0 ? std::floor(start * rate + qmsh::kOnFrame) / rate : start;
}

bool moves_bones(const Clip& clip, const QmshSkeleton& skeleton) {
  if (!clip.playable || skeleton.nodes.empty()) return false;
  const auto is_bone = [&](uint32_t node) { return node != kNone && skeleton.bone_of_node[node] != kNone; };
  if (clip.frames) {
    const auto& bindings = clip.frames->bindings;
    return std::any_of(bindings.begin(), bindings.end(), [&](const auto& b) { return is_bone(b.node); });
  }
  if (clip.poses) return true;
  return clip.curves.empty() || std::any_of(clip.curves.begin(), clip.curves.end(), [&](const Curve& curve) {
           return curve.target == kNone || (curve.target_kind == TargetKind::kNode && is_bone(curve.target));
         });
}

std::vector<uint32_t> qmsh_clips(const Scene& scene, const std::string& armature) {
  const QmshSkeleton skeleton = qmsh_skeleton(scene, {}, armature);
  std::vector<uint32_t> clips;
  for (uint32_t c = 0; c < scene.clips.size(); ++c)
    if (moves_bones(scene.clips[c], skeleton)) clips.push_back(c);
  return clips;
}

void report_left_out(const Scene& scene, const QmshSkeleton& skeleton, const std::vector<std::string>& names,
                     LossReport& loss_report) {
  std::vector<std::string> loose, unparented;
  for (size_t n = 0; n < scene.nodes.size(); ++n) {
    const Node& node = scene.nodes[n];
    if (node.mesh == kNone) continue;
    if (node.skin != kNone) {
      const std::vector<uint32_t>& joints = scene.skins[node.skin].joints;
      const bool bound =
          std::any_of(joints.begin(), joints.end(), [&](uint32_t j) { return skeleton.bone_above[j] != kNone; });
      const bool rigid = std::all_of(joints.begin(), joints.end(), [&](uint32_t j) { return j == n; });
      if (!bound && !rigid) loose.push_back(names[n]);
      continue;
    }
    uint32_t above = node.parent;
    const auto passes = [&](uint32_t a) { return scene.nodes[a].mesh == kNone && skeleton.bone_of_node[a] == kNone; };
    while (above != kNone && passes(above)) above = scene.nodes[above].parent;
    if (above != kNone && skeleton.bone_of_node[above] == kNone)
      unparented.push_back(names[n] + "' under '" + names[above]);
  }
  loss_report.add("skeletons", loose.size(),
                  counted(loose.size(), "object of another skeleton stands", "objects of other skeletons stand") +
                      " still: " + named_list(loose));
  loss_report.add("parents", unparented.size(),
                  counted(unparented.size(), "object loses its parent", "objects lose their parents") +
                      ", because only bones are parents in QMSH: " + named_list(unparented));
  loss_report.add("lights", scene.lights.size(),
                  counted(scene.lights.size(), "light has", "lights have") + " no place in QMSH");
  loss_report.add("emitters", scene.emitters.size(),
                  counted(scene.emitters.size(), "emitter has", "emitters have") + " no place in QMSH");
  uint64_t shapes = 0, colors = 0, layers = 0;
  for (const Mesh& mesh : scene.meshes) {
    shapes += mesh.shapes.size(), colors += mesh.color_layers.size();
    layers += mesh.uv_layers.size() > 1 ? mesh.uv_layers.size() - 1 : 0;
  }
  loss_report.add("shapes", shapes, counted(shapes, "shape key has", "shape keys have") + " no place in QMSH");
  loss_report.add("colors", colors, counted(colors, "layer", "layers") + " of vertex colours: no place in QMSH");
  loss_report.add("uvLayers", layers,
                  counted(layers, "further set", "further sets") + " of texture coordinates: no place in QMSH");
}

qmsh::BinaryAnimation qmsh_animation(const Scene& scene, const Clip& clip, const QmshSkeleton& skeleton,
                                     const AxisMap& map, const QmshKeyOptions& options, LossReport& loss_report) {
  return Animator(scene, clip, skeleton, map, loss_report).run(options);
}

}  // namespace vitrine
