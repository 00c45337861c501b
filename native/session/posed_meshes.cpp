#include "session/posed_meshes.h"

#include <algorithm>
#include <cstring>

#include "scene/axis_map.h"

namespace vitrine {

std::vector<PosedMesh> posed_meshes(const Scene& scene, const Poser& poser, const glm::dmat4& root) {
  const BufferView matrices = poser.buffer(BufferKind::kNodeMatrices, 0);
  std::vector<PosedMesh> out;
  for (uint32_t i = 0; i < poser.instance_count(); ++i) {
    const uint32_t index = poser.instance_node(i);
    const Node& node = scene.nodes[index];
    if (node.hidden) continue;
    const BufferView view = poser.buffer(BufferKind::kPositions, i);
    PosedMesh mesh;
    mesh.instance = i;
    mesh.positions = {static_cast<const float*>(view.data), view.bytes / sizeof(float)};
    mesh.mesh = &scene.meshes[node.mesh];
    mesh.world = root;
    const bool skinned = node.skin != kNone && !mesh.mesh->influence_first.empty();
    if (!skinned && matrices.bytes >= (size_t{index} + 1) * sizeof(glm::mat4)) {
      glm::mat4 own;
      std::memcpy(&own, static_cast<const uint8_t*>(matrices.data) + size_t{index} * sizeof(glm::mat4), sizeof(own));
      mesh.world = root * glm::dmat4(own);
    }
    if (mesh.count() > 0) out.push_back(mesh);
  }
  return out;
}

bool same_counts(const std::vector<PosedMesh>& a, const std::vector<PosedMesh>& b) {
  return std::equal(a.begin(), a.end(), b.begin(), b.end(),
                    [](const PosedMesh& x, const PosedMesh& y) { return x.count() == y.count(); });
}

glm::dmat4 world_facing(const Axes& first, const Axes& second) {
  Axes sizeless = first;
  sizeless.unit_m = 1;
  glm::dmat4 size(second.unit_m);
  size[3][3] = 1;
  return size * world_from_file(sizeless) * glm::dmat4(axis_map(second, first).matrix);
}

}  // namespace vitrine
