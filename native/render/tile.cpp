#include "render/tile.h"

#include <algorithm>
#include <bit>
#include <cmath>

namespace vitrine::render {
namespace {

constexpr uint16_t kFlat = 0xFFFF;
constexpr float kFarthest = -1;
constexpr size_t kPixels = size_t{Tile::kSize} * Tile::kSize;

/// Depth of a plane at the middle of a pixel.
float depth_at(const Triangle& t, int32_t px, int32_t py) {
  const float dx = static_cast<float>(px * kUnit + kUnit / 2 - t.x[0]) * (1.0f / kUnit);
  const float dy = static_cast<float>(py * kUnit + kUnit / 2 - t.y[0]) * (1.0f / kUnit);
  return t.depth + t.depth_dx * dx + t.depth_dy * dy;
}

F4 across(float depth_dx) { return F4::splat(depth_dx) * F4::of(-0.375f, -0.125f, 0.125f, 0.375f); }
constexpr float kRow[4] = {-0.375f, -0.125f, 0.125f, 0.375f};

bool inside(const Triangle& t, int64_t x, int64_t y) {
  for (int k = 0; k < 3; ++k) {
    const int n = k == 2 ? 0 : k + 1;
    if (int64_t{t.x[n] - t.x[k]} * (y - t.y[k]) - int64_t{t.y[n] - t.y[k]} * (x - t.x[k]) < 0) return false;
  }
  return true;
}

}  // namespace

glm::ivec2 shading_point(const Triangle& t, int32_t px, int32_t py, int mask) {
  const int32_t x = px * kUnit + kUnit / 2, y = py * kUnit + kUnit / 2;
  if (mask == kAllSamples || inside(t, x, y)) return {x, y};
  int32_t sum_x = 0, sum_y = 0, count = 0;
  for (int s = 0; s < kSamples; ++s) {
    if ((mask >> s & 1) == 0) continue;
    sum_x += kSampleOffset[s & 3], sum_y += kSampleOffset[s >> 2], ++count;
  }
  return {x + sum_x / count, y + sum_y / count};
}

Tile::Tile()
    : depth_(kPixels * kSamples, kFarthest),
      number_(kPixels * kSamples, kNothing),
      flat_(kPixels),
      spread_at_(kPixels, kFlat) {}

void Tile::start(const PixelRect& area) {
  area_ = area;
  clear_depth();
  std::fill(spread_at_.begin(), spread_at_.end(), kFlat);
  spread_.clear();
}

void Tile::clear_depth() {
  if (!touched_) return;
  std::fill(depth_.begin(), depth_.end(), kFarthest);
  std::fill(number_.begin(), number_.end(), kNothing);
  touched_ = false;
}

bool Tile::is_covered(size_t pixel) const {
  const uint32_t* numbers = &number_[pixel * kSamples];
  return std::find(numbers, numbers + kSamples, kNothing) == numbers + kSamples;
}

int Tile::visible(size_t pixel, int mask, float depth, float dx, float dy) const {
  const float* behind = &depth_[pixel * kSamples];
  const F4 columns = across(dx);
  int seen = 0;
  for (int r = 0; r < 4; ++r)
    seen |= at_least(columns + F4::splat(depth + dy * kRow[r]), F4::load(behind + 4 * r)) << (4 * r);
  return seen & mask;
}

void Tile::add(const Triangle& t, uint32_t number, const Drawn* drawn, const Shader* alpha_test) {
  const F4 columns = across(t.depth_dx);
  const I4 numbers = I4::splat(static_cast<int32_t>(number));
  touched_ = true;
  visit_covered(t, area_, [&](int32_t px, int32_t py, int mask) {
    const size_t pixel = index(px, py);
    float* depth = &depth_[pixel * kSamples];
    uint32_t* numbers_here = &number_[pixel * kSamples];
    const float middle = depth_at(t, px, py);
    if (alpha_test != nullptr) {
      mask = visible(pixel, mask, middle, t.depth_dx, t.depth_dy);
      for (int left = mask; left != 0; left &= left - 1) {
        const int s = std::countr_zero(static_cast<unsigned>(left));
        const int32_t x = px * kUnit + kUnit / 2 + kSampleOffset[s & 3];
        const int32_t y = py * kUnit + kUnit / 2 + kSampleOffset[s >> 2];
        if (!alpha_test->passes(*drawn, t, x, y)) mask &= ~(1 << s);
      }
    }
    for (int r = 0; r < 4; ++r) {
      const int bits = mask >> (4 * r) & 15;
      if (bits == 0) continue;
      const F4 here = columns + F4::splat(middle + t.depth_dy * kRow[r]);
      const int seen = at_least(here, F4::load(depth + 4 * r)) & bits;
      if (seen == 0) continue;
      store_lanes(depth + 4 * r, here, seen);
      store_lanes(numbers_here + 4 * r, numbers, seen);
    }
  });
}

Tile::Samples& Tile::spread(size_t pixel) {
  if (spread_at_[pixel] == kFlat) {
    spread_at_[pixel] = static_cast<uint16_t>(spread_.size());
    spread_.emplace_back();
    spread_.back().fill(flat_[pixel]);
  }
  return spread_[spread_at_[pixel]];
}

void Tile::blend(size_t pixel, int mask, const glm::vec4& color, float keep) {
  const auto over = [&](glm::vec4& to) { to = glm::min(color + to * keep, glm::vec4(1)); };
  if (spread_at_[pixel] == kFlat && mask == kAllSamples) {
    over(flat_[pixel]);
    return;
  }
  Samples& samples = spread(pixel);
  for (; mask != 0; mask &= mask - 1) over(samples[static_cast<size_t>(std::countr_zero(static_cast<unsigned>(mask)))]);
}

void Tile::filter(size_t pixel, int mask, const glm::vec4& color) {
  const auto through = [&](glm::vec4& to) { to = glm::vec4(glm::vec3(to) * glm::vec3(color), to.w); };
  if (spread_at_[pixel] == kFlat && mask == kAllSamples) {
    through(flat_[pixel]);
    return;
  }
  Samples& samples = spread(pixel);
  for (; mask != 0; mask &= mask - 1)
    through(samples[static_cast<size_t>(std::countr_zero(static_cast<unsigned>(mask)))]);
}

void Tile::resolve(const Drawn& drawn, const Shader& shader) {
  if (!touched_) return;
  for (int32_t py = area_.y0; py < area_.y1; ++py) {
    for (int32_t px = area_.x0; px < area_.x1; ++px) {
      const size_t pixel = index(px, py);
      const uint32_t* numbers = &number_[pixel * kSamples];
      int left = kAllSamples;
      while (left != 0) {
        const uint32_t number = numbers[std::countr_zero(static_cast<unsigned>(left))];
        const I4 same = I4::splat(static_cast<int32_t>(number));
        int mask = 0;
        for (int r = 0; r < 4; ++r) mask |= signs(equal(I4::load(numbers + 4 * r), same)) << (4 * r);
        left &= ~mask;
        if (number == kNothing) continue;
        const Triangle& t = drawn.triangles[number];
        const glm::ivec2 at = shading_point(t, px, py, mask);
        blend(pixel, mask, shader.color(drawn, t, at.x, at.y), 0);
      }
    }
  }
}

void Tile::lay_over(const Drawn& drawn, const Triangle& t, const Shader& shader, Layer layer) {
  visit_covered(t, area_, [&](int32_t px, int32_t py, int mask) {
    const size_t pixel = index(px, py);
    mask = visible(pixel, mask, depth_at(t, px, py), t.depth_dx, t.depth_dy);
    if (mask == 0) return;
    const glm::ivec2 at = shading_point(t, px, py, mask);
    const glm::vec4 color = shader.color(drawn, t, at.x, at.y);
    if (layer == Layer::kFilter)
      filter(pixel, mask, color);
    else
      blend(pixel, mask, color, layer == Layer::kAdd ? 1 : 1 - color.w);
  });
}

void Tile::lay_over(const Disc& disc) {
  const float reach = disc.is_joint ? 1.0f : 0;
  const auto pixel_of = [](float x, int32_t least, int32_t most) {
    return static_cast<int32_t>(std::clamp(x, static_cast<float>(least), static_cast<float>(most)));
  };
  const int32_t x0 = pixel_of(disc.x - disc.radius_x - reach, area_.x0, area_.x1);
  const int32_t x1 = pixel_of(disc.x + disc.radius_x + reach + 1, area_.x0, area_.x1);
  const int32_t y0 = pixel_of(disc.y - disc.radius_y - reach, area_.y0, area_.y1);
  const int32_t y1 = pixel_of(disc.y + disc.radius_y + reach + 1, area_.y0, area_.y1);
  for (int32_t py = y0; py < y1; ++py) {
    for (int32_t px = x0; px < x1; ++px) {
      const glm::vec4 color = disc_color(disc, px, py);
      if (!(color.w > 0) && color.x + color.y + color.z <= 0) continue;
      const size_t pixel = index(px, py);
      const int mask = disc.is_joint ? kAllSamples : visible(pixel, kAllSamples, disc.depth, 0, 0);
      blend(pixel, mask, color, 1 - color.w);
    }
  }
}

void Tile::lay_over(int32_t px, int32_t py, const glm::vec4& color, float depth, float depth_dx, float depth_dy) {
  const size_t pixel = index(px, py);
  const int mask = visible(pixel, kAllSamples, depth, depth_dx, depth_dy);
  if (mask != 0) blend(pixel, mask, color, 1 - color.w);
}

glm::vec4 Tile::color(int32_t px, int32_t py) const {
  const size_t pixel = index(px, py);
  if (spread_at_[pixel] == kFlat) return flat_[pixel];
  glm::vec4 sum(0);
  for (const glm::vec4& sample : spread_[spread_at_[pixel]]) sum += sample;
  return sum * (1.0f / kSamples);
}

}  // namespace vitrine::render
