#include "geometry/nearest_surface.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace vitrine::geometry {
namespace {

constexpr uint32_t kLeaf = 8;
constexpr uint32_t kDeepest = 48;

double square_to_box(const glm::dvec3& p, const glm::dvec3& min, const glm::dvec3& max) {
  const glm::dvec3 d = glm::max(glm::max(min - p, p - max), glm::dvec3(0));
  return glm::dot(d, d);
}

}  // namespace

glm::dvec3 nearest_on_triangle(const glm::dvec3& p, const glm::dvec3& a, const glm::dvec3& b, const glm::dvec3& c) {
  // Which corner, edge or inside the point falls to (Ericson, Real-Time Collision Detection, 5.1.5).
  const glm::dvec3 ab = b - a, ac = c - a, ap = p - a;
  const double d1 = glm::dot(ab, ap), d2 = glm::dot(ac, ap);
  if (d1 <= 0 && d2 <= 0) return a;
  const glm::dvec3 bp = p - b;
  const double d3 = glm::dot(ab, bp), d4 = glm::dot(ac, bp);
  if (d3 >= 0 && d4 <= d3) return b;
  const double vc = d1 * d4 - d3 * d2;
  if (vc <= 0 && d1 >= 0 && d3 <= 0) return a + ab * (d1 - d3 > 0 ? d1 / (d1 - d3) : 0.0);
  const glm::dvec3 cp = p - c;
  const double d5 = glm::dot(ab, cp), d6 = glm::dot(ac, cp);
  if (d6 >= 0 && d5 <= d6) return c;
  const double vb = d5 * d2 - d1 * d6;
  if (vb <= 0 && d2 >= 0 && d6 <= 0) return a + ac * (d2 - d6 > 0 ? d2 / (d2 - d6) : 0.0);
  const double va = d3 * d6 - d5 * d4, run = (d4 - d3) + (d5 - d6);
  if (va <= 0 && d4 >= d3 && d5 >= d6) return b + (c - b) * (run > 0 ? (d4 - d3) / run : 0.0);
  const double sum = va + vb + vc;
  if (!(sum > 0)) return a;
  return a + ab * (vb / sum) + ac * (vc / sum);
}

NearestSurface::NearestSurface(std::vector<glm::dvec3> corners) : corners_(std::move(corners)) {
  const auto count = static_cast<uint32_t>(corners_.size() / 3);
  order_.resize(count);
  for (uint32_t i = 0; i < count; ++i) order_[i] = i;
  if (count > 0) split(0, count, 0);
}

uint32_t NearestSurface::split(uint32_t first, uint32_t count, uint32_t depth) {
  const auto index = static_cast<uint32_t>(boxes_.size());
  Box box;
  box.min = glm::dvec3(std::numeric_limits<double>::infinity());
  box.max = -box.min;
  for (uint32_t i = first; i < first + count; ++i) {
    for (uint32_t k = 0; k < 3; ++k) {
      const glm::dvec3& p = corners_[size_t{order_[i]} * 3 + k];
      box.min = glm::min(box.min, p);
      box.max = glm::max(box.max, p);
    }
  }
  boxes_.push_back(box);
  if (count <= kLeaf || depth >= kDeepest) {
    boxes_[index].first = first;
    boxes_[index].count = count;
    return index;
  }
  const glm::dvec3 size = box.max - box.min;
  const int axis = size.x >= size.y && size.x >= size.z ? 0 : size.y >= size.z ? 1 : 2;
  const uint32_t half = count / 2;
  const auto at = [&](uint32_t triangle) {
    const size_t t = size_t{triangle} * 3;
    return corners_[t][axis] + corners_[t + 1][axis] + corners_[t + 2][axis];
  };
  const auto begin = order_.begin() + first;
  std::nth_element(begin, begin + half, begin + count, [&](uint32_t a, uint32_t b) { return at(a) < at(b); });
  split(first, half, depth + 1);
  const uint32_t second = split(first + half, count - half, depth + 1);
  boxes_[index].second = second;
  return index;
}

NearestSurface::Hit NearestSurface::nearest(const glm::dvec3& point) const {
  Hit hit;
  if (boxes_.empty()) return hit;
  double best = std::numeric_limits<double>::infinity();
  uint32_t open[kDeepest * 2 + 4];
  uint32_t count = 0;
  open[count++] = 0;
  while (count > 0) {
    const Box& box = boxes_[open[--count]];
    if (square_to_box(point, box.min, box.max) >= best) continue;
    if (box.count == 0) {
      const auto first = static_cast<uint32_t>(&box - boxes_.data()) + 1;
      uint32_t near = first, far = box.second;
      if (square_to_box(point, boxes_[far].min, boxes_[far].max) <
          square_to_box(point, boxes_[near].min, boxes_[near].max))
        std::swap(near, far);
      open[count++] = far;
      open[count++] = near;
      continue;
    }
    for (uint32_t i = box.first; i < box.first + box.count; ++i) {
      const size_t t = size_t{order_[i]} * 3;
      const glm::dvec3 at = nearest_on_triangle(point, corners_[t], corners_[t + 1], corners_[t + 2]);
      const double square = glm::dot(at - point, at - point);
      if (square < best) best = square, hit.triangle = order_[i], hit.point = at;
    }
  }
  hit.distance = hit.triangle == kNone ? 0 : std::sqrt(best);
  return hit;
}

}  // namespace vitrine::geometry
