#include "geometry/crease.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <initializer_list>
#include <numbers>
#include <numeric>
#include <span>

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

/// `count` triangles around a centre, vertex 0, with a rim that goes up and down; in an order that depends on `stride`,
/// number `turned` the other way round.
std::vector<uint32_t> ring(uint32_t count, uint32_t stride, uint32_t turned, std::vector<glm::vec3>& positions) {
  positions = {{0, 0, 0.25f}};
  for (uint32_t i = 0; i < count; ++i) {
    const double angle = 2 * std::numbers::pi * i / count;
    positions.emplace_back(std::cos(angle), std::sin(angle), 0.05 * std::sin(5.0 * i + 1));
  }
  std::vector<uint32_t> indices;
  for (uint32_t t = 0; t < count; ++t) {
    const uint32_t i = t * stride % count, a = 1 + i, b = 1 + (i + 1) % count;
    indices.insert(indices.end(),
                   t == turned ? std::initializer_list<uint32_t>{0, b, a} : std::initializer_list<uint32_t>{0, a, b});
  }
  return indices;
}

/// The sum from triangle 0 on, towards that neighbour of it which comes first; the one that closes the ring counts
/// twice.
glm::vec3 ring_normal(uint32_t count, uint32_t stride, std::span<const uint32_t> indices,
                      std::span<const glm::vec3> positions) {
  std::vector<uint32_t> triangle_at(count);
  for (uint32_t t = 0; t < count; ++t) triangle_at[t * stride % count] = t;
  const bool forwards = triangle_at[1] < triangle_at[count - 1];
  glm::dvec3 sum(0);
  for (uint32_t k = 0; k <= count; ++k) {
    const uint32_t step = std::min(k, count - 1);
    const uint32_t* t = &indices[3 * triangle_at[forwards || step == 0 ? step : count - step]];
    const glm::dvec3 a(positions[t[0]]), b(positions[t[1]]), c(positions[t[2]]);
    sum += glm::cross(b - a, c - a);
  }
  return glm::vec3(sum / glm::length(sum));
}

TEST(CreaseNormals, ARingIsSummedInOneOrderHoweverManyTrianglesItHas) {
  for (uint32_t count = 3; count < 40; ++count) {
    for (uint32_t stride = 1; stride < count; ++stride) {
      if (std::gcd(stride, count) != 1) continue;
      for (const uint32_t turned : {count, 0u, count - 1}) {  // count: none
        std::vector<glm::vec3> positions;
        const std::vector<uint32_t> indices = ring(count, stride, turned, positions);
        const auto out = crease_normals(positions, indices, 180 * kDegree);
        EXPECT_EQ(out.indices, indices);
        EXPECT_EQ(out.normals[0], ring_normal(count, stride, indices, positions))
            << count << " triangles by " << stride << ", turned " << turned;
      }
    }
  }
}

TEST(CreaseNormals, OneHardEdgeOfARingJoinsNothingAcrossItself) {
  // Steep enough that no two neighbours of a ring of three are within the angle, and a wide ring that is flat.
  std::vector<glm::vec3> positions;
  const std::vector<uint32_t> flat = ring(12, 5, 12, positions);
  EXPECT_EQ(crease_normals(positions, flat, 60 * kDegree).source.size(), positions.size());
  const std::vector<uint32_t> steep = ring(3, 1, 3, positions);
  positions[0].z = 2;
  EXPECT_EQ(crease_normals(positions, steep, 60 * kDegree).source.size(), positions.size() + 2 + 3);
}

TEST(CreaseNormals, TwoRingsAroundOnePositionStayApart) {
  // Interleaved: every second triangle belongs to the other ring.
  for (const uint32_t count : {3u, 6u}) {
    std::vector<glm::vec3> positions, below;
    const std::vector<uint32_t> upper = ring(count, 1, count, positions), lower = ring(count, 1, count, below);
    for (size_t i = 1; i < below.size(); ++i) positions.push_back(below[i] - glm::vec3(0, 0, 1));
    std::vector<uint32_t> indices;
    for (size_t t = 0; t < count; ++t) {
      for (size_t k = 0; k < 3; ++k) indices.push_back(upper[3 * t + k]);
      for (size_t k = 0; k < 3; ++k) indices.push_back(k == 0 ? 0 : lower[3 * t + k] + count);
    }
    const auto out = crease_normals(positions, indices, 180 * kDegree);
    ASSERT_EQ(out.source.size(), positions.size() + 1);
    for (size_t t = 0; t < count; ++t) {
      EXPECT_EQ(out.indices[6 * t], 0u);
      EXPECT_EQ(out.indices[6 * t + 3], positions.size());
    }
    expect_near(out.normals[0], ring_normal(count, 1, upper, positions));
  }
}

TEST(CreaseNormals, ATriangleMoreOnAnEdgeOfARingIsItsNeighbour) {
  std::vector<glm::vec3> positions;
  for (const bool first : {false, true}) {
    std::vector<uint32_t> indices = ring(5, 1, 5, positions);
    positions.emplace_back(0.3f, 0.1f, 2);
    indices.insert(first ? indices.begin() : indices.end(), {0, 1, 6});  // a fin on the spoke to vertex 1
    const auto smooth = crease_normals(positions, indices, 180 * kDegree);
    EXPECT_EQ(smooth.source.size(), positions.size());
    const auto hard = crease_normals(positions, indices, 60 * kDegree);
    EXPECT_EQ(hard.source.size(), positions.size() + 2);  // the ends of the spoke
  }
}

}  // namespace
}  // namespace vitrine::geometry
