#pragma once
// The meshes of a scene as md5 has them: one per shader, every vertex held by joints.

#include <cstdint>
#include <glm/glm.hpp>
#include <vector>

#include "convert/loss_report.h"
#include "formats/md5/write/options.h"
#include "formats/md5/write/rig.h"

namespace vitrine::md5_export {

// The influences of one vertex on their way to md5: reduced, summed to one, in steps that engines keep.

/// One influence: `point` is where it holds the vertex in the bind pose, in md5's space.
struct Held {
  uint32_t joint = 0;
  double weight = 0;
  int64_t bias = 0;  ///< as written, in units of 1 / kBiasOne
  glm::dvec3 point{0};
};

struct WeightTally {
  uint64_t reduced = 0, loose = 0, off_sum = 0, small = 0, stepped = 0;
  double largest_share = 0, largest_off = 0, largest_step = 0;
};

/// Influences of a joint become one, the strongest come first, those above the limit go; sets the biases. A sum within
/// 1e-3 of 1 becomes exactly 1; another one is kept unless `options` name an engine.
void settle_weights(std::vector<Held>& held, const Md5WriteOptions& options, WeightTally& tally);

struct OutWeight {
  uint32_t joint = 0;
  int64_t bias = 0;
  glm::vec3 offset{0};
};
struct OutVertex {
  glm::vec2 uv{0};
  uint32_t first = 0, count = 0;  ///< into the mesh's weights
  glm::vec3 bind{0};
};
struct OutMesh {
  std::string name, shader;
  uint32_t material = kNone;
  std::vector<OutVertex> vertices;
  std::vector<OutWeight> weights;
  std::vector<uint32_t> indices;
};

/// Which vertex of the scene a written one is, for comparing them.
struct Source {
  uint32_t node = 0, vertex = 0;
  uint32_t mesh = 0, written = 0;
};

struct OutMeshes {
  std::vector<OutMesh> meshes;
  std::vector<Source> sources;
  std::vector<double> reach;  ///< per joint: largest distance of a vertex from it
  double size = 0;            ///< diagonal of the bind pose
};

/// Per joint its rotation times its size.
inline void joint_matrices(const std::vector<Rigid>& worlds, const std::vector<double>& sizes,
                           std::vector<glm::dmat3>& matrices) {
  matrices.resize(worlds.size());
  for (size_t j = 0; j < worlds.size(); ++j) matrices[j] = sizes[j] * glm::mat3_cast(worlds[j].rotation);
}
inline double part_of(const OutWeight& weight) {
  return static_cast<double>(weight.bias) / static_cast<double>(kBiasOne);
}
/// A vertex of the mesh in a pose. `part(w)` is the part of the mesh's weight w.
template <typename Part>
glm::dvec3 placed(const OutMesh& mesh, const OutVertex& vertex, const std::vector<Rigid>& worlds,
                  const std::vector<glm::dmat3>& matrices, const Part& part) {
  glm::dvec3 sum(0);
  for (uint32_t w = vertex.first; w < vertex.first + vertex.count; ++w) {
    const OutWeight& weight = mesh.weights[w];
    sum += part(w) * (matrices[weight.joint] * glm::dvec3(weight.offset) + worlds[weight.joint].translation);
  }
  return sum;
}
inline glm::dvec3 placed(const OutMesh& mesh, const OutVertex& vertex, const std::vector<Rigid>& worlds,
                         const std::vector<glm::dmat3>& matrices) {
  return placed(mesh, vertex, worlds, matrices, [&](uint32_t w) { return part_of(mesh.weights[w]); });
}

/// The box of all vertices in a pose. `parts`: of every weight, mesh by mesh.
Bounds posed_box(const std::vector<OutMesh>& meshes, const std::vector<double>& parts, const std::vector<Rigid>& worlds,
                 const std::vector<glm::dmat3>& matrices);

OutMeshes make_meshes(const Scene& scene, const Space& space, const Rig& rig, const Md5WriteOptions& options,
                      LossReport& loss_report);
/// Splits what is over the limits of a mesh, by parts that hang together where they fit.
void split_meshes(OutMeshes& out, const Md5Limits& limits, LossReport& loss_report);

/// Shader names in the form that the engine needs; different materials get different ones.
void name_shaders(const Md5WriteOptions& options, OutMeshes& meshes, LossReport& loss_report);

/// How far a curve of a shape key moves a vertex from where the model has it, at its keys; file units.
double shape_travel(const Scene& scene, const Curve& curve);

}  // namespace vitrine::md5_export
