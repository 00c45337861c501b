// What is done to the whole picture of a world, by the formulas of the document format.

#include <gtest/gtest.h>

#include <algorithm>

#include "world/picture/picture.h"

namespace vitrine {
namespace {

using namespace render;

TEST(WorldFinish, ColorMovesFromTheGreyOfTheSameLuminance) {
  const glm::dvec3 color(0.8, 0.4, 0.1);
  constexpr double kGrey = 0.2126 * 0.8 + 0.7152 * 0.4 + 0.0722 * 0.1;
  for (const double amount : {0.0, 0.25, 1.0, 1.5}) {
    WorldPicture picture;
    picture.width = picture.height = 1;
    picture.finish = {{WorldFinish::Kind::kColor, amount}};
    std::vector<glm::dvec3> colors{color};
    WorldWork work(1);
    finish_world(picture, colors, work);
    for (int channel = 0; channel < 3; ++channel)
      EXPECT_NEAR(colors[0][channel], std::max(0.0, kGrey + (color[channel] - kGrey) * amount), 1e-15) << amount;
  }
}

}  // namespace
}  // namespace vitrine
