#pragma once
// A mesh that gives the exporter's stages work: shared by the native benchmark and the wasm program.

#include <cmath>

#include "scene/scene.h"

namespace vitrine::bench {

/// A bumpy grid of about `triangles` triangles. Its texture turns, is mirrored and comes again, so that quaternions
/// need processing in the same measure everywhere and at every size.
inline Mesh grid(uint32_t triangles) {
  const auto side = static_cast<uint32_t>(std::sqrt(triangles / 2.0));
  Mesh mesh;
  mesh.name = "Grid";
  mesh.normal_rule = NormalRule::kStored;
  mesh.uv_layers.push_back({"UV", {}});
  for (uint32_t y = 0; y <= side; ++y) {
    for (uint32_t x = 0; x <= side; ++x) {
      const float h = std::sin(0.3f * static_cast<float>(x)) * std::cos(0.2f * static_cast<float>(y));
      mesh.positions.emplace_back(x, y, h);
      mesh.normals.push_back(glm::normalize(glm::vec3(-h, h, 2)));
      const float u = 0.21f * static_cast<float>(x), v = 0.17f * static_cast<float>(y);
      mesh.uv_layers[0].uv.emplace_back(std::sin(u + 1.5f * std::sin(v)), std::sin(v + 1.2f * std::cos(u)));
    }
  }
  for (uint32_t y = 0; y < side; ++y) {
    for (uint32_t x = 0; x < side; ++x) {
      const uint32_t a = y * (side + 1) + x, b = a + 1, c = a + side + 1, d = c + 1;
      for (const uint32_t v : {a, b, d, a, d, c}) mesh.indices.push_back(v);
    }
  }
  mesh.primitives = {{0, static_cast<uint32_t>(mesh.indices.size()), kNone, {}}};
  return mesh;
}

inline Scene grid_scene(uint32_t triangles) {
  Scene scene;
  scene.axes.up = Up::kZ;
  scene.axes.uv_origin_top = false;
  Node node;
  node.name = "Grid";
  node.kind = NodeKind::kMesh;
  node.mesh = 0;
  scene.nodes.push_back(node);
  scene.meshes.push_back(grid(triangles));
  return scene;
}

}  // namespace vitrine::bench
