#include "scene/finite.h"

#include <algorithm>

namespace vitrine {

bool positions_fit(const Mesh& mesh, const glm::dmat4& world) {
  return std::all_of(mesh.positions.begin(), mesh.positions.end(),
                     [&](const glm::vec3& p) { return fits_float(glm::dvec3(world * glm::dvec4(p, 1))); });
}

bool influences_fit(const Mesh& mesh, const Skin& skin, const std::vector<glm::dmat4>& worlds) {
  for (size_t v = 0; v + 1 < mesh.influence_first.size(); ++v) {
    glm::dvec3 sum(0);
    for (uint32_t i = mesh.influence_first[v]; i < mesh.influence_first[v + 1]; ++i) {
      const Influence& influence = mesh.influences[i];
      sum += double{influence.weight} *
             glm::dvec3(worlds[skin.joints[influence.joint]] * glm::dvec4(influence.position, 1));
    }
    if (!fits_float(sum)) return false;
  }
  return true;
}

}  // namespace vitrine
