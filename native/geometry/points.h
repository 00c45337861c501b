#pragma once
// Sets of points: their bounds, and which of them are equal.

#include <cstdint>
#include <span>
#include <vector>

#include "scene/scene.h"

namespace vitrine::geometry {

/// Box of the points; empty for none.
Bounds bounds_of(std::span<const glm::vec3> points);
/// Largest distance of a point from the origin (QMSH's sphere).
float radius_about_origin(std::span<const glm::vec3> points);

/// For each position the index of the first one equal to it in all three floats (-0 equals 0).
std::vector<uint32_t> first_equal_positions(std::span<const glm::vec3> positions);

}  // namespace vitrine::geometry
