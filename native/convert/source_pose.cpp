#include "convert/source_pose.h"

#include <algorithm>
#include <unordered_set>

#include "pose/hierarchy.h"
#include "scene/driven.h"

namespace vitrine {

SourcePose::SourcePose(const Scene& scene, const std::vector<bool>& wanted)
    : scene_(scene), local_(pose::make_local_pose(scene)), still_(scene.nodes.size()), children_(scene.nodes.size()) {
  std::vector<glm::mat4> rounded(scene.nodes.size());
  pose::world_matrices(scene, local_, still_, rounded);
  exact_ = still_;
  leads_ = wanted.empty() ? std::vector<bool>(scene.nodes.size(), true) : wanted;
  for (size_t n = scene.nodes.size(); n-- > 0;) {
    const uint32_t parent = scene.nodes[n].parent;
    if (!leads_[n] || parent == kNone) continue;
    leads_[parent] = true;
    children_[parent].push_back(static_cast<uint32_t>(n));
  }
}

void SourcePose::choose(uint32_t clip) {
  for (const uint32_t n : driven_) local_.local[n] = scene_.nodes[n].local, local_.driven[n] = 0;
  for (const uint32_t n : moved_) exact_[n] = still_[n];
  clip_ = clip;
  driven_.clear(), moved_.clear();
  if (clip == kNone) return;
  driven_ = driven_nodes_of(scene_.clips[clip]);
  std::vector<uint32_t> open;
  for (const uint32_t n : driven_)
    if (leads_[n]) open.push_back(n);
  std::unordered_set<uint32_t> known(open.begin(), open.end());
  while (!open.empty()) {
    const uint32_t n = open.back();
    open.pop_back();
    moved_.push_back(n);
    for (const uint32_t child : children_[n])
      if (known.insert(child).second) open.push_back(child);
  }
  std::sort(moved_.begin(), moved_.end());
}

const std::vector<glm::dmat4>& SourcePose::at(uint32_t clip, double time_s) {
  if (clip != clip_) choose(clip);
  if (clip == kNone) return exact_;
  pose::PlayOptions options;
  options.loop = false;
  for (const uint32_t n : driven_) local_.local[n] = scene_.nodes[n].local;
  pose::add_clip(scene_, scene_.clips[clip], time_s, options, local_);
  for (const uint32_t n : moved_) {
    const uint32_t parent = scene_.nodes[n].parent;
    exact_[n] = pose::parent_from_node(scene_, local_, n);
    if (parent != kNone) exact_[n] = exact_[parent] * exact_[n];
  }
  return exact_;
}

}  // namespace vitrine
