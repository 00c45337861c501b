#pragma once
// From a file's axes and unit to those of glTF: right-handed, y up, facing +z, metres. Applied to the numbers
// themselves, so that no root transform is needed, which skinned meshes would not follow.

#include <cmath>

#include "scene/axis_map.h"

namespace vitrine {

/// Translation, rotation and scale before they are rounded.
struct ExactTransform {
  glm::dvec3 translation{0};
  glm::dquat rotation{1, 0, 0, 0};
  glm::dvec3 scale{1};
};

class GlbSpace {
 public:
  explicit GlbSpace(const Axes& from) : unit_(from.unit_m > 0 && std::isfinite(from.unit_m) ? from.unit_m : 1) {
    map_ = axis_map(from, Axes{});
  }

  double unit() const { return unit_; }
  bool mirrors() const { return map_.determinant < 0; }
  bool flips_winding() const { return map_.flips_winding; }
  glm::dvec3 point(const glm::dvec3& p) const { return unit_ * (map_.matrix * p); }
  glm::dvec3 vector(const glm::dvec3& v) const { return map_.matrix * v; }
  glm::dquat rotation(const glm::dquat& q) const {
    const glm::dvec3 axis = map_.matrix * glm::dvec3(q.x, q.y, q.z);
    return glm::dquat(map_.determinant * q.w, axis.x, axis.y, axis.z);
  }
  glm::dvec3 scale(const glm::dvec3& s) const { return glm::abs(map_.matrix * s) * signs(s); }
  ExactTransform transform(const ExactTransform& t) const {
    return {point(t.translation), rotation(t.rotation), scale(t.scale)};
  }
  /// Converts a matrix between two spaces of the file.
  glm::dmat4 matrix(const glm::dmat4& m) const {
    glm::dmat4 out = map_.transform(m);
    out[3] = glm::dvec4(glm::dvec3(out[3]) * unit_, out[3].w);
    return out;
  }
  /// Back to the file's own numbers.
  glm::dvec3 file_point(const glm::dvec3& p) const { return glm::transpose(map_.matrix) * (p / unit_); }
  glm::dvec3 file_vector(const glm::dvec3& v) const { return glm::transpose(map_.matrix) * v; }

 private:
  /// Scales change places with their axes and keep their signs.
  glm::dvec3 signs(const glm::dvec3& s) const {
    glm::dvec3 out(1);
    for (int row = 0; row < 3; ++row) {
      for (int column = 0; column < 3; ++column) {
        if (map_.matrix[column][row] != 0 && s[column] < 0) out[row] = -1;
      }
    }
    return out;
  }

  AxisMap map_;
  double unit_;
};

}  // namespace vitrine
