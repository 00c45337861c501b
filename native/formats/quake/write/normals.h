#pragma once
// Normals in two bytes, an angle from +z and one around it, as id's tools write them.

#include <array>
#include <cstdint>
#include <glm/glm.hpp>

namespace vitrine::md3_export {

using Angles = std::array<uint8_t, 2>;  ///< from +z, around from +x

/// `steps` are those of a whole turn, as a reader takes the bytes.
class NormalCode {
 public:
  explicit NormalCode(double steps);

  /// The bytes that a reader turns into the direction that is nearest.
  Angles nearest(const glm::dvec3& normal) const { return coded(normal).nearest; }
  /// These, and as id's writer has them: 255 steps, cut to whole ones.
  struct Coded {
    Angles nearest, by_id;
  };
  Coded coded(const glm::dvec3& normal) const;
  glm::dvec3 decoded(const Angles& bytes) const;

 private:
  struct Direction {
    double cos = 1, sin = 0;
  };
  double steps_;
  std::array<Direction, 256> directions_;
};

/// Between two directions of length 1.
double degrees_between(const glm::dvec3& a, const glm::dvec3& b);

}  // namespace vitrine::md3_export
