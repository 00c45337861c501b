#include "world/picture/canvas.h"

#include <algorithm>
#include <cmath>

#include "base/portable_math.h"

namespace vitrine::render {
namespace {

/// A job's coordinates as its maps are sampled with.
glm::dvec2 mapped(const WorldJob& job, const glm::dvec2& uv) {
  const glm::dvec2 st = uv * job.uv_scale;
  return glm::dvec2(st.x * job.uv_cos - st.y * job.uv_sin, st.x * job.uv_sin + st.y * job.uv_cos) + job.uv_translate;
}

}  // namespace

void WorldJob::rotate_uv(double angle_rad) { uv_cos = portable::cos(angle_rad), uv_sin = portable::sin(angle_rad); }

glm::dvec3 unit(const glm::dvec3& v) {
  const double length = glm::length(v);
  return length > 0 ? v / length : v;
}

glm::dvec4 texel(const WorldImage& image, double u, double v, bool repeat) {
  const auto place = [&](double at, uint32_t size, uint32_t(&texels)[2]) {
    const double x = at * size - 0.5, low = std::floor(x);
    for (int i = 0; i < 2; ++i) {
      double t = low + i;
      t = repeat ? t - std::floor(t / size) * size : std::clamp(t, 0.0, size - 1.0);
      texels[i] = std::min(static_cast<uint32_t>(t), size - 1);
    }
    return x - low;
  };
  if (!(std::abs(u) < 1e9 && std::abs(v) < 1e9)) return glm::dvec4(0);
  uint32_t xs[2], ys[2];
  const double fx = place(u, image.width, xs), fy = place(v, image.height, ys);
  const auto at = [&](int i, int j) {
    const float* p = image.rgba.data() + (size_t{ys[j]} * image.width + xs[i]) * 4;
    return glm::dvec4(p[0], p[1], p[2], p[3]);
  };
  return glm::mix(glm::mix(at(0, 0), at(1, 0), fx), glm::mix(at(0, 1), at(1, 1), fx), fy);
}

glm::dvec4 slot_value(const WorldSlot& slot, const glm::dvec2& uv, bool repeat, const glm::dvec4& otherwise) {
  if (!slot.given) return otherwise;
  if (slot.image == nullptr) return slot.offset;
  return texel(*slot.image, uv.x, uv.y, repeat) * slot.gain + slot.offset;
}

bool is_seen_from_front(const WorldTriangle& triangle, const glm::dvec3& eye, const WorldHit& hit) {
  return glm::dot(triangle.front, eye - hit.at) >= 0;
}

glm::dvec4 surface_color(const WorldJob& job, const WorldTriangle& triangle, const WorldHit& hit) {
  const glm::dvec2 uv = mapped(job, mixed(triangle.uv, hit));
  const glm::dvec4 texture = slot_value(job.texture, uv, true, glm::dvec4(1));
  const glm::dvec4 detail = slot_value(job.detail, uv * job.detail_scale, true, glm::dvec4(1));
  return texture * job.color * glm::dvec4(glm::dvec3(detail), 1);
}

glm::dvec3 smooth_normal(const WorldTriangle& triangle, const glm::dvec3& eye, const WorldHit& hit) {
  const glm::dvec3 n = unit(mixed(triangle.normal, hit));
  return is_seen_from_front(triangle, eye, hit) ? n : -n;
}

glm::dvec3 bumped_normal(const WorldJob& job, const WorldTriangle& triangle, const glm::dvec3& eye,
                         const WorldHit& hit) {
  const glm::dvec3 n = smooth_normal(triangle, eye, hit);
  if (!job.bump.given) return n;
  const glm::dvec2 uv0 = mapped(job, triangle.uv[0]);
  const glm::dvec2 d1 = mapped(job, triangle.uv[1]) - uv0, d2 = mapped(job, triangle.uv[2]) - uv0;
  const double area = d1.x * d2.y - d2.x * d1.y;
  if (area == 0) return n;
  const glm::dvec3 e1 = triangle.at[1] - triangle.at[0], e2 = triangle.at[2] - triangle.at[0];
  const glm::dvec3 tu = (e1 * d2.y - e2 * d1.y) / area, tv = (e2 * d1.x - e1 * d2.x) / area;
  const glm::dvec3 t = unit(tu - n * glm::dot(n, tu));
  glm::dvec3 b = glm::cross(n, t);
  if (glm::dot(b, tv) > 0) b = -b;
  const glm::dvec4 texel = slot_value(job.bump, mapped(job, mixed(triangle.uv, hit)), true, glm::dvec4(0));
  const glm::dvec3 m = glm::dvec3(texel) * 2.0 - 1.0;
  const glm::dvec3 bumped = t * m.x + b * m.y + n * m.z;
  return glm::length(bumped) < 1e-6 ? n : unit(bumped);
}

glm::dvec4 lightmap_color(const WorldJob& job, const WorldTriangle& triangle, const WorldHit& hit) {
  return slot_value(job.lightmap, mixed(triangle.lightmap_uv, hit), false, glm::dvec4(0));
}

double attenuation(const WorldLamp& lamp, const glm::dvec3& at) {
  const glm::dvec3 way = lamp.at - at;
  const double a = lamp.range > 0 ? std::max(0.0, 1 - glm::dot(way, way) / (lamp.range * lamp.range)) : 0;
  return a * a;
}

glm::dvec3 towards(const WorldLamp& lamp, const glm::dvec3& at, const glm::dvec3& n) {
  return lamp.at == at ? n : unit(lamp.at - at);
}

double gleam_power(double cosine) {
  double power = std::max(0.0, cosine);
  for (int doubling = 0; doubling < 5; ++doubling) power *= power;
  return power;
}

}  // namespace vitrine::render
