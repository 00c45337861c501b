#pragma once
// DocumentRenderer without a GPU: the page's view, light and materials by a rasteriser that gives the same bytes on
// every host and every run. Floats are added, multiplied, divided and rooted, nothing else; coverage is exact in
// integers.

#include <cstdint>
#include <vector>

#include "render/backdrop.h"
#include "render/model.h"
#include "render/view.h"

namespace vitrine::render {

struct Style {
  int32_t width = 640, height = 480;  ///< 1 .. kMaxSize
  Backdrop backdrop = Backdrop::kLight;
  glm::vec3 color{1};  ///< sRGB, of Backdrop::kColor
  bool shadow = true;  ///< on the floor
  bool grid = false;
  bool lamps = true;  ///< lit by the file's own lamps, where it has any, instead of the studio's
  bool skeleton = false;
};

struct Picture {
  int32_t width = 0, height = 0;
  std::vector<uint8_t> rgba;  ///< rows from the top, colours not multiplied by alpha
};

/// `view` for the aspect of `style`.
Picture draw(const RenderScene& source, const View& view, const Framing& framing, const Style& style);

}  // namespace vitrine::render
