#include "render/triangle.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace vitrine::render {
namespace {

/// Distance to the inside of plane `plane`: near, far, and the four sides of the guard band.
double inside_of(int plane, const glm::dvec4& p, double guard_x, double guard_y) {
  switch (plane) {
    case 0:
      return p.z + p.w;
    case 1:
      return p.w - p.z;
    case 2:
      return p.x + guard_x * p.w;
    case 3:
      return guard_x * p.w - p.x;
    case 4:
      return p.y + guard_y * p.w;
    default:
      return guard_y * p.w - p.y;
  }
}

bool usable(const glm::vec4& p) {
  const float most = 1e18f;
  return std::fabs(p.x) < most && std::fabs(p.y) < most && std::fabs(p.z) < most && std::fabs(p.w) < most;
}

int32_t snapped(double pixels) { return static_cast<int32_t>(std::floor(pixels * kUnit + 0.5)); }

}  // namespace

TriangleSetup::TriangleSetup(const Screen& screen, std::vector<Triangle>& triangles, std::vector<Cut>& cuts)
    : screen_(screen),
      triangles_(triangles),
      cuts_(cuts),
      guard_x_(1 + 2.0 * kGuard / screen.width),
      guard_y_(1 + 2.0 * kGuard / screen.height) {}

void TriangleSetup::add(const glm::vec4 (&clip)[3], const uint32_t (&vertex)[3], uint32_t surface,
                        bool counter_clockwise_is_front) {
  if (!usable(clip[0]) || !usable(clip[1]) || !usable(clip[2])) return;
  int crossed = 0;
  for (int plane = 0; plane < 6; ++plane) {
    int outside = 0;
    for (const glm::vec4& p : clip) outside += inside_of(plane, glm::dvec4(p), guard_x_, guard_y_) < 0 ? 1 : 0;
    if (outside == 3) return;
    if (outside > 0) crossed |= 1 << plane;
  }
  const auto outside_picture = [&](auto beyond) { return beyond(clip[0]) && beyond(clip[1]) && beyond(clip[2]); };
  if (outside_picture([](const glm::vec4& p) { return p.x < -p.w; }) ||
      outside_picture([](const glm::vec4& p) { return p.x > p.w; }) ||
      outside_picture([](const glm::vec4& p) { return p.y < -p.w; }) ||
      outside_picture([](const glm::vec4& p) { return p.y > p.w; }))
    return;

  Corner polygon[10] = {
      {glm::dvec4(clip[0]), {1, 0, 0}}, {glm::dvec4(clip[1]), {0, 1, 0}}, {glm::dvec4(clip[2]), {0, 0, 1}}};
  int count = 3;
  for (int plane = 0; plane < 6; ++plane) {
    if ((crossed >> plane & 1) == 0) continue;
    Corner out[10];
    int kept = 0;
    for (int i = 0; i < count; ++i) {
      const Corner &a = polygon[i], &b = polygon[(i + 1) % count];
      const double da = inside_of(plane, a.clip, guard_x_, guard_y_), db = inside_of(plane, b.clip, guard_x_, guard_y_);
      if (da >= 0) out[kept++] = a;
      if ((da >= 0) == (db >= 0)) continue;
      // Always from the inside out, so that neighbours cut their common edge at the same point.
      const Corner &in = da >= 0 ? a : b, &other = da >= 0 ? b : a;
      const double d = da >= 0 ? da : db, t = d / (d - (da >= 0 ? db : da));
      out[kept++] = {in.clip + (other.clip - in.clip) * t, in.weights + (other.weights - in.weights) * t};
    }
    count = kept;
    if (count < 3) return;
    std::copy(out, out + count, polygon);
  }
  for (int i = 1; i + 1 < count; ++i)
    project(polygon[0], polygon[i], polygon[i + 1], crossed == 0, vertex, surface, counter_clockwise_is_front);
}

void TriangleSetup::project(const Corner& a, const Corner& b, const Corner& c, bool whole, const uint32_t (&vertex)[3],
                            uint32_t surface, bool counter_clockwise_is_front) {
  const Corner* corners[3] = {&a, &b, &c};
  Triangle t;
  double depth[3];
  for (int i = 0; i < 3; ++i) {
    const glm::dvec4& clip = corners[i]->clip;
    if (!(clip.w > 0)) return;
    const glm::dvec2 at = screen_.pixel(clip);
    t.x[i] = snapped(at.x), t.y[i] = snapped(at.y);
    t.inv_w[i] = static_cast<float>(1 / clip.w);
    t.vertex[i] = vertex[i];
    depth[i] = screen_.depth(clip);
  }
  int64_t area = int64_t{t.x[1] - t.x[0]} * (t.y[2] - t.y[0]) - int64_t{t.y[1] - t.y[0]} * (t.x[2] - t.x[0]);
  if (area == 0) return;
  // Rows count downwards: what turns to the positive side here is clockwise in the picture.
  t.front = (area < 0) == counter_clockwise_is_front;
  if (culling_ != Culling::kNone && t.front == (culling_ == Culling::kFront)) return;
  int second = 1, third = 2;
  if (area < 0) {
    std::swap(second, third);
    std::swap(t.x[1], t.x[2]), std::swap(t.y[1], t.y[2]), std::swap(t.inv_w[1], t.inv_w[2]);
    std::swap(depth[1], depth[2]);
    area = -area;
  }
  if (whole) {
    t.vertex[1] = vertex[second], t.vertex[2] = vertex[third];
  } else {
    t.cut = static_cast<uint32_t>(cuts_.size());
    cuts_.push_back({{glm::vec3(a.weights), glm::vec3(corners[second]->weights), glm::vec3(corners[third]->weights)}});
  }
  const double scale = double{kUnit} / static_cast<double>(area);
  const double d1 = depth[1] - depth[0], d2 = depth[2] - depth[0];
  t.depth = static_cast<float>(depth[0]);
  t.depth_dx = static_cast<float>((d1 * (t.y[2] - t.y[0]) - d2 * (t.y[1] - t.y[0])) * scale);
  t.depth_dy = static_cast<float>((d2 * (t.x[1] - t.x[0]) - d1 * (t.x[2] - t.x[0])) * scale);
  t.surface = surface;
  triangles_.push_back(t);
}

}  // namespace vitrine::render
