#include "convert/split_triangles.h"

#include <algorithm>
#include <numeric>
#include <unordered_set>

namespace vitrine {

std::vector<uint32_t> triangles_by_parts(std::span<const uint32_t> indices) {
  const uint32_t vertices = indices.empty() ? 0 : *std::max_element(indices.begin(), indices.end()) + 1;
  std::vector<uint32_t> leader(vertices);
  std::iota(leader.begin(), leader.end(), 0u);
  const auto find = [&](uint32_t v) {
    while (leader[v] != v) v = leader[v] = leader[leader[v]];
    return v;
  };
  for (size_t i = 0; i < indices.size(); ++i) {
    const uint32_t a = find(indices[i - i % 3]), b = find(indices[i]);
    leader[std::max(a, b)] = std::min(a, b);
  }
  std::vector<uint32_t> order(indices.size() / 3);
  std::iota(order.begin(), order.end(), 0u);
  std::stable_sort(order.begin(), order.end(),
                   [&](uint32_t a, uint32_t b) { return find(indices[3 * a]) < find(indices[3 * b]); });
  return order;
}

std::vector<std::vector<uint32_t>> split_triangles(std::span<const uint32_t> indices, const PartLimits& most) {
  const std::unordered_set<uint32_t> all(indices.begin(), indices.end());
  const bool fits = (most.vertices == 0 || all.size() <= most.vertices) &&
                    (most.triangles == 0 || indices.size() / 3 <= most.triangles);
  std::vector<std::vector<uint32_t>> out(1);
  if (fits) {
    out[0].assign(indices.begin(), indices.end());
    return out;
  }
  std::unordered_set<uint32_t> used;
  for (const uint32_t triangle : triangles_by_parts(indices)) {
    const auto corners = indices.subspan(size_t{3} * triangle, 3);
    size_t vertices = used.size();
    for (const uint32_t v : corners) vertices += used.count(v) == 0;
    const bool has_room = (most.vertices == 0 || vertices <= most.vertices) &&
                          (most.triangles == 0 || out.back().size() / 3 < most.triangles);
    if (!has_room && !out.back().empty()) out.emplace_back(), used.clear();
    used.insert(corners.begin(), corners.end());
    out.back().insert(out.back().end(), corners.begin(), corners.end());
  }
  return out;
}

}  // namespace vitrine
