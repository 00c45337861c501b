#pragma once
// Meshes that are drawn, with their vertices as points of one space.

#include <glm/glm.hpp>
#include <span>
#include <vector>

#include "play/poser.h"
#include "scene/scene.h"

namespace vitrine {

struct PosedMesh {
  uint32_t instance = 0;
  std::span<const float> positions;  ///< of the poser, until it poses again
  glm::dmat4 world{1};
  const Mesh* mesh = nullptr;

  size_t count() const { return positions.size() / 3; }
  glm::dvec3 at(size_t vertex) const {
    const float* p = positions.data() + vertex * 3;
    return glm::dvec3(world * glm::dvec4(p[0], p[1], p[2], 1));
  }
};

/// Those of visible nodes, as `poser` posed them last; `root` stands above all of them.
std::vector<PosedMesh> posed_meshes(const Scene& scene, const Poser& poser, const glm::dmat4& root);

/// True if both have as many meshes, and each as many vertices as its counterpart.
bool same_counts(const std::vector<PosedMesh>& a, const std::vector<PosedMesh>& b);

/// From the axes of `second` to the world of `first`, facing as that does there.
glm::dmat4 world_facing(const Axes& first, const Axes& second);

}  // namespace vitrine
