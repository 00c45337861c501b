#pragma once
// Rigid and nearly rigid maps in double precision: id multiplies 3x3 matrices of quaternions that need not have
// length 1.

#include <algorithm>
#include <cmath>
#include <glm/glm.hpp>
#include <glm/gtc/quaternion.hpp>

#include "base/portable_math.h"
#include "scene/scene.h"

namespace vitrine::md5 {

struct Affine {
  glm::dmat3 basis{1};
  glm::dvec3 origin{0};

  glm::dvec3 operator*(const glm::dvec3& p) const { return basis * p + origin; }
  Affine operator*(const Affine& child) const { return {basis * child.basis, basis * child.origin + origin}; }
};

inline Affine inverse(const Affine& a) {
  const glm::dmat3 basis = glm::inverse(a.basis);
  return {basis, -(basis * a.origin)};
}

/// The rotation that a stored x y z means, joint to parent, in the usual column convention. w = sqrt(|1 - x2 - y2 -
/// z2|) with the absolute value, as id does: beyond length 1 the quaternion is left longer than 1. id's matrices are
/// laid out for row vectors, so what maps joint to model is the conjugate.
inline glm::dquat stored_rotation(double x, double y, double z) {
  // 0 - x, not -x: a stored 0 shall not become -0.
  return glm::dquat(std::sqrt(std::abs(1.0 - (x * x + y * y + z * z))), 0 - x, 0 - y, 0 - z);
}

/// A stored x y z that no rotation has, beyond the rounding of its text.
inline bool is_longer_than_one(const glm::dvec3& stored) {
  constexpr double kRounding = 1e-6;
  return glm::dot(stored, stored) > 1 + kRounding;
}

/// id's formula for the matrix of a quaternion, which does not divide by its length.
inline glm::dmat3 basis_of(const glm::dquat& q) { return glm::mat3_cast(q); }

inline glm::dquat rotation_of(const glm::dmat3& basis) { return glm::normalize(glm::quat_cast(basis)); }

/// id's angles in degrees: pitch about left (down is positive), yaw about up, roll about forward. The rows of id's
/// matrix are forward, left and up; as columns they map the turned frame to its parent.
inline glm::dquat rotation_of_angles(const glm::dvec3& pitch_yaw_roll_deg) {
  const glm::dvec3 a = glm::radians(pitch_yaw_roll_deg);
  const double sp = portable::sin(a.x), cp = portable::cos(a.x), sy = portable::sin(a.y), cy = portable::cos(a.y),
               sr = portable::sin(a.z), cr = portable::cos(a.z);
  return rotation_of(glm::dmat3(glm::dvec3(cp * cy, cp * sy, -sp),
                                glm::dvec3(sr * sp * cy - cr * sy, sr * sp * sy + cr * cy, sr * cp),
                                glm::dvec3(cr * sp * cy + sr * sy, cr * sp * sy - sr * cy, cr * cp)));
}

inline glm::quat to_float(const glm::dquat& q) {
  return glm::quat(static_cast<float>(q.w), static_cast<float>(q.x), static_cast<float>(q.y), static_cast<float>(q.z));
}

}  // namespace vitrine::md5
