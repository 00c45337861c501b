#include "geometry/points.h"

#include <gtest/gtest.h>

#include <cmath>

namespace vitrine::geometry {
namespace {

TEST(Weld, NamesTheFirstVertexOfEachPosition) {
  const std::vector<glm::vec3> positions = {{1, 2, 3}, {0, 0, 0}, {1, 2, 3}, {3, 2, 1}, {-0.0f, 0, -0.0f}, {1, 2, 3}};
  EXPECT_EQ(first_equal_positions(positions), (std::vector<uint32_t>{0, 1, 0, 3, 1, 0}));
}

TEST(Weld, NeighbouringFloatsAreTwoPositions) {
  const std::vector<glm::vec3> positions = {{1, 0, 0}, {std::nextafter(1.0f, 2.0f), 0, 0}};
  EXPECT_EQ(first_equal_positions(positions), (std::vector<uint32_t>{0, 1}));
}

TEST(Weld, FindsEveryPartnerInAGridGivenTwice) {
  std::vector<glm::vec3> positions;
  for (int round = 0; round < 2; ++round) {
    for (int x = 0; x < 40; ++x) {
      for (int y = 0; y < 40; ++y) positions.emplace_back(float(x), float(y) * 0.125f, 0);
    }
  }
  const auto first = first_equal_positions(positions);
  for (uint32_t v = 0; v < 1600; ++v) {
    ASSERT_EQ(first[v], v);
    ASSERT_EQ(first[v + 1600], v);
  }
}

TEST(Weld, NothingWeldsToNothing) { EXPECT_TRUE(first_equal_positions({}).empty()); }

TEST(BoundsOf, PointsAndNone) {
  EXPECT_TRUE(bounds_of({}).empty);
  const std::vector<glm::vec3> points = {{1, -2, 3}, {-4, 5, 0}};
  const Bounds box = bounds_of(points);
  EXPECT_FALSE(box.empty);
  EXPECT_EQ(box.min, glm::vec3(-4, -2, 0));
  EXPECT_EQ(box.max, glm::vec3(1, 5, 3));
  EXPECT_FLOAT_EQ(radius_about_origin(points), std::sqrt(41.0f));
}

}  // namespace
}  // namespace vitrine::geometry
