#pragma once
#include "scene/scene.h"

namespace vitrine {

/// From the axes of one file to those of another: up to up, forward to forward, left and right kept as the viewer
/// sees them. Swaps of axes come out exact.
struct AxisMap {
  glm::dmat3 matrix{1};
  double determinant = 1;  ///< -1 when the handedness changes
  bool flips_winding = false;

  bool is_identity() const { return matrix == glm::dmat3(1) && !flips_winding; }
  glm::dvec3 point(const glm::dvec3& p) const { return matrix * p; }
  glm::vec3 vector(const glm::vec3& v) const { return glm::vec3(matrix * glm::dvec3(v)); }
  /// Node-to-parent matrices, both sides in the new axes.
  glm::dmat4 transform(const glm::dmat4& m) const {
    const glm::dmat4 to(matrix), from(glm::transpose(matrix));
    return to * m * from;
  }
  /// The signs that QMSH's converter writes: (x, z, y, -w) for its swap of y and z.
  glm::quat rotation(const glm::quat& q) const {
    const glm::dvec3 axis = matrix * glm::dvec3(q.x, q.y, q.z);
    glm::quat r;
    r.x = static_cast<float>(axis.x), r.y = static_cast<float>(axis.y), r.z = static_cast<float>(axis.z);
    r.w = static_cast<float>(determinant * q.w);
    return r;
  }
  glm::vec3 scale(const glm::vec3& s) const {
    glm::vec3 out(0);
    for (int row = 0; row < 3; ++row) {
      for (int column = 0; column < 3; ++column)
        out[row] += static_cast<float>(matrix[column][row] * matrix[column][row]) * s[column];
    }
    return out;
  }
};

/// The direction that characters face in the file. A direction that is no axis across the up axis is ignored: the usual
/// one of that up instead.
inline glm::vec3 known_forward(const Axes& axes) {
  const glm::vec3 a = glm::abs(axes.forward);
  const bool is_axis = a.x + a.y + a.z == 1 && glm::max(a.x, glm::max(a.y, a.z)) == 1;
  if (is_axis && (axes.up == Up::kY ? a.y : a.z) == 0) return axes.forward;
  return axes.up == Up::kY ? glm::vec3(0, 0, 1) : glm::vec3(0, -1, 0);
}

inline AxisMap axis_map(const Axes& from, const Axes& to) {
  const auto basis = [](const Axes& axes) {
    const glm::dvec3 up = axes.up == Up::kY ? glm::dvec3(0, 1, 0) : glm::dvec3(0, 0, 1);
    const glm::dvec3 forward(known_forward(axes));
    const glm::dvec3 side = axes.handedness == Handedness::kRight ? glm::cross(up, forward) : glm::cross(forward, up);
    return glm::dmat3(side, up, forward);
  };
  AxisMap map;
  map.matrix = basis(to) * glm::transpose(basis(from));
  for (int i = 0; i < 9; ++i) map.matrix[i / 3][i % 3] += 0.0;  // -0 becomes 0
  const bool mirrored = from.handedness != to.handedness;
  map.determinant = mirrored ? -1 : 1;
  map.flips_winding = mirrored != (from.front_face != to.front_face);
  return map;
}

}  // namespace vitrine
