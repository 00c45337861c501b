#include "render/texture.h"

#include <algorithm>
#include <cmath>

namespace vitrine::render {
namespace {

constexpr float kMostProbes = 8;

/// i / 255, for numbers that are no colours.
const float* plain_bytes() {
  static const std::array<float, 256> table = [] {
    std::array<float, 256> t{};
    for (int i = 0; i < 256; ++i) t[i] = static_cast<float>(i) / 255.0f;
    return t;
  }();
  return table.data();
}

/// The base-2 logarithm of x > 0 as the exponent plus a parabola through the mantissa: exact at powers of two, at most
/// 0.01 off between them, and the same everywhere.
float log2_of(float x) {
  int exponent = 0;
  const float m = std::frexp(x, &exponent) * 2;  // 1 .. 2
  return static_cast<float>(exponent - 1) + (m - 1) * (1 + 0.33985f * (2 - m));
}

/// Where a texel of the next level comes from along one axis: `count` texels from `first`, with weights.
struct Taps {
  uint32_t first = 0, count = 0;
  float weight[3] = {};
};
Taps taps_of(uint32_t i, uint32_t from, uint32_t to) {
  if (from == to) return {i, 1, {1, 0, 0}};
  if (from % 2 == 0) return {2 * i, 2, {0.5f, 0.5f, 0}};
  // Odd sizes: three texels share what two do elsewhere.
  const float n = static_cast<float>(to), scale = 1 / static_cast<float>(from), at = static_cast<float>(i);
  return {2 * i, 3, {(n - at) * scale, n * scale, (at + 1) * scale}};
}

}  // namespace

Texture::Texture(uint32_t width, uint32_t height, std::span<const uint8_t> rgba, bool is_color)
    : decode_(is_color ? tone_tables().decode.data() : plain_bytes()) {
  if (width == 0 || height == 0 || rgba.size() < size_t{width} * height * 4) return;
  levels_.push_back({width, height, {rgba.begin(), rgba.begin() + static_cast<ptrdiff_t>(size_t{width} * height * 4)}});
  const ToneTables& tone = tone_tables();
  while (levels_.back().width > 1 || levels_.back().height > 1) {
    const Level& from = levels_.back();
    Level to{std::max(1u, from.width / 2), std::max(1u, from.height / 2), {}};
    to.rgba.resize(size_t{to.width} * to.height * 4);
    uint8_t* out = to.rgba.data();
    const bool even = from.width % 2 == 0 && from.height % 2 == 0;
    for (uint32_t y = 0; y < to.height; ++y) {
      const Taps rows = taps_of(y, from.height, to.height);
      for (uint32_t x = 0; x < to.width; ++x, out += 4) {
        const Taps columns = taps_of(x, from.width, to.width);
        float sum[4] = {};
        if (even) {
          // The same sums in the same order, without the loops.
          const uint8_t* top = &from.rgba[(size_t{rows.first} * from.width + columns.first) * 4];
          const uint8_t* bottom = top + size_t{from.width} * 4;
          const auto mean = [&](int k, auto&& value) {
            return 0.25f * value(top[k]) + 0.25f * value(top[k + 4]) + 0.25f * value(bottom[k]) +
                   0.25f * value(bottom[k + 4]);
          };
          for (int k = 0; k < 3; ++k) sum[k] = mean(k, [this](uint8_t byte) { return decode_[byte]; });
          sum[3] = mean(3, [](uint8_t byte) { return static_cast<float>(byte); });
        }
        for (uint32_t r = 0; r < rows.count && !even; ++r) {
          const uint8_t* texel = &from.rgba[(size_t{rows.first + r} * from.width + columns.first) * 4];
          for (uint32_t c = 0; c < columns.count; ++c, texel += 4) {
            const float weight = rows.weight[r] * columns.weight[c];
            for (int k = 0; k < 3; ++k) sum[k] += weight * decode_[texel[k]];
            sum[3] += weight * static_cast<float>(texel[3]);
          }
        }
        for (int k = 0; k < 3; ++k) {
          const float value = std::min(sum[k], 1.0f);
          out[k] = is_color ? encode_byte(tone, value) : static_cast<uint8_t>(value * 255 + 0.5f);
        }
        out[3] = static_cast<uint8_t>(std::min(sum[3], 255.0f) + 0.5f);
      }
    }
    levels_.push_back(std::move(to));
  }
}

glm::vec4 Texture::bilinear(const Level& level, const glm::vec2& uv, bool clamp) const {
  // The whole part goes first, so that large coordinates keep their texels; what is no number reads the corner.
  const auto wrapped = [clamp](float x) {
    if (clamp) return x > 0 ? (x < 1 ? x : 1) : 0;
    const float f = x - std::floor(x);
    return f >= 0 && f < 1 ? f : 0;
  };
  const float x = wrapped(uv.x) * static_cast<float>(level.width) - 0.5f;
  const float y = wrapped(uv.y) * static_cast<float>(level.height) - 0.5f;
  const float x_floor = std::floor(x), y_floor = std::floor(y);
  const float fx = x - x_floor, fy = y - y_floor;
  const auto at = [clamp](float value, uint32_t size) {
    const int32_t i = static_cast<int32_t>(value), n = static_cast<int32_t>(size);
    if (clamp) return static_cast<uint32_t>(i < 0 ? 0 : i >= n ? n - 1 : i);
    return static_cast<uint32_t>(i < 0 ? i + n : i >= n ? i - n : i);
  };
  const uint32_t x0 = at(x_floor, level.width), x1 = at(x_floor + 1, level.width);
  const uint32_t y0 = at(y_floor, level.height), y1 = at(y_floor + 1, level.height);
  const uint8_t* top = &level.rgba[size_t{y0} * level.width * 4];
  const uint8_t* bottom = &level.rgba[size_t{y1} * level.width * 4];
  const uint8_t *a = top + size_t{x0} * 4, *b = top + size_t{x1} * 4, *c = bottom + size_t{x0} * 4,
                *d = bottom + size_t{x1} * 4;
  const float wa = (1 - fx) * (1 - fy), wb = fx * (1 - fy), wc = (1 - fx) * fy, wd = fx * fy;
  const float* t = decode_;
  return {wa * t[a[0]] + wb * t[b[0]] + wc * t[c[0]] + wd * t[d[0]],
          wa * t[a[1]] + wb * t[b[1]] + wc * t[c[1]] + wd * t[d[1]],
          wa * t[a[2]] + wb * t[b[2]] + wc * t[c[2]] + wd * t[d[2]],
          (wa * a[3] + wb * b[3] + wc * c[3] + wd * d[3]) * (1.0f / 255.0f)};
}

glm::vec4 Texture::trilinear(float lod, const glm::vec2& uv, bool clamp) const {
  const float last = static_cast<float>(levels_.size() - 1);
  if (!(lod > 0)) return bilinear(levels_.front(), uv, clamp);
  if (lod >= last) return bilinear(levels_.back(), uv, clamp);
  const auto level = static_cast<size_t>(lod);
  const float between = lod - static_cast<float>(level);
  const glm::vec4 fine = bilinear(levels_[level], uv, clamp);
  if (between < 1.0f / 256) return fine;
  return fine + (bilinear(levels_[level + 1], uv, clamp) - fine) * between;
}

glm::vec4 Texture::sample(const glm::vec2& uv, const glm::vec2& dx, const glm::vec2& dy, bool clamp) const {
  const glm::vec2 size(static_cast<float>(levels_[0].width), static_cast<float>(levels_[0].height));
  const glm::vec2 px = dx * size, py = dy * size;
  const float xx = glm::dot(px, px), yy = glm::dot(py, py);
  const float longer = std::sqrt(xx > yy ? xx : yy), shorter = std::sqrt(xx > yy ? yy : xx);
  if (!(longer > 1) || !(longer < 1e9f)) return trilinear(longer < 1e9f ? 0.0f : 99.0f, uv, clamp);
  const float ratio = std::min(kMostProbes, longer / std::max(shorter, 1e-6f));
  const int probes = static_cast<int>(ratio + 0.999f);
  const float lod = log2_of(longer / std::max(1.0f, ratio));
  if (probes <= 1) return trilinear(lod, uv, clamp);
  const glm::vec2 along = xx > yy ? dx : dy;
  const float share = 1 / static_cast<float>(probes);
  glm::vec4 sum(0);
  for (int i = 0; i < probes; ++i)
    sum += trilinear(lod, uv + along * ((static_cast<float>(i) + 0.5f) * share - 0.5f), clamp);
  return sum * share;
}

}  // namespace vitrine::render
