#include "convert/rigid.h"

namespace vitrine {
namespace {

constexpr int kMostSteps = 60;
constexpr double kFlat = 1e-9, kDone = 1e-15;

double norm(const glm::dmat3& m) {
  return std::sqrt(glm::dot(m[0], m[0]) + glm::dot(m[1], m[1]) + glm::dot(m[2], m[2]));
}

}  // namespace

/// Newton's iteration with Higham's scaling.
Polar polar(const glm::dmat3& matrix) {
  Polar out;
  const double size = norm(matrix), determinant = glm::determinant(matrix);
  if (!(std::abs(determinant) > kFlat * size * size * size)) {
    out.flat = true;
    out.stretch = matrix;
    return out;
  }
  glm::dmat3 q = determinant < 0 ? -matrix : matrix;
  for (int step = 0; step < kMostSteps; ++step) {
    const glm::dmat3 back = glm::transpose(glm::inverse(q));
    const double factor = std::sqrt(norm(back) / norm(q));
    const glm::dmat3 next = 0.5 * (factor * q + back / factor);
    const double moved = difference(next, q);
    q = next;
    if (moved < kDone) break;
  }
  out.rotation = glm::normalize(glm::quat_cast(q));
  out.stretch = glm::transpose(q) * matrix;
  return out;
}

}  // namespace vitrine
