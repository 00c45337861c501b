#pragma once
#include <glm/gtc/matrix_transform.hpp>

#include "formats/kri/kri_support.h"
#include "formats/pivot/codes.h"
#include "formats/pivot/read/build.h"
#include "formats/pivot/read/parse.h"
#include "formats/pivot/rows.h"

namespace vitrine::test {

inline Loaded load_pivot(std::span<const uint8_t> bytes, ReadOptions options = {}) {
  return load_row(pivot::rows()[0], bytes, options);
}

inline std::vector<glm::dmat4> worlds_of(const Scene& scene) {
  std::vector<glm::dmat4> worlds;
  for (const Node& node : scene.nodes) {
    const glm::dmat4 local = glm::translate(glm::dmat4(1), glm::dvec3(node.local.translation)) *
                             glm::mat4_cast(glm::normalize(glm::dquat(node.local.rotation))) *
                             glm::scale(glm::dmat4(1), glm::dvec3(node.local.scale));
    worlds.push_back(node.parent == kNone ? local : worlds[node.parent] * local);
  }
  return worlds;
}

/// Vertices of a mesh node in scene space, by the definition of influences.
inline std::vector<glm::dvec3> posed_positions(const Scene& scene, uint32_t node,
                                               const std::vector<glm::dmat4>& worlds) {
  const Mesh& mesh = scene.meshes[scene.nodes[node].mesh];
  std::vector<glm::dvec3> out;
  for (size_t v = 0; v < mesh.positions.size(); ++v) {
    if (mesh.influence_first.empty()) {
      out.emplace_back(worlds[node] * glm::dvec4(glm::dvec3(mesh.positions[v]), 1));
      continue;
    }
    glm::dvec4 sum(0);
    for (uint32_t k = mesh.influence_first[v]; k < mesh.influence_first[v + 1]; ++k) {
      const Influence& influence = mesh.influences[k];
      const uint32_t joint = scene.skins[scene.nodes[node].skin].joints[influence.joint];
      sum += double{influence.weight} * (worlds[joint] * glm::dvec4(glm::dvec3(influence.position), 1));
    }
    out.emplace_back(sum);
  }
  return out;
}

}  // namespace vitrine::test
