#pragma once
// Influences as the vertex shader reads them: two RGBA32F texels per influence and a run per vertex, any number of
// influences; and the shader's own arithmetic, to state how far the GPU is from the CPU.

#include <cstdint>
#include <span>
#include <vector>

#include "scene/scene.h"
#include "skin/palette.h"

namespace vitrine::skin {

struct GpuLayout {
  std::vector<float>
      influences;              ///< 8 per influence: weight * offset, weight; joint slot, 0, 0, 0. Zero weights left out
  std::vector<uint32_t> runs;  ///< 2 per vertex: first influence, count
};
/// Empty arrays for a rigid mesh.
GpuLayout build_gpu_layout(const Mesh& mesh);

/// The shader's sum for one vertex, in single precision: three dot products of palette rows per influence.
glm::vec3 gpu_position(const GpuLayout& layout, std::span<const float> palette_rows, uint32_t vertex);

/// Largest distance between the shader's positions and `positions`, in file units; 0 for a rigid mesh.
double gpu_difference(const GpuLayout& layout, std::span<const float> palette_rows,
                      std::span<const glm::vec3> positions);

}  // namespace vitrine::skin
