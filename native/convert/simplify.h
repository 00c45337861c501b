#pragma once
// Fewer triangles, by the host: scripts have meshoptimizer.

#include <cstdint>
#include <functional>
#include <span>
#include <vector>

namespace vitrine {

struct SimplifyInput {
  std::span<const uint32_t> indices;  ///< three corners a triangle
  std::span<const float> positions;   ///< 3 numbers a vertex
  std::span<const float> attributes;  ///< a number a vertex for each of `weights`
  std::span<const float> weights;     ///< of the attributes, against positions as parts of the model's extent
  uint32_t triangles = 0;             ///< wanted
};

/// Corners of the triangles that are left, numbers of the same vertices; empty where the host failed. The function
/// itself is empty on a host without a simplifier.
using Simplify = std::function<std::vector<uint32_t>(const SimplifyInput&)>;

}  // namespace vitrine
