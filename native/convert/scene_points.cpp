#include "convert/scene_points.h"

namespace vitrine {

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
