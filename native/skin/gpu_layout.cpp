#include "skin/gpu_layout.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstring>

namespace vitrine::skin {
namespace {

/// Four at a time, as the machine moves them.
using Floats = float __attribute__((vector_size(16)));
static_assert(offsetof(Influence, position) == offsetof(Influence, weight) + sizeof(float));

}  // namespace

GpuLayout build_gpu_layout(const Mesh& mesh) {
  static_assert(sizeof(GpuInfluence) == 8 * sizeof(float) && sizeof(GpuRun) == 2 * sizeof(uint32_t));
  GpuLayout layout;
  if (mesh.influence_first.empty()) return layout;
  const size_t count = mesh.positions.size();
  layout.influences.resize(mesh.influences.size());
  layout.runs.resize(count);
  GpuInfluence* out = layout.influences.data();
  GpuRun* run = layout.runs.data();
  const Influence* influence = mesh.influences.data();
  const uint32_t* first = mesh.influence_first.data();
  uint32_t made = 0;
  float largest_gap = 0;
  for (size_t v = 0; v < count; ++v) {
    const uint32_t begin = made;
    float sum = 0;
    for (const Influence* end = mesh.influences.data() + first[v + 1]; influence != end; ++influence) {
      const float weight = influence->weight;
      if (weight == 0) continue;
      Floats stored;  // weight, x, y, z
      std::memcpy(&stored, &influence->weight, sizeof stored);
      const Floats scaled = stored * weight;
      const Floats term = __builtin_shufflevector(scaled, stored, 1, 2, 3, 4),
                   joint = {float(influence->joint), 0, 0, 0};
      std::memcpy(out[made].term, &term, sizeof term);
      std::memcpy(out[made].joint, &joint, sizeof joint);
      ++made;
      sum += weight;
    }
    run[v] = {begin, made - begin};
    largest_gap = std::max(largest_gap, std::abs(sum - 1));
  }
  layout.influences.resize(made);
  layout.largest_gap = largest_gap;
  return layout;
}

glm::vec3 gpu_position(const GpuLayout& layout, std::span<const float> palette_rows, uint32_t vertex) {
  const GpuRun run = layout.runs[vertex];
  glm::vec3 sum(0);
  for (uint32_t i = run.first; i < run.first + run.count; ++i) {
    const float* term = layout.influences[i].term;
    const float* rows = &palette_rows[12 * size_t(layout.influences[i].joint[0])];
    for (int r = 0; r < 3; ++r, rows += 4)
      sum[r] += rows[0] * term[0] + rows[1] * term[1] + rows[2] * term[2] + rows[3] * term[3];
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
