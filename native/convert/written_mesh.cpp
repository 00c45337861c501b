#include "convert/written_mesh.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <unordered_set>

namespace vitrine {

UvMap uv_map(const Scene& scene, uint32_t material) {
  UvMap out;
  out.from_bottom = !scene.axes.uv_origin_top;
  if (material == kNone) return out;
  const Material& from = scene.materials[material];
  for (const TextureSlot& slot : from.slots) {
    if (slot.role != TextureRole::kDiffuse) continue;
    out.layer = slot.uv_layer;
    // The engine reads declarations itself.
    if (from.declaration.line == 0) out.offset = slot.uv_offset, out.scale = slot.uv_scale;
    break;
  }
  return out;
}

glm::dvec3 shape_offset(const Mesh& mesh, uint32_t v) {
  glm::dvec3 sum(0);
  for (size_t k = 1; k < mesh.shapes.size(); ++k) {
    const ShapeKey& shape = mesh.shapes[k];
    if (shape.value != 0)
      sum += static_cast<double>(shape.value) *
             (glm::dvec3(shape.positions[v]) - glm::dvec3(mesh.shapes[shape.relative_to].positions[v]));
  }
  return sum;
}

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

std::vector<int64_t> byte_steps(std::span<const double> weights) {
  std::vector<int64_t> steps(weights.size());
  std::vector<std::pair<double, size_t>> rest;
  int64_t left = kByteSteps;
  for (size_t i = 0; i < weights.size(); ++i) {
    const double exact = std::max(0.0, weights[i]) * kByteSteps;
    steps[i] = static_cast<int64_t>(std::floor(exact));
    left -= steps[i];
    rest.emplace_back(-(exact - std::floor(exact)), i);
  }
  std::stable_sort(rest.begin(), rest.end());
  for (size_t i = 0; left > 0; ++i, --left) ++steps[rest[i % rest.size()].second];
  return steps;
}

}  // namespace vitrine
