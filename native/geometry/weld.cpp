#include "geometry/weld.h"

#include "geometry/hash_table.h"

namespace vitrine::geometry {

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
