// Which samples a triangle covers, worked by hand on the 4 x 4 grid of a pixel: samples at 1/8, 3/8, 5/8, 7/8.

#include "render/coverage.h"

#include <gtest/gtest.h>

#include <map>
#include <utility>

namespace vitrine::render {
namespace {

/// Corners in units of 1/256 pixel; wound as the setup leaves them.
Triangle triangle(std::array<std::pair<int32_t, int32_t>, 3> corners) {
  const auto& [a, b, c] = corners;
  const int64_t area =
      int64_t{b.first - a.first} * (c.second - a.second) - int64_t{b.second - a.second} * (c.first - a.first);
  if (area < 0) std::swap(corners[1], corners[2]);
  Triangle t{};
  for (int i = 0; i < 3; ++i) t.x[i] = corners[i].first, t.y[i] = corners[i].second;
  return t;
}

std::map<std::pair<int32_t, int32_t>, int> covered(const Triangle& t, const PixelRect& rect) {
  std::map<std::pair<int32_t, int32_t>, int> out;
  visit_covered(t, rect, [&](int32_t x, int32_t y, int mask) { out[{x, y}] = mask; });
  return out;
}

using Masks = std::map<std::pair<int32_t, int32_t>, int>;
constexpr PixelRect kFour{0, 0, 4, 4};

TEST(Coverage, HalfAPixelHasTheSixSamplesAboveItsDiagonal) {
  // x + y < 1: three samples of the first row, two of the second, one of the third. The four on the diagonal lie on a
  // lower right edge, which is not the triangle's own.
  EXPECT_EQ(covered(triangle({{{0, 0}, {256, 0}, {0, 256}}}), kFour), (Masks{{{0, 0}, 0x0137}}));
}

TEST(Coverage, TheOtherHalfOwnsTheDiagonal) {
  EXPECT_EQ(covered(triangle({{{256, 0}, {256, 256}, {0, 256}}}), kFour), (Masks{{{0, 0}, 0xFEC8}}));
}

TEST(Coverage, SamplesOnTheUpperAndTheLeftEdgeCountThoseOnTheLowerAndTheRightDoNot) {
  // A square through the samples at 1/8 and 5/8: from 32 to 160 units, two triangles.
  const Triangle upper = triangle({{{32, 32}, {160, 32}, {32, 160}}}),
                 lower = triangle({{{160, 32}, {160, 160}, {32, 160}}});
  const int a = covered(upper, kFour)[{0, 0}], b = covered(lower, kFour)[{0, 0}];
  EXPECT_EQ(a & b, 0);
  EXPECT_EQ(a | b, 0x0033);
}

TEST(Coverage, WholePixelsComeWhole) {
  const Masks all = covered(triangle({{{0, 0}, {4 * 256, 0}, {0, 4 * 256}}}), kFour);
  EXPECT_EQ(all.size(), 10u);
  EXPECT_EQ(all.at({0, 0}), kAllSamples);
  EXPECT_EQ(all.at({2, 0}), kAllSamples);
  EXPECT_EQ(all.at({3, 0}), 0x0137);
  EXPECT_FALSE(all.contains({3, 1}));
}

TEST(Coverage, TrianglesThatShareEdgesHitEverySampleOfTheirFieldOnce) {
  // Fans of many slivers around changing middles; the field is a square of 8 x 8 pixels.
  constexpr int32_t kSide = 8 * 256;
  uint32_t state = 12345;
  const auto random = [&](int32_t most) {
    state = state * 1664525u + 1013904223u;
    return static_cast<int32_t>(state >> 8) % most;
  };
  for (int round = 0; round < 50; ++round) {
    std::vector<std::pair<int32_t, int32_t>> rim;
    for (int side = 0; side < 4; ++side) {
      std::vector<int32_t> cuts{0};
      for (int i = 0; i < 6; ++i) cuts.push_back(random(kSide));
      std::sort(cuts.begin(), cuts.end());
      for (const int32_t at : cuts)
        rim.push_back(side == 0   ? std::pair{at, 0}
                      : side == 1 ? std::pair{kSide, at}
                      : side == 2 ? std::pair{kSide - at, kSide}
                                  : std::pair{0, kSide - at});
    }
    const std::pair<int32_t, int32_t> middle{1 + random(kSide - 1), 1 + random(kSide - 1)};
    std::map<std::pair<int32_t, int32_t>, int> all;
    for (size_t i = 0; i < rim.size(); ++i) {
      const auto &a = rim[i], &b = rim[(i + 1) % rim.size()];
      if (a == b) continue;
      for (const auto& [pixel, mask] : covered(triangle({{middle, a, b}}), {0, 0, 8, 8})) {
        ASSERT_EQ(all[pixel] & mask, 0) << "a sample twice, round " << round;
        all[pixel] |= mask;
      }
    }
    ASSERT_EQ(all.size(), 64u);
    for (const auto& [pixel, mask] : all) ASSERT_EQ(mask, kAllSamples) << "a sample missed, round " << round;
  }
}

TEST(Coverage, TheLargestTrianglesThatTheGuardBandLeavesAreExact) {
  const int32_t low = -kGuard * kUnit, high = (kMaxSize + kGuard) * kUnit;
  const PixelRect corner{kMaxSize - 2, kMaxSize - 2, kMaxSize, kMaxSize};
  const Masks upper = covered(triangle({{{low, low}, {high, low}, {low, high}}}), corner);
  const Masks lower = covered(triangle({{{high, low}, {high, high}, {low, high}}}), corner);
  // The diagonal x + y = 2048 + 4096 - 2048 = 4096 runs far from this corner.
  EXPECT_TRUE(upper.empty());
  EXPECT_EQ(lower.size(), 4u);
  for (const auto& [pixel, mask] : lower) EXPECT_EQ(mask, kAllSamples);
}

}  // namespace
}  // namespace vitrine::render
