#include "skin/gpu_layout.h"

#include <algorithm>

#include "base/generated.h"

namespace vitrine::skin {
namespace {

GpuInfluence gpu_influence(const Influence& influence) {
  return {{influence.weight * influence.position, influence.weight}, {float(influence.joint), 0, 0, 0}};
}

}  // namespace

GpuLayout build_gpu_layout(const Mesh& mesh) {
  GpuLayout layout;
  if (mesh.influence_first.empty()) return layout;
  static_assert(sizeof(GpuInfluence) == 8 * sizeof(float) && sizeof(GpuRun) == 2 * sizeof(uint32_t));
  const std::span<const Influence> all(mesh.influences);
  const std::span<const uint32_t> first(mesh.influence_first);
  const size_t count = mesh.positions.size();
  if (std::none_of(all.begin(), all.end(), [](const Influence& i) { return i.weight == 0; })) {
    layout.influences = generated<GpuInfluence>(all.size(), [&](size_t i) { return gpu_influence(all[i]); });
    layout.runs = generated<GpuRun>(count, [&](size_t v) { return GpuRun{first[v], first[v + 1] - first[v]}; });
    return layout;
  }
  layout.influences.reserve(all.size());
  layout.runs.reserve(count);
  for (size_t v = 0; v < count; ++v) {
    const auto begin = uint32_t(layout.influences.size());
    for (uint32_t i = first[v]; i < first[v + 1]; ++i) {
      if (all[i].weight != 0) layout.influences.push_back(gpu_influence(all[i]));
    }
    layout.runs.push_back({begin, uint32_t(layout.influences.size()) - begin});
  }
  return layout;
}

glm::vec3 gpu_position(const GpuLayout& layout, std::span<const float> palette_rows, uint32_t vertex) {
  const GpuRun run = layout.runs[vertex];
  glm::vec3 sum(0);
  for (uint32_t i = run.first; i < run.first + run.count; ++i) {
    const glm::vec4& term = layout.influences[i].term;
    const float* rows = &palette_rows[12 * size_t(layout.influences[i].joint.x)];
    for (int r = 0; r < 3; ++r, rows += 4)
      sum[r] += rows[0] * term.x + rows[1] * term.y + rows[2] * term.z + rows[3] * term.w;
  }
  return sum;
}

double gpu_difference(const GpuLayout& layout, std::span<const float> palette_rows,
                      std::span<const glm::vec3> positions) {
  double largest = 0;
  for (uint32_t v = 0; v < layout.runs.size(); ++v) {
    const glm::dvec3 gap = glm::dvec3(gpu_position(layout, palette_rows, v)) - glm::dvec3(positions[v]);
    largest = std::max(largest, glm::length(gap));
  }
  return largest;
}

}  // namespace vitrine::skin
