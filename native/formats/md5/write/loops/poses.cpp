#include "formats/md5/write/check.h"
#include "formats/md5/write/meshes.h"

namespace vitrine::md5_export {

Bounds posed_box(const std::vector<OutMesh>& meshes, const std::vector<double>& parts, const std::vector<Rigid>& worlds,
                 const std::vector<glm::dmat3>& matrices) {
  Bounds box;
  const double* of_mesh = parts.data();
  for (const OutMesh& mesh : meshes) {
    for (const OutVertex& vertex : mesh.vertices)
      box.add(glm::vec3(placed(mesh, vertex, worlds, matrices, [&](uint32_t w) { return of_mesh[w]; })));
    of_mesh += mesh.weights.size();
  }
  return box;
}

void find_written(const Poser& written, std::span<const Source> sources, std::span<glm::vec3> out) {
  uint32_t mesh = kNone;
  const glm::vec3* of_mesh = nullptr;
  for (size_t i = 0; i < sources.size(); ++i) {
    if (sources[i].mesh != mesh) {
      mesh = sources[i].mesh;
      of_mesh = static_cast<const glm::vec3*>(written.buffer(BufferKind::kPositions, mesh).data);
    }
    out[i] = of_mesh[sources[i].written];
  }
}

}  // namespace vitrine::md5_export
