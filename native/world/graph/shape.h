#pragma once
// Convex cells and the straight lines that cross them. Planes have inward normals: n.p + w >= 0 inside. All tests allow
// kTolerance. A cell moves by an offset from where it was written; nothing here turns.

#include <cmath>
#include <cstdint>
#include <glm/glm.hpp>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "world/graph/matrix.h"

namespace vitrine::world {

inline constexpr double kTolerance = 1e-6;
/// Margin of the bounding box that is tried before the planes: wider than what kTolerance adds at a sharp corner.
inline constexpr double kMargin = 1e-3;

struct Plane {
  glm::dvec3 normal{0};
  double w = 0;
};

struct CellShape {
  std::vector<Plane> planes;
  std::vector<glm::dvec3> corners;
  std::vector<std::pair<uint32_t, uint32_t>> edges;  ///< indices into corners
  glm::dvec3 min{0}, max{0};
  bool is_aligned = false;  ///< the box from min to max itself
  Box outer;                ///< with its margin: kTolerance when aligned, else kMargin

  bool contains(const glm::dvec3& p) const { return is_within(p, outer) && covers(p); }
  /// The same of a point within `outer`.
  bool covers(const glm::dvec3& p) const { return is_aligned || inside_planes(p); }
  /// Is it plain that the line from p to p + d leaves it nowhere? A box along the axes knows without a division; false
  /// says nothing.
  bool holds(const glm::dvec3& p, const glm::dvec3& d) const {
    if (!is_aligned) return false;
    bool holds = std::isfinite(p.x + p.y + p.z);
    for (int axis = 0; axis < 3; ++axis) {
      const Plane& ahead = planes[static_cast<size_t>(2 * axis) + (d[axis] > 0 ? 1 : 0)];
      // The difference is no number where both are beyond all numbers.
      holds &= d[axis] == 0 || ahead.normal[axis] * p[axis] + ahead.w - std::abs(d[axis]) >= 0;
    }
    return holds;
  }

 private:
  bool inside_planes(const glm::dvec3& p) const;
};

/// Planes in the order -x, +x, -y, +y, -z, +z.
CellShape make_box(const glm::dvec3& min, const glm::dvec3& max);
/// The same order in the box's own axes; rows as Rz * Ry * Rx.
CellShape make_turned_box(const glm::dvec3& half, const glm::dvec3& at, const glm::dmat3& rotation);
/// Normalises the planes; nothing when they do not enclose a bounded volume.
std::optional<CellShape> make_from_planes(std::vector<Plane> planes);

/// The cell with its points moved by an affine matrix; nothing when they then lie in a plane or beyond all numbers.
std::optional<CellShape> transformed(const CellShape& shape, const glm::dmat4& matrix);

/// A cell where it stands now; what it refers to is not kept.
struct PlacedCell {
  const CellShape* shape;
  const glm::dvec3& offset;

  double distance(size_t plane, const glm::dvec3& p) const {
    const Plane& side = shape->planes[plane];
    return glm::dot(side.normal, p - offset) + side.w;
  }
  bool contains(const glm::dvec3& p) const { return shape->contains(p - offset); }
};

/// Where a line p + t d leaves or enters a cell.
struct RayHit {
  double t = 0;
  uint32_t plane = 0;
};
/// The nearest plane the line heads out of, t >= 0; nothing for d = 0.
std::optional<RayHit> ray_out(const PlacedCell& cell, const glm::dvec3& p, const glm::dvec3& d);
/// The farthest plane the line heads into, when it meets the cell there, t >= 0.
std::optional<RayHit> ray_in(const PlacedCell& cell, const glm::dvec3& p, const glm::dvec3& d);

/// Corners of one against planes of the other, as the original writes it: bars that cross in space count as
/// overlapping. `exact` adds the axes that two edges span.
bool overlap(const PlacedCell& a, const PlacedCell& b, bool exact);

}  // namespace vitrine::world
