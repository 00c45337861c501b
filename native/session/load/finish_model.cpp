#include "session/load/finish_model.h"

#include <algorithm>
#include <numeric>

#include "geometry/crease.h"
#include "pose/curve.h"
#include "pose/hierarchy.h"
#include "skin/normals.h"

namespace vitrine {
namespace {

/// Where the creases see the mesh of this node: in scene space, so that an object's scale counts. Skinned meshes are
/// there already, as are those of no node.
glm::dmat4 scene_from_mesh(const Scene& scene, uint32_t user) {
  glm::dmat4 matrix(1);
  if (user == kNone || scene.nodes[user].skin != kNone) return matrix;
  for (uint32_t at = user; at != kNone; at = scene.nodes[at].parent) {
    const Node& node = scene.nodes[at];
    const glm::dmat4 rest(node.rest == kNone ? glm::mat4(1) : scene.rest_matrices[node.rest]);
    matrix = rest * local_matrix(node.local) * matrix;
  }
  return matrix;
}

/// Triangles as the file has them (`back`: as the primitives have them again).
std::vector<uint32_t> file_order(const Mesh& mesh, std::vector<uint32_t> indices, bool back) {
  if (mesh.file_triangle.empty()) return indices;
  std::vector<uint32_t> ordered(indices.size());
  for (size_t t = 0; t < mesh.file_triangle.size(); ++t) {
    const size_t from = back ? mesh.file_triangle[t] : t, to = back ? t : mesh.file_triangle[t];
    for (size_t k = 0; k < 3; ++k) ordered[3 * to + k] = indices[3 * from + k];
  }
  return ordered;
}

/// Appends values[source[v]] for every v past the values that are there; arrays that are not used stay empty.
template <class T>
void extend(std::vector<T>& values, const std::vector<uint32_t>& source) {
  if (values.empty()) return;
  values.reserve(source.size());
  for (size_t v = values.size(); v < source.size(); ++v) values.push_back(T(values[source[v]]));
}

void extend_influences(Mesh& mesh, const std::vector<uint32_t>& source) {
  if (mesh.influence_first.empty()) return;
  for (size_t v = mesh.influence_first.size() - 1; v < source.size(); ++v) {
    for (uint32_t i = mesh.influence_first[source[v]]; i < mesh.influence_first[source[v] + 1]; ++i) {
      mesh.influences.push_back(Influence(mesh.influences[i]));
    }
    mesh.influence_first.push_back(static_cast<uint32_t>(mesh.influences.size()));
  }
}

Status add_crease_normals(const Scene& scene, uint32_t user, Mesh& mesh, Budget& budget) {
  const size_t most_influences = mesh.influences.size() / mesh.positions.size() + 1;
  VITRINE_CHECK(budget.charge(mesh.indices.size(), 64 + most_influences * sizeof(Influence)));
  const glm::dmat4 matrix = scene_from_mesh(scene, user);
  const bool moved = matrix != glm::dmat4(1);
  std::vector<glm::vec3> placed;
  if (moved) {
    for (const glm::vec3& p : mesh.positions) placed.push_back(glm::vec3(matrix * glm::dvec4(p, 1)));
  }
  geometry::CreaseNormals crease = geometry::crease_normals(
      moved ? placed : mesh.positions, file_order(mesh, mesh.indices, false), mesh.crease_angle_rad);
  if (moved) {
    // They are drawn through the inverse transpose, which the transpose undoes; a mirrored object shows its outside.
    const glm::dmat3 back = glm::transpose(glm::dmat3(matrix)) * (glm::determinant(matrix) < 0 ? -1.0 : 1.0);
    for (glm::vec3& normal : crease.normals) {
      const glm::dvec3 local = back * glm::dvec3(normal);
      const double length = glm::length(local);
      normal = length > 0 ? glm::vec3(local / length) : glm::vec3(0);
    }
  }
  const auto file_count = static_cast<uint32_t>(mesh.positions.size());
  if (crease.source.size() > file_count && mesh.file_vertex.empty()) {
    mesh.file_vertex.resize(file_count);
    std::iota(mesh.file_vertex.begin(), mesh.file_vertex.end(), 0u);
    mesh.file_vertex_count = file_count;
  }
  extend(mesh.positions, crease.source);
  extend(mesh.file_vertex, crease.source);
  for (UvLayer& layer : mesh.uv_layers) extend(layer.uv, crease.source);
  for (ColorLayer& layer : mesh.color_layers) extend(layer.color, crease.source);
  for (ShapeKey& shape : mesh.shapes) extend(shape.positions, crease.source);
  extend_influences(mesh, crease.source);
  mesh.indices = file_order(mesh, std::move(crease.indices), true);
  mesh.normals = std::move(crease.normals);
  return ok_status();
}

/// Tangents of all these meshes or of none: the tools make none when one object lacks texture coordinates. Coordinates
/// are usable when at least half of the vertices get a tangent from them.
void add_tangents(Scene& scene, const std::vector<size_t>& meshes, Diagnostics& diagnostics) {
  std::vector<std::vector<glm::vec4>> made;
  for (const size_t i : meshes) {
    const Mesh& mesh = scene.meshes[i];
    std::vector<glm::vec4>& tangents = made.emplace_back();
    size_t without = mesh.positions.size();
    if (!mesh.uv_layers.empty()) {
      tangents = skin::tangents_of(mesh, mesh.normals);
      const auto none = [](const glm::vec4& t) { return glm::vec3(t) == glm::vec3(0); };
      without = static_cast<size_t>(std::count_if(tangents.begin(), tangents.end(), none));
    }
    if (without <= mesh.positions.size() / 2) continue;
    diagnostics.add(messages::kNoTangents, mesh.source.offset, {}, {"{}", {mesh.name}});
    return;
  }
  for (size_t k = 0; k < meshes.size(); ++k) scene.meshes[meshes[k]].tangents = std::move(made[k]);
}

}  // namespace

Status finish_model(Scene& scene, size_t first_mesh, size_t first_clip, Budget& budget, Diagnostics& diagnostics) {
  std::vector<size_t> creased;
  const auto crease = [&](size_t index, uint32_t user) {
    Mesh& mesh = scene.meshes[index];
    if (mesh.crease_angle_rad < 0 || !mesh.normals.empty() || mesh.positions.empty()) return ok_status();
    creased.push_back(index);
    return add_crease_normals(scene, user, mesh, budget);
  };
  // The first node that has a mesh places it; what is left has none.
  for (uint32_t n = 0; n < scene.nodes.size(); ++n) {
    const uint32_t mesh = scene.nodes[n].mesh;
    if (mesh != kNone && mesh >= first_mesh) VITRINE_CHECK(crease(mesh, n));
  }
  for (size_t i = first_mesh; i < scene.meshes.size(); ++i) VITRINE_CHECK(crease(i, kNone));
  add_tangents(scene, creased, diagnostics);
  for (size_t c = first_clip; c < scene.clips.size(); ++c) {
    if (scene.clips[c].frame_rate > 0) pose::derive_automatic_handles(scene.clips[c], scene.clips[c].frame_rate);
  }
  return ok_status();
}

}  // namespace vitrine
