#pragma once
// What a mesh's own arrays mean for a file that has plain positions and texture coordinates.

#include "scene/scene.h"

namespace vitrine {

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

}  // namespace vitrine
