// Clipping, projection and perspective-correct weights, with numbers worked by hand.

#include "render/triangle.h"

#include <gtest/gtest.h>

#include <cmath>

#include "render/coverage.h"
#include "render/shader.h"

namespace vitrine::render {
namespace {

constexpr uint32_t kCorners[3] = {0, 1, 2};

/// Eye at the origin, looking along -z, 90 degrees up and down: at depth d a picture shows 2 d units.
View straight(double near_plane, double far_plane) {
  View view;
  view.near_plane = near_plane, view.far_plane = far_plane;
  glm::dmat4 clip(0);
  clip[0][0] = clip[1][1] = 1;
  clip[2][2] = (far_plane + near_plane) / (near_plane - far_plane);
  clip[2][3] = -1;
  clip[3][2] = 2 * far_plane * near_plane / (near_plane - far_plane);
  view.clip_from_world = clip;
  return view;
}

struct Projected {
  View view;
  Screen screen;
  Drawn drawn;
  Projected(const View& v, int32_t size) : view(v), screen(view, size, size) {}
  void add(const glm::dvec3& a, const glm::dvec3& b, const glm::dvec3& c, bool ccw = true) {
    const glm::vec4 clip[3] = {glm::vec4(screen.clip(a)), glm::vec4(screen.clip(b)), glm::vec4(screen.clip(c))};
    TriangleSetup(screen, drawn.triangles, drawn.cuts).add(clip, kCorners, 7, ccw);
  }
};

TEST(TriangleSetup, CornersLandWhereTheProjectionPutsThem) {
  Projected s(straight(1, 100), 100);
  // At depth 2, x = -1 is a quarter of the picture from the left, y = 1 a quarter from the top.
  s.add({-1, 1, -2}, {-1, -1, -2}, {1, 1, -2});
  ASSERT_EQ(s.drawn.triangles.size(), 1u);
  const Triangle& t = s.drawn.triangles[0];
  EXPECT_EQ(t.x[0], 25 * kUnit);
  EXPECT_EQ(t.y[0], 25 * kUnit);
  EXPECT_EQ(t.surface, 7u);
  EXPECT_EQ(t.inv_w[0], 0.5f);
  EXPECT_EQ(t.depth, 0.5f);
  EXPECT_EQ(t.depth_dx, 0);
}

TEST(TriangleSetup, TheFrontIsWhatTurnsAsTheFileSays) {
  Projected s(straight(1, 100), 100);
  const glm::dvec3 a(-1, -1, -2), b(1, -1, -2), c(0, 1, -2);  // counterclockwise as seen
  s.add(a, b, c, true), s.add(a, b, c, false), s.add(a, c, b, true), s.add(a, c, b, false);
  ASSERT_EQ(s.drawn.triangles.size(), 4u);
  EXPECT_TRUE(s.drawn.triangles[0].front);
  EXPECT_FALSE(s.drawn.triangles[1].front);
  EXPECT_FALSE(s.drawn.triangles[2].front);
  EXPECT_TRUE(s.drawn.triangles[3].front);
}

TEST(TriangleSetup, HalfwayInThePictureIsNotHalfwayInSpace) {
  Projected s(straight(0.5, 100), 128);
  // An edge from depth 1 to depth 3: the middle of its picture is where 1 / w is the mean, a quarter of the way.
  s.add({-1, 0, -1}, {3, 0, -3}, {0, -2, -2});
  ASSERT_EQ(s.drawn.triangles.size(), 1u);
  const Triangle& t = s.drawn.triangles[0];
  const auto corner = [&](uint32_t v) { return t.vertex[0] == v ? 0 : t.vertex[1] == v ? 1 : 2; };
  const int a = corner(0), b = corner(1);
  const Weights w = weights_of(t, {}, (t.x[a] + t.x[b]) / 2, (t.y[a] + t.y[b]) / 2, false);
  EXPECT_NEAR(w.at[a], 0.75f, 1e-6f);
  EXPECT_NEAR(w.at[b], 0.25f, 1e-6f);
}

TEST(TriangleSetup, ChangesOfWeightsAreThoseBetweenPixels) {
  Projected s(straight(0.5, 100), 128);
  s.add({-1, 0.5, -1}, {3, 0, -3}, {0, -2, -2});
  const Triangle& t = s.drawn.triangles.at(0);
  const int32_t x = (t.x[0] + t.x[1] + t.x[2]) / 3, y = (t.y[0] + t.y[1] + t.y[2]) / 3;
  const Weights here = weights_of(t, {}, x, y, true);
  // The slope over one pixel by the difference of half a pixel either way.
  const glm::vec3 across = weights_of(t, {}, x + 128, y, false).at - weights_of(t, {}, x - 128, y, false).at;
  const glm::vec3 down = weights_of(t, {}, x, y + 128, false).at - weights_of(t, {}, x, y - 128, false).at;
  for (int i = 0; i < 3; ++i) {
    EXPECT_NEAR(here.dx[i], across[i], 2e-4f) << i;
    EXPECT_NEAR(here.dy[i], down[i], 2e-4f) << i;
  }
}

TEST(TriangleSetup, WhatReachesBehindTheEyeIsCutAtTheNearPlane) {
  Projected s(straight(1, 100), 64);
  // From depth 3 to 1 behind the eye: what is nearer than 1 goes, two corners are new.
  s.add({-1, -1, -3}, {1, -1, -3}, {0, -1, 1});
  ASSERT_EQ(s.drawn.triangles.size(), 2u);
  for (const Triangle& t : s.drawn.triangles) {
    ASSERT_NE(t.cut, kNone);
    for (int i = 0; i < 3; ++i) {
      EXPECT_GE(t.inv_w[i], 1 / 3.0f - 1e-6f);
      EXPECT_LE(t.inv_w[i], 1.0f + 1e-6f);
      // A corner on the plane lies halfway between depth 3 and -1: half the weight is the third corner's.
      const glm::vec3& w = s.drawn.cuts[t.cut].corner[i];
      EXPECT_NEAR(w.x + w.y + w.z, 1, 1e-6f);
      if (t.inv_w[i] > 0.9f) {
        EXPECT_NEAR(w.z, 0.5f, 1e-6f);
      } else {
        EXPECT_EQ(w.z, 0);
      }
    }
  }
}

TEST(TriangleSetup, WhatIsOutsideOrNoNumberLeavesNothing) {
  Projected s(straight(1, 100), 64);
  s.add({-1, 0, 1}, {1, 0, 1}, {0, 1, 1});           // behind
  s.add({-1, 0, -200}, {1, 0, -200}, {0, 1, -200});  // past the far plane
  s.add({50, 0, -2}, {51, 0, -2}, {50, 1, -2});      // aside
  s.add({0, 0, -2}, {1, 0, -2}, {2, 0, -2});         // a line
  s.add({0, std::nan(""), -2}, {1, 0, -2}, {0, 1, -2});
  s.add({0, 1e30, -2}, {1, 0, -2}, {0, 1, -2});
  s.add({0, HUGE_VAL, -2}, {1, 0, -2}, {0, 1, -2});
  EXPECT_TRUE(s.drawn.triangles.empty());
}

TEST(TriangleSetup, WhatIsMuchLargerThanThePictureKeepsItsCoverage) {
  Projected s(straight(1, 100), 64);
  s.add({-1e9, -1e9, -2}, {1e9, -1e9, -2}, {0, 1e9, -2});
  ASSERT_FALSE(s.drawn.triangles.empty());
  int pixels = 0;
  for (const Triangle& t : s.drawn.triangles) {
    for (int i = 0; i < 3; ++i) {
      EXPECT_GE(t.x[i], -kGuard * kUnit - 1);
      EXPECT_LE(t.x[i], (64 + kGuard) * kUnit + 1);
    }
    visit_covered(t, {0, 0, 64, 64}, [&](int32_t, int32_t, int mask) { pixels += __builtin_popcount(unsigned(mask)); });
  }
  EXPECT_EQ(pixels, 64 * 64 * 16);
}

}  // namespace
}  // namespace vitrine::render
