#include "formats/pivot/write/export.h"

#include "geometry/weld.h"
#include "pose/hierarchy.h"
#include "scene/axis_map.h"
#include "skin/skin.h"

namespace vitrine {
namespace {

std::vector<glm::mat4> bind_matrices(const Scene& scene) {
  pose::LocalPose local = pose::make_local_pose(scene);
  pose::sample_bind(scene, local);
  std::vector<glm::dmat4> exact(scene.nodes.size());
  std::vector<glm::mat4> rounded(scene.nodes.size());
  pose::world_matrices(scene, local, exact, rounded);
  return rounded;
}

/// Normals of the bind pose for meshes that leave them to be computed.
void fill_normals(Scene& scene) {
  std::vector<glm::mat4> bind;
  for (const Node& node : scene.nodes) {
    if (node.mesh == kNone || !scene.meshes[node.mesh].normals.empty()) continue;
    Mesh& mesh = scene.meshes[node.mesh];
    if (bind.empty()) bind = bind_matrices(scene);
    const auto plan =
        skin::plan_skin(scene, node.mesh, node.skin, geometry::first_equal_positions(mesh.positions), bind);
    const auto count = static_cast<std::ptrdiff_t>(mesh.positions.size());
    mesh.normals.assign(plan.bind_normals.begin(), plan.bind_normals.begin() + count);
  }
}

void map_mesh(const AxisMap& map, bool flip_v, Mesh& mesh) {
  const auto vectors = [&](std::vector<glm::vec3>& all) {
    for (glm::vec3& v : all) v = map.vector(v);
  };
  vectors(mesh.positions);
  vectors(mesh.normals);
  for (Influence& influence : mesh.influences) influence.position = map.vector(influence.position);
  if (map.flips_winding) {
    for (size_t k = 0; k < mesh.indices.size(); k += 3) std::swap(mesh.indices[k + 1], mesh.indices[k + 2]);
  }
  if (!flip_v) return;
  for (UvLayer& layer : mesh.uv_layers) {
    for (glm::vec2& uv : layer.uv) uv.y = 1 - uv.y;
  }
}

}  // namespace

Result<std::vector<uint8_t>> export_pivot(const Scene& scene, const pivot::WriteOptions& options,
                                          LossReport& loss_report) {
  Scene mapped = scene;
  fill_normals(mapped);
  const Axes pivot_axes;
  const AxisMap map = axis_map(scene.axes, pivot_axes);
  const bool flip_v = scene.axes.uv_origin_top != pivot_axes.uv_origin_top;
  for (Mesh& mesh : mapped.meshes) {
    if (!map.is_identity() || flip_v) map_mesh(map, flip_v, mesh);
  }
  if (!map.is_identity()) {
    for (Node& node : mapped.nodes) {
      node.local.translation = map.vector(node.local.translation);
      node.local.rotation = map.rotation(node.local.rotation);
      node.local.scale = map.scale(node.local.scale);
    }
    for (glm::mat4& rest : mapped.rest_matrices) rest = glm::mat4(map.transform(glm::dmat4(rest)));
  }
  std::vector<pivot::Lost> losses;
  auto bytes = pivot::write(mapped, options, losses);
  for (pivot::Lost& lost : losses) loss_report.add(lost.what, lost.count, std::move(lost.message), lost.largest);
  return bytes;
}

}  // namespace vitrine
