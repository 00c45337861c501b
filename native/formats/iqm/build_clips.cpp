#include <algorithm>

#include "base/name_index.h"
#include "base/names.h"
#include "formats/iqm/build.h"
#include "formats/iqm/codes.h"
#include "formats/iqm/read.h"
#include "formats/iqm/sentences.h"
#include "formats/name_cost.h"

namespace vitrine::iqm {
namespace {

/// The joints of a skin (without the mesh itself, on which rigid vertices hang), or all of a scene without skins.
struct Skeleton {
  std::string name;
  std::vector<uint32_t> nodes;
};

std::vector<uint32_t> joints_among(const Scene& scene, const std::vector<uint32_t>& nodes) {
  std::vector<uint32_t> out;
  std::copy_if(nodes.begin(), nodes.end(), std::back_inserter(out),
               [&](uint32_t node) { return scene.nodes[node].kind == NodeKind::kJoint; });
  return out;
}

std::vector<Skeleton> skeletons_of(const Scene& scene) {
  std::vector<Skeleton> out;
  for (const Skin& skin : scene.skins) out.push_back({skin.name, joints_among(scene, skin.joints)});
  if (!out.empty()) return out;
  std::vector<uint32_t> all(scene.nodes.size());
  for (uint32_t i = 0; i < all.size(); ++i) all[i] = i;
  all = joints_among(scene, all);
  if (!all.empty()) out.push_back({"skeleton", std::move(all)});
  return out;
}

/// How many poses have another parent than the joints of their numbers.
size_t other_parents(const Scene& scene, const Skeleton& skeleton, const RawModel& raw) {
  size_t out = 0;
  for (size_t i = 0; i < raw.poses.size(); ++i) {
    const uint32_t parent = scene.nodes[skeleton.nodes[i]].parent;
    const int64_t posed = raw.poses[i].parent;
    out += parent != (posed < 0 ? kNone : skeleton.nodes[static_cast<size_t>(posed)]);
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
                   std::vector<Clip>& clips) {
  for (const RawAction& action : raw.actions) {
    const uint64_t place = action.list == kNone ? action.offset : kNoOffset;
    if (context.cancelled()) return Error{says::kCancelled, place};
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
        poses.transforms.push_back(raw.frames[static_cast<size_t>(frame * raw.poses.size() + pair.pose)]);
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
  Scene own;
  const std::vector<Skeleton> skeletons = skeletons_of(scene);
  if (skeletons.empty()) {
    VITRINE_CHECK(context.budget.charge(raw.poses.size() + raw.joints.size(), sizeof(Node) + sizeof(RawJoint)));
    const std::vector<uint32_t> nodes = build_joints(with_joints(raw), context.file, own);
    for (uint32_t i = 0; i < raw.poses.size(); ++i)
      bound.push_back({static_cast<uint32_t>(scene.nodes.size()) + nodes[i], i});
  }
  std::string counts;
  for (const Skeleton& skeleton : skeletons) {
    if (skeleton.nodes.size() != raw.poses.size()) {
      counts += (counts.empty() ? "'" : ", '") + skeleton.name + "' has " + std::to_string(skeleton.nodes.size());
      continue;
    }
    if (const size_t differ = other_parents(scene, skeleton, raw); differ != 0) {
      context.diagnostics.add(says::kPoseParentsDiffer, raw.poses.front().offset, {differ, skeleton.name});
    }
    for (uint32_t i = 0; i < raw.poses.size(); ++i) bound.push_back({skeleton.nodes[i], i});
  }
  std::vector<Clip> clips;
  VITRINE_CHECK(build_clips(context, raw, bound, clips));
  if (bound.empty() && !skeletons.empty() && !raw.actions.empty()) {
    const std::string why = "the file has " + std::to_string(raw.poses.size()) + " poses, but " + counts + " joints";
    VITRINE_CHECK(charge_names(context.budget, why, clips.size()));
    for (Clip& clip : clips) clip.why_not = why;
    context.diagnostics.add(says::kFitsNone, raw.poses.empty() ? 0 : raw.poses.front().offset, {why});
  }
  name_apart(scene, std::string(file_stem(context.name)), clips);
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
