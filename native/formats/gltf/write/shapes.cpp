// Shape keys as morph targets: what each adds to positions and normals.

#include <algorithm>
#include <cmath>

#include "formats/gltf/write/builder.h"
#include "geometry/weld.h"
#include "skin/shapes.h"
#include "skin/skin.h"

namespace vitrine {
namespace {

double angle_deg(const glm::dvec3& a, const glm::dvec3& b) {
  return glm::degrees(std::atan2(glm::length(glm::cross(a, b)), glm::dot(a, b)));
}

}  // namespace

GlbShapes glb_shapes(const Scene& scene, uint32_t scene_mesh, uint32_t scene_skin, std::span<const glm::mat4> bind,
                     const GlbSpace& space) {
  GlbShapes out;
  const Mesh& mesh = scene.meshes[scene_mesh];
  if (mesh.shapes.size() < 2) return out;
  const size_t count = mesh.positions.size();
  const skin::SkinPlan plan =
      skin::plan_skin(scene, scene_mesh, scene_skin, geometry::first_equal_positions(mesh.positions), bind);
  skin::ShapePlan shapes = skin::plan_shapes(mesh, plan);
  bool any_normal = false;
  for (uint32_t k = 1; k < mesh.shapes.size(); ++k) {  // the first is the basis
    const ShapeKey& shape = mesh.shapes[k];
    const std::vector<glm::vec3>& base = mesh.shapes[shape.relative_to].positions;
    std::vector<glm::vec3>& moved = out.moved.emplace_back();
    std::vector<glm::vec3>& normals = out.normals.emplace_back(count, glm::vec3(0));
    moved.reserve(count);
    for (size_t v = 0; v < count; ++v)
      moved.emplace_back(space.point(glm::dvec3(shape.positions[v]) - glm::dvec3(base[v])));
    if (shapes.empty()) continue;
    const std::vector<glm::vec3> whole = skin::normals_of_shape(k, 1, shapes, plan);
    const std::vector<glm::vec3> half = skin::normals_of_shape(k, 0.5f, shapes, plan);
    for (size_t v = 0; v < count; ++v) {
      const glm::dvec3 rest(shapes.normals_at_rest[v]), by = glm::dvec3(whole[v]) - rest;
      if (whole[v] != shapes.normals_at_rest[v]) normals[v] = glm::vec3(space.vector(by)), any_normal = true;
      if (const glm::dvec3 between = rest + 0.5 * by; glm::dot(between, between) > 1e-12)
        out.largest_off_deg = std::max(out.largest_off_deg, angle_deg(between, glm::dvec3(half[v])));
    }
  }
  if (!any_normal) out.normals.clear();
  return out;
}

}  // namespace vitrine
