#pragma once
#include <cstdint>
#include <span>
#include <vector>

#include "scene/scene.h"

namespace vitrine::geometry {

/// For each position the index of the first one equal to it in all three floats (-0 equals 0).
std::vector<uint32_t> first_equal_positions(std::span<const glm::vec3> positions);

}  // namespace vitrine::geometry
