#pragma once
// The block letters of text operators: capital letters are seven cells high, the descent two, a line eleven.

#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

namespace vitrine::render {

struct Quad {
  int8_t x0, y0, x1, y1;  ///< cells; x to the right from the pen, y up from the baseline
};
struct Glyph {
  uint32_t width = 0;
  std::span<const Quad> quads;
};
inline constexpr double kCapCells = 7, kLineCells = 11, kGapCells = 1;

/// Glyph of a Unicode character; a box outside of 32 to 126.
Glyph glyph(uint32_t character);

struct PlacedQuad {
  double x0 = 0, y0 = 0, x1 = 0, y1 = 0;  ///< cells from where the text begins
};
/// All quads of a text (valid UTF-8), line by line.
std::vector<PlacedQuad> text_quads(std::string_view text);

}  // namespace vitrine::render
