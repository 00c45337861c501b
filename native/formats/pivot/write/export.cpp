#include "formats/pivot/write/export.h"

#include <array>
#include <cmath>

#include "geometry/points.h"
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

/// A double pyramid from the origin to `tip`, thickest at a tenth of the way.
Mesh bone_mesh(const glm::vec3& tip) {
  constexpr float kThickest = 0.1f, kWidth = 0.1f;
  const glm::vec3 side = std::abs(tip.x) > std::abs(tip.y) ? glm::vec3(0, 1, 0) : glm::vec3(1, 0, 0);
  const glm::vec3 a = glm::normalize(glm::cross(tip, side)) * glm::length(tip) * kWidth,
                  b = glm::normalize(glm::cross(tip, a)) * glm::length(tip) * kWidth, middle = tip * kThickest;
  const glm::vec3 corners[] = {middle + a, middle + b, middle - a, middle - b};
  Mesh mesh;
  mesh.normal_rule = NormalRule::kStored;
  for (int k = 0; k < 4; ++k) {
    const glm::vec3 &from = corners[k], &to = corners[(k + 1) % 4];
    for (const auto& triangle : {std::array{glm::vec3(0), to, from}, std::array{from, to, tip}}) {
      const glm::vec3 normal = glm::normalize(glm::cross(triangle[1] - triangle[0], triangle[2] - triangle[0]));
      for (const glm::vec3& corner : triangle) {
        mesh.indices.push_back(static_cast<uint32_t>(mesh.positions.size()));
        mesh.positions.push_back(corner);
        mesh.normals.push_back(normal);
      }
    }
  }
  mesh.primitives.push_back({0, static_cast<uint32_t>(mesh.indices.size()), kNone, {}});
  return mesh;
}

/// To the first child that stands elsewhere, else along y as long as the bone is, else as its parent.
void add_bone_meshes(Scene& scene) {
  std::vector<glm::vec3> tips(scene.nodes.size(), glm::vec3(0));
  for (const Node& node : scene.nodes) {
    if (node.parent == kNone || scene.nodes[node.parent].kind != NodeKind::kJoint) continue;
    glm::vec3& tip = tips[node.parent];
    if (tip == glm::vec3(0)) tip = node.local.translation;
  }
  for (size_t n = 0; n < scene.nodes.size(); ++n) {
    Node& node = scene.nodes[n];
    if (node.kind != NodeKind::kJoint || node.mesh != kNone) continue;
    if (node.length > 0) tips[n] = {0, node.length, 0};
    if (tips[n] == glm::vec3(0) && node.parent != kNone) tips[n] = {0, glm::length(tips[node.parent]), 0};
    if (!(glm::length(tips[n]) > 0) || !std::isfinite(glm::length(tips[n]))) continue;
    node.mesh = static_cast<uint32_t>(scene.meshes.size());
    scene.meshes.push_back(bone_mesh(tips[n]));
    scene.meshes.back().name = node.name;
  }
}

}  // namespace

Result<std::vector<uint8_t>> export_pivot(const Scene& scene, const pivot::WriteOptions& options,
                                          LossReport& loss_report, bool bone_meshes) {
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
  if (bone_meshes) add_bone_meshes(mapped);
  std::vector<pivot::Lost> losses;
  auto bytes = pivot::write(mapped, options, losses);
  for (pivot::Lost& lost : losses) loss_report.add(lost.what, lost.count, std::move(lost.message), lost.largest);
  return bytes;
}

}  // namespace vitrine
