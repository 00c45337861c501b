#include "export/md5/space.h"

#include <algorithm>

namespace vitrine::md5_export {
namespace {

constexpr Axes kMd5Axes{Up::kZ, Handedness::kRight, FrontFace::kClockwise, {1, 0, 0}, 1, true};

/// Formats of games state no unit: their numbers are the engine's already.
bool states_unit(const Scene& scene) {
  return std::none_of(scene.files.begin(), scene.files.end(),
                      [](const SourceFile& file) { return file.format == "md5" || file.format == "iqm"; });
}

}  // namespace

std::optional<glm::vec3> direction_of(const std::string& text) {
  if (text.size() != 2 || (text[0] != '+' && text[0] != '-') || text[1] < 'x' || text[1] > 'z') return {};
  glm::vec3 out(0);
  out[text[1] - 'x'] = text[0] == '+' ? 1 : -1;
  return out;
}

Space::Space(const Scene& scene, const Md5WriteOptions& options) {
  Axes from = scene.axes;
  if (const auto front = direction_of(options.front)) from.forward = *front;
  map_ = axis_map(from, kMd5Axes);
  scale_ = options.scale;
  if (options.units_per_metre <= 0 || !states_unit(scene)) return;
  const double unit_m = from.unit_m > 0 && std::isfinite(from.unit_m) ? from.unit_m : 1;
  scale_ *= unit_m * options.units_per_metre;
}

}  // namespace vitrine::md5_export
