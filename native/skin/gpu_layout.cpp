#include "skin/gpu_layout.h"

#include <algorithm>

namespace vitrine::skin {

GpuLayout build_gpu_layout(const Mesh& mesh) {
  GpuLayout layout;
  if (mesh.influence_first.empty()) return layout;
  layout.influences.reserve(mesh.influences.size() * 8);
  layout.runs.reserve(mesh.positions.size() * 2);
  for (size_t v = 0; v < mesh.positions.size(); ++v) {
    const auto first = uint32_t(layout.influences.size() / 8);
    for (uint32_t i = mesh.influence_first[v]; i < mesh.influence_first[v + 1]; ++i) {
      const Influence& influence = mesh.influences[i];
      if (influence.weight == 0) continue;
      const glm::vec3 offset = influence.weight * influence.position;
      layout.influences.insert(layout.influences.end(),
                               {offset.x, offset.y, offset.z, influence.weight, float(influence.joint), 0, 0, 0});
    }
    layout.runs.push_back(first);
    layout.runs.push_back(uint32_t(layout.influences.size() / 8) - first);
  }
  return layout;
}

glm::vec3 gpu_position(const GpuLayout& layout, std::span<const float> palette_rows, uint32_t vertex) {
  const uint32_t first = layout.runs[2 * vertex], count = layout.runs[2 * vertex + 1];
  glm::vec3 sum(0);
  for (uint32_t i = first; i < first + count; ++i) {
    const float* term = &layout.influences[8 * size_t(i)];
    const float* rows = &palette_rows[12 * size_t(term[4])];
    for (int r = 0; r < 3; ++r, rows += 4)
      sum[r] += rows[0] * term[0] + rows[1] * term[1] + rows[2] * term[2] + rows[3] * term[3];
  }
  return sum;
}

double gpu_difference(const GpuLayout& layout, std::span<const float> palette_rows,
                      std::span<const glm::vec3> positions) {
  double largest = 0;
  for (uint32_t v = 0; v < layout.runs.size() / 2; ++v) {
    const glm::dvec3 gap = glm::dvec3(gpu_position(layout, palette_rows, v)) - glm::dvec3(positions[v]);
    largest = std::max(largest, glm::length(gap));
  }
  return largest;
}

}  // namespace vitrine::skin
