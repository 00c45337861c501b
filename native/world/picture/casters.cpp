#include "world/picture/casters.h"

#include <algorithm>
#include <cmath>

namespace vitrine::render {
namespace {

constexpr uint32_t kLeaf = 4;

bool crosses(const std::array<glm::dvec3, 3>& triangle, const glm::dvec3& from, const glm::dvec3& to) {
  const glm::dvec3 e1 = triangle[1] - triangle[0], e2 = triangle[2] - triangle[0];
  const glm::dvec3 normal = glm::cross(e1, e2);
  const double a = glm::dot(normal, from - triangle[0]), b = glm::dot(normal, to - triangle[0]);
  if ((a > 0) == (b > 0) || a == 0) return false;  // on one side, or the light lies in the plane
  const glm::dvec3 d = to - from, q0 = triangle[0] - from, q1 = triangle[1] - from, q2 = triangle[2] - from;
  const double u = glm::dot(d, glm::cross(q1, q2)), v = glm::dot(d, glm::cross(q2, q0)),
               w = glm::dot(d, glm::cross(q0, q1));
  return (u >= 0 && v >= 0 && w >= 0) || (u <= 0 && v <= 0 && w <= 0);
}

}  // namespace

void WorldCasters::build() {
  nodes_.clear();
  if (!triangles_.empty()) split(0, static_cast<uint32_t>(triangles_.size()));
}

void WorldCasters::split(uint32_t first, uint32_t count) {
  const auto index = static_cast<uint32_t>(nodes_.size());
  Node node{triangles_[first][0], triangles_[first][0], first, count, 0};
  for (uint32_t i = first; i < first + count; ++i) {
    for (const glm::dvec3& p : triangles_[i]) node.low = glm::min(node.low, p), node.high = glm::max(node.high, p);
  }
  nodes_.push_back(node);
  if (count <= kLeaf) return;
  const glm::dvec3 extent = node.high - node.low;
  const int axis = extent.x >= extent.y && extent.x >= extent.z ? 0 : extent.y >= extent.z ? 1 : 2;
  const auto middle = triangles_.begin() + first + count / 2;
  std::nth_element(triangles_.begin() + first, middle, triangles_.begin() + first + count,
                   [&](const auto& a, const auto& b) {
                     return a[0][axis] + a[1][axis] + a[2][axis] < b[0][axis] + b[1][axis] + b[2][axis];
                   });
  split(first, count / 2);
  nodes_[index].other = static_cast<uint32_t>(nodes_.size());
  nodes_[index].count = 0;
  split(first + count / 2, count - count / 2);
}

bool WorldCasters::meets(const glm::dvec3& from, const glm::dvec3& to, uint64_t& steps) const {
  if (nodes_.empty()) return false;
  std::array<uint32_t, 64> stack{};  // halves of 32-bit counts: no deeper
  size_t depth = 0;
  stack[depth++] = 0;
  const glm::dvec3 d = to - from;
  while (depth != 0) {
    const uint32_t index = stack[--depth];
    const Node& node = nodes_[index];
    ++steps;
    double enter = 0, leave = 1;
    for (int axis = 0; axis < 3; ++axis) {
      const double margin = 1e-9 * (1 + std::abs(node.low[axis]) + std::abs(node.high[axis]));
      const double low = node.low[axis] - margin - from[axis], high = node.high[axis] + margin - from[axis];
      if (d[axis] == 0) {
        if (low > 0 || high < 0) enter = 2;
        continue;
      }
      const double a = low / d[axis], b = high / d[axis];
      enter = std::max(enter, std::min(a, b));
      leave = std::min(leave, std::max(a, b));
    }
    if (enter > leave) continue;
    if (node.count == 0) {
      stack[depth++] = index + 1;
      stack[depth++] = node.other;
      continue;
    }
    steps += node.count;
    for (uint32_t i = node.first; i < node.first + node.count; ++i) {
      if (crosses(triangles_[i], from, to)) return true;
    }
  }
  return false;
}

}  // namespace vitrine::render
