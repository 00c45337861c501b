#pragma once
// A square of the picture while it is made: 16 samples a pixel with depth and the triangle that is nearest there, then
// colours, layer by layer. Pixels of one colour keep one; others have one per sample.

#include <array>
#include <cstdint>
#include <glm/glm.hpp>
#include <vector>

#include "render/coverage.h"
#include "render/overlay.h"
#include "render/shader.h"

namespace vitrine::render {

class Tile {
 public:
  static constexpr int32_t kSize = 32;
  static constexpr uint32_t kNothing = 0xFFFFFFFFu;

  Tile();
  /// Nothing nearer than the background; `area` lies within one square.
  void start(const PixelRect& area);
  /// Nothing nearer than the background once more; colours stay.
  void clear_depth();

  /// Puts a triangle into the samples it covers and where nothing is nearer. With a shader, its alpha test decides too.
  void add(const Triangle& triangle, uint32_t number, const Drawn* drawn, const Shader* alpha_test);
  /// Fills every pixel that triangles leave a part of: color(px, py) is what is behind everything.
  template <class Color>
  void fill(Color&& color) {
    for (int32_t y = area_.y0; y < area_.y1; ++y) {
      for (int32_t x = area_.x0; x < area_.x1; ++x) {
        const size_t pixel = index(x, y);
        if (!is_covered(pixel)) flat_[pixel] = color(x, y);
      }
    }
  }
  /// Colours the samples of the triangles that were added.
  void resolve(const Drawn& drawn, const Shader& shader);
  /// Lays a translucent triangle over what is there and not nearer.
  void lay_over(const Drawn& drawn, const Triangle& triangle, const Shader& shader, Layer layer);
  void lay_over(const Disc& disc);
  /// The floor of a pixel.
  void lay_over(int32_t px, int32_t py, const glm::vec4& color, float depth, float depth_dx, float depth_dy);

  /// The mean of the samples: sRGB times alpha, alpha.
  glm::vec4 color(int32_t px, int32_t py) const;

 private:
  using Samples = std::array<glm::vec4, kSamples>;
  size_t index(int32_t px, int32_t py) const { return static_cast<size_t>((py - area_.y0) * kSize + (px - area_.x0)); }
  /// Triangles that were added have all samples.
  bool is_covered(size_t pixel) const;
  /// Samples of `mask` where the plane lies not behind what is there.
  int visible(size_t pixel, int mask, float depth, float dx, float dy) const;
  Samples& spread(size_t pixel);
  /// dst = color + dst * keep, for the samples of `mask`.
  void blend(size_t pixel, int mask, const glm::vec4& color, float keep);
  /// dst.rgb = dst.rgb * color, for the samples of `mask`.
  void filter(size_t pixel, int mask, const glm::vec4& color);

  PixelRect area_;
  std::vector<float> depth_;         ///< per sample
  std::vector<uint32_t> number_;     ///< per sample
  std::vector<glm::vec4> flat_;      ///< per pixel
  std::vector<uint16_t> spread_at_;  ///< per pixel: its place in spread_, or kFlat
  std::vector<Samples> spread_;
  bool touched_ = false;
};

/// Where to shade a part of a pixel: its middle if that is inside, else the middle of the covered samples.
glm::ivec2 shading_point(const Triangle& triangle, int32_t px, int32_t py, int mask);

}  // namespace vitrine::render
