#include "geometry/bounds.h"

#include <algorithm>
#include <cmath>

namespace vitrine::geometry {

Bounds bounds_of(std::span<const glm::vec3> points) {
  Bounds box;
  for (const glm::vec3& p : points) box.add(p);
  return box;
}

float radius_about_origin(std::span<const glm::vec3> points) {
  float square = 0;
  for (const glm::vec3& p : points) square = std::max(square, glm::dot(p, p));
  return std::sqrt(square);
}

}  // namespace vitrine::geometry
