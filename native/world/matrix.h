#pragma once
// Scale, rotate, translate as the document means them: degrees, Rz * Ry * Rx, T * R * S.

#include <glm/glm.hpp>

#include "world/sine_cosine.h"

namespace vitrine::world {

inline glm::dmat3 rotation_matrix(const glm::dvec3& degrees) {
  const auto [sx, cx] = sine_cosine(degrees.x / 360);
  const auto [sy, cy] = sine_cosine(degrees.y / 360);
  const auto [sz, cz] = sine_cosine(degrees.z / 360);
  return {glm::dvec3(cy * cz, cy * sz, -sy), glm::dvec3(sx * sy * cz - cx * sz, sx * sy * sz + cx * cz, sx * cy),
          glm::dvec3(cx * sy * cz + sx * sz, cx * sy * sz - sx * cz, cx * cy)};
}

inline glm::dmat4 transform_matrix(const glm::dvec3& scale, const glm::dvec3& rotate, const glm::dvec3& translate) {
  const glm::dmat3 r = rotate == glm::dvec3(0) ? glm::dmat3(1) : rotation_matrix(rotate);
  return {glm::dvec4(r[0] * scale.x, 0), glm::dvec4(r[1] * scale.y, 0), glm::dvec4(r[2] * scale.z, 0),
          glm::dvec4(translate, 1)};
}

/// Bounds of the eight transformed corners.
struct Box {
  glm::dvec3 min{0}, max{0};
};
inline Box transform_box(const glm::dmat4& matrix, const Box& box) {
  // Per axis the extremes of the corners are sums of the extremes of the columns' parts.
  Box result{glm::dvec3(matrix[3]), glm::dvec3(matrix[3])};
  for (int column = 0; column < 3; ++column) {
    const glm::dvec3 a = glm::dvec3(matrix[column]) * box.min[column], b = glm::dvec3(matrix[column]) * box.max[column];
    result.min += glm::min(a, b);
    result.max += glm::max(a, b);
  }
  return result;
}

}  // namespace vitrine::world
