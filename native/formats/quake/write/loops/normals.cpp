#include "formats/quake/write/normals.h"

#include <algorithm>
#include <cmath>

#include "base/portable_math.h"

namespace vitrine::md3_export {
namespace {

constexpr double kTurn = 6.28318530717958647692528676656, kOwnSteps = 255;  // of id's tools

/// Radians from +z, and around from +x, from 0 to a whole turn.
struct Angle {
  double from_z = 0, around = 0;
};
Angle angle_of(const glm::dvec3& n) {
  Angle out;
  out.from_z = portable::atan2(std::sqrt(n.x * n.x + n.y * n.y), n.z);
  if (n.x != 0 || n.y != 0) out.around = portable::atan2(n.y, n.x);
  if (out.around < 0) out.around += kTurn;
  return out;
}

uint8_t byte_of(double steps) { return static_cast<uint8_t>(static_cast<int64_t>(steps) & 255); }

Angles id_angles(const glm::dvec3& normal, const Angle& angle) {
  if (normal.x == 0 && normal.y == 0) return {static_cast<uint8_t>(normal.z < 0 ? 128 : 0), 0};
  return {byte_of(angle.from_z * kOwnSteps / kTurn), byte_of(angle.around * kOwnSteps / kTurn)};
}

}  // namespace

NormalCode::NormalCode(double steps) : steps_(steps) {
  for (size_t i = 0; i < directions_.size(); ++i) {
    const double angle = kTurn * static_cast<double>(i) / steps;
    directions_[i] = {portable::cos(angle), portable::sin(angle)};
  }
}

glm::dvec3 NormalCode::decoded(const Angles& bytes) const {
  const Direction &from_z = directions_[bytes[0]], &around = directions_[bytes[1]];
  return {around.cos * from_z.sin, around.sin * from_z.sin, from_z.cos};
}

NormalCode::Coded NormalCode::coded(const glm::dvec3& normal) const {
  const Angle angle = angle_of(normal);
  const double from_z = std::floor(angle.from_z * steps_ / kTurn), around = std::floor(angle.around * steps_ / kTurn);
  Coded out{.nearest = {}, .by_id = id_angles(normal, angle)};
  double most = -2;
  for (int i = 0; i < 2; ++i) {
    for (int k = 0; k < 2; ++k) {
      // A whole turn is the first step again.
      const double turned = around + k >= steps_ ? 0 : around + k;
      const Angles bytes = {byte_of(from_z + i), byte_of(turned)};
      const double along = glm::dot(decoded(bytes), normal);
      if (along > most + 1e-12) most = along, out.nearest = bytes;
    }
  }
  return out;
}

double degrees_between(const glm::dvec3& a, const glm::dvec3& b) {
  const double sine = glm::length(glm::cross(a, b)), cosine = glm::dot(a, b);
  // The series of the arc sine: 1e-9 off at most, and a fraction of the time.
  constexpr double kSmall = 0.05;
  const double square = sine * sine;
  if (sine < kSmall && cosine > 0)
    return glm::degrees(sine * (1 + square * (1.0 / 6 + square * (3.0 / 40 + square * (15.0 / 336)))));
  return glm::degrees(portable::atan2(sine, cosine));
}

}  // namespace vitrine::md3_export
