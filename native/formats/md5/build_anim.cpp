#include <algorithm>
#include <nlohmann/json.hpp>

#include "base/checked.h"
#include "base/utf8.h"
#include "formats/md5/build.h"
#include "formats/md5/codes.h"
#include "formats/md5/fit.h"
#include "formats/md5/read.h"

namespace vitrine::md5 {
namespace {

constexpr size_t kNamesShown = 4;

Affine affine(const glm::vec3& translation, const glm::quat& rotation) {
  return {basis_of(glm::dquat(rotation)), glm::dvec3(translation)};
}

/// parent_from_node of a joint at rest.
Affine bind_local(const Scene& scene, const Node& node) {
  Affine local = affine(node.local.translation, node.local.rotation);
  for (int c = 0; c < 3; ++c) local.basis[c] *= static_cast<double>(node.local.scale[c]);
  if (node.rest == kNone) return local;
  const glm::dmat4 rest(scene.rest_matrices[node.rest]);
  return Affine{glm::dmat3(rest), glm::dvec3(rest[3])} * local;
}

/// A joint whose parent in the model is another than in the animation: its track is computed so that it stands where
/// the animation has it in model space.
struct Derived {
  const Skeleton* skeleton = nullptr;
  const Fit* fit = nullptr;
  uint32_t joint = 0;
};

std::vector<int64_t> parents_of(const std::vector<RawTrack>& tracks) {
  std::vector<int64_t> parents;
  parents.reserve(tracks.size());
  for (const RawTrack& track : tracks) parents.push_back(track.parent);
  return parents;
}

/// Model-space pose of every track in one frame.
void pose_tracks(const RawAnimation& raw, const std::vector<uint32_t>& order, size_t frame,
                 std::vector<Affine>& world) {
  const size_t row = frame * raw.tracks.size();
  for (const uint32_t t : order) {
    const Affine local = affine(raw.translations[row + t], raw.rotations[row + t]);
    const int64_t parent = raw.tracks[t].parent;
    world[t] = parent < 0 ? local : world[static_cast<size_t>(parent)] * local;
  }
}

/// Model-space pose of a joint of the skeleton, where joints without a track keep their bind transform.
Affine pose_joint(const Scene& scene, const Skeleton& skeleton, const Fit& fit, int64_t joint,
                  const std::vector<Affine>& world) {
  Affine below;
  for (; joint >= 0; joint = skeleton.parents[static_cast<size_t>(joint)]) {
    const auto j = static_cast<size_t>(joint);
    if (fit.track[j] != kNone) return world[fit.track[j]] * below;
    below = bind_local(scene, scene.nodes[skeleton.nodes[j]]) * below;
  }
  return below;
}

Status add_derived(LoadContext& context, const RawAnimation& raw, const Scene& scene,
                   const std::vector<Derived>& derived, SampledFrames& frames) {
  const size_t own = raw.tracks.size(), all = own + derived.size();
  const uint64_t total = saturating_mul(raw.frame_count, all);
  VITRINE_CHECK(check_limit(total, context.limits.frame_joints, "frames times joints"));
  VITRINE_CHECK(context.budget.charge(total, sizeof(glm::vec3) + sizeof(glm::quat)));
  frames.translations.resize(total);
  frames.rotations.resize(total);
  const std::vector<uint32_t> order = parents_first(parents_of(raw.tracks));
  std::vector<Affine> world(own);
  for (size_t frame = 0; frame < raw.frame_count; ++frame) {
    pose_tracks(raw, order, frame, world);
    std::copy_n(raw.translations.begin() + static_cast<std::ptrdiff_t>(frame * own), own,
                frames.translations.begin() + static_cast<std::ptrdiff_t>(frame * all));
    std::copy_n(raw.rotations.begin() + static_cast<std::ptrdiff_t>(frame * own), own,
                frames.rotations.begin() + static_cast<std::ptrdiff_t>(frame * all));
    for (size_t d = 0; d < derived.size(); ++d) {
      const auto& [skeleton, fit, joint] = derived[d];
      const Affine parent = pose_joint(scene, *skeleton, *fit, skeleton->parents[joint], world);
      const Affine local = inverse(parent) * world[fit->track[joint]];
      frames.translations[frame * all + own + d] = glm::vec3(local.origin);
      frames.rotations[frame * all + own + d] = to_float(rotation_of(local.basis));
      const double size = glm::length(local.origin) + glm::length(local.basis[0]) + glm::length(local.basis[1]) +
                          glm::length(local.basis[2]);
      if (!(size < 3.4e38)) {
        return Error{&kNotFinite,
                     kNoOffset,
                     "fitted to '" + skeleton->name + "', the animation leaves the range of a float in frame " +
                         std::to_string(frame),
                     {}};
      }
    }
  }
  return ok_status();
}

/// Joint nodes of the base frame, so that an animation without a model can be seen.
Skeleton build_own_skeleton(const RawAnimation& raw, const std::string& name, uint32_t file, Scene& scene,
                            std::vector<Node>& nodes) {
  Skeleton skeleton{name, std::vector<uint32_t>(raw.tracks.size(), kNone), parents_of(raw.tracks)};
  for (const uint32_t t : parents_first(skeleton.parents)) {
    const RawTrack& track = raw.tracks[t];
    Node node;
    node.name = track.name;
    node.kind = NodeKind::kJoint;
    node.parent = track.parent < 0 ? kNone : skeleton.nodes[static_cast<size_t>(track.parent)];
    node.local.translation = glm::vec3(track.translation);
    node.local.rotation = to_float(stored_rotation(track.rotation.x, track.rotation.y, track.rotation.z));
    node.source = {file, track.offset, 0};
    skeleton.nodes[t] = static_cast<uint32_t>(scene.nodes.size() + nodes.size());
    nodes.push_back(std::move(node));
  }
  return skeleton;
}

std::string list_names(const std::vector<std::string>& names) {
  std::string out;
  for (size_t i = 0; i < names.size() && i < kNamesShown; ++i) out += (i == 0 ? "'" : ", '") + names[i] + "'";
  if (names.size() > kNamesShown) out += " and " + std::to_string(names.size() - kNamesShown) + " more";
  return out;
}

std::vector<std::string> unmatched_joints(const Scene& scene, const Skeleton& skeleton, const Fit& fit) {
  std::vector<std::string> names;
  for (size_t j = 0; j < skeleton.nodes.size(); ++j) {
    if (fit.track[j] == kNone) names.push_back(scene.nodes[skeleton.nodes[j]].name);
  }
  return names;
}

/// The fit joint by joint, as the report shows it.
nlohmann::ordered_json describe_fit(const Scene& scene, const Skeleton& skeleton, const Fit& fit,
                                    const std::vector<RawTrack>& tracks) {
  nlohmann::ordered_json joints = nlohmann::ordered_json::array();
  std::vector<bool> used(tracks.size(), false);
  for (size_t j = 0; j < skeleton.nodes.size(); ++j) {
    nlohmann::ordered_json joint = {{"name", to_utf8(scene.nodes[skeleton.nodes[j]].name)},
                                    {"matched", match_name(fit.match[j])}};
    if (fit.track[j] == kNone) {
      joint["reason"] = "the animation has no joint of this name; the bind pose is kept";
    } else {
      used[fit.track[j]] = true;
      joint["track"] = to_utf8(tracks[fit.track[j]].name);
      if (fit.rebased[j]) joint["reason"] = "its parent in the animation is another; the place in model space is kept";
    }
    joints.push_back(std::move(joint));
  }
  nlohmann::ordered_json unused = nlohmann::ordered_json::array();
  for (size_t t = 0; t < tracks.size(); ++t) {
    if (!used[t]) unused.push_back(to_utf8(tracks[t].name));
  }
  return {{"skin", to_utf8(skeleton.name)}, {"how", match_name(fit.how())}, {"fits", fit.fits},
          {"matched", fit.matched},         {"joints", std::move(joints)},  {"unusedTracks", std::move(unused)}};
}

void describe(const RawAnimation& raw, nlohmann::ordered_json& info) {
  info["version"] = raw.version;
  info["commandline"] = to_utf8(raw.commandline);
  info["frames"] = raw.frame_count;
  info["joints"] = raw.tracks.size();
  info["frameRate"] = raw.frame_rate;
  info["animatedComponents"] = raw.component_count;
  info["bounds"] = raw.bounds.size();
}

void tell_fit(LoadContext& context, const Scene& scene, const Skeleton& skeleton, const Fit& fit) {
  const size_t joints = skeleton.nodes.size();
  if (fit.matched < joints) {
    context.diagnostics.add(kFitPartial, kNoOffset,
                            std::to_string(joints - fit.matched) + " of " + std::to_string(joints) + " joints of '" +
                                skeleton.name + "' are not in the animation and keep their bind pose: " +
                                list_names(unmatched_joints(scene, skeleton, fit)));
  }
  const auto by_shape = std::count(fit.match.begin(), fit.match.end(), Match::kHierarchy);
  if (by_shape != 0) {
    context.diagnostics.add(kFitHierarchy, kNoOffset,
                            std::to_string(by_shape) + " of " + std::to_string(joints) + " joints of '" +
                                skeleton.name +
                                "' were matched by their place in the joint tree, because their names differ");
  }
}

}  // namespace

Status build_animation(LoadContext& context, RawAnimation raw, Scene& scene) {
  describe(raw, context.info);
  Clip clip;
  clip.name = base_name(context.name);
  clip.file = context.file;
  clip.source = {context.file, 0, context.bytes.size()};
  clip.frame_count = raw.frame_count;
  clip.frame_rate = raw.frame_rate;
  clip.duration_s = (raw.frame_count - 1) / raw.frame_rate;

  std::vector<Node> own_nodes;
  std::vector<Skeleton> targets = skeletons(scene);
  const bool alone = targets.empty();
  std::vector<Fit> fits;
  if (alone) {
    VITRINE_CHECK(context.budget.charge(raw.tracks.size(), sizeof(Node)));
    targets.push_back(build_own_skeleton(raw, clip.name, context.file, scene, own_nodes));
  }
  auto& report = context.info["fit"] = nlohmann::ordered_json::array();
  SampledFrames frames;
  std::vector<Derived> derived;
  uint32_t best = 0;
  if (alone) {
    for (uint32_t t = 0; t < raw.tracks.size(); ++t) frames.bindings.push_back({targets[0].nodes[t], t});
    clip.root_node = targets[0].nodes[0];
  } else {
    fits.reserve(targets.size());  // Derived points into it
    for (const Skeleton& skeleton : targets) {
      fits.push_back(fit(scene, skeleton, raw.tracks, raw.version >= 10));
      const Fit& result = fits.back();
      report.push_back(describe_fit(scene, skeleton, result, raw.tracks));
      best = std::max(best, result.matched);
      if (!result.fits) continue;
      tell_fit(context, scene, skeleton, result);
      for (uint32_t j = 0; j < skeleton.nodes.size(); ++j) {
        if (result.track[j] == kNone) continue;
        if (result.track[j] == 0 && clip.root_node == kNone) clip.root_node = skeleton.nodes[j];
        uint32_t track = result.track[j];
        if (result.rebased[j]) {
          track = static_cast<uint32_t>(raw.tracks.size() + derived.size());
          derived.push_back({&skeleton, &result, j});
        }
        frames.bindings.push_back({skeleton.nodes[j], track});
      }
    }
  }
  if (frames.bindings.empty()) {
    clip.playable = false;
    clip.why_not = "only " + std::to_string(best) + " of its " + std::to_string(raw.tracks.size()) + " joints are in " +
                   (targets.size() == 1 ? "the model '" + targets[0].name + "'"
                                        : "any of the " + std::to_string(targets.size()) + " models");
    context.diagnostics.add(kFitFailed, kNoOffset, "the animation cannot play: " + clip.why_not);
  }

  frames.track_count = static_cast<uint32_t>(raw.tracks.size() + derived.size());
  for (const RawTrack& track : raw.tracks) {
    frames.track_names.push_back(track.name);
    frames.track_parent.push_back(track.parent < 0 ? kNone : static_cast<uint32_t>(track.parent));
    frames.animated_bits.push_back(static_cast<uint8_t>(track.flags));
  }
  for (const Derived& one : derived) {
    const int64_t parent = one.skeleton->parents[one.joint];
    frames.track_names.push_back(raw.tracks[one.fit->track[one.joint]].name);
    frames.track_parent.push_back(parent < 0 ? kNone : one.fit->track[static_cast<size_t>(parent)]);
    frames.animated_bits.push_back(63);
  }
  if (derived.empty()) {
    frames.translations = std::move(raw.translations);
    frames.rotations = std::move(raw.rotations);
  } else {
    VITRINE_CHECK(add_derived(context, raw, scene, derived, frames));
  }
  frames.bounds = std::move(raw.bounds);
  clip.frames = std::move(frames);
  if (alone && scene.nodes.empty())
    scene.axes = {Up::kZ, Handedness::kRight, FrontFace::kClockwise, {1, 0, 0}, 1, true};
  scene.nodes.insert(scene.nodes.end(), std::make_move_iterator(own_nodes.begin()),
                     std::make_move_iterator(own_nodes.end()));
  scene.clips.push_back(std::move(clip));
  return ok_status();
}

}  // namespace vitrine::md5
