#pragma once
// Rotations with translations in double, and what is rigid in a matrix.

#include <cmath>
#include <glm/glm.hpp>
#include <glm/gtc/quaternion.hpp>

namespace vitrine {

struct Rigid {
  glm::dquat rotation{1, 0, 0, 0};  ///< unit
  glm::dvec3 translation{0};

  glm::dvec3 operator*(const glm::dvec3& p) const { return rotation * p + translation; }
  Rigid operator*(const Rigid& child) const {
    return {glm::normalize(rotation * child.rotation), rotation * child.translation + translation};
  }
};
inline Rigid inverse(const Rigid& a) {
  const glm::dquat back = glm::conjugate(a.rotation);
  return {back, -(back * a.translation)};
}

/// matrix = rotation * stretch; of a mirroring matrix `rotation` is that of its negative.
struct Polar {
  glm::dquat rotation{1, 0, 0, 0};
  glm::dmat3 stretch{1};
  bool flat = false;  ///< the matrix loses a dimension: no rotation is known
};
Polar polar(const glm::dmat3& matrix);

/// Largest difference of two entries.
inline double difference(const glm::dmat3& a, const glm::dmat3& b) {
  double largest = 0;
  for (int i = 0; i < 9; ++i) {
    const double off = std::abs(a[i / 3][i % 3] - b[i / 3][i % 3]);
    if (off > largest) largest = off;
  }
  return largest;
}

}  // namespace vitrine
