#pragma once
// Images of materials, with their reductions, sampled as the page's GPU does: repeated, bilinear within two levels, up
// to eight probes along the longer axis of a pixel's footprint.

#include <cstdint>
#include <glm/glm.hpp>
#include <span>
#include <vector>

#include "render/tone.h"

namespace vitrine::render {

class Texture {
 public:
  Texture() = default;
  /// Rows from the top, colours not multiplied by alpha. `is_color`: stored as sRGB, sampled as linear light; else the
  /// numbers themselves (normal maps).
  Texture(uint32_t width, uint32_t height, std::span<const uint8_t> rgba, bool is_color);

  bool empty() const { return levels_.empty(); }
  /// `dx`, `dy`: change of uv over one pixel. `clamp`: outside of the image its edge goes on.
  glm::vec4 sample(const glm::vec2& uv, const glm::vec2& dx, const glm::vec2& dy, bool clamp = false) const;
  uint32_t width() const { return levels_.empty() ? 0 : levels_[0].width; }
  uint32_t height() const { return levels_.empty() ? 0 : levels_[0].height; }
  size_t level_count() const { return levels_.size(); }

 private:
  struct Level {
    uint32_t width = 0, height = 0;
    std::vector<uint8_t> rgba;
  };
  glm::vec4 bilinear(const Level& level, const glm::vec2& uv, bool clamp) const;
  glm::vec4 trilinear(float lod, const glm::vec2& uv, bool clamp) const;

  std::vector<Level> levels_;
  const float* decode_ = nullptr;  ///< 256 values of a colour byte
};

}  // namespace vitrine::render
