#include "formats/quake/write/normals.h"

#include <algorithm>
#include <cmath>

#include "base/portable_math.h"

namespace vitrine::md3_export {
namespace {

constexpr double kTurn = 6.28318530717958647692528676656;

}  // namespace

Bearing::Bearing(double x, double y) : x(x), y(y) {
  // A polynomial for the arc tangent, 0.005 off at most: all that is needed to find the step, at a fifth of the price.
  const double across = std::abs(x), up = std::abs(y), slope = std::min(across, up) / std::max(across, up);
  about = slope * (0.97239411 - 0.19194795 * slope * slope);
  if (up > across) about = kTurn / 4 - about;
  if (x < 0) about = kTurn / 2 - about;
  if (y < 0) about = kTurn - about;
}

Circle::Circle(double steps) : steps_(steps) {
  for (size_t i = 0; i < directions_.size(); ++i) {
    const double angle = kTurn * static_cast<double>(i) / steps;
    directions_[i] = {portable::cos(angle), portable::sin(angle)};
  }
}

int Circle::before(const Bearing& bearing) const {
  // Of two directions that are near one another the sign of the cross product says which comes first.
  const auto is_beyond = [&](int step) {
    return directions_[step].cos * bearing.y - directions_[step].sin * bearing.x < 0;
  };
  const int last = static_cast<int>(std::ceil(steps_)) - 1;
  int step = std::clamp(static_cast<int>(bearing.about * steps_ / kTurn), 0, last);
  if (step > 0 && is_beyond(step)) --step;
  if (step < last && !is_beyond(step + 1)) ++step;
  return step;
}

glm::dvec3 NormalCode::decoded(const Angles& bytes) const {
  const Circle::Direction &from_z = circle_[bytes[0]], &around = circle_[bytes[1]];
  return {around.cos * from_z.sin, around.sin * from_z.sin, from_z.cos};
}

NormalCode::Coded NormalCode::coded(const glm::dvec3& normal) const {
  const double flat = std::sqrt(normal.x * normal.x + normal.y * normal.y);
  const Bearing from_z_axis(normal.z, flat);
  const int from_z = circle_.before(from_z_axis);
  int around = 0;
  Coded out{.nearest = {}, .by_id = {static_cast<uint8_t>(normal.z < 0 ? 128 : 0), 0}};
  if (flat > 0) {
    const Bearing around_z(normal.x, normal.y);
    around = circle_.before(around_z);
    out.by_id = {static_cast<uint8_t>(of_id_.before(from_z_axis)), static_cast<uint8_t>(of_id_.before(around_z))};
  }
  // A whole turn is the first step again.
  const std::array<uint8_t, 2> turned = {static_cast<uint8_t>(around),
                                         static_cast<uint8_t>(around + 1 >= circle_.steps() ? 0 : around + 1)};
  std::array<double, 2> along_flat{};
  for (int k = 0; k < 2; ++k) along_flat[k] = circle_[turned[k]].cos * normal.x + circle_[turned[k]].sin * normal.y;
  double most = -2;
  for (int i = 0; i < 2; ++i) {
    const auto tilted = static_cast<uint8_t>(from_z + i);
    const auto& [cos, sin] = circle_[tilted];
    for (int k = 0; k < 2; ++k) {
      const double along = sin * along_flat[k] + cos * normal.z;
      if (along > most + 1e-12) most = along, out.nearest = {tilted, turned[k]};
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
