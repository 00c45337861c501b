#include <algorithm>

#include "base/name_index.h"
#include "base/names.h"
#include "formats/iqm/build.h"
#include "formats/iqm/codes.h"
#include "formats/iqm/read.h"
#include "formats/iqm/sentences.h"
#include "formats/name_cost.h"
#include "scene/fit.h"
#include "scene/full/fit_report.h"
#include "scene/full/rebase.h"

namespace vitrine::iqm {
namespace {

/// How the file has its joints: pose i is that of joint i, whose names and parents count. A file that names none has
/// the parents of its poses.
struct Joints {
  std::vector<FitTrack> tracks;
  bool named = false;
};

Joints joints_of(const RawModel& raw) {
  Joints out;
  for (size_t i = 0; i < raw.poses.size(); ++i) {
    FitTrack& track = out.tracks.emplace_back();
    track.parent = raw.poses[i].parent;
    track.offset = raw.poses[i].offset;
    if (i >= raw.joints.size()) continue;
    const RawJoint& joint = raw.joints[i];
    track.name = joint.name;
    track.parent = joint.parent < static_cast<int64_t>(raw.poses.size()) ? joint.parent : -1;
    track.rest = joint.local;
    track.has_rest = joint.rests;
    out.named |= !joint.name.empty();
  }
  return out;
}

/// How many poses have another parent than the joints of their numbers.
size_t other_parents(const Skeleton& skeleton, const std::vector<FitTrack>& tracks) {
  size_t out = 0;
  for (size_t j = 0; j < skeleton.joint_count; ++j) {
    const uint32_t track = skeleton.fit.track[j];
    out += track != kNone && skeleton.parents[j] != std::max<int64_t>(tracks[track].parent, -1);
  }
  return out;
}

/// Joints for poses that stand alone: as the file names them, else as the first frame has them.
RawModel with_joints(const RawModel& raw) {
  RawModel out;
  out.joints = raw.joints;
  for (size_t i = out.joints.size(); i < raw.poses.size(); ++i) {
    RawJoint joint{raw.poses[i].offset, "pose " + std::to_string(i), raw.poses[i].parent, {}};
    if (raw.frame_count != 0) joint.local = raw.frames[i];
    if (!raw.joints.empty()) joint.parent = -1;  // the parents of the joints count
    out.joints.push_back(std::move(joint));
  }
  return out;
}

void name_apart(const Scene& scene, const std::string& file, std::vector<Clip>& clips) {
  NameIndex names;
  for (const Clip& other : scene.clips) names.find_or_add(other.name, 0);
  for (Clip& clip : clips) {
    const bool taken = names.find(clip.name) != NameIndex::kUnknown;
    if (taken || clip.name.empty()) clip.name = clip.name.empty() ? file : file + ":" + clip.name;
  }
}

}  // namespace

Status build_clips(LoadContext& context, const RawModel& raw, const std::vector<Bound>& bound,
                   const std::vector<Transform>& computed, std::vector<Clip>& clips) {
  const size_t own = raw.poses.size();
  const size_t more = raw.frame_count == 0 ? 0 : computed.size() / raw.frame_count;
  for (const RawAction& action : raw.actions) {
    const uint64_t place = action.list == kNone ? action.offset : kNoOffset;
    if (context.cancelled()) return Error{messages::kCancelled, place};
    // A looping action goes on from its last frame to its first one.
    const uint64_t keys = action.frame_count + uint64_t{action.loop && action.frame_count > 0};
    VITRINE_CHECK(context.budget.charge(keys, sizeof(double) + bound.size() * sizeof(Transform), place));
    VITRINE_CHECK(context.budget.charge(1, sizeof(Clip) + action.name.size() + bound.size() * 4, place));
    VITRINE_CHECK(charge_names(context.budget, context.name, 1, place));  // of the file
    Clip clip;
    clip.name = action.name;
    clip.file = context.file;
    clip.source = {action.list == kNone ? context.file : action.list, action.offset, 0};
    clip.frame_rate = action.rate;
    clip.frame_count = action.frame_count;  // without the key that closes a loop
    KeyPoses& poses = clip.poses.emplace();
    for (const Bound& pair : bound) {
      poses.nodes.push_back(pair.node);
      if (pair.pose == 0) clip.root_node = pair.node;
    }
    poses.times_s.reserve(static_cast<size_t>(keys));
    poses.transforms.reserve(static_cast<size_t>(keys) * bound.size());
    for (uint64_t k = 0; k < keys; ++k) {
      const uint64_t at = k < action.frame_count ? k : 0;
      const uint64_t frame = action.frames.empty() ? action.first_frame + at : action.frames[at];
      poses.times_s.push_back(static_cast<double>(k) / action.rate);
      for (const Bound& pair : bound)
        poses.transforms.push_back(pair.pose < own ? raw.frames[static_cast<size_t>(frame * own + pair.pose)]
                                                   : computed[static_cast<size_t>(frame * more + pair.pose - own)]);
    }
    if (keys != 0) clip.duration_s = poses.times_s.back();
    if (keys == 0) clip.playable = false, clip.why_not = "it has no frames";
    if (bound.empty()) clip.playable = false, clip.why_not = "no joint has its poses";
    clips.push_back(std::move(clip));
  }
  return ok_status();
}

Status build_animations(LoadContext& context, const RawModel& raw, Scene& scene) {
  std::vector<Bound> bound;
  std::vector<Derived> derived;
  std::vector<Transform> computed;
  Scene own;
  std::vector<Skeleton> targets = skeletons(scene);
  if (targets.empty()) {
    VITRINE_CHECK(context.budget.charge(raw.poses.size() + raw.joints.size(), sizeof(Node) + sizeof(RawJoint)));
    const std::vector<uint32_t> nodes = build_joints(with_joints(raw), context.file, own);
    for (uint32_t i = 0; i < raw.poses.size(); ++i)
      bound.push_back({static_cast<uint32_t>(scene.nodes.size()) + nodes[i], i});
  }
  VITRINE_CHECK(context.budget.charge(raw.poses.size(), sizeof(FitTrack)));
  const auto [tracks, named] = joints_of(raw);
  const uint64_t place = raw.poses.empty() ? 0 : raw.poses.front().offset;
  uint32_t best = 0;
  for (Skeleton& skeleton : targets) {
    fit(scene, skeleton, tracks, named ? FitRule::kNamesAndTree : FitRule::kNumbers);
    VITRINE_CHECK(context.budget.charge(1, bytes_of_fit(skeleton, tracks.size()), place));
    describe_fit(scene, skeleton, tracks, context.info);
    best = std::max(best, skeleton.fit.matched);
    if (!skeleton.fit.fits) continue;
    report_fit(context.diagnostics, scene, skeleton, tracks, true);
    if (const size_t differ = named ? 0 : other_parents(skeleton, tracks); differ != 0)
      context.diagnostics.add(messages::kPoseParentsDiffer, place, {differ, skeleton.name});
    for (uint32_t j = 0; j < skeleton.joint_count; ++j) {
      uint32_t pose = skeleton.fit.track[j];
      if (pose == kNone) continue;
      if (skeleton.fit.rebased[j] != 0) {
        pose = static_cast<uint32_t>(raw.poses.size() + derived.size());
        derived.push_back({&skeleton, j});
      }
      bound.push_back({skeleton.nodes[j], pose});
    }
  }
  if (!derived.empty()) {
    std::vector<int64_t> parents;
    for (const FitTrack& track : tracks) parents.push_back(track.parent);
    const auto at = [](const void* rows, size_t index) { return static_cast<const Transform*>(rows)[index]; };
    VITRINE_TRY(computed, derived_transforms(context.limits, context.budget,
                                             {raw.frame_count, parents, at, raw.frames.data()}, scene, derived));
  }
  std::vector<Clip> clips;
  VITRINE_CHECK(build_clips(context, raw, bound, computed, clips));
  name_apart(scene, std::string(file_stem(context.name)), clips);
  if (bound.empty() && !targets.empty()) {
    for (Clip& clip : clips) {
      VITRINE_CHECK(report_misfit(context.diagnostics, targets, {best, tracks.size(), named}, place, clip));
    }
  }
  if (scene.nodes.empty()) scene.axes = kIdTechAxes;
  const auto first = static_cast<uint32_t>(scene.nodes.size());
  for (Node& node : own.nodes) {
    if (node.parent != kNone) node.parent += first;
    scene.nodes.push_back(std::move(node));
  }
  for (Clip& clip : clips) scene.clips.push_back(std::move(clip));
  return ok_status();
}

}  // namespace vitrine::iqm
