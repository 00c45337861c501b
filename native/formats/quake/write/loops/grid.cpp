#include "formats/quake/write/loops/grid.h"

#include <algorithm>
#include <cmath>

namespace vitrine::md3_export {

void put_on_grid(const Motion& motion, size_t vertices, Grid& out) {
  for (uint32_t frame = 0; frame < motion.frames; ++frame) {
    double farthest = 0;  // squared
    Bounds bounds;
    for (size_t v = 0; v < vertices; ++v) {
      const glm::dvec3 p(motion.positions[frame * vertices + v]);
      std::array<int16_t, 3>& row = out.rows[frame * vertices + v];
      glm::dvec3 made(0);
      for (int c = 0; c < 3; ++c) {
        // As std::round, which is a call in WebAssembly: a float's steps and a half are exact here.
        const double steps = p[c] * kGridSteps, whole = std::trunc(steps + std::copysign(0.5, steps));
        row[c] = static_cast<int16_t>(std::clamp(whole, -32768.0, 32767.0));
        made[c] = row[c] / kGridSteps;
      }
      const glm::dvec3 off = made - p;
      farthest = std::max(farthest, glm::dot(off, off));
      bounds.add(glm::vec3(made));
    }
    out.error.frames[frame] = std::sqrt(farthest);
    out.boxes[frame] = bounds;
  }
}

void put_rows(const Grid& grid, const Motion& motion, size_t first, std::span<std::array<uint8_t, 8>> out) {
  for (size_t i = 0; i < out.size(); ++i) {
    const auto& [x, y, z] = grid.rows[first + i];
    const auto low = [](int16_t number) { return static_cast<uint8_t>(number); };
    const auto high = [](int16_t number) { return static_cast<uint8_t>(static_cast<uint16_t>(number) >> 8); };
    const auto& [from_z, around] = motion.normals[first + i];
    out[i] = {low(x), high(x), low(y), high(y), low(z), high(z), from_z, around};
  }
}

double reach_of(const Motion& motion) {
  double out = 0;
  for (const glm::vec3& p : motion.positions)
    for (int c = 0; c < 3; ++c) out = std::max(out, std::abs(double{p[c]}));
  return out;
}

}  // namespace vitrine::md3_export
