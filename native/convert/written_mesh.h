#pragma once
// Meshes as files have them: plain positions and texture coordinates, weights in steps of 1/255, parts within limits.

#include <cstdint>
#include <span>
#include <vector>

#include "scene/scene.h"

namespace vitrine {

// What a mesh's own arrays mean for a file that has plain positions and texture coordinates.

/// Transform of texture coordinates: the image's first row is t = 0 in what is written.
struct UvMap {
  bool from_bottom = false;
  uint32_t layer = 0;
  glm::vec2 offset{0}, scale{1};

  glm::vec2 operator()(const Mesh& mesh, uint32_t v) const {
    if (mesh.uv_layers.empty()) return glm::vec2(0);
    glm::vec2 uv = mesh.uv_layers[layer < mesh.uv_layers.size() ? layer : 0].uv[v];
    uv = uv * scale + offset;
    if (from_bottom) uv.y = 1 - uv.y;
    return uv;
  }
};
/// Of the image of the base colour.
UvMap uv_map(const Scene& scene, uint32_t material);

/// How far the stored values of the shape keys move a vertex.
glm::dvec3 shape_offset(const Mesh& mesh, uint32_t v);

// Meshes over the limits of an engine become several.

/// Triangles in an order in which those that hang together stand together; the first of each part stays first.
std::vector<uint32_t> triangles_by_parts(std::span<const uint32_t> indices);

struct PartLimits {
  uint32_t vertices = 0, triangles = 0;  ///< 0 = no limit
};
/// The corners of the triangles in lists within the limits, by parts that hang together where they do not fit in one.
std::vector<std::vector<uint32_t>> split_triangles(std::span<const uint32_t> indices, const PartLimits& most);

inline constexpr int64_t kByteSteps = 255;

/// Weights with the sum 1 in steps of 1/255 with that sum, the largest remainders rounded up.
std::vector<int64_t> byte_steps(std::span<const double> weights);

}  // namespace vitrine
