#pragma once
#include <span>

#include "scene/scene.h"

namespace vitrine::geometry {

/// Box of the points; empty for none.
Bounds bounds_of(std::span<const glm::vec3> points);
/// Largest distance of a point from the origin (QMSH's sphere).
float radius_about_origin(std::span<const glm::vec3> points);

}  // namespace vitrine::geometry
