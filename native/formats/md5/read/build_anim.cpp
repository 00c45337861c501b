#include <algorithm>

#include "base/checked.h"
#include "base/names.h"
#include "formats/md5/build.h"
#include "formats/md5/full/describe.h"
#include "formats/md5/read.h"
#include "scene/fit.h"
#include "scene/full/fit_report.h"
#include "scene/full/rebase.h"

namespace vitrine::md5 {
namespace {

/// Joint nodes of the base frame, so that an animation without a model can be seen.
std::vector<Node> build_joints(const RawAnimation& raw, uint32_t file, const Scene& scene, Clip& clip) {
  std::vector<Node> nodes;
  std::vector<uint32_t> node_of(raw.tracks.size(), kNone);
  const std::vector<uint32_t> order = parents_first(parents_of(raw.tracks));
  for (uint32_t i = 0; i < raw.tracks.size(); ++i) {
    const uint32_t t = order[i];
    const RawTrack& track = raw.tracks[t];
    Node node;
    node.name = track.name;
    node.kind = NodeKind::kJoint;
    node.parent = track.parent < 0 ? kNone : node_of[static_cast<size_t>(track.parent)];
    node.local.translation = glm::vec3(track.translation);
    node.local.rotation = to_float(stored_rotation(track.rotation.x, track.rotation.y, track.rotation.z));
    node.source = {file, track.offset, 0};
    node_of[t] = static_cast<uint32_t>(scene.nodes.size() + nodes.size());
    nodes.push_back(std::move(node));
  }
  for (uint32_t t = 0; t < raw.tracks.size(); ++t) clip.frames->bindings.push_back({node_of[t], t});
  clip.root_node = node_of[0];
  return nodes;
}

/// Which node of a skeleton takes which track.
void bind_tracks(const Skeleton& skeleton, const RawAnimation& raw, Clip& clip, std::vector<Derived>& derived) {
  for (uint32_t j = 0; j < skeleton.nodes.size(); ++j) {
    uint32_t track = skeleton.fit.track[j];
    if (track == kNone) continue;
    if (track == 0 && clip.root_node == kNone) clip.root_node = skeleton.nodes[j];
    if (skeleton.fit.rebased[j]) {
      track = static_cast<uint32_t>(raw.tracks.size() + derived.size());
      derived.push_back({&skeleton, j});
    }
    clip.frames->bindings.push_back({skeleton.nodes[j], track});
  }
}

std::vector<FitTrack> tracks_of(const RawAnimation& raw) {
  std::vector<FitTrack> out;
  for (const RawTrack& track : raw.tracks) {
    FitTrack& one = out.emplace_back();
    one.name = track.name;
    one.parent = track.parent;
    one.rest.translation = glm::vec3(track.translation);
    one.rest.rotation = to_float(stored_rotation(track.rotation.x, track.rotation.y, track.rotation.z));
    one.has_rest = true;
    one.offset = track.offset;
  }
  return out;
}

/// Tracks of the file in `frames` with the derived ones behind them.
Status add_derived(LoadContext& context, const RawAnimation& raw, const Scene& scene,
                   const std::vector<Derived>& derived, SampledFrames& frames) {
  const size_t own = raw.tracks.size(), all = own + derived.size();
  const std::vector<int64_t> parents = parents_of(raw.tracks);
  const auto at = [](const void* rows, size_t index) {
    const auto& from = *static_cast<const RawAnimation*>(rows);
    return Transform{from.translations[index], from.rotations[index], glm::vec3(1)};
  };
  VITRINE_TRY(const std::vector<Transform> computed,
              derived_transforms(context.limits, context.budget, {raw.frame_count, parents, at, &raw}, scene, derived));
  const uint64_t total = saturating_mul(raw.frame_count, all);
  VITRINE_CHECK(context.budget.charge(total, sizeof(glm::vec3) + sizeof(glm::quat)));
  frames.translations.reserve(total);
  frames.rotations.reserve(total);
  for (size_t frame = 0; frame < raw.frame_count; ++frame) {
    const auto first = static_cast<std::ptrdiff_t>(frame * own);
    const auto move_row = [&](auto& to, const auto& from) {
      to.insert(to.end(), from.begin() + first, from.begin() + first + static_cast<std::ptrdiff_t>(own));
    };
    move_row(frames.translations, raw.translations);
    move_row(frames.rotations, raw.rotations);
    for (size_t d = 0; d < derived.size(); ++d) {
      frames.translations.push_back(computed[frame * derived.size() + d].translation);
      frames.rotations.push_back(computed[frame * derived.size() + d].rotation);
    }
  }
  for (const Derived& one : derived) {
    const int64_t parent = one.skeleton->parents[one.joint];
    frames.track_names.push_back(raw.tracks[one.skeleton->fit.track[one.joint]].name);
    frames.track_parent.push_back(parent < 0 ? kNone : one.skeleton->fit.track[static_cast<size_t>(parent)]);
    frames.animated_bits.push_back(63);
  }
  return ok_status();
}

}  // namespace

Status build_animation(LoadContext& context, RawAnimation raw, Scene& scene) {
  describe(raw, context.info);
  Clip clip;
  clip.name = file_stem(context.name);
  clip.file = context.file;
  clip.source = {context.file, 0, context.bytes.size()};
  clip.frame_count = raw.frame_count;
  clip.frame_rate = raw.frame_rate;
  clip.duration_s = (raw.frame_count - 1) / raw.frame_rate;
  SampledFrames& frames = clip.frames.emplace();

  std::vector<Node> own_nodes;
  std::vector<Skeleton> targets = skeletons(scene);
  VITRINE_CHECK(context.budget.charge(raw.tracks.size(), sizeof(FitTrack)));
  const std::vector<FitTrack> tracks = tracks_of(raw);
  std::vector<Derived> derived;
  uint32_t best = 0;
  if (targets.empty()) {
    VITRINE_CHECK(context.budget.charge(raw.tracks.size(), sizeof(Node)));
    own_nodes = build_joints(raw, context.file, scene, clip);
  }
  for (Skeleton& skeleton : targets) {
    fit(scene, skeleton, tracks, raw.version >= 10 ? FitRule::kNamesAndTree : FitRule::kNames);
    describe_fit(scene, skeleton, tracks, context.info);
    best = std::max(best, skeleton.fit.matched);
    if (!skeleton.fit.fits) continue;
    report_fit(context.diagnostics, scene, skeleton, tracks, false);  // a base frame is no rest pose
    bind_tracks(skeleton, raw, clip, derived);
  }
  if (frames.bindings.empty()) {
    VITRINE_CHECK(report_misfit(context.diagnostics, targets, {best, tracks.size(), true}, kNoOffset, clip));
  }

  frames.track_count = static_cast<uint32_t>(raw.tracks.size() + derived.size());
  for (const RawTrack& track : raw.tracks) {
    frames.track_names.push_back(track.name);
    frames.track_parent.push_back(track.parent < 0 ? kNone : static_cast<uint32_t>(track.parent));
    frames.animated_bits.push_back(static_cast<uint8_t>(track.flags));
  }
  if (derived.empty()) {
    frames.translations = std::move(raw.translations);
    frames.rotations = std::move(raw.rotations);
  } else {
    VITRINE_CHECK(add_derived(context, raw, scene, derived, frames));
  }
  frames.bounds = std::move(raw.bounds);
  if (targets.empty() && scene.nodes.empty()) scene.axes = kIdTechAxes;
  for (Node& node : own_nodes) scene.nodes.push_back(std::move(node));
  scene.clips.push_back(std::move(clip));
  return ok_status();
}

}  // namespace vitrine::md5
