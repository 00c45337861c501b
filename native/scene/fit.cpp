#include "scene/fit.h"

#include <algorithm>
#include <cmath>

#include "base/name_index.h"
#include "base/names.h"

namespace vitrine {
namespace {

class Fitter {
 public:
  Fitter(const Scene& scene, Skeleton& skeleton, const std::vector<FitTrack>& tracks)
      : scene_(scene), skeleton_(skeleton), tracks_(tracks), fit_(skeleton.fit), used_(tracks.size(), 0) {
    fit_ = {};
    fit_.track.assign(skeleton.nodes.size(), kNone);
    fit_.match.assign(skeleton.nodes.size(), JointMatch::kUnmatched);
    fit_.rebased.assign(skeleton.nodes.size(), 0);
    for (uint32_t t = 0; t < tracks.size(); ++t) {
      if (tracks[t].is_joint) joint_tracks_.push_back(t);
    }
  }

  void run(FitRule rule) {
    const bool tree = rule == FitRule::kNamesAndTree;
    if (rule == FitRule::kNumbers) {
      by_number();
    } else {
      // The same name in the same place is the rule of the game; it also tells joints of equal names apart.
      for (uint32_t j = 0; j < std::min(node_count(), track_count()); ++j) {
        if (name(j) == tracks_[j].name && tracks_[j].moves) take(j, j, JointMatch::kName);
      }
      by_name(JointMatch::kName);
      by_name(JointMatch::kNameIgnoringCase);
      if (tree && fit_.matched < joint_count()) by_hierarchy();
      if (tree) find_rebased();
    }
    const auto tracked = static_cast<uint32_t>(joint_tracks_.size());
    fit_.fits = fit_.matched > 0 && 2 * uint64_t{fit_.matched} >= std::min(joint_count(), tracked);
  }

 private:
  uint32_t node_count() const { return static_cast<uint32_t>(skeleton_.nodes.size()); }
  uint32_t joint_count() const { return skeleton_.joint_count; }
  uint32_t track_count() const { return static_cast<uint32_t>(tracks_.size()); }
  const std::string& name(uint32_t joint) const { return scene_.nodes[skeleton_.nodes[joint]].name; }

  void take(uint32_t joint, uint32_t track, JointMatch match) {
    fit_.track[joint] = track;
    fit_.match[joint] = tracks_[track].is_named || match == JointMatch::kHierarchy ? match : JointMatch::kNumber;
    used_[track] = 1;
    if (joint < joint_count()) ++fit_.matched;
  }

  void by_number() {
    if (joint_count() != joint_tracks_.size()) return;
    for (uint32_t j = 0; j < joint_count(); ++j) take(j, joint_tracks_[j], JointMatch::kNumber);
  }

  /// Only the first of tracks with equal names is used; it goes to the first joint of the name.
  void by_name(JointMatch match) {
    if (fit_.matched == node_count()) return;
    const auto key = [&](std::string_view name) {
      return match == JointMatch::kName ? std::string(name) : lower_case(name);
    };
    std::vector<std::string> keys;
    keys.reserve(track_count());  // the index looks into them
    for (const FitTrack& track : tracks_) keys.push_back(key(track.name));
    NameIndex first;
    for (const bool moves : {true, false}) {
      for (uint32_t t = 0; t < track_count(); ++t) {
        if (!used_[t] && tracks_[t].moves == moves) first.find_or_add(keys[t], t);
      }
    }
    for (uint32_t j = 0; j < node_count(); ++j) {
      if (fit_.track[j] != kNone) continue;
      const uint32_t t = first.find(key(name(j)));
      if (t != NameIndex::kUnknown && !used_[t]) take(j, t, match);
    }
  }

  int64_t track_parent(uint32_t track) const { return std::max<int64_t>(tracks_[track].parent, -1); }

  /// Parents of the joint tracks, counted among these.
  std::vector<int64_t> joint_parents() const {
    std::vector<int64_t> place(track_count(), -1), out;
    for (size_t i = 0; i < joint_tracks_.size(); ++i) place[joint_tracks_[i]] = static_cast<int64_t>(i);
    for (const uint32_t t : joint_tracks_)
      out.push_back(track_parent(t) < 0 ? -1 : place[static_cast<size_t>(track_parent(t))]);
    return out;
  }

  void by_hierarchy() {
    if (joint_count() != joint_tracks_.size()) return;
    std::vector<int64_t> joints(skeleton_.parents.begin(), skeleton_.parents.begin() + joint_count());
    for (int64_t& parent : joints) {
      if (parent >= int64_t{joint_count()}) parent = -1;
    }
    const std::vector<int64_t> tracks = joint_parents();
    // The same tree in the same order: whatever has no name in common stands in the same place.
    if (joints == tracks) {
      for (uint32_t j = 0; j < joint_count(); ++j) {
        if (fit_.track[j] == kNone && !used_[joint_tracks_[j]]) take(j, joint_tracks_[j], JointMatch::kHierarchy);
      }
      return;
    }
    // The same shape in another order of lines. Only where names failed: if most names match, other joints are
    // additional ones.
    if (2 * uint64_t{fit_.matched} >= joint_count()) return;
    const std::vector<Visit> visits = preorder(joints), others = preorder(tracks);
    for (size_t i = 0; i < visits.size(); ++i) {
      if (visits[i].depth != others[i].depth) return;
    }
    for (size_t i = 0; i < visits.size(); ++i) {
      const uint32_t track = joint_tracks_[others[i].index];
      if (fit_.track[visits[i].index] == kNone && !used_[track]) take(visits[i].index, track, JointMatch::kHierarchy);
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

  /// Nodes that are no joints hold skeletons, each file its own: as parents they are no parents.
  void find_rebased() {
    for (uint32_t j = 0; j < node_count(); ++j) {
      const uint32_t track = fit_.track[j];
      if (track == kNone) continue;
      const int64_t parent =
          skeleton_.parents[j] < int64_t{joint_count()} || j >= joint_count() ? skeleton_.parents[j] : -1;
      int64_t from = track_parent(track);
      const uint32_t parent_track = parent < 0 ? kNone : fit_.track[static_cast<size_t>(parent)];
      if (from >= 0 && !tracks_[static_cast<size_t>(from)].is_joint && from != int64_t{parent_track}) from = -1;
      if (j >= joint_count()) continue;
      fit_.rebased[j] = parent < 0 ? from >= 0 : parent_track == kNone || int64_t{parent_track} != from;
      const bool is_named = fit_.match[j] == JointMatch::kName || fit_.match[j] == JointMatch::kNameIgnoringCase;
      fit_.same_parent += is_named && fit_.rebased[j] == 0;
    }
  }

  const Scene& scene_;
  const Skeleton& skeleton_;
  const std::vector<FitTrack>& tracks_;
  Fit& fit_;
  std::vector<uint8_t> used_;
  std::vector<uint32_t> joint_tracks_;
};

}  // namespace

void fit(const Scene& scene, Skeleton& skeleton, const std::vector<FitTrack>& tracks, FitRule rule) {
  Fitter(scene, skeleton, tracks).run(rule);
}

bool is_made_up(std::string_view name) {
  for (const std::string_view word : {"node ", "joint ", "pose "}) {
    if (!name.starts_with(word) || name.size() == word.size()) continue;
    name.remove_prefix(word.size());
    return std::all_of(name.begin(), name.end(), [](char c) { return c >= '0' && c <= '9'; });
  }
  return false;
}

}  // namespace vitrine
