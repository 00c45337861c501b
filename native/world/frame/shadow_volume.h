#pragma once
// Shadow volumes for counting by depth fail: of every triangle the prism behind it as seen from the light, open to
// infinity, with walls left out between triangles that share an edge. Right for open and for mirrored meshes, and for
// lights inside their casters; how the counts are read is written in FORMAT.md.

#include <array>
#include <cstdint>
#include <glm/glm.hpp>
#include <span>
#include <vector>

namespace vitrine::world {

/// A mesh that casts shadows, in one pose. Corners that stand at one place are one point.
struct ShadowCaster {
  struct Triangle {
    std::array<uint32_t, 3> points;
    std::array<uint32_t, 3> edges;  ///< from corner i to corner i + 1: index * 2, plus 1 against the edge's direction
  };
  std::vector<glm::vec3> points;  ///< posed, in the mesh's own space
  std::vector<Triangle> triangles;
  std::vector<std::array<uint32_t, 2>> edges;
  /// Edges in bind pose that do not belong to exactly two triangles in opposite directions.
  uint32_t open_edges = 0;
};

/// `bind` and `posed`: the vertices, of equal number; `indices`: three per triangle. Vertices are one point where both
/// their bind positions and their posed ones are equal; triangles with two equal corners are left out.
ShadowCaster build_shadow_caster(std::span<const glm::vec3> bind, std::span<const glm::vec3> posed,
                                 std::span<const uint32_t> indices);

/// A triangle of a caster that has its place in the world: one corner, and the normal of its front, of any length.
struct ShadowPlane {
  glm::dvec3 at, normal;
};
/// One per triangle.
std::vector<ShadowPlane> place_caster(const ShadowCaster& caster, const glm::dmat4& world_from_mesh);

/// Appends how the triangles are turned to a light, 32 in a word: two bits each, 1 the front, 2 the back, 0 the edge. A
/// light that moves a little mostly changes none of them.
void find_facing(std::span<const ShadowPlane> planes, const glm::dvec3& light, std::vector<uint64_t>& facing);

/// Triangles, counter-clockwise from outside of the volume, in world space. Index i below the number n of the caster's
/// points is point i, index n + i the same at infinity, away from the light.
struct ShadowVolume {
  std::vector<uint32_t> indices;
  uint32_t near_indices = 0;  ///< the near caps come first: the caster's triangles, turned to the light
};

/// `facing`: of the caster's triangles. Those in whose plane the light lies give nothing.
ShadowVolume build_shadow_volume(const ShadowCaster& caster, std::span<const uint64_t> facing);

}  // namespace vitrine::world
