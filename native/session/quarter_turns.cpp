#include "session/quarter_turns.h"

#include <algorithm>

namespace vitrine {
namespace {

constexpr std::string_view kAxes = "xyz", kAngles[] = {"90", "-90", "180"};

/// Whole numbers throughout, so that a turn adds no rounding.
glm::dmat3 quarter(int axis, int quarters) {
  glm::dmat3 out(1);
  const int a = (axis + 1) % 3, b = (axis + 2) % 3;
  glm::dmat3 once(1);
  once[a][a] = once[b][b] = 0;
  once[a][b] = 1, once[b][a] = -1;
  for (int k = 0; k < quarters; ++k) out = once * out;
  return out;
}

std::optional<QuarterTurn> single(std::string_view name) {
  const size_t axis = name.empty() ? kAxes.npos : kAxes.find(name[0]);
  if (axis == kAxes.npos) return {};
  const auto angle = std::find(std::begin(kAngles), std::end(kAngles), name.substr(1)) - std::begin(kAngles);
  constexpr int kQuarters[] = {1, 3, 2, 0};
  if (kQuarters[angle] == 0) return {};
  return QuarterTurn{std::string(name), quarter(static_cast<int>(axis), kQuarters[angle])};
}

std::vector<QuarterTurn> all_turns() {
  std::vector<QuarterTurn> out;
  for (const char axis : {'y', 'x', 'z'}) {
    for (const std::string_view angle : kAngles) out.push_back(*single(axis + std::string(angle)));
  }
  const size_t singles = out.size();
  for (size_t i = 0; i < singles; ++i) {
    for (size_t k = 0; k < singles; ++k) {
      QuarterTurn both{out[i].name + "," + out[k].name, out[k].matrix * out[i].matrix};
      const auto same = [&](const QuarterTurn& other) { return other.matrix == both.matrix; };
      if (both.matrix != glm::dmat3(1) && std::none_of(out.begin(), out.end(), same)) out.push_back(std::move(both));
    }
  }
  return out;
}

}  // namespace

std::optional<QuarterTurn> quarter_turn(std::string_view name) {
  const size_t comma = name.find(',');
  const auto first = single(name.substr(0, comma));
  if (!first || comma == name.npos) return first;
  const auto second = single(name.substr(comma + 1));
  if (!second) return {};
  return QuarterTurn{std::string(name), second->matrix * first->matrix};
}

const std::vector<QuarterTurn>& quarter_turns() {
  static const std::vector<QuarterTurn> all = all_turns();
  return all;
}

}  // namespace vitrine
