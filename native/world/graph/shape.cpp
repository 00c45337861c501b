#include "world/graph/shape.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace vitrine::world {
namespace {

using glm::dvec3;

void bound(CellShape& shape, double margin) {
  shape.min = shape.max = shape.corners.front();
  for (const dvec3& corner : shape.corners) {
    shape.min = glm::min(shape.min, corner);
    shape.max = glm::max(shape.max, corner);
  }
  shape.outer = {shape.min - margin, shape.max + margin};
}

/// Edges: corners that lie on two common planes.
void find_edges(CellShape& shape, double scale) {
  const auto on = [&](const Plane& plane, const dvec3& p) {
    return std::abs(glm::dot(plane.normal, p) + plane.w) <= kTolerance * scale;
  };
  for (uint32_t a = 0; a < shape.corners.size(); ++a) {
    for (uint32_t b = a + 1; b < shape.corners.size(); ++b) {
      const auto common = std::count_if(shape.planes.begin(), shape.planes.end(), [&](const Plane& plane) {
        return on(plane, shape.corners[a]) && on(plane, shape.corners[b]);
      });
      if (common >= 2) shape.edges.emplace_back(a, b);
    }
  }
}

bool is_parallel(double along, double length) { return std::abs(along) <= 1e-9 * length; }

/// All corners of `cell` outside one plane of `other`.
bool beyond_a_plane(const PlacedCell& cell, const PlacedCell& other) {
  for (size_t plane = 0; plane < other.shape->planes.size(); ++plane) {
    const bool apart = std::all_of(cell.shape->corners.begin(), cell.shape->corners.end(), [&](const dvec3& corner) {
      return other.distance(plane, corner + cell.offset) < -kTolerance;
    });
    if (apart) return true;
  }
  return false;
}

std::pair<double, double> extent(const PlacedCell& cell, const dvec3& axis) {
  double least = glm::dot(axis, cell.shape->corners[0] + cell.offset), most = least;
  for (const dvec3& corner : cell.shape->corners) {
    const double at = glm::dot(axis, corner + cell.offset);
    least = std::min(least, at);
    most = std::max(most, at);
  }
  return {least, most};
}

}  // namespace

CellShape make_box(const dvec3& min, const dvec3& max) {
  CellShape shape = make_turned_box((max - min) * 0.5, (min + max) * 0.5, glm::dmat3(1));
  shape.is_aligned = true;
  bound(shape, kTolerance);
  return shape;
}

CellShape make_turned_box(const dvec3& half, const dvec3& at, const glm::dmat3& rotation) {
  CellShape shape;
  for (int axis = 0; axis < 3; ++axis) {
    const dvec3 n = rotation[axis];
    shape.planes.push_back({n, half[axis] - glm::dot(n, at)});
    shape.planes.push_back({-n, half[axis] + glm::dot(n, at)});
  }
  for (int i = 0; i < 8; ++i) {
    const dvec3 sign((i & 1) != 0 ? 1 : -1, (i & 2) != 0 ? 1 : -1, (i & 4) != 0 ? 1 : -1);
    shape.corners.push_back(at + rotation * (sign * half));
  }
  for (uint32_t i = 0; i < 8; ++i) {
    for (const uint32_t bit : {1u, 2u, 4u}) {
      if ((i & bit) == 0) shape.edges.emplace_back(i, i | bit);
    }
  }
  bound(shape, kMargin);
  return shape;
}

std::optional<CellShape> make_from_planes(std::vector<Plane> planes) {
  for (Plane& plane : planes) {
    const double length = glm::length(plane.normal);
    if (!(length > 1e-12) || !std::isfinite(length)) return {};
    plane.normal /= length;
    plane.w /= length;
  }
  const size_t count = planes.size();
  // Unbounded when some direction leaves no plane: if there is one, an edge direction of the cone of such directions
  // is.
  for (size_t i = 0; i < count; ++i) {
    for (size_t j = i + 1; j < count; ++j) {
      const dvec3 along = glm::cross(planes[i].normal, planes[j].normal);
      if (glm::length(along) <= 1e-9) continue;
      for (const double sign : {1.0, -1.0}) {
        if (std::all_of(planes.begin(), planes.end(),
                        [&](const Plane& p) { return glm::dot(p.normal, along) * sign >= -1e-9; }))
          return {};
      }
    }
  }
  CellShape shape;
  shape.planes = std::move(planes);
  // A body has at most 2 n - 4; nearly equal planes cross in many more places that count as corners.
  const size_t most = 3 * count;
  double scale = 1;
  for (size_t i = 0; i < count; ++i) {
    for (size_t j = i + 1; j < count; ++j) {
      for (size_t k = j + 1; k < count; ++k) {
        const Plane &a = shape.planes[i], &b = shape.planes[j], &c = shape.planes[k];
        const double volume = glm::dot(a.normal, glm::cross(b.normal, c.normal));
        if (std::abs(volume) <= 1e-9) continue;
        const dvec3 at = -(glm::cross(b.normal, c.normal) * a.w + glm::cross(c.normal, a.normal) * b.w +
                           glm::cross(a.normal, b.normal) * c.w) /
                         volume;
        const double near = kTolerance * std::max(1.0, glm::length(at));
        const bool inside = std::all_of(shape.planes.begin(), shape.planes.end(),
                                        [&](const Plane& p) { return glm::dot(p.normal, at) + p.w >= -near; });
        const bool known = std::any_of(shape.corners.begin(), shape.corners.end(),
                                       [&](const dvec3& q) { return glm::length(q - at) <= near; });
        if (!inside || known) continue;
        if (shape.corners.size() == most) return {};
        shape.corners.push_back(at);
        scale = std::max(scale, glm::length(at));
      }
    }
  }
  if (shape.corners.size() < 4) return {};
  dvec3 middle(0);
  for (const dvec3& corner : shape.corners) middle += corner / static_cast<double>(shape.corners.size());
  // The middle of the corners of a body with volume lies strictly inside every plane.
  if (!std::all_of(shape.planes.begin(), shape.planes.end(),
                   [&](const Plane& p) { return glm::dot(p.normal, middle) + p.w > 1e-9; }))
    return {};
  find_edges(shape, scale);
  bound(shape, kMargin);
  return shape;
}

std::optional<CellShape> transformed(const CellShape& shape, const glm::dmat4& matrix) {
  const glm::dmat3 linear(matrix);
  const dvec3 by(matrix[3]);
  const auto point = [&](const dvec3& p) { return linear * p + by; };
  const bool keeps_axes = linear == glm::dmat3(glm::dvec3(linear[0][0], 0, 0), glm::dvec3(0, linear[1][1], 0),
                                               glm::dvec3(0, 0, linear[2][2])) &&
                          linear[0][0] > 0 && linear[1][1] > 0 && linear[2][2] > 0;
  CellShape out = shape;
  if (shape.is_aligned && keeps_axes) {
    out = make_box(point(shape.min), point(shape.max));
  } else {
    // Normals by cofactors, which need no inverse; a mirroring matrix turns them over.
    const glm::dmat3 cofactors(glm::cross(linear[1], linear[2]), glm::cross(linear[2], linear[0]),
                               glm::cross(linear[0], linear[1]));
    const double side = glm::dot(linear[0], cofactors[0]) < 0 ? -1 : 1;
    out.is_aligned = false;
    for (Plane& plane : out.planes) {
      const dvec3 on = point(plane.normal * -plane.w), normal = cofactors * plane.normal * side;
      plane.normal = normal / glm::length(normal);
      plane.w = -glm::dot(plane.normal, on);
    }
    for (dvec3& corner : out.corners) corner = point(corner);
    bound(out, kMargin);
  }
  dvec3 middle(0);
  for (const dvec3& corner : out.corners) middle += corner / static_cast<double>(out.corners.size());
  const bool has_volume = std::all_of(out.planes.begin(), out.planes.end(),
                                      [&](const Plane& p) { return glm::dot(p.normal, middle) + p.w > 1e-9; });
  if (!has_volume || !std::isfinite(out.outer.min.x + out.outer.max.y + out.outer.min.z)) return {};
  return out;
}

bool CellShape::inside_planes(const dvec3& p) const {
  return std::all_of(planes.begin(), planes.end(),
                     [&](const Plane& plane) { return glm::dot(plane.normal, p) + plane.w >= -kTolerance; });
}

std::optional<RayHit> ray_out(const PlacedCell& cell, const dvec3& p, const dvec3& d) {
  const std::vector<Plane>& planes = cell.shape->planes;
  const double length = glm::length(d);
  std::optional<RayHit> best;
  const auto meet = [&](size_t plane, double along, double distance) {
    if (along >= 0 || is_parallel(along, length)) return;
    const double t = std::max(0.0, distance / -along);
    if (!best || t < best->t - 1e-12) best = RayHit{t, static_cast<uint32_t>(plane)};
  };
  const dvec3 q = p - cell.offset;
  if (cell.shape->is_aligned && std::isfinite(length + q.x + q.y + q.z)) {
    // Of two planes across an axis it heads out of one, and the other axes add nothing to their products.
    for (int axis = 0; axis < 3; ++axis) {
      const size_t plane = static_cast<size_t>(2 * axis) + (d[axis] > 0 ? 1 : 0);
      meet(plane, -std::abs(d[axis]), planes[plane].normal[axis] * q[axis] + planes[plane].w);
    }
    return best;
  }
  for (size_t i = 0; i < planes.size(); ++i) meet(i, glm::dot(planes[i].normal, d), cell.distance(i, p));
  return best;
}

std::optional<RayHit> ray_in(const PlacedCell& cell, const dvec3& p, const dvec3& d) {
  const double length = glm::length(d);
  std::optional<RayHit> best;
  double touched_along = 0;  // of the best plane, when it was touched at the start
  for (size_t i = 0; i < cell.shape->planes.size(); ++i) {
    const double along = glm::dot(cell.shape->planes[i].normal, d);
    const double distance = cell.distance(i, p);
    if (along <= 0 || is_parallel(along, length)) {
      if (distance <= kTolerance) return {};
      continue;
    }
    const bool touches = std::abs(distance) <= kTolerance;
    const double t = touches ? 0 : -distance / along;
    // The least head-on of several planes touched at the start counts, so that a tiled floor has no steps.
    const bool better = !best || (touches && touched_along > 0 ? along < touched_along : t > best->t + 1e-12);
    if (!better) continue;
    best = RayHit{t, static_cast<uint32_t>(i)};
    touched_along = touches ? along : 0;
  }
  if (!best || best->t < 0 || !cell.contains(p + d * best->t)) return {};
  return best;
}

bool overlap(const PlacedCell& a, const PlacedCell& b, bool exact) {
  if (beyond_a_plane(a, b) || beyond_a_plane(b, a)) return false;
  if (!exact) return true;
  for (const auto& [a0, a1] : a.shape->edges) {
    for (const auto& [b0, b1] : b.shape->edges) {
      dvec3 axis = glm::cross(a.shape->corners[a1] - a.shape->corners[a0], b.shape->corners[b1] - b.shape->corners[b0]);
      const double length = glm::length(axis);
      if (length <= 1e-9) continue;
      axis /= length;
      const auto [a_least, a_most] = extent(a, axis);
      const auto [b_least, b_most] = extent(b, axis);
      if (a_most < b_least - kTolerance || b_most < a_least - kTolerance) return false;
    }
  }
  return true;
}

}  // namespace vitrine::world
