#pragma once
// Turns by quarters about the axes of the world, by name: "y90", "x-90,z180".

#include <glm/glm.hpp>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace vitrine {

struct QuarterTurn {
  std::string name;
  glm::dmat3 matrix{1};
};

/// One or two turns, the first one first; nothing for other words.
std::optional<QuarterTurn> quarter_turn(std::string_view name);

/// The 23 that change something: about y, x and z, then those that take two turns.
const std::vector<QuarterTurn>& quarter_turns();

}  // namespace vitrine
