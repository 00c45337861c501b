#include "formats/md5/fit.h"

#include <algorithm>

#include "base/name_index.h"
#include "base/names.h"
#include "formats/md5/read.h"

namespace vitrine::md5 {
namespace {

class Fitter {
 public:
  Fitter(const Scene& scene, Skeleton& skeleton, const std::vector<RawTrack>& tracks)
      : scene_(scene), skeleton_(skeleton), tracks_(tracks), fit_(skeleton.fit), used_(tracks.size(), 0) {
    fit_.track.assign(skeleton.nodes.size(), kNone);
    fit_.match.assign(skeleton.nodes.size(), Match::kUnmatched);
    fit_.rebased.assign(skeleton.nodes.size(), 0);
  }

  void run(bool tree) {
    // The same name in the same place is the rule of the game; it also tells joints of equal names apart.
    for (uint32_t j = 0; j < std::min(joint_count(), track_count()); ++j) {
      if (name(j) == tracks_[j].name) take(j, j, Match::kName);
    }
    by_name(Match::kName);
    by_name(Match::kNameIgnoringCase);
    if (tree && fit_.matched < joint_count()) by_hierarchy();
    if (tree) find_rebased();
    fit_.fits = fit_.matched > 0 && 2 * uint64_t{fit_.matched} >= std::min(joint_count(), track_count());
  }

 private:
  uint32_t joint_count() const { return static_cast<uint32_t>(skeleton_.nodes.size()); }
  uint32_t track_count() const { return static_cast<uint32_t>(tracks_.size()); }
  const std::string& name(uint32_t joint) const { return scene_.nodes[skeleton_.nodes[joint]].name; }

  void take(uint32_t joint, uint32_t track, Match match) {
    fit_.track[joint] = track;
    fit_.match[joint] = match;
    used_[track] = 1;
    ++fit_.matched;
  }

  /// Only the first of tracks with equal names is used; it goes to the first joint of the name.
  void by_name(Match match) {
    if (fit_.matched == joint_count()) return;
    const auto key = [&](const std::string& name) { return match == Match::kName ? name : lower_case(name); };
    std::vector<std::string> keys;
    keys.reserve(track_count());  // the index looks into them
    NameIndex first;
    for (uint32_t t = 0; t < track_count(); ++t) {
      keys.push_back(key(tracks_[t].name));
      if (!used_[t]) first.find_or_add(keys[t], t);
    }
    for (uint32_t j = 0; j < joint_count(); ++j) {
      if (fit_.track[j] != kNone) continue;
      const uint32_t t = first.find(key(name(j)));
      if (t != NameIndex::kUnknown && !used_[t]) take(j, t, match);
    }
  }

  void by_hierarchy() {
    if (joint_count() != track_count()) return;
    // The same tree in the same order: whatever has no name in common stands in the same place.
    bool same = true;
    for (uint32_t j = 0; j < joint_count() && same; ++j)
      same = std::max<int64_t>(skeleton_.parents[j], -1) == std::max<int64_t>(tracks_[j].parent, -1);
    if (same) {
      for (uint32_t j = 0; j < joint_count(); ++j) {
        if (fit_.track[j] == kNone && !used_[j]) take(j, j, Match::kHierarchy);
      }
      return;
    }
    // The same shape in another order of lines. Only where names failed: if most names match, other joints are
    // additional ones.
    if (2 * uint64_t{fit_.matched} >= joint_count()) return;
    const std::vector<Visit> joints = preorder(skeleton_.parents), tracks = preorder(parents_of(tracks_));
    for (size_t i = 0; i < joints.size(); ++i) {
      if (joints[i].depth != tracks[i].depth) return;
    }
    for (size_t i = 0; i < joints.size(); ++i) {
      if (fit_.track[joints[i].index] == kNone && !used_[tracks[i].index])
        take(joints[i].index, tracks[i].index, Match::kHierarchy);
    }
  }

  struct Visit {
    uint32_t index = 0, depth = 0;
  };
  /// Depth first, children in file order. Two trees are alike when their sequences of depths are equal.
  static std::vector<Visit> preorder(const std::vector<int64_t>& parents) {
    const size_t count = parents.size();
    std::vector<std::vector<uint32_t>> children(count);
    std::vector<Visit> stack, out;
    for (size_t i = count; i-- > 0;) {
      if (parents[i] >= 0)
        children[static_cast<size_t>(parents[i])].push_back(static_cast<uint32_t>(i));
      else
        stack.push_back({static_cast<uint32_t>(i), 0});
    }
    out.reserve(count);
    while (!stack.empty()) {
      const Visit visit = stack.back();
      stack.pop_back();
      out.push_back(visit);
      for (const uint32_t child : children[visit.index]) stack.push_back({child, visit.depth + 1});
    }
    return out;
  }

  void find_rebased() {
    for (uint32_t j = 0; j < joint_count(); ++j) {
      if (fit_.track[j] == kNone) continue;
      const int64_t parent = skeleton_.parents[j];
      const int64_t track_parent = std::max<int64_t>(tracks_[fit_.track[j]].parent, -1);
      if (parent < 0)
        fit_.rebased[j] = track_parent >= 0;
      else
        fit_.rebased[j] = fit_.track[static_cast<size_t>(parent)] == kNone ||
                          int64_t{fit_.track[static_cast<size_t>(parent)]} != track_parent;
    }
  }

  const Scene& scene_;
  const Skeleton& skeleton_;
  const std::vector<RawTrack>& tracks_;
  Fit& fit_;
  std::vector<uint8_t> used_;
};

Skeleton make_skeleton(const Scene& scene, const std::string& name, const std::vector<uint32_t>& nodes) {
  std::vector<int64_t> place(scene.nodes.size(), -1);
  for (size_t i = nodes.size(); i-- > 0;) place[nodes[i]] = static_cast<int64_t>(i);  // the first of equal ones stays
  Skeleton skeleton{name, nodes, {}, {}};
  for (const uint32_t node : nodes) {
    const uint32_t parent = scene.nodes[node].parent;
    skeleton.parents.push_back(parent == kNone ? -1 : place[parent]);
  }
  return skeleton;
}

}  // namespace

std::vector<Skeleton> skeletons(const Scene& scene) {
  std::vector<Skeleton> out;
  for (const Skin& skin : scene.skins) out.push_back(make_skeleton(scene, skin.name, skin.joints));
  if (!out.empty()) return out;
  std::vector<uint32_t> joints;
  for (uint32_t i = 0; i < scene.nodes.size(); ++i) {
    if (scene.nodes[i].kind == NodeKind::kJoint) joints.push_back(i);
  }
  if (!joints.empty()) out.push_back(make_skeleton(scene, "skeleton", joints));
  return out;
}

void fit(const Scene& scene, Skeleton& skeleton, const std::vector<RawTrack>& tracks, bool tree) {
  Fitter(scene, skeleton, tracks).run(tree);
}

}  // namespace vitrine::md5
