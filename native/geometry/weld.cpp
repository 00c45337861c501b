#include "geometry/weld.h"

#include <cstring>

namespace vitrine::geometry {
namespace {

uint64_t hash_position(const glm::vec3& p) {
  uint64_t hash = 0;
  for (int i = 0; i < 3; ++i) {
    const float value = p[i] == 0 ? 0.0f : p[i];  // -0 equals 0
    uint32_t bits = 0;
    std::memcpy(&bits, &value, sizeof bits);
    hash = (hash ^ bits) * 0x9E3779B97F4A7C15ull;
    hash ^= hash >> 29;
  }
  return hash;
}

}  // namespace

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
