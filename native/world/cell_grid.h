#pragma once
// Finds, among many convex cells that stand still, the few that may contain a point: a grid over x and z, each square
// with the cells that touch it.

#include <algorithm>
#include <span>
#include <vector>

#include "world/shape.h"

namespace vitrine::world {

class CellGrid {
 public:
  struct Entry {
    const CellShape* shape;
    uint32_t number;  ///< the caller's
    bool contains(const glm::dvec3& p) const { return shape->contains(p); }
  };

  CellGrid() = default;
  explicit CellGrid(std::span<const Entry> cells);
  /// Those that touch the square of p, in their order; none of the others contains it.
  std::span<const Entry> near(const glm::dvec3& p) const { return squares_[square(x_.slot(p.x), z_.slot(p.z))]; }

 private:
  /// A row of equal intervals; all that lies beyond its ends belongs to the outermost.
  struct Axis {
    double origin = 0, per_unit = 1;  ///< intervals in a unit of length
    int32_t count = 1;
    int32_t slot(double place) const {
      const double at = (place - origin) * per_unit;
      return at > 0 ? static_cast<int32_t>(std::min(at, static_cast<double>(count - 1))) : 0;
    }
  };
  size_t square(int32_t x, int32_t z) const { return static_cast<size_t>(x * z_.count + z); }
  bool fill(std::span<const Entry> cells);
  Axis x_, z_;
  std::vector<std::vector<Entry>> squares_{1};
};

}  // namespace vitrine::world
