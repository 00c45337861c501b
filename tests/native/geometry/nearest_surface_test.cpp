#include "geometry/nearest_surface.h"

#include <gtest/gtest.h>

namespace vitrine::geometry {
namespace {

const glm::dvec3 a(0, 0, 0), b(4, 0, 0), c(0, 4, 0);

TEST(NearestSurface, InsideEdgesAndCornersOfATriangle) {
  EXPECT_EQ(nearest_on_triangle({1, 1, 5}, a, b, c), glm::dvec3(1, 1, 0));
  EXPECT_EQ(nearest_on_triangle({2, -3, 1}, a, b, c), glm::dvec3(2, 0, 0));
  EXPECT_EQ(nearest_on_triangle({-2, 3, 1}, a, b, c), glm::dvec3(0, 3, 0));
  EXPECT_EQ(nearest_on_triangle({4, 4, 0}, a, b, c), glm::dvec3(2, 2, 0));
  EXPECT_EQ(nearest_on_triangle({-1, -1, 0}, a, b, c), a);
  EXPECT_EQ(nearest_on_triangle({9, -1, 0}, a, b, c), b);
  EXPECT_EQ(nearest_on_triangle({-1, 9, 0}, a, b, c), c);
}

TEST(NearestSurface, TrianglesWithoutAreaAreTheirEdge) {
  EXPECT_EQ(nearest_on_triangle({2, 3, 0}, a, b, b), glm::dvec3(2, 0, 0));
  EXPECT_EQ(nearest_on_triangle({2, 3, 0}, a, a, a), a);
}

TEST(NearestSurface, FindsWhatEveryTriangleInTurnWouldGive) {
  // A sheet of 20 by 20 waves.
  std::vector<glm::dvec3> corners;
  const auto at = [](int x, int y) { return glm::dvec3(x, y, (x * 7 + y * 13) % 5); };
  for (int y = 0; y < 20; ++y) {
    for (int x = 0; x < 20; ++x)
      corners.insert(corners.end(),
                     {at(x, y), at(x + 1, y), at(x, y + 1), at(x + 1, y), at(x + 1, y + 1), at(x, y + 1)});
  }
  const NearestSurface surface(corners);
  for (int i = 0; i < 200; ++i) {
    const glm::dvec3 p((i * 37 % 260) / 10.0 - 3, (i * 53 % 260) / 10.0 - 3, (i * 11 % 90) / 10.0 - 2);
    double least = 1e9;
    for (size_t t = 0; t < corners.size(); t += 3)
      least = std::min(least, glm::length(nearest_on_triangle(p, corners[t], corners[t + 1], corners[t + 2]) - p));
    const auto hit = surface.nearest(p);
    EXPECT_DOUBLE_EQ(hit.distance, least) << i;
    EXPECT_DOUBLE_EQ(glm::length(hit.point - p), least) << i;
  }
}

TEST(NearestSurface, NothingHasNoNearestPoint) { EXPECT_EQ(NearestSurface({}).nearest({1, 2, 3}).triangle, kNone); }

}  // namespace
}  // namespace vitrine::geometry
