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

ScenePoints::ScenePoints(const Scene& scene, const Space& space, bool normals)
    : scene_(scene), space_(space), normals_(normals) {
  poser_.options.loop = false;
  poser_.attach(scene);
  instance_of_node_.assign(scene.nodes.size(), kNone);
  for (uint32_t i = 0; i < poser_.instance_count(); ++i) instance_of_node_[poser_.instance_node(i)] = i;
}

void ScenePoints::pose(uint32_t clip, double time_s, bool with_normals) {
  if (clip != clip_) poser_.select(clip);
  clip_ = clip;
  with_normals &= normals_;
  poser_.evaluate(time_s, {true, with_normals, false, false});
  if (!with_normals) return;
  normal_matrices_.assign(poser_.instance_count(), glm::dmat3(1));
  for (uint32_t i = 0; i < poser_.instance_count(); ++i) {
    const uint32_t node = poser_.instance_node(i);
    const glm::dmat3 linear(matrix(node));
    // The cofactors are the inverse transposed times the determinant, and hold where there is no inverse.
    const glm::dmat3 cofactors(glm::cross(linear[1], linear[2]), glm::cross(linear[2], linear[0]),
                               glm::cross(linear[0], linear[1]));
    const double sign = glm::determinant(linear) < 0 ? -1 : 1;
    if (!is_placed(node)) normal_matrices_[i] = sign * cofactors;
  }
}

bool ScenePoints::is_placed(uint32_t node) const {
  const Node& owner = scene_.nodes[node];
  return owner.skin != kNone && !scene_.meshes[owner.mesh].influence_first.empty();
}

glm::dmat4 ScenePoints::matrix(uint32_t node) const {
  return glm::dmat4(static_cast<const glm::mat4*>(poser_.buffer(BufferKind::kNodeMatrices, 0).data)[node]);
}

ScenePoints::OfNode ScenePoints::of(uint32_t node) const {
  OfNode out;
  out.space_ = &space_;
  out.positions_ = static_cast<const glm::vec3*>(poser_.buffer(BufferKind::kPositions, instance_of_node_[node]).data);
  out.is_placed_ = is_placed(node);
  if (!out.is_placed_) out.matrix_ = matrix(node);
  return out;
}

}  // namespace vitrine
