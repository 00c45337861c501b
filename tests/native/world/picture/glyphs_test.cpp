// Letters of text operators, by what they look like.

#include "world/picture/glyphs.h"

#include <gtest/gtest.h>

namespace vitrine::render {
namespace {

TEST(Glyphs, EachCharacterHasItsOwn) {
  EXPECT_TRUE(glyph(' ').quads.empty());
  // A stroke above a dot.
  const Glyph mark = glyph('!');
  ASSERT_EQ(mark.quads.size(), 2u);
  const Quad stroke = mark.quads[0], dot = mark.quads[1];
  EXPECT_EQ(stroke.y1, kCapCells);
  EXPECT_GT(stroke.y0, dot.y1);
  EXPECT_EQ(dot.y0, 0);
  // One line across, at half the height of a capital.
  ASSERT_EQ(glyph('-').quads.size(), 1u);
  EXPECT_EQ(glyph('-').quads[0].y0 + glyph('-').quads[0].y1, kCapCells);
  EXPECT_EQ(glyph('~' + 1).quads.data(), glyph(0x20AC).quads.data()) << "all others are a box";
}

}  // namespace
}  // namespace vitrine::render
