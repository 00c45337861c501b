#pragma once
#include <span>

#include "formats/gltf/write/space.h"

namespace vitrine {

/// `largest`, or the largest distance of points of a file from those that `matrix` brings to the space of the scene.
double farthest(std::span<const glm::dvec3> found, std::span<const glm::vec3> wanted, const glm::dmat4& matrix,
                const GlbSpace& space, double largest);

}  // namespace vitrine
