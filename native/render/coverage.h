#pragma once
// Which of a pixel's 4 x 4 samples a triangle covers: exact, with the rule that an edge belongs to the triangle below
// or to the right of it, so that triangles with a common edge share every sample without gap or overlap.

#include <algorithm>
#include <cstdint>

#include "render/lanes.h"
#include "render/triangle.h"

namespace vitrine::render {

/// Samples of a pixel: number = 4 * row + column, at 1/8, 3/8, 5/8 and 7/8.
inline constexpr int kSamples = 16, kAllSamples = 0xFFFF;
/// From the middle of a pixel, in units.
inline constexpr int32_t kSampleOffset[4] = {-96, -32, 32, 96};

struct PixelRect {
  int32_t x0 = 0, y0 = 0, x1 = 0, y1 = 0;  ///< up to, not with, x1 and y1
};

/// E(p) = (b - a) x (p - a), positive inside. |E| stays below 2^47, its change within a pixel below 2^29.
struct Edge {
  int64_t value = 0;       ///< at the middle of a pixel; below 0 is outside
  int64_t dx = 0, dy = 0;  ///< per pixel
  int64_t reach = 0;       ///< most that a sample differs from the middle
  I4 row[4];               ///< differences of the samples

  void start(const Triangle& t, int k, int32_t px, int32_t py) {
    const int n = k == 2 ? 0 : k + 1;
    const int64_t ex = t.x[n] - t.x[k], ey = t.y[n] - t.y[k];
    // On the edge itself only the upper and the left one count.
    const bool owns = ey < 0 || (ey == 0 && ex > 0);
    const int64_t mx = int64_t{px} * kUnit + kUnit / 2 - t.x[k], my = int64_t{py} * kUnit + kUnit / 2 - t.y[k];
    value = ex * my - ey * mx - (owns ? 0 : 1);
    dx = -ey * kUnit, dy = ex * kUnit;
    reach = 96 * ((ex < 0 ? -ex : ex) + (ey < 0 ? -ey : ey));
    const auto sx = static_cast<int32_t>(-ey), sy = static_cast<int32_t>(ex);
    const I4 across = I4::of(sx * -96, sx * -32, sx * 32, sx * 96);
    for (int r = 0; r < 4; ++r) row[r] = across + I4::splat(sy * kSampleOffset[r]);
  }
};

/// Calls visit(px, py, mask) for every pixel of `rect` with a covered sample.
template <class Visit>
void visit_covered(const Triangle& t, const PixelRect& rect, Visit&& visit) {
  const auto [x_min, x_max] = std::minmax({t.x[0], t.x[1], t.x[2]});
  const auto [y_min, y_max] = std::minmax({t.y[0], t.y[1], t.y[2]});
  const int32_t x0 = std::max(rect.x0, x_min >> 8), x1 = std::min(rect.x1, (x_max >> 8) + 1);
  const int32_t y0 = std::max(rect.y0, y_min >> 8), y1 = std::min(rect.y1, (y_max >> 8) + 1);
  if (x0 >= x1 || y0 >= y1) return;
  Edge edges[3];
  for (int k = 0; k < 3; ++k) edges[k].start(t, k, x0, y0);
  for (int32_t y = y0; y < y1; ++y) {
    int64_t e0 = edges[0].value, e1 = edges[1].value, e2 = edges[2].value;
    for (int32_t x = x0; x < x1; ++x, e0 += edges[0].dx, e1 += edges[1].dx, e2 += edges[2].dx) {
      if (e0 < -edges[0].reach || e1 < -edges[1].reach || e2 < -edges[2].reach) continue;
      if (e0 >= edges[0].reach && e1 >= edges[1].reach && e2 >= edges[2].reach) {
        visit(x, y, kAllSamples);
        continue;
      }
      // Far inside an edge, any value that stays positive will do.
      const auto near = [](int64_t e) { return I4::splat(static_cast<int32_t>(std::min<int64_t>(e, 1 << 30))); };
      const I4 c0 = near(e0), c1 = near(e1), c2 = near(e2);
      int outside = 0;
      for (int r = 0; r < 4; ++r)
        outside |= signs((c0 + edges[0].row[r]) | (c1 + edges[1].row[r]) | (c2 + edges[2].row[r])) << (4 * r);
      const int mask = ~outside & kAllSamples;
      if (mask != 0) visit(x, y, mask);
    }
    for (Edge& edge : edges) edge.value += edge.dy;
  }
}

}  // namespace vitrine::render
