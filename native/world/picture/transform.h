#pragma once
// A matrix at work on points and on normals, mirrored and flattened ones included.

#include <glm/glm.hpp>

namespace vitrine::render {

class WorldTransform {
 public:
  explicit WorldTransform(const glm::dmat4& matrix) : matrix_(matrix) {
    const glm::dmat3 a(matrix);
    cofactors_ = glm::dmat3(glm::cross(a[1], a[2]), glm::cross(a[2], a[0]), glm::cross(a[0], a[1]));
    if (glm::dot(a[0], cofactors_[0]) < 0) cofactors_ = -cofactors_;
  }
  glm::dvec3 point(const glm::dvec3& p) const { return glm::dvec3(matrix_ * glm::dvec4(p, 1)); }
  /// Normal of a face; its length changes.
  glm::dvec3 front(const glm::dvec3& n) const { return cofactors_ * n; }
  /// Unit; zero where there is none.
  glm::dvec3 normal(const glm::dvec3& n) const {
    const glm::dvec3 turned = cofactors_ * n;
    const double length = glm::length(turned);
    return length > 0 ? turned / length : turned;
  }

 private:
  glm::dmat4 matrix_;
  glm::dmat3 cofactors_;
};

}  // namespace vitrine::render
