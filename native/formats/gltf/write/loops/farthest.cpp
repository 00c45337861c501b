#include "formats/gltf/write/loops/farthest.h"

namespace vitrine {

double farthest(std::span<const glm::dvec3> found, std::span<const glm::vec3> wanted, const glm::dmat4& matrix,
                const GlbSpace& space, double largest) {
  for (size_t v = 0; v < found.size(); ++v) {
    const glm::dvec3 there(matrix * glm::dvec4(glm::dvec3(wanted[v]), 1));
    const double off = glm::length(space.file_point(found[v]) - there);
    if (!(off <= largest)) largest = off;
  }
  return largest;
}

}  // namespace vitrine
