#include "render/backdrop.h"

#include <algorithm>
#include <cmath>

#include "base/portable_math.h"
#include "render/light.h"

namespace vitrine::render {
namespace {

constexpr glm::vec3 rgb(int hex) {
  return {static_cast<float>(hex >> 16) / 255.0f, static_cast<float>(hex >> 8 & 255) / 255.0f,
          static_cast<float>(hex & 255) / 255.0f};
}

constexpr double kNowhere = 1e30;

/// A Gaussian over texels, the page's seventeen steps spread over the smaller map.
std::vector<float> kernel(double step) {
  const int reach = static_cast<int>(8 * step) + 1;
  std::vector<float> weights(static_cast<size_t>(2 * reach + 1), 0);
  double total = 0;
  for (int i = -8; i <= 8; ++i) total += portable::exp(-i * i / 24.0);
  for (int i = -8; i <= 8; ++i) {
    const double weight = portable::exp(-i * i / 24.0) / total, at = i * step, low = std::floor(at);
    const auto index = static_cast<size_t>(static_cast<int>(low) + reach);
    weights[index] += static_cast<float>(weight * (1 - (at - low)));
    if (at > low) weights[index + 1] += static_cast<float>(weight * (at - low));
  }
  return weights;
}

/// to[i] = sum of weights[k] * at(k)[i]: texel by texel in the order of the weights, many texels at once.
template <class At>
void add_weighted(const std::vector<float>& weights, float* to, int size, At&& at) {
  std::fill(to, to + size, 0.0f);
  for (int k = 0; k < static_cast<int>(weights.size()); ++k) {
    const float weight = weights[static_cast<size_t>(k)], *from = at(k);
    for (int i = 0; i < size; ++i) to[i] += weight * from[i];
  }
}

/// Both directions of the blur of a square map; texels past the edge repeat it.
void blur(std::vector<float>& map, int size, const std::vector<float>& weights) {
  const int reach = static_cast<int>(weights.size() / 2);
  const auto row = [size](std::vector<float>& of, int y) { return &of[static_cast<size_t>(y * size)]; };
  std::vector<float> between(map.size()), padded(static_cast<size_t>(size + 2 * reach));
  for (int y = 0; y < size; ++y) {
    const float* texels = row(map, y);
    for (int x = -reach; x < size + reach; ++x)
      padded[static_cast<size_t>(x + reach)] = texels[std::clamp(x, 0, size - 1)];
    add_weighted(weights, row(between, y), size, [&](int k) { return &padded[static_cast<size_t>(k)]; });
  }
  for (int y = 0; y < size; ++y)
    add_weighted(weights, row(map, y), size,
                 [&](int k) { return row(between, std::clamp(y + k - reach, 0, size - 1)); });
}

/// Coverage of grid lines one pixel wide; gives way to nothing where cells are smaller than pixels.
float grid_lines(const glm::dvec2& p, const glm::dvec2& dx, const glm::dvec2& dy, double spacing) {
  float most = 0;
  for (int k = 0; k < 2; ++k) {
    const double cell = p[k] / spacing;
    const auto width = static_cast<float>((std::abs(dx[k]) + std::abs(dy[k])) / spacing);
    const double f = cell - 0.5 - std::floor(cell - 0.5);
    float line = 1 - smoothstep(0, width * 1.2f, static_cast<float>(std::abs(f - 0.5)));
    line *= 1 - smoothstep(0.15f, 0.5f, width);
    most = std::max(most, line);
  }
  return most;
}

}  // namespace

const Look& look_of(Backdrop backdrop) {
  static const Look dark{rgb(0x1d1f23), rgb(0x363a41), rgb(0x1f2226), rgb(0xa9b4c2), 0.22f, 0.85f};
  static const Look light{rgb(0xd3d4d3), rgb(0xececea), rgb(0xf6f6f4), rgb(0x5d6672), 0.3f, 0.62f};
  return backdrop == Backdrop::kDark ? dark : light;
}

Ray ray_of(const View& view, double x, double y) {
  const glm::dvec3 aside = view.right * (x * view.half_width) + view.up * (y * view.half_height);
  return view.perspective ? Ray{view.origin, view.look + aside} : Ray{view.origin + aside, view.look};
}

glm::vec3 backdrop_color(const Look& look, const View& view, double x, double y) {
  const glm::dvec3 along = ray_of(view, x, y).direction;
  const auto rise = static_cast<float>(along.y / std::sqrt(glm::dot(along, along)));
  const glm::vec3& end = rise < 0 ? look.floor : look.wall;
  const float part = rise < 0 ? smoothstep(0, 0.75f, -rise) : smoothstep(0, 0.55f, rise);
  const glm::vec3 color = look.horizon + (end - look.horizon) * part;
  return color * static_cast<float>(1 - 0.05 * (x * x + y * y));
}

float dither(int32_t px, int32_t py) {
  const auto fraction = [](float x) { return x - std::floor(x); };
  const float at = (static_cast<float>(px) + 0.5f) * 0.06711056f + (static_cast<float>(py) + 0.5f) * 0.00583715f;
  return (fraction(52.9829189f * fraction(at)) - 0.5f) / 255.0f;
}

ContactShadow::ContactShadow(const Model& model, const Framing& framing)
    : x_(framing.center.x),
      z_(framing.center.z),
      half_(std::max(framing.max.x - framing.min.x, framing.max.z - framing.min.z) * 0.5 + framing.radius * 0.45),
      map_(size_t{kSize} * kSize, glm::vec2(0)) {
  // The lowest point over each texel.
  std::vector<float> lowest(map_.size(), static_cast<float>(kNowhere));
  const double scale = kSize / (2 * half_), rise = 1 / framing.radius;
  for (const Surface& surface : model.surfaces) {
    if (!surface.casts_shadow) continue;
    const std::vector<glm::vec3>& world = model.meshes[surface.mesh].world;
    for (size_t i = 0; i + 2 < surface.indices.size(); i += 3) {
      double u[3], v[3], h[3];
      bool usable = true;
      for (int k = 0; k < 3; ++k) {
        const glm::dvec3 p(world[surface.indices[i + static_cast<size_t>(k)]]);
        u[k] = (p.x - x_) * scale + kSize / 2, v[k] = (p.z - z_) * scale + kSize / 2;
        h[k] = (p.y - framing.min.y) * rise;
        usable = usable && std::abs(u[k]) < 1e6 && std::abs(v[k]) < 1e6 && std::abs(h[k]) < 1e6;
      }
      if (!usable) continue;
      const auto first = [](double a, double b, double c) {
        return static_cast<int>(std::ceil(std::max(0.0, std::min({a, b, c}) - 0.5)));
      };
      const auto last = [](double a, double b, double c) {
        return static_cast<int>(std::floor(std::min(kSize - 1.0, std::max({a, b, c}) - 0.5)));
      };
      const int x0 = first(u[0], u[1], u[2]), x1 = last(u[0], u[1], u[2]);
      const int y0 = first(v[0], v[1], v[2]), y1 = last(v[0], v[1], v[2]);
      if (x0 > x1 || y0 > y1) continue;
      const double area = (u[1] - u[0]) * (v[2] - v[0]) - (v[1] - v[0]) * (u[2] - u[0]);
      if (area == 0) continue;
      const double inverse = 1 / area;
      // Holes of the image let the light through.
      const Texture* holes = surface.cutoff >= 0 && !surface.uv.empty() ? surface.texture : nullptr;
      glm::vec2 corner[3] = {}, across(0), down(0);
      if (holes != nullptr) {
        const glm::vec2 offset(surface.uv_transform), size(surface.uv_transform.z, surface.uv_transform.w);
        for (size_t k = 0; k < 3; ++k) corner[k] = surface.uv[surface.indices[i + k]] * size + offset;
        const glm::vec2 first_edge = corner[1] - corner[0], second_edge = corner[2] - corner[0];
        across = first_edge * static_cast<float>((v[2] - v[0]) * inverse) -
                 second_edge * static_cast<float>((v[1] - v[0]) * inverse);
        down = second_edge * static_cast<float>((u[1] - u[0]) * inverse) -
               first_edge * static_cast<float>((u[2] - u[0]) * inverse);
      }
      for (int y = y0; y <= y1; ++y) {
        for (int x = x0; x <= x1; ++x) {
          const double px = x + 0.5, py = y + 0.5;
          const double b = ((u[0] - u[2]) * (py - v[2]) - (v[0] - v[2]) * (px - u[2])) * inverse;
          const double c = ((u[1] - u[0]) * (py - v[0]) - (v[1] - v[0]) * (px - u[0])) * inverse;
          const double a = 1 - b - c;
          if (a < 0 || b < 0 || c < 0) continue;
          if (holes != nullptr) {
            const glm::vec2 at = corner[0] * static_cast<float>(a) + corner[1] * static_cast<float>(b) +
                                 corner[2] * static_cast<float>(c);
            if (holes->sample(at, across, down, surface.clamp).w * surface.diffuse.w < surface.cutoff) continue;
          }
          float& low = lowest[static_cast<size_t>(y * kSize + x)];
          low = std::min(low, static_cast<float>(a * h[0] + b * h[1] + c * h[2]));
        }
      }
    }
  }
  std::vector<float> contact(map_.size(), 0.0f), wide(map_.size(), 0.0f);
  for (size_t i = 0; i < map_.size(); ++i) {
    if (lowest[i] >= static_cast<float>(kNowhere)) continue;
    const double h = std::max(lowest[i], 0.0f), e = portable::exp(-3 * h);
    contact[i] = static_cast<float>(e * e * e * e), wide[i] = static_cast<float>(e * 0.8);
  }
  // Contact stays crisp, what is higher spreads.
  blur(contact, kSize, kernel(0.3));
  blur(wide, kSize, kernel(1.3));
  for (size_t i = 0; i < map_.size(); ++i) map_[i] = glm::vec2(contact[i], wide[i]);
}

float ContactShadow::at(double x, double z) const {
  const double u = (x - x_) / half_ * 0.5 + 0.5, v = (z - z_) / half_ * 0.5 + 0.5;
  if (!(u >= 0 && u <= 1 && v >= 0 && v <= 1)) return 0;
  const double px = u * kSize - 0.5, py = v * kSize - 0.5, x_low = std::floor(px), y_low = std::floor(py);
  const auto fx = static_cast<float>(px - x_low), fy = static_cast<float>(py - y_low);
  const auto texel = [&](double column, double row) -> const glm::vec2& {
    const int c = std::clamp(static_cast<int>(column), 0, kSize - 1),
              r = std::clamp(static_cast<int>(row), 0, kSize - 1);
    return map_[static_cast<size_t>(r * kSize + c)];
  };
  const glm::vec2 top = texel(x_low, y_low) * (1 - fx) + texel(x_low + 1, y_low) * fx;
  const glm::vec2 bottom = texel(x_low, y_low + 1) * (1 - fx) + texel(x_low + 1, y_low + 1) * fx;
  const glm::vec2 occlusion = top * (1 - fy) + bottom * fy;
  return 1 - (1 - 0.72f * occlusion.x) * (1 - 0.55f * occlusion.y);
}

PixelRect ContactShadow::reach(const Screen& screen, double y) const {
  glm::dvec2 least(screen.width, screen.height), most(0);
  for (const double x : {x_ - half_, x_ + half_}) {
    for (const double z : {z_ - half_, z_ + half_}) {
      const glm::dvec4 clip = screen.clip({x, y, z});
      // Of a square that lies partly behind the eye the corners say little.
      if (!(clip.w > 0)) return {0, 0, screen.width, screen.height};
      const glm::dvec2 pixel = screen.pixel(clip);
      least = glm::min(least, pixel), most = glm::max(most, pixel);
    }
  }
  const auto within = [](double x, int32_t end) { return x > 0 ? x < end ? static_cast<int32_t>(x) : end : 0; };
  return {within(least.x - 1, screen.width), within(least.y - 1, screen.height), within(most.x + 2, screen.width),
          within(most.y + 2, screen.height)};
}

double grid_spacing(double radius) {
  const double wanted = std::max(radius, 1e-6) / 4;
  double power = 1;
  while (power > wanted) power /= 10;
  while (power * 10 <= wanted && power < 1e300) power *= 10;
  const double factor = wanted / power;
  return power * (factor < 2 ? 1 : factor < 5 ? 2 : 5);
}

Ground::Point Ground::at(const View& view, const Screen& screen, int32_t px, int32_t py) const {
  Point out;
  // How far along a ray the floor lies, in units of depth; its inverse changes evenly over a picture with perspective.
  const auto steps = [&](double x, double y, glm::dvec2& place, double& depth) {
    const Ray ray = ray_of(view, x / screen.width * 2 - 1, 1 - y / screen.height * 2);
    const double fall = center.y - ray.origin.y, t = fall / ray.direction.y;
    place = {ray.origin.x + ray.direction.x * t, ray.origin.z + ray.direction.z * t};
    // As Screen::depth.
    depth = view.perspective
                ? ray.direction.y / fall
                : 0.5 - 0.5 * (2 * t - view.near_plane - view.far_plane) / (view.far_plane - view.near_plane);
  };
  glm::dvec2 here, beside, below;
  double depth = 0, depth_x = 0, depth_y = 0;
  steps(px + 0.5, py + 0.5, here, depth);
  const double least = view.perspective ? 1 / view.far_plane : 0, most = view.perspective ? 1 / view.near_plane : 1;
  if (!(depth > least && depth < most)) return out;
  if (!(std::abs(here.x - center.x) <= extent && std::abs(here.y - center.z) <= extent)) return out;
  float dark = shadow != nullptr ? shadow->at(here.x, here.y) * look.shadow : 0;
  float lines = 0;
  if (!grid && dark < 1.0f / 1024) return out;
  steps(px + 1.5, py + 0.5, beside, depth_x);
  steps(px + 0.5, py + 1.5, below, depth_y);
  if (grid) {
    const glm::dvec2 away(here.x - center.x, here.y - center.z);
    const auto distance = static_cast<float>(std::sqrt(glm::dot(away, away)) / extent);
    const float fade = 1 - smoothstep(0.25f, 1, distance);
    lines = std::max(grid_lines(here, beside - here, below - here, spacing) * 0.45f,
                     grid_lines(here, beside - here, below - here, spacing * 5)) *
            look.grid * fade;
  }
  out.color = glm::vec4(look.line * (lines * (1 - dark)), 1 - (1 - lines) * (1 - dark));
  out.depth = static_cast<float>(depth);
  out.depth_dx = static_cast<float>(depth_x - depth), out.depth_dy = static_cast<float>(depth_y - depth);
  return out;
}

PixelRect Ground::reach(const Screen& screen) const {
  if (grid) return {0, 0, screen.width, screen.height};
  return shadow != nullptr ? shadow->reach(screen, center.y) : PixelRect{};
}

}  // namespace vitrine::render
