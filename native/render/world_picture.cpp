#include "render/world_picture.h"

#include <algorithm>
#include <cmath>

#include "render/world_casters.h"
#include "render/world_glyphs.h"

namespace vitrine::render {
namespace {

/// Depths of one plane, computed from different triangles, differ by rounding.
constexpr double kSameDepth = 1e-9;
/// How far towards the camera the point stands that a light must see.
constexpr double kHair = 1e-7;

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

glm::dvec4 value(const WorldSlot& slot, const glm::dvec2& uv, bool repeat, const glm::dvec4& otherwise) {
  if (!slot.given) return otherwise;
  if (slot.image == nullptr) return slot.offset;
  return texel(*slot.image, uv.x, uv.y, repeat) * slot.gain + slot.offset;
}

/// A job's coordinates as its maps are sampled with.
glm::dvec2 mapped(const WorldJob& job, const glm::dvec2& uv) {
  const glm::dvec2 st = uv * job.uv_scale;
  const double c = std::cos(job.uv_rotate_rad), s = std::sin(job.uv_rotate_rad);
  return glm::dvec2(st.x * c - st.y * s, st.x * s + st.y * c) + job.uv_translate;
}

/// One pixel of one triangle.
struct Hit {
  size_t pixel = 0;
  double depth = 0;
  glm::dvec3 at{0}, weights{0};
};

class Canvas {
 public:
  /// `width` and `height`: pixels of this canvas; what is seen follows from those of the picture.
  Canvas(const WorldPicture& picture, const WorldSwitch& which, uint32_t width, uint32_t height)
      : picture_(picture), which_(which), width_(width), height_(height) {
    dir_ = unit(picture.dir);
    glm::dvec3 up = unit(picture.up);
    for (const glm::dvec3& other : {glm::dvec3(0, 0, 1), glm::dvec3(1, 0, 0)}) {
      if (glm::length(glm::cross(dir_, up)) < 1e-9) up = other;
    }
    right_ = unit(glm::cross(dir_, up));
    up_ = glm::cross(right_, dir_);
    const double half = std::tan(picture.fov_rad / 2);
    slope_ = {half * picture.width / picture.height, half};
    const size_t pixels = size_t{width} * height;
    colors_.assign(pixels, glm::dvec4(0));
    depth_.assign(pixels, HUGE_VAL);
  }

  std::vector<glm::dvec3> run() {
    if (picture_.mode == WorldMode::kWireframe) {
      for (const WorldLine& line : picture_.lines) draw_line(line);
      return {colors_.begin(), colors_.end()};
    }
    if (picture_.mode == WorldMode::kFake) {
      run_fake();
      return {colors_.begin(), colors_.end()};
    }
    const size_t end = entries_end();
    for (size_t i = 0; i < end; ++i) run(picture_.entries[i]);
    return {colors_.begin(), colors_.end()};
  }

 private:
  size_t entries_end() const {
    size_t end = std::min(which_.steps, picture_.entries.size());
    if (which_.after < 0) return end;
    while (end != 0 && static_cast<int>(picture_.entries[end - 1].phase) > which_.after) --end;
    return end;
  }

  void run(const WorldEntry& entry) {
    const bool is_off = (which_.off >> static_cast<int>(entry.phase) & 1) != 0;
    const bool is_solo = which_.solo == static_cast<int>(entry.phase);
    if (entry.phase == WorldPhase::kLightmap) return run_lightmap(picture_.jobs[entry.index], is_off);
    const bool feeds = which_.solo == static_cast<int>(WorldPhase::kSpecular) && entry.phase == WorldPhase::kLight;
    if (is_off || (which_.solo >= 0 && !is_solo && !feeds)) return;
    if (entry.is_effect) return run_effect(picture_.effects[entry.index]);
    switch (entry.phase) {
      case WorldPhase::kPrebump:
        return run_prebump(picture_.jobs[entry.index]);
      case WorldPhase::kLight:
        if (entry.pass != pass_ || entry.rank != rank_) casters_.clear(), casters_ready_ = false;
        pass_ = entry.pass, rank_ = entry.rank;
        if (entry.is_shadow) {
          for (const WorldTriangle& triangle : picture_.jobs[entry.index].triangles) casters_.add(triangle.at);
          casters_ready_ = false;
          return;
        }
        return run_light(picture_.jobs[entry.index], picture_.lamps[entry.rank], feeds);
      case WorldPhase::kMul:
        return each(picture_.jobs[entry.index].triangles, true, [&](const WorldTriangle& triangle, const Hit& hit) {
          const WorldJob& job = picture_.jobs[entry.index];
          multiply(hit, glm::dvec3(surface(job, triangle, hit)));
        });
      case WorldPhase::kSpecular:
        for (glm::dvec4& c : colors_) c = glm::dvec4(glm::dvec3(c) + c.w, c.w);
        return;
      case WorldPhase::kAdd:
        return run_add(picture_.jobs[entry.index]);
      default:
        return run_extra(picture_.jobs[entry.index]);
    }
  }

  // -- coverage

  glm::dvec3 seen(const glm::dvec3& p) const {
    const glm::dvec3 v = p - picture_.eye;
    return {glm::dot(v, right_), glm::dot(v, up_), glm::dot(v, dir_)};
  }

  /// Right, up, along the view: where a pixel's centre looks, per unit of depth.
  glm::dvec3 ray_of(int x, int y) const {
    return {(2 * (x + 0.5) / width_ - 1) * slope_.x, (1 - 2 * (y + 0.5) / height_) * slope_.y, 1};
  }

  /// Pixels that the visible part of a triangle may cover: first and last column and row.
  bool bounds(const std::array<glm::dvec3, 3>& v, std::array<int, 4>& box) const {
    glm::dvec2 low(HUGE_VAL), high(-HUGE_VAL);
    const auto add = [&](const glm::dvec3& p) {
      const glm::dvec2 at = glm::dvec2(p) / (p.z * slope_);
      low = glm::min(low, at), high = glm::max(high, at);
    };
    for (size_t i = 0; i < 3; ++i) {
      const glm::dvec3 &a = v[i], &b = v[(i + 1) % 3];
      if (a.z >= picture_.near) add(a);
      if ((a.z >= picture_.near) != (b.z >= picture_.near)) {
        const glm::dvec3 cut = glm::mix(a, b, (picture_.near - a.z) / (b.z - a.z));
        add({cut.x, cut.y, picture_.near});
      }
    }
    const auto column = [&](double x) { return (x + 1) / 2 * width_ - 0.5; };
    const auto row = [&](double y) { return (1 - y) / 2 * height_ - 0.5; };
    const double x0 = std::max(std::floor(column(low.x)), 0.0), y0 = std::max(std::floor(row(high.y)), 0.0);
    const double x1 = std::min(std::ceil(column(high.x)), width_ - 1.0);
    const double y1 = std::min(std::ceil(row(low.y)), height_ - 1.0);
    if (!(x0 <= x1 && y0 <= y1)) return false;
    box = {static_cast<int>(x0), static_cast<int>(x1), static_cast<int>(y0), static_cast<int>(y1)};
    return true;
  }

  /// Calls `shade` for each pixel whose centre the triangle covers, at `near` or beyond, of either side.
  template <typename Shade>
  void cover(const std::array<glm::dvec3, 3>& points, Shade&& shade) {
    const std::array<glm::dvec3, 3> v{seen(points[0]), seen(points[1]), seen(points[2])};
    std::array<int, 4> box{};
    if (!bounds(v, box)) return;
    std::array<glm::dvec3, 3> edge{glm::cross(v[1], v[2]), glm::cross(v[2], v[0]), glm::cross(v[0], v[1])};
    double volume = glm::dot(v[0], edge[0]);
    if (volume == 0 || !std::isfinite(volume)) return;
    if (volume < 0) {
      volume = -volume;
      for (glm::dvec3& e : edge) e = -e;
    }
    for (int y = box[2]; y <= box[3]; ++y) {
      for (int x = box[0]; x <= box[1]; ++x) {
        const glm::dvec3 ray = ray_of(x, y);
        glm::dvec3 weights;
        bool is_inside = true;
        for (size_t i = 0; i < 3 && is_inside; ++i) {
          const double w = weights[static_cast<int>(i)] = glm::dot(edge[i], ray);
          // An edge through the very centre belongs to one of its two triangles.
          is_inside = w > 0 || (w == 0 && (edge[i].x > 0 || (edge[i].x == 0 && edge[i].y > 0)));
        }
        if (!is_inside) continue;
        const double sum = weights.x + weights.y + weights.z;
        const double depth = volume / sum;
        if (!(depth >= picture_.near)) continue;
        const glm::dvec3 at = picture_.eye + (right_ * ray.x + up_ * ray.y + dir_) * depth;
        shade(Hit{static_cast<size_t>(y) * width_ + static_cast<size_t>(x), depth, at, weights / sum});
      }
    }
  }

  bool is_before(const Hit& hit) const { return hit.depth < depth_[hit.pixel] * (1 - kSameDepth); }
  bool is_not_behind(const Hit& hit) const { return hit.depth <= depth_[hit.pixel] * (1 + kSameDepth); }

  template <typename Shade>
  void each(const std::vector<WorldTriangle>& triangles, bool lequal, Shade&& shade) {
    for (const WorldTriangle& triangle : triangles) {
      cover(triangle.at, [&](const Hit& hit) {
        if (lequal ? is_not_behind(hit) : is_before(hit)) shade(triangle, hit);
      });
    }
  }

  // -- surfaces

  template <typename T>
  static T mixed(const std::array<T, 3>& corner, const Hit& hit) {
    return corner[0] * hit.weights.x + corner[1] * hit.weights.y + corner[2] * hit.weights.z;
  }

  bool is_front(const WorldTriangle& triangle, const Hit& hit) const {
    return glm::dot(triangle.front, picture_.eye - hit.at) >= 0;
  }

  glm::dvec4 surface(const WorldJob& job, const WorldTriangle& triangle, const Hit& hit) const {
    const glm::dvec2 uv = mapped(job, mixed(triangle.uv, hit));
    const glm::dvec4 texture = value(job.texture, uv, true, glm::dvec4(1));
    const glm::dvec4 detail = value(job.detail, uv * job.detail_scale, true, glm::dvec4(1));
    return texture * job.color * glm::dvec4(glm::dvec3(detail), 1);
  }

  /// Turned to the viewer, without the bump map.
  glm::dvec3 smooth_normal(const WorldTriangle& triangle, const Hit& hit) const {
    const glm::dvec3 n = unit(mixed(triangle.normal, hit));
    return is_front(triangle, hit) ? n : -n;
  }

  glm::dvec3 normal(const WorldJob& job, const WorldTriangle& triangle, const Hit& hit) const {
    const glm::dvec3 n = smooth_normal(triangle, hit);
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
    const glm::dvec4 texel = value(job.bump, mapped(job, mixed(triangle.uv, hit)), true, glm::dvec4(0));
    const glm::dvec3 m = glm::dvec3(texel) * 2.0 - 1.0;
    const glm::dvec3 bumped = t * m.x + b * m.y + n * m.z;
    return glm::length(bumped) < 1e-6 ? n : unit(bumped);
  }

  static double attenuation(const WorldLamp& lamp, const glm::dvec3& at) {
    const glm::dvec3 way = lamp.at - at;
    const double a = lamp.range > 0 ? std::max(0.0, 1 - glm::dot(way, way) / (lamp.range * lamp.range)) : 0;
    return a * a;
  }
  static glm::dvec3 towards(const WorldLamp& lamp, const glm::dvec3& at, const glm::dvec3& n) {
    return lamp.at == at ? n : unit(lamp.at - at);
  }

  // -- phases

  void multiply(const Hit& hit, const glm::dvec3& factor) {
    glm::dvec4& c = colors_[hit.pixel];
    c = glm::dvec4(glm::dvec3(c) * factor, c.w);
  }
  void add(const Hit& hit, const glm::dvec3& value, double gleam = 0) {
    colors_[hit.pixel] += glm::dvec4(value, gleam);
  }

  void run_lightmap(const WorldJob& job, bool is_off) {
    const auto solo = static_cast<WorldPhase>(which_.solo);
    const bool is_alone = which_.solo >= 0 && solo != WorldPhase::kLightmap;
    const double neutral = is_alone && (solo == WorldPhase::kPrebump || solo == WorldPhase::kMul) ? 1 : 0;
    each(job.triangles, false, [&](const WorldTriangle& triangle, const Hit& hit) {
      const glm::dvec4 light = value(job.lightmap, mixed(triangle.lightmap_uv, hit), false, glm::dvec4(0));
      colors_[hit.pixel] = glm::dvec4(is_off || is_alone ? glm::dvec3(neutral) : glm::dvec3(light), 0);
      depth_[hit.pixel] = hit.depth;
    });
  }

  void run_prebump(const WorldJob& job) {
    each(job.triangles, true, [&](const WorldTriangle& triangle, const Hit& hit) {
      const glm::dvec3 n = normal(job, triangle, hit);
      double sum = 0, reached = 0;
      int count = 0;
      for (size_t rank = 0; rank < picture_.lamps.size() && count < 4; ++rank) {
        if ((job.lights >> rank & 1) == 0) continue;
        ++count;
        const WorldLamp& lamp = picture_.lamps[rank];
        const double a = attenuation(lamp, hit.at);
        reached += a;
        sum += a * std::max(0.0, glm::dot(n, towards(lamp, hit.at, n)));
      }
      multiply(hit, glm::dvec3(std::min(1.0, sum + std::max(0.0, 1 - reached))));
    });
  }

  void run_light(const WorldJob& job, const WorldLamp& lamp, bool gleams_only) {
    if (!casters_ready_) casters_.build(), casters_ready_ = true;
    each(job.triangles, true, [&](const WorldTriangle& triangle, const Hit& hit) {
      const double a = attenuation(lamp, hit.at);
      if (a == 0 || is_shadowed(lamp, hit)) return;
      const glm::dvec3 n = normal(job, triangle, hit), l = towards(lamp, hit.at, n);
      const glm::dvec3 v = unit(picture_.eye - hit.at), h = unit(l + v);
      const double facing = std::max(0.0, glm::dot(n, l)) * a;
      double gleam = 0;
      if (job.gleams) gleam = lamp.color.w * job.specular * facing * std::pow(std::max(0.0, glm::dot(n, h)), 32);
      add(hit, gleams_only ? glm::dvec3(0) : glm::dvec3(lamp.color) * facing, gleam);
    });
  }

  /// Of the surface in the depth buffer, not of what is drawn before it.
  bool is_shadowed(const WorldLamp& lamp, const Hit& hit) const {
    const double depth = depth_[hit.pixel];
    if (!(depth < HUGE_VAL)) return false;
    const glm::dvec3 at = picture_.eye + (hit.at - picture_.eye) * (depth / hit.depth * (1 - kHair));
    return casters_.meets(lamp.at, at);
  }

  void run_add(const WorldJob& job) {
    each(job.triangles, true, [&](const WorldTriangle& triangle, const Hit& hit) {
      const glm::dvec3 n = normal(job, triangle, hit), i = unit(hit.at - picture_.eye);
      const glm::dvec3 r = i - n * (2 * glm::dot(n, i));
      const glm::dvec3 view(glm::dot(r, right_), glm::dot(r, up_), -glm::dot(r, dir_));
      const double m = std::max(2 * std::sqrt(view.x * view.x + view.y * view.y + (view.z + 1) * (view.z + 1)), 1e-9);
      add(hit, glm::dvec3(value(job.env, {0.5 + view.x / m, 0.5 - view.y / m}, false, glm::dvec4(0))));
    });
  }

  void run_extra(const WorldJob& job) {
    blend(job, [&](const WorldTriangle& triangle, const Hit& hit) { return surface(job, triangle, hit); });
  }

  /// Lays what `source` gives over the picture as the job's blend says.
  template <typename Source>
  void blend(const WorldJob& job, Source&& source) {
    const auto draw = [&](const WorldTriangle& triangle, const Hit& hit) {
      const glm::dvec4 c = source(triangle, hit);
      const glm::dvec3 rgb(c), old(colors_[hit.pixel]);
      switch (job.blend) {
        case WorldBlend::kOpaque:
          depth_[hit.pixel] = hit.depth;
          return put(hit, rgb);
        case WorldBlend::kAdd:
          return add(hit, rgb * c.w);
        case WorldBlend::kAlpha:
          return put(hit, old + (rgb - old) * c.w);
        case WorldBlend::kMultiply:
          return multiply(hit, 1.0 + (rgb - 1.0) * c.w);
      }
    };
    if (job.blend != WorldBlend::kAlpha) return each(job.triangles, true, draw);
    for (const bool front : {false, true}) {
      each(job.triangles, true, [&](const WorldTriangle& triangle, const Hit& hit) {
        if (is_front(triangle, hit) == front) draw(triangle, hit);
      });
    }
  }

  void put(const Hit& hit, const glm::dvec3& rgb) { colors_[hit.pixel] = glm::dvec4(rgb, colors_[hit.pixel].w); }

  // -- effects

  void run_effect(const WorldEffect& effect) {
    const glm::dvec3 color(effect.color);
    const double s = effect.amount * effect.color.w;
    switch (effect.kind) {
      case WorldEffect::Kind::kParticles:
        for (const glm::dvec3& position : effect.positions) draw_sprite(effect, position);
        return;
      case WorldEffect::Kind::kText:
        return draw_text(effect);
      case WorldEffect::Kind::kTint:
        for (glm::dvec4& c : colors_) c *= glm::dvec4(1.0 + s * (color - 1.0), 1);
        return;
      case WorldEffect::Kind::kAdd:
        for (glm::dvec4& c : colors_) c += glm::dvec4(s * color, 0);
        return;
      case WorldEffect::Kind::kFade:
        for (glm::dvec4& c : colors_) c += glm::dvec4((color - glm::dvec3(c)) * s, 0);
        return;
      case WorldEffect::Kind::kNothing:
        return;
    }
  }

  template <typename Shade>
  void cover_quad(const std::array<glm::dvec3, 4>& corner, Shade&& shade) {
    for (const std::array<glm::dvec3, 3>& triangle : {std::array<glm::dvec3, 3>{corner[0], corner[1], corner[2]},
                                                      std::array<glm::dvec3, 3>{corner[0], corner[2], corner[3]}}) {
      cover(triangle, [&](const Hit& hit) {
        if (is_not_behind(hit)) shade(hit);
      });
    }
  }

  void draw_sprite(const WorldEffect& effect, const glm::dvec3& position) {
    const glm::dvec3 centre(effect.matrix * glm::dvec4(position, 1));
    const double half = effect.size / 2;
    if (glm::dot(centre - picture_.eye, dir_) < picture_.near || !(half > 0)) return;
    const glm::dvec3 x = right_ * half, y = up_ * half;
    cover_quad({centre - x - y, centre + x - y, centre + x + y, centre - x + y}, [&](const Hit& hit) {
      const glm::dvec3 away = hit.at - centre;
      const double u = glm::dot(away, right_) / half, v = glm::dot(away, up_) / half;
      const double falloff = std::max(0.0, 1 - u * u - v * v);
      add(hit, glm::dvec3(effect.color) * (effect.color.w * falloff * falloff));
    });
  }

  void draw_text(const WorldEffect& effect) {
    const double cell = effect.size / kCapCells;
    double pen_x = 0, pen_y = 0;
    for (size_t at = 0; at < effect.text.size();) {
      const uint32_t character = next_character(effect.text, at);
      if (character == '\n') pen_x = 0, pen_y -= kLineCells;
      if (character < 32) continue;
      const Glyph shape = glyph(character);
      for (const Quad& quad : shape.quads) {
        const auto corner = [&](int x, int y) {
          return glm::dvec3(effect.matrix * glm::dvec4((pen_x + x) * cell, (pen_y + y) * cell, 0, 1));
        };
        cover_quad(
            {corner(quad.x0, quad.y0), corner(quad.x1, quad.y0), corner(quad.x1, quad.y1), corner(quad.x0, quad.y1)},
            [&](const Hit& hit) {
              const glm::dvec3 old(colors_[hit.pixel]);
              put(hit, old + (glm::dvec3(effect.color) - old) * effect.color.w);
            });
      }
      pen_x += shape.width + kGapCells;
    }
  }

  /// The text of a document is valid UTF-8.
  static uint32_t next_character(const std::string& text, size_t& at) {
    const auto first = static_cast<uint8_t>(text[at++]);
    if (first < 0x80) return first;
    while (at < text.size() && (static_cast<uint8_t>(text[at]) & 0xC0) == 0x80) ++at;
    return 0xFFFD;  // all of them draw the same box
  }

  // -- fake lighting: a mask of three shadows, then base and texture

  /// One channel per chosen light: 0 where its shadow falls.
  std::vector<glm::dvec3> draw_mask() {
    std::vector<glm::dvec3> mask(colors_.size(), glm::dvec3(1));
    for (const WorldJob& job : picture_.jobs) {
      if (!job.is_lit) continue;
      each(job.triangles, false, [&](const WorldTriangle&, const Hit& hit) { depth_[hit.pixel] = hit.depth; });
    }
    for (size_t i = 0; i < picture_.chosen.size() && picture_.shadows; ++i) {
      const WorldLamp& lamp = picture_.lamps[picture_.chosen[i]];
      if (!lamp.casts) continue;
      casters_.clear();
      for (const WorldJob& job : picture_.jobs) {
        if (!job.is_lit || !job.casts || (job.lights >> picture_.chosen[i] & 1) == 0) continue;
        for (const WorldTriangle& triangle : job.triangles) casters_.add(triangle.at);
      }
      casters_.build();
      for (size_t pixel = 0; pixel < mask.size(); ++pixel) {
        if (!(depth_[pixel] < HUGE_VAL)) continue;
        const glm::dvec3 ray = ray_of(static_cast<int>(pixel % width_), static_cast<int>(pixel / width_));
        const glm::dvec3 way = right_ * ray.x + up_ * ray.y + dir_;
        if (casters_.meets(lamp.at, picture_.eye + way * (depth_[pixel] * (1 - kHair))))
          mask[pixel][static_cast<int>(i)] = 0;
      }
    }
    for (uint32_t round = 0; round < picture_.blur; ++round) mask = softened(softened(mask, 1, 0), 0, 1);
    return mask;
  }

  std::vector<glm::dvec3> softened(const std::vector<glm::dvec3>& in, int dx, int dy) const {
    std::vector<glm::dvec3> out(in.size());
    const int width = static_cast<int>(width_), height = static_cast<int>(height_);
    const auto at = [&](int x, int y) {
      return in[static_cast<size_t>(std::clamp(y, 0, height - 1)) * width_ +
                static_cast<size_t>(std::clamp(x, 0, width - 1))];
    };
    for (int y = 0; y < height; ++y) {
      for (int x = 0; x < width; ++x)
        out[static_cast<size_t>(y) * width_ + static_cast<size_t>(x)] =
            (at(x - dx, y - dy) + at(x, y) * 2.0 + at(x + dx, y + dy)) / 4.0;
    }
    return out;
  }

  void run_fake() {
    const auto scaled = [&](uint32_t size) {
      return std::max(1u, static_cast<uint32_t>(std::ceil(size * picture_.mask_scale)));
    };
    Canvas small(picture_, which_, scaled(width_), scaled(height_));
    mask_.width = small.width_, mask_.height = small.height_;
    for (const glm::dvec3& m : small.draw_mask()) {
      for (const double channel : {m.x, m.y, m.z, 1.0}) mask_.rgba.push_back(static_cast<float>(channel));
    }
    enum { kBase, kTexture, kBlended, kExtra };
    struct Step {
      uint64_t key = 0;
      int stage = kBase;
      const WorldJob* job = nullptr;
      const WorldEffect* effect = nullptr;
    };
    std::vector<Step> steps;
    const auto put = [&](const WorldJob& job, int stage) {
      steps.push_back({uint64_t{job.pass} << 24 | static_cast<uint64_t>(stage) << 20 | job.material_id, stage, &job});
    };
    const bool has_extra = (which_.off >> static_cast<int>(WorldPhase::kExtra) & 1) == 0;
    for (const WorldEffect& effect : picture_.effects) {
      if (has_extra) steps.push_back({uint64_t{kExtra} << 20, kExtra, nullptr, &effect});
    }
    for (const WorldJob& job : picture_.jobs) {
      const bool is_opaque = job.blend == WorldBlend::kOpaque;
      if (job.is_lit) put(job, is_opaque ? kBase : kBlended);
      if (job.is_lit && is_opaque) put(job, kTexture);
      if (job.is_extra && has_extra) put(job, kExtra);
    }
    std::stable_sort(steps.begin(), steps.end(), [](const Step& a, const Step& b) { return a.key < b.key; });
    for (const Step& step : steps) {
      if (step.effect != nullptr) {
        run_effect(*step.effect);
      } else if (step.stage == kExtra) {
        run_extra(*step.job);
      } else if (step.stage == kBase) {
        each(step.job->triangles, false, [&](const WorldTriangle& triangle, const Hit& hit) {
          depth_[hit.pixel] = hit.depth;
          colors_[hit.pixel] = glm::dvec4(fake_light(*step.job, triangle, hit), 0);
        });
      } else if (step.stage == kTexture) {
        each(step.job->triangles, true, [&](const WorldTriangle& triangle, const Hit& hit) {
          multiply(hit, glm::dvec3(surface(*step.job, triangle, hit)));
        });
      } else {
        blend(*step.job, [&](const WorldTriangle& triangle, const Hit& hit) {
          return surface(*step.job, triangle, hit) * glm::dvec4(fake_light(*step.job, triangle, hit), 1);
        });
      }
    }
  }

  glm::dvec3 fake_light(const WorldJob& job, const WorldTriangle& triangle, const Hit& hit) const {
    const glm::dvec3 smooth = smooth_normal(triangle, hit), n = normal(job, triangle, hit);
    const glm::dvec3 v = unit(picture_.eye - hit.at);
    const auto x = static_cast<double>(hit.pixel % width_), y = static_cast<double>(hit.pixel / width_);
    const glm::dvec4 mask = texel(mask_, (x + 0.5) / width_, (y + 0.5) / height_, false);
    glm::dvec3 colored(0), plain(0);
    double masked = 0, whole = 0, gleam = 0;
    for (size_t i = 0; i < picture_.chosen.size(); ++i) {
      if ((job.lights >> picture_.chosen[i] & 1) == 0) continue;
      const WorldLamp& lamp = picture_.lamps[picture_.chosen[i]];
      const double m = mask[static_cast<int>(i)], a = attenuation(lamp, hit.at);
      const glm::dvec3 l = towards(lamp, hit.at, smooth), h = unit(l + v), color(lamp.color);
      const double facing = std::max(0.0, glm::dot(smooth, l)), b = facing * a;
      const double strength = std::max({color.x, color.y, color.z});
      colored += m * b * color;
      plain += b * color;
      masked += m * b * strength;
      whole += b * strength;
      gleam += m * a * lamp.color.w * job.specular * facing * std::pow(std::max(0.0, glm::dot(n, h)), 32);
    }
    // Without colours of its own the shadow leaves the dominant colour of the place as it is.
    glm::dvec3 light = colored;
    if (!picture_.colored) light = masked * (whole == 0 ? glm::dvec3(1) : plain / whole);
    double bump = 1;
    for (size_t rank = 0; rank < picture_.lamps.size() && job.bump.given; ++rank) {
      if ((job.lights >> rank & 1) == 0) continue;
      bump = std::max(0.0, 1 + glm::dot(n - smooth, towards(picture_.lamps[rank], hit.at, smooth)));
      break;
    }
    const glm::dvec4 lightmap = value(job.lightmap, mixed(triangle.lightmap_uv, hit), false, glm::dvec4(0));
    return bump * (glm::dvec3(lightmap) + light) + gleam;
  }

  // -- wireframe

  void draw_line(const WorldLine& line) {
    glm::dvec3 a = seen(line.from), b = seen(line.to);
    if (a.z < picture_.near && b.z < picture_.near) return;
    if (a.z < picture_.near) a = glm::mix(a, b, (picture_.near - a.z) / (b.z - a.z));
    if (b.z < picture_.near) b = glm::mix(b, a, (picture_.near - b.z) / (a.z - b.z));
    const auto pixel = [&](const glm::dvec3& v) {
      const glm::dvec2 at = glm::dvec2(v) / (v.z * slope_);
      return glm::dvec2((at.x + 1) / 2 * width_, (1 - at.y) / 2 * height_);
    };
    const glm::dvec2 from = pixel(a), way = pixel(b) - from;
    // Only the part in the picture is walked: lines that end far outside cost no more than others.
    double enter = 0, leave = 1;
    for (int axis = 0; axis < 2; ++axis) {
      const double size = axis == 0 ? width_ : height_;
      if (way[axis] == 0) {
        if (from[axis] < 0 || from[axis] > size) return;
        continue;
      }
      const double t0 = -from[axis] / way[axis], t1 = (size - from[axis]) / way[axis];
      enter = std::max(enter, std::min(t0, t1)), leave = std::min(leave, std::max(t0, t1));
    }
    if (!(enter <= leave)) return;
    const double steps = std::ceil(std::max(std::abs(way.x), std::abs(way.y)) * (leave - enter)) + 1;
    for (double i = 0; i <= steps; ++i) {
      const glm::dvec2 at = from + way * (enter + (leave - enter) * i / steps);
      const double x = std::floor(at.x), y = std::floor(at.y);
      if (x >= 0 && x < width_ && y >= 0 && y < height_)
        colors_[static_cast<size_t>(y) * width_ + static_cast<size_t>(x)] = glm::dvec4(line.color, 0);
    }
  }

  const WorldPicture& picture_;
  const WorldSwitch& which_;
  uint32_t width_, height_;
  WorldImage mask_;
  glm::dvec3 dir_{0}, right_{0}, up_{0};
  glm::dvec2 slope_{1};
  std::vector<glm::dvec4> colors_;
  std::vector<double> depth_;
  WorldCasters casters_;
  bool casters_ready_ = false;
  uint32_t pass_ = UINT32_MAX, rank_ = UINT32_MAX;
};

}  // namespace

std::vector<glm::dvec3> draw_world(const WorldPicture& picture, const WorldSwitch& which) {
  std::vector<glm::dvec3> colors = Canvas(picture, which, picture.width, picture.height).run();
  if (which.finishes() && picture.mode != WorldMode::kWireframe) finish_world(picture, colors);
  return colors;
}

}  // namespace vitrine::render
