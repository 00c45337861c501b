#pragma once
// Normals in two bytes, an angle from +z and one around it, as id's tools write them.

#include <array>
#include <cstdint>
#include <glm/glm.hpp>

namespace vitrine::md3_export {

using Angles = std::array<uint8_t, 2>;  ///< from +z, around from +x

/// `steps` are those of a whole turn, as a reader takes the bytes.
/// A direction in a plane, and about where it points: radians from +x, less than half a step off.
struct Bearing {
  double x, y, about;

  /// `x` and `y` are not both 0.
  Bearing(double x, double y);
};

/// Even steps around a circle, from +x on.
class Circle {
 public:
  struct Direction {
    double cos = 1, sin = 0;
  };

  /// At most 256, which need not be whole.
  explicit Circle(double steps);
  double steps() const { return steps_; }
  const Direction& operator[](uint8_t step) const { return directions_[step]; }
  /// The last step that is not beyond a direction.
  int before(const Bearing& bearing) const;

 private:
  double steps_;
  std::array<Direction, 256> directions_;
};

class NormalCode {
 public:
  explicit NormalCode(double steps) : circle_(steps) {}

  /// The bytes that a reader turns into the direction that is nearest.
  Angles nearest(const glm::dvec3& normal) const { return coded(normal).nearest; }
  /// These, and as id's writer has them: 255 steps, cut to whole ones.
  struct Coded {
    Angles nearest, by_id;
  };
  Coded coded(const glm::dvec3& normal) const;
  glm::dvec3 decoded(const Angles& bytes) const;

 private:
  Circle circle_;
  Circle of_id_{255};
};

/// Between two directions of length 1.
double degrees_between(const glm::dvec3& a, const glm::dvec3& b);

}  // namespace vitrine::md3_export
