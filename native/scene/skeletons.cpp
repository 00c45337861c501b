// The skeletons of a scene, as animations are fitted to them.

#include <algorithm>
#include <numeric>

#include "scene/fit.h"

namespace vitrine {
namespace {

/// Which skins share joints, by numbers that join.
class Groups {
 public:
  explicit Groups(size_t count) : of_(count) { std::iota(of_.begin(), of_.end(), 0u); }
  uint32_t first(uint32_t i) {
    while (of_[i] != i) i = of_[i] = of_[of_[i]];
    return i;
  }
  void join(uint32_t a, uint32_t b) {
    a = first(a), b = first(b);
    of_[std::max(a, b)] = std::min(a, b);
  }

 private:
  std::vector<uint32_t> of_;
};

class Finder {
 public:
  Finder(const Scene& scene, NodeRange range) : scene_(scene), range_(range), owner_(range.end - range.first, kNone) {}

  std::vector<Skeleton> run(bool others) {
    add_skins();
    if (out_.empty()) {
      std::vector<uint32_t> joints;
      for (uint32_t n = range_.first; n < range_.end; ++n) {
        if (scene_.nodes[n].kind == NodeKind::kJoint) joints.push_back(n);
      }
      if (!joints.empty()) add("skeleton", std::move(joints));
    }
    if (others) add_others();
    return std::move(out_);
  }

 private:
  bool is_inside(uint32_t node) const { return node >= range_.first && node < range_.end; }
  /// The mesh's own node, on which rigid parts of it hang, is no joint.
  bool is_joint(uint32_t node) const {
    return is_inside(node) && (scene_.nodes[node].skin == kNone || scene_.nodes[node].kind == NodeKind::kJoint);
  }

  void add_skins() {
    const auto count = static_cast<uint32_t>(scene_.skins.size());
    Groups groups(count);
    // The skin that has a node among its joints; a skin below a joint of another belongs to that one.
    std::vector<uint32_t>& skin_of = owner_;
    for (uint32_t s = 0; s < count; ++s) {
      for (const uint32_t node : scene_.skins[s].joints) {
        if (!is_joint(node)) continue;
        uint32_t& skin = skin_of[node - range_.first];
        if (skin != kNone) groups.join(skin, s);
        skin = skin == kNone ? s : skin;
      }
    }
    std::vector<uint32_t> above(skin_of.size(), kNone);  // the skin of the nearest joint that is the node or above it
    for (uint32_t n = range_.first; n < range_.end; ++n) {
      const uint32_t i = n - range_.first, parent = scene_.nodes[n].parent;
      const uint32_t higher = parent != kNone && is_inside(parent) ? above[parent - range_.first] : kNone;
      if (skin_of[i] != kNone && higher != kNone) groups.join(skin_of[i], higher);
      above[i] = skin_of[i] != kNone ? skin_of[i] : higher;
    }
    std::vector<std::vector<uint32_t>> joints(count);
    std::vector<uint8_t> taken(skin_of.size(), 0);
    for (uint32_t s = 0; s < count; ++s) {
      for (const uint32_t node : scene_.skins[s].joints) {
        if (!is_joint(node) || taken[node - range_.first] != 0) continue;
        taken[node - range_.first] = 1;
        joints[groups.first(s)].push_back(node);
      }
    }
    for (uint32_t s = 0; s < count; ++s) {
      if (!joints[s].empty()) add(scene_.skins[s].name, std::move(joints[s]));
    }
  }

  void add(std::string name, std::vector<uint32_t> nodes) {
    Skeleton skeleton;
    skeleton.name = std::move(name);
    skeleton.joint_count = static_cast<uint32_t>(nodes.size());
    skeleton.nodes = std::move(nodes);
    out_.push_back(std::move(skeleton));
    set_parents(out_.back());
  }

  void set_parents(Skeleton& skeleton) {
    place_.resize(range_.end - range_.first, -1);
    for (size_t i = 0; i < skeleton.nodes.size(); ++i)
      place_[skeleton.nodes[i] - range_.first] = static_cast<int64_t>(i);
    skeleton.parents.clear();
    for (const uint32_t node : skeleton.nodes) {
      const uint32_t parent = scene_.nodes[node].parent;
      skeleton.parents.push_back(parent == kNone || !is_inside(parent) ? -1 : place_[parent - range_.first]);
    }
    for (const uint32_t node : skeleton.nodes) place_[node - range_.first] = -1;
  }

  void add_others() {
    std::vector<uint8_t> taken(range_.end - range_.first, 0);
    for (const Skeleton& skeleton : out_) {
      for (const uint32_t node : skeleton.nodes) taken[node - range_.first] = 1;
    }
    std::vector<uint32_t> rest;
    for (uint32_t n = range_.first; n < range_.end; ++n) {
      if (taken[n - range_.first] == 0 && scene_.nodes[n].skin == kNone) rest.push_back(n);
    }
    if (rest.empty()) return;
    if (out_.empty()) return add("model", std::move(rest));
    out_[0].nodes.insert(out_[0].nodes.end(), rest.begin(), rest.end());
    set_parents(out_[0]);
  }

  const Scene& scene_;
  const NodeRange range_;
  std::vector<uint32_t> owner_;
  std::vector<int64_t> place_;  ///< work space: -1 between calls
  std::vector<Skeleton> out_;
};

}  // namespace

std::vector<Skeleton> skeletons(const Scene& scene, NodeRange range, bool others) {
  return Finder(scene, range).run(others);
}

std::vector<Skeleton> skeletons(const Scene& scene) {
  return skeletons(scene, {0, static_cast<uint32_t>(scene.nodes.size())}, false);
}

}  // namespace vitrine
