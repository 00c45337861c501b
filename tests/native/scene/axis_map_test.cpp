// From the axes of one file to those of another.

#include "scene/axis_map.h"

#include <gtest/gtest.h>

namespace vitrine {
namespace {

TEST(AxisMap, AForwardAlongTheUpAxisSaysNothing) {
  Axes strange;  // a pivot file that is read as z up keeps the usual forward
  strange.up = Up::kZ;
  strange.forward = {0, 0, 1};
  Axes usual = strange;
  usual.forward = {0, -1, 0};
  EXPECT_EQ(axis_map(strange, Axes{}).matrix, axis_map(usual, Axes{}).matrix);
  EXPECT_EQ(glm::determinant(axis_map(strange, Axes{}).matrix), 1.0);
}

}  // namespace
}  // namespace vitrine
