#pragma once
// Matrices as translation, rotation and scale.

#include <algorithm>
#include <cmath>

#include "scene/scene.h"

namespace vitrine {

/// A matrix that mirrors has a negative scale: along x alone, or along all three axes.
enum class Mirror : uint8_t { kAlongX, kAlongAll };

/// The nearest T * R * S; exact unless the axes are not at right angles. `shear`, if given, is raised to the largest
/// distance of an axis from its own.
inline Transform decompose(const glm::dmat4& m, Mirror mirror, double* shear = nullptr) {
  glm::dmat3 axes(m);
  glm::dvec3 scale;
  for (int i = 0; i < 3; ++i) {
    scale[i] = glm::length(axes[i]);
    if (scale[i] > 0) axes[i] /= scale[i];
  }
  if (glm::determinant(axes) < 0) {
    for (int i = 0; i < (mirror == Mirror::kAlongX ? 1 : 3); ++i) scale[i] = -scale[i], axes[i] = -axes[i];
  }
  const glm::dquat rotation = glm::normalize(glm::quat_cast(axes));
  if (shear != nullptr) {
    const glm::dmat3 again = glm::mat3_cast(rotation);
    for (int i = 0; i < 3; ++i) *shear = std::max(*shear, glm::distance(again[i] * scale[i], glm::dvec3(m[i])));
  }
  return {glm::vec3(m[3]), glm::quat(rotation), glm::vec3(scale)};
}

/// Of a matrix that a scale of 0 makes flat, with the rotation that it has in its size (`whole`): what is hidden does
/// not turn while it grows.
inline Transform decompose_flat(const glm::dmat4& flat, const glm::dmat4& whole, Mirror mirror,
                                double* shear = nullptr) {
  Transform out = decompose(whole, mirror, shear);
  for (int i = 0; i < 3; ++i)
    out.scale[i] = std::copysign(static_cast<float>(glm::length(glm::dvec3(flat[i]))), out.scale[i]);
  return out;
}

}  // namespace vitrine
