#include "geometry/crease.h"

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

namespace vitrine::geometry {
namespace {

constexpr float kDegree = std::numbers::pi_v<float> / 180;

/// Two triangles that share the edge 0-1 along y; the second one falls off by `degrees`.
std::vector<glm::vec3> roof(float degrees) {
  const float c = std::cos(degrees * kDegree), s = std::sin(degrees * kDegree);
  return {{0, 0, 0}, {0, 1, 0}, {-1, 0, 0}, {c, 0, -s}};
}
const std::vector<uint32_t> kRoof = {0, 1, 2, 0, 3, 1};

void expect_near(const glm::vec3& a, const glm::vec3& b) {
  EXPECT_LT(glm::length(a - b), 1e-6f) << a.x << ' ' << a.y << ' ' << a.z << " against " << b.x << ' ' << b.y << ' '
                                       << b.z;
}

TEST(CreaseNormals, ASoftEdgeSharesItsNormal) {
  const auto out = crease_normals(roof(40), kRoof, 41 * kDegree);
  EXPECT_EQ(out.indices, kRoof);
  EXPECT_EQ(out.source.size(), 4u);
  const glm::vec3 between(std::sin(20 * kDegree), 0, std::cos(20 * kDegree));  // both triangles have the same area
  expect_near(out.normals[0], between);
  expect_near(out.normals[1], between);
  expect_near(out.normals[2], {0, 0, 1});
}

TEST(CreaseNormals, AHardEdgeDoublesItsVertices) {
  const auto out = crease_normals(roof(40), kRoof, 39 * kDegree);
  ASSERT_EQ(out.source.size(), 6u);
  const glm::vec3 slope(std::sin(40 * kDegree), 0, std::cos(40 * kDegree));
  for (size_t i = 0; i < 6; ++i) {
    EXPECT_EQ(out.source[out.indices[i]], kRoof[i]);  // every corner keeps its vertex or a copy of it
    expect_near(out.normals[out.indices[i]], i < 3 ? glm::vec3(0, 0, 1) : slope);
  }
}

TEST(CreaseNormals, LargerTrianglesCountMore) {
  // The flat side is three times as wide: sums of (b-a) x (c-a) are 3 and 1 long.
  auto positions = roof(90);
  positions[2].x = -3;
  const auto out = crease_normals(positions, kRoof, 91 * kDegree);
  expect_near(out.normals[0], glm::vec3(1, 0, 3) / std::sqrt(10.0f));
}

TEST(CreaseNormals, VerticesOfOnePositionAreNeighbours) {
  // The same roof, each triangle with vertices of its own: smooth, and nothing to double.
  const auto r = roof(40);
  const std::vector<glm::vec3> positions = {r[0], r[1], r[2], r[0], r[3], r[1]};
  const auto out = crease_normals(positions, std::vector<uint32_t>{0, 1, 2, 3, 4, 5}, 45 * kDegree);
  EXPECT_EQ(out.source.size(), 6u);
  expect_near(out.normals[0], out.normals[3]);
}

TEST(CreaseNormals, TrianglesThatOnlyTouchAtAPointStayApart) {
  // Two coplanar-looking triangles with one common corner and no common edge, turned by 10 degrees.
  const float c = std::cos(10 * kDegree), s = std::sin(10 * kDegree);
  const std::vector<glm::vec3> positions = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {-c, 0, s}, {0, -1, 0}};
  const auto out = crease_normals(positions, std::vector<uint32_t>{0, 1, 2, 0, 3, 4}, 60 * kDegree);
  EXPECT_EQ(out.source.size(), 6u);
}

}  // namespace
}  // namespace vitrine::geometry
