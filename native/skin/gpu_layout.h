#pragma once
// Influences as the vertex shader reads them: two RGBA32F texels per influence and a run per vertex, any number of
// influences; and the shader's own arithmetic, to state how far the GPU is from the CPU.

#include <cstdint>
#include <span>
#include <vector>

#include "base/generated.h"
#include "scene/scene.h"
#include "skin/skin.h"

namespace vitrine::skin {

struct GpuInfluence {
  float term[4];   ///< weight * offset, weight
  float joint[4];  ///< slot, 0, 0, 0
};
struct GpuRun {
  uint32_t first, count;
  bool operator==(const GpuRun&) const = default;
};
struct GpuLayout {
  UnwrittenVector<GpuInfluence> influences;  ///< those of weight 0 are left out
  UnwrittenVector<GpuRun> runs;              ///< one per vertex
  float largest_gap = 0;                     ///< by which the weights of a vertex miss a sum of 1
};
/// Empty arrays for a rigid mesh.
GpuLayout build_gpu_layout(const Mesh& mesh);

/// The shader's sum for one vertex, in single precision: three dot products of palette rows per influence.
glm::vec3 gpu_position(const GpuLayout& layout, std::span<const float> palette_rows, uint32_t vertex);

/// Largest distance between the shader's positions and `positions`, in file units; 0 for a rigid mesh.
double gpu_difference(const GpuLayout& layout, std::span<const float> palette_rows,
                      std::span<const glm::vec3> positions);

}  // namespace vitrine::skin
