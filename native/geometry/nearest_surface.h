#pragma once
#include <glm/glm.hpp>
#include <span>
#include <vector>

#include "scene/scene.h"

namespace vitrine::geometry {

/// Triangles in a tree of boxes, to find the nearest point of a surface. Holds copies of the triangles' corners.
class NearestSurface {
 public:
  /// Three corners a triangle; what is left over is not a triangle.
  explicit NearestSurface(std::vector<glm::dvec3> corners);

  bool empty() const { return order_.empty(); }
  struct Hit {
    double distance = 0;
    uint32_t triangle = kNone;
    glm::dvec3 point{0};
  };
  /// The nearest point of all triangles; triangle = kNone without any.
  Hit nearest(const glm::dvec3& point) const;

 private:
  struct Box {
    glm::dvec3 min, max;
    uint32_t first = 0, count = 0;  ///< triangles of a leaf (into order_); count 0 = the two boxes that follow
    uint32_t second = 0;            ///< index of the second child; the first one is the next box
  };
  uint32_t split(uint32_t first, uint32_t count, uint32_t depth);

  std::vector<glm::dvec3> corners_;
  std::vector<uint32_t> order_;
  std::vector<Box> boxes_;
};

/// The point of a triangle that is nearest to `p`.
glm::dvec3 nearest_on_triangle(const glm::dvec3& p, const glm::dvec3& a, const glm::dvec3& b, const glm::dvec3& c);

}  // namespace vitrine::geometry
