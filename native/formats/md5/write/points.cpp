#include "formats/md5/write/points.h"

namespace vitrine::md5_export {

ScenePoints::ScenePoints(const Scene& scene, const Space& space) : scene_(scene), space_(space) {
  poser_.options.loop = false;
  poser_.attach(scene);
  instance_of_node_.assign(scene.nodes.size(), kNone);
  for (uint32_t i = 0; i < poser_.instance_count(); ++i) instance_of_node_[poser_.instance_node(i)] = i;
}

void ScenePoints::pose(uint32_t clip, double time_s) {
  if (clip != clip_) poser_.select(clip);
  clip_ = clip;
  poser_.evaluate(time_s, {true, false, false, false});
}

glm::dvec3 ScenePoints::at(uint32_t node, uint32_t vertex) const {
  const Node& owner = scene_.nodes[node];
  const Mesh& mesh = scene_.meshes[owner.mesh];
  const bool placed = owner.skin != kNone && !mesh.influence_first.empty();
  const auto* positions =
      static_cast<const glm::vec3*>(poser_.buffer(BufferKind::kPositions, instance_of_node_[node]).data);
  const glm::dvec3 p(positions[vertex]);
  if (placed) return space_.point(p);
  const auto* matrices = static_cast<const glm::mat4*>(poser_.buffer(BufferKind::kNodeMatrices, 0).data);
  return space_.point(glm::dvec3(glm::dmat4(matrices[node]) * glm::dvec4(p, 1)));
}

}  // namespace vitrine::md5_export
