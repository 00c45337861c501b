#include "geometry/points.h"

#include <algorithm>
#include <cmath>

#include "geometry/hash_table.h"

namespace vitrine::geometry {

Bounds bounds_of(std::span<const glm::vec3> points) {
  Bounds box;
  for (const glm::vec3& p : points) box.add(p);
  return box;
}

float radius_about_origin(std::span<const glm::vec3> points) {
  float square = 0;
  for (const glm::vec3& p : points) square = std::max(square, glm::dot(p, p));
  return std::sqrt(square);
}

std::vector<uint32_t> first_equal_positions(std::span<const glm::vec3> positions) {
  size_t slots = 16;
  while (slots < positions.size() * 2) slots *= 2;
  std::vector<uint32_t> table(slots, kNone);  // open addressing; holds first vertices
  std::vector<uint32_t> first(positions.size());
  for (uint32_t v = 0; v < positions.size(); ++v) {
    size_t slot = size_t(hash_position(positions[v])) & (slots - 1);
    while (table[slot] != kNone && positions[table[slot]] != positions[v]) slot = (slot + 1) & (slots - 1);
    if (table[slot] == kNone) table[slot] = v;
    first[v] = table[slot];
  }
  return first;
}

}  // namespace vitrine::geometry
