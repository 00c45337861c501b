#pragma once
// Small scenes for pictures whose pixels are known.

#include <cmath>
#include <glm/glm.hpp>
#include <vector>

#include "render/render.h"

namespace vitrine::render {

/// One mesh in a scene with y up and z towards the viewer, as a RenderScene.
struct Still {
  Scene scene;
  std::vector<glm::mat4> matrices;
  std::vector<pose::MaterialState> materials;
  std::vector<pose::SlotState> slots;
  std::vector<Texture> textures;
  std::vector<glm::vec4> tangents;

  Still() {
    scene.nodes.resize(1);
    scene.nodes[0].kind = NodeKind::kMesh;
    scene.nodes[0].mesh = 0;
    scene.meshes.resize(1);
    matrices.assign(1, glm::mat4(1));
  }
  Mesh& mesh() { return scene.meshes[0]; }

  /// A rectangle at depth z, front to the viewer; texture coordinates from (0, 0) at its upper left to (1, 1).
  void add_rectangle(glm::vec2 low, glm::vec2 high, float z, uint32_t material = kNone) {
    Mesh& m = mesh();
    const auto first = static_cast<uint32_t>(m.positions.size());
    m.uv_layers.resize(1);
    for (const auto& [x, y, u, v] : {std::array{low.x, low.y, 0.f, 1.f}, std::array{high.x, low.y, 1.f, 1.f},
                                     std::array{high.x, high.y, 1.f, 0.f}, std::array{low.x, high.y, 0.f, 0.f}}) {
      m.positions.push_back({x, y, z});
      m.normals.push_back({0, 0, 1});
      m.uv_layers[0].uv.push_back({u, v});
    }
    const auto from = static_cast<uint32_t>(m.indices.size());
    for (const uint32_t i : {0u, 1u, 2u, 0u, 2u, 3u}) m.indices.push_back(first + i);
    m.primitives.push_back({from, 6, material, ""});
  }
  /// Without light: what it shows is its colour alone.
  uint32_t add_material(glm::vec4 color, AlphaMode mode = AlphaMode::kOpaque) {
    Material material;
    material.diffuse = color;
    material.shadeless = true;
    material.alpha_mode = mode;
    scene.materials.push_back(material);
    pose::MaterialState state;
    state.diffuse = color;
    materials.push_back(state);
    return static_cast<uint32_t>(scene.materials.size() - 1);
  }
  /// The diffuse texture of a material.
  void add_texture(uint32_t material, uint32_t width, uint32_t height, std::vector<uint8_t> rgba) {
    scene.materials[material].slots.push_back({});
    scene.materials[material].slots.back().texture = static_cast<uint32_t>(scene.textures.size());
    scene.textures.push_back({});
    slots.push_back({});
    textures.emplace_back(width, height, rgba, true);
  }
  RenderScene subject() const {
    RenderScene out;
    out.scene = &scene;
    out.file_from_node = matrices;
    out.materials = materials;
    out.slots = slots;
    out.textures = textures;
    PosedMesh mesh;
    mesh.positions = scene.meshes[0].positions;
    mesh.normals = scene.meshes[0].normals;
    mesh.tangents = tangents;
    out.meshes.push_back(mesh);
    return out;
  }
};

/// From the front without perspective: `size` pixels a side, one unit of the world a pixel, the origin in the middle.
inline View flat_view(int32_t size) {
  Orbit orbit{0, 0, 2 * std::atan(1.0), true, size / 2.0, glm::dvec3(0)};
  return orbit_view(orbit, {}, 1);
}

inline Style cut_out(int32_t size) {
  Style style;
  style.width = style.height = size;
  style.backdrop = Backdrop::kTransparent;
  style.shadow = false;
  return style;
}

inline std::array<int, 4> pixel(const Picture& picture, int32_t x, int32_t y) {
  const uint8_t* p = &picture.rgba[static_cast<size_t>(y * picture.width + x) * 4];
  return {p[0], p[1], p[2], p[3]};
}

}  // namespace vitrine::render
