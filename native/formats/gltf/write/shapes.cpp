// Shape keys and stored frames as morph targets.

#include <algorithm>
#include <array>
#include <cmath>
#include <string_view>
#include <utility>

#include "formats/gltf/write/builder.h"
#include "geometry/points.h"
#include "scene/vertex_frames.h"
#include "skin/shapes.h"
#include "skin/skin.h"

namespace vitrine {

// Shape keys as morph targets: what each adds to positions and normals.

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

// Stored frames as morph targets: what each adds to the positions and normals of frame 0.

GlbFrames glb_frames(const VertexFrames& frames) {
  using Look = std::pair<std::string_view, std::array<float, 6>>;
  GlbFrames out;
  std::map<Look, uint32_t> seen;
  for (uint32_t f = 0; f < frames.frame_count; ++f) {
    const VertexFrames::Grid& grid = grid_of(frames, f);
    const std::span<const uint8_t> rows = rows_of(frames, f);
    const Look look{{reinterpret_cast<const char*>(rows.data()), rows.size()},
                    {grid.scale.x, grid.scale.y, grid.scale.z, grid.offset.x, grid.offset.y, grid.offset.z}};
    const auto next = static_cast<uint32_t>(out.frame_of.size());
    const auto [found, is_new] = seen.try_emplace(look, f == 0 ? kNone : next);
    if (is_new && f > 0) out.frame_of.push_back(f);
    out.target_of.push_back(found->second);
  }
  return out;
}

void glb_frame_offsets(const Mesh& mesh, uint32_t frame, const GlbSpace& space, const GlbVertices& base,
                       GlbVertices& out) {
  out.positions.resize(mesh.positions.size());
  out.normals.resize(mesh.positions.size());
  // Differences to the numbers that the file has, so that the sum is as near to the frame as one number can be.
  each_vertex(mesh, {frame, frame, 0}, [&](uint32_t v, const glm::vec3& position, const glm::vec3& normal) {
    out.positions[v] = space.point(glm::dvec3(position)) - glm::dvec3(base.positions[v]);
    out.normals[v] = space.vector(glm::dvec3(normal)) - glm::dvec3(base.normals[v]);
  });
}

}  // namespace vitrine
