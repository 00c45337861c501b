// Matrices and transforms of the scene as translation, rotation and scale.

#include <algorithm>
#include <cmath>

#include "formats/gltf/write/builder.h"
#include "scene/transform.h"

namespace vitrine {
namespace {

constexpr double kUnitSquareTolerance = 1e-5;
constexpr double kShearTolerance = 1e-7;

glm::dvec3 any_perpendicular(const glm::dvec3& v) {
  const glm::dvec3 a = glm::abs(v);
  const glm::dvec3 axis = a.x <= a.y && a.x <= a.z ? glm::dvec3(1, 0, 0)
                          : a.y <= a.z             ? glm::dvec3(0, 1, 0)
                                                   : glm::dvec3(0, 0, 1);
  return glm::normalize(glm::cross(v, axis));
}

/// The rotation next to a matrix whose columns are unit or zero.
glm::dmat3 nearest_rotation(glm::dmat3 m) {
  for (int i = 0; i < 3; ++i) {
    glm::dvec3 &a = m[i], &b = m[(i + 1) % 3], &c = m[(i + 2) % 3];
    if (glm::dot(a, a) > 0) continue;
    const glm::dvec3 across = glm::cross(b, c);
    if (glm::dot(across, across) > 0)
      a = glm::normalize(across);
    else if (glm::dot(b, b) > 0)
      a = any_perpendicular(b);
    else if (glm::dot(c, c) > 0)
      a = any_perpendicular(c);
    else
      a[i] = 1;
  }
  // Polar decomposition by Newton's steps; nothing to do for what is a rotation already.
  for (int step = 0; step < 60; ++step) {
    const double determinant = glm::determinant(m);
    if (!(std::abs(determinant) > 1e-12)) {  // flat: the first column stays, the others are turned upright
      m[0] = glm::normalize(m[0]);
      m[1] -= m[0] * glm::dot(m[0], m[1]);
      m[1] = glm::dot(m[1], m[1]) > 1e-20 ? glm::normalize(m[1]) : any_perpendicular(m[0]);
      m[2] = glm::cross(m[0], m[1]);
      break;
    }
    const glm::dmat3 next = 0.5 * (m + glm::transpose(glm::inverse(m)));
    double change = 0;
    for (int i = 0; i < 9; ++i) change = std::max(change, std::abs(next[i / 3][i % 3] - m[i / 3][i % 3]));
    m = next;
    if (change < 1e-15) break;
  }
  return m;
}

}  // namespace

ExactTransform nearest_transform(const glm::dmat4& m, double& error) {
  const glm::dmat3 linear(m);
  glm::dmat3 axes = linear;
  ExactTransform out;
  out.translation = glm::dvec3(m[3]);
  double largest = 0, shear = 0;
  for (int i = 0; i < 3; ++i) {
    const double length = glm::length(axes[i]);
    out.scale[i] = length;
    if (length > 0) axes[i] /= length;
    largest = std::max(largest, length);
  }
  for (int i = 0; i < 3; ++i) shear = std::max(shear, std::abs(glm::dot(axes[i], axes[(i + 1) % 3])));
  if (glm::determinant(axes) < 0) {
    axes = -axes;
    out.scale = -out.scale;
  }
  const glm::dmat3 rotation = nearest_rotation(axes);
  if (shear > kShearTolerance) {
    for (int i = 0; i < 3; ++i) out.scale[i] = glm::dot(rotation[i], linear[i]);
  }
  out.rotation = glm::normalize(glm::quat_cast(rotation));
  error = 0;
  for (int i = 0; i < 3; ++i) {
    const glm::dvec3 off = glm::abs(rotation[i] * out.scale[i] - linear[i]);
    error = std::max({error, off.x, off.y, off.z});
  }
  return out;
}

ExactTransform exact_transform(const Transform& t) {
  const glm::dquat q(t.rotation);
  const double square = glm::dot(q, q);
  if (std::abs(square - 1) > kUnitSquareTolerance) {
    double error = 0;
    return nearest_transform(local_matrix(t), error);
  }
  return {glm::dvec3(t.translation), q * (1 / std::sqrt(square)), glm::dvec3(t.scale)};
}

ExactTransform after_base(const std::optional<ExactTransform>& base, const ExactTransform& t) {
  if (!base) return t;
  return {base->translation + base->scale.x * (base->rotation * t.translation), base->rotation * t.rotation,
          base->scale.x * t.scale};
}

std::vector<glm::dmat4> exact_joint_from_bind(const Skin& skin, const std::vector<glm::dmat4>& bind) {
  std::vector<glm::dmat4> out;
  out.reserve(skin.joints.size());
  for (size_t k = 0; k < skin.joints.size(); ++k) {
    glm::dmat4 m(1);
    if (!skin.joint_from_bind.empty())
      m = glm::dmat4(skin.joint_from_bind[k]);
    else if (const glm::dmat4& joint = bind[skin.joints[k]]; glm::determinant(joint) != 0)
      m = glm::inverse(joint);
    for (int column = 0; column < 4; ++column) m[column][3] = column == 3 ? 1 : 0;
    out.push_back(m);
  }
  return out;
}

}  // namespace vitrine
