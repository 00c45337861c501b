#pragma once
// Steps of the KRI exporter on a mesh before it is written: vertices merged by all attributes, a tangent frame each as
// a quaternion, quaternions that interpolate, weights in bytes, and parts that fit 16-bit numbers.

#include <string>

#include "formats/kri/write/quaternions.h"
#include "scene/scene.h"

namespace vitrine::geometry {

struct KriStepOptions {
  bool process_quaternions = true;
  bool close_t_junctions = true;
  bool as_described = false;  ///< weights of tangents and products of 0 by the exporter's description, not its source
};

struct KriMeshStatistics {
  std::string name;  ///< of the mesh
  uint64_t source_vertices = 0, source_triangles = 0;
  uint64_t merged_vertices = 0;
  uint64_t pure_vertices = 0;   ///< without any tangent
  double average_hand = 0;      ///< over the triangles as given
  double tangent_accuracy = 0;  ///< |sum of weighted tangents| / sum of weights, mean over merged vertices
  bool has_frames = false;      ///< false: no texture layer, so no tangents and no quaternions
  bool kept_frames = false;     ///< the mesh came with quaternions, and they were kept
  std::array<uint64_t, 4> negatives_before{}, negatives_after{};
  uint64_t clones = 0, middles = 0, extra_triangles = 0;
  uint64_t t_junctions = 0, closing_vertices = 0, closing_triangles = 0;
  uint64_t vertices = 0, triangles = 0;  ///< after everything
  // Weights.
  uint64_t reduced_vertices = 0;     ///< had more than four influences
  double largest_dropped_share = 0;  ///< of a vertex's weight
  double largest_rounding = 0;       ///< |byte / 255 - weight| after dropping
  uint64_t unweighted_vertices = 0;

  uint64_t extra_vertices() const { return vertices - merged_vertices; }
  uint64_t extra_faces() const { return triangles - source_triangles; }
  double vertex_usage() const {
    return vertices ? 3.0 * static_cast<double>(triangles) / static_cast<double>(vertices) : 0;
  }
};

struct KriPreparedMesh {
  Mesh mesh;  ///< `tangent_frames` are the quaternions, `tangents[v].w` the handedness -1, 0, +1; empty without texture
              ///< layer
  KriMeshStatistics statistics;
};

/// All steps but the split. `mesh` must be valid, in the space of its node, and have normals. Order: triangles as
/// given (kept together by primitive), vertices by first appearance, then new ones.
KriPreparedMesh prepare_for_kri(const Mesh& mesh, const KriStepOptions& options);

/// Four influences at most, weights n/255 that sum to 1 (vertices without weight keep none).
void round_weights(Mesh& mesh, KriMeshStatistics& statistics);

/// The mesh in parts of at most `limit` vertices and triangles each; one part when it fits.
std::vector<Mesh> split_mesh(const Mesh& mesh, uint32_t limit = 0xFFFF);

}  // namespace vitrine::geometry
