#include "scene/statistics.h"

#include <algorithm>
#include <vector>

namespace vitrine {

Statistics statistics(const Scene& scene) {
  Statistics s;
  s.nodes = scene.nodes.size();
  s.meshes = scene.meshes.size();
  for (const Mesh& mesh : scene.meshes) {
    s.primitives += mesh.primitives.size();
    s.vertices += mesh.file_vertex.empty() ? mesh.positions.size() : mesh.file_vertex_count;
    s.triangles += mesh.indices.size() / 3;
    // Vertices that were split have the influences of the file's one.
    std::vector<uint8_t> counted(mesh.file_vertex.empty() ? 0 : mesh.file_vertex_count);
    for (size_t v = 0; v + 1 < mesh.influence_first.size(); ++v) {
      if (!counted.empty()) {
        if (counted[mesh.file_vertex[v]]) continue;
        counted[mesh.file_vertex[v]] = 1;
      }
      s.influences += mesh.influence_first[v + 1] - mesh.influence_first[v];
      uint64_t count = 0;
      for (uint32_t i = mesh.influence_first[v]; i < mesh.influence_first[v + 1]; ++i)
        count += mesh.influences[i].weight != 0;
      s.max_influences = std::max(s.max_influences, count);
    }
  }
  s.skins = scene.skins.size();
  for (const Node& node : scene.nodes) s.joints += node.kind == NodeKind::kJoint;
  s.materials = scene.materials.size();
  s.textures = scene.textures.size();
  s.actions = scene.clips.size();
  for (const Clip& clip : scene.clips) {
    s.curves += clip.curves.size();
    for (const Curve& curve : clip.curves) s.keys += curve.keys.size();
    if (clip.frames || !clip.runs.empty()) s.keys += uint64_t{clip.frame_count};
    if (clip.poses) s.keys += clip.poses->times_s.size();
  }
  s.cameras = scene.cameras.size();
  s.lights = scene.lights.size();
  return s;
}

}  // namespace vitrine
