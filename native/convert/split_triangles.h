#pragma once
// Meshes over the limits of an engine become several.

#include <cstdint>
#include <span>
#include <vector>

namespace vitrine {

/// Triangles in an order in which those that hang together stand together; the first of each part stays first.
std::vector<uint32_t> triangles_by_parts(std::span<const uint32_t> indices);

struct PartLimits {
  uint32_t vertices = 0, triangles = 0;  ///< 0 = no limit
};
/// The corners of the triangles in lists within the limits, by parts that hang together where they do not fit in one.
std::vector<std::vector<uint32_t>> split_triangles(std::span<const uint32_t> indices, const PartLimits& most);

}  // namespace vitrine
