#include "convert/space.h"

namespace vitrine {
std::optional<glm::vec3> direction_of(const std::string& text) {
  if (text.size() != 2 || (text[0] != '+' && text[0] != '-') || text[1] < 'x' || text[1] > 'z') return {};
  glm::vec3 out(0);
  out[text[1] - 'x'] = text[0] == '+' ? 1 : -1;
  return out;
}

Space::Space(const Scene& scene, const SpaceOptions& options) {
  Axes from = scene.axes;
  if (const auto front = direction_of(options.front)) from.forward = *front;
  map_ = axis_map(from, options.axes);
  scale_ = options.scale;
  if (options.units_per_metre <= 0 || from.engine_units) return;
  const double unit_m = from.unit_m > 0 && std::isfinite(from.unit_m) ? from.unit_m : 1;
  scale_ *= unit_m * options.units_per_metre;
}

}  // namespace vitrine
