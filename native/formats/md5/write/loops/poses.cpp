#include "formats/md5/write/check.h"
#include "formats/md5/write/meshes.h"

namespace vitrine::md5_export {

Bounds posed_box(const std::vector<OutMesh>& meshes, const std::vector<double>& parts, const std::vector<Rigid>& worlds,
                 const std::vector<glm::dmat3>& matrices) {
  glm::dvec3 low(0), high(0);
  bool empty = true;
  const double* of_mesh = parts.data();
  for (const OutMesh& mesh : meshes) {
    const auto point = [&](const OutVertex& vertex) {
      return placed(mesh, vertex, worlds, matrices, [&](uint32_t w) { return of_mesh[w]; });
    };
    if (empty && !mesh.vertices.empty()) low = high = point(mesh.vertices[0]), empty = false;
    for (const OutVertex& vertex : mesh.vertices) {
      const glm::dvec3 p = point(vertex);
      low = glm::min(low, p), high = glm::max(high, p);
    }
    of_mesh += mesh.weights.size();
  }
  return {glm::vec3(low), glm::vec3(high), empty};
}

void add_written(const Poser& written, std::span<const Source> sources, std::span<const glm::dvec3> wanted,
                 double time_s, Deviation& off) {
  uint32_t mesh = kNone;
  const glm::vec3* of_mesh = nullptr;
  Deviation sum = off;
  for (size_t i = 0; i < sources.size(); ++i) {
    if (sources[i].mesh != mesh) {
      mesh = sources[i].mesh;
      of_mesh = static_cast<const glm::vec3*>(written.buffer(BufferKind::kPositions, mesh).data);
    }
    sum.add(glm::distance(wanted[i], glm::dvec3(of_mesh[sources[i].written])), time_s);
  }
  off = sum;
}

}  // namespace vitrine::md5_export
