#pragma once
// Local transforms as matrices: the one place where translation, rotation and scale become T * R * S.

#include "base/for_speed.h"
#include "scene/scene.h"

namespace vitrine {

/// T * R * S. The rotation is the matrix of the quaternion as it stands: id's formula divides by nothing, so a
/// quaternion longer than 1 scales, as in the engine.
inline glm::dmat4 local_matrix(const Transform& transform) {
  const glm::dmat3 rotation = glm::mat3_cast(glm::dquat(transform.rotation));
  const glm::dvec3 scale(transform.scale);
  return {glm::dvec4(rotation[0] * scale.x, 0), glm::dvec4(rotation[1] * scale.y, 0),
          glm::dvec4(rotation[2] * scale.z, 0), glm::dvec4(glm::dvec3(transform.translation), 1)};
}

/// A point through a matrix, in double and rounded once.
inline glm::vec3 transformed(const glm::dmat4& m, const glm::vec3& point) {
  return glm::vec3(m * glm::dvec4(point, 1));
}
/// `a` at u = 0, `b` at u = 1; in double and rounded once.
inline glm::vec3 mixed(const glm::vec3& a, const glm::vec3& b, double u) {
  return glm::vec3(glm::dvec3(a) + (glm::dvec3(b) - glm::dvec3(a)) * u);
}

/// A squared length that is 1 but for the rounding of single precision. What is unit already is left as it stands:
/// dividing once more would change its last bits, and a file that is read and written again would not stay the same.
inline bool is_unit_square(float square) { return square > 1 - 5e-7f && square < 1 + 5e-7f; }

/// Points through an affine matrix, in double and rounded once.
class AffineMap {
 public:
  using Floats = float __attribute__((vector_size(16)));

  explicit AffineMap(const glm::dmat4& m) {
    for (int c = 0; c < 4; ++c) {
      xy_[c] = Pair{m[c].x, m[c].y};
      z_[c] = Pair{m[c].z, 0};
    }
  }
  glm::vec3 operator()(const glm::vec3& point) const { return (*this)(glm::dvec3(point)); }
  glm::vec3 operator()(const glm::dvec3& point) const {
    const Floats at = lanes(point);
    return {at[0], at[1], at[2]};
  }
  /// x, y, z, 0.
  VITRINE_HOT_INLINE Floats lanes(const glm::dvec3& point) const {
    const Floats xy = narrowed(image(xy_, point)), z = narrowed(image(z_, point));
    return __builtin_shufflevector(xy, z, 0, 1, 4, 5);
  }

 private:
  /// Two at a time where the machine can.
  using Pair = double __attribute__((vector_size(16)));

  VITRINE_HOT_INLINE static Pair image(const Pair (&columns)[4], const glm::dvec3& point) {
    return columns[0] * point.x + columns[1] * point.y + columns[2] * point.z + columns[3];
  }
  VITRINE_HOT_INLINE static Floats narrowed(const Pair& pair) {
    return __builtin_convertvector(__builtin_shufflevector(pair, Pair{0, 0}, 0, 1, 2, 3), Floats);
  }

  Pair xy_[4], z_[4];
};

}  // namespace vitrine
