// Influences written in their place, against the same sums in plain doubles.

#include "scene/influence_writer.h"

#include <gtest/gtest.h>

#include <cmath>
#include <cstring>
#include <limits>

namespace vitrine {
namespace {

constexpr float kInfinity = std::numeric_limits<float>::infinity();

glm::vec3 plainly(const glm::dmat4& m, const glm::vec3& p) {
  glm::vec3 out;
  for (int row = 0; row < 3; ++row)
    out[row] =
        static_cast<float>(m[0][row] * double{p.x} + m[1][row] * double{p.y} + m[2][row] * double{p.z} + m[3][row]);
  return out;
}

bool same_bits(const glm::vec3& a, const glm::vec3& b) { return std::memcmp(&a, &b, sizeof a) == 0; }

TEST(InfluenceWriter, PlacesAreThoseOfThePlainSumsBitForBit) {
  const glm::dmat4 matrix(0.1, 0.7, -1.3, 0, 2.9, 1e-9, 0.3, 0, -0.01, 1e5, 1.0 / 3, 0, 12.5, -7e-3, 1e-20, 1);
  const AffineMap map(matrix);
  Mesh mesh;
  for (const float x : {0.0f, -0.0f, 1.0f, -3.3f, 1e-40f, 1e20f, 3e38f})
    for (const float z : {-0.0f, 0.1f, -1e30f}) mesh.positions.emplace_back(x, 0.25f * z - x, z);
  InfluenceWriter writer(mesh, 3 * mesh.positions.size());
  for (const glm::vec3& p : mesh.positions) {
    writer.begin_vertex();
    writer.add(7, 0.25f, map, p);
    writer.add(9, 0.75f, p);
  }
  writer.finish();
  ASSERT_EQ(mesh.influences.size(), 2 * mesh.positions.size());
  for (size_t v = 0; v < mesh.positions.size(); ++v) {
    const Influence &carried = mesh.influences[2 * v], &left = mesh.influences[2 * v + 1];
    EXPECT_EQ(mesh.influence_first[v], 2 * v);
    EXPECT_EQ(carried.joint, 7u);
    EXPECT_EQ(carried.weight, 0.25f);
    EXPECT_TRUE(same_bits(carried.position, plainly(matrix, mesh.positions[v]))) << v;
    EXPECT_TRUE(same_bits(carried.position, map(mesh.positions[v]))) << v;
    EXPECT_EQ(left.joint, 9u);
    EXPECT_EQ(left.weight, 0.75f);
    EXPECT_TRUE(same_bits(left.position, mesh.positions[v])) << v;
  }
}

TEST(InfluenceWriter, VerticesMayHaveNoInfluencesAndAMeshNoVertices) {
  Mesh empty;
  InfluenceWriter none(empty, 0);
  EXPECT_EQ(none.finish(), 0);
  EXPECT_EQ(empty.influence_first, std::vector<uint32_t>{0});
  EXPECT_TRUE(empty.influences.empty());

  Mesh mesh;
  mesh.positions.resize(3);
  InfluenceWriter writer(mesh, 5);
  writer.begin_vertex();
  writer.begin_vertex();
  writer.add(1, 1, glm::vec3(1, 2, 3));
  writer.begin_vertex();
  writer.finish();
  EXPECT_EQ(mesh.influence_first, (std::vector<uint32_t>{0, 0, 1, 1}));
  EXPECT_EQ(mesh.influences.size(), 1u);
}

TEST(InfluenceWriter, TellsTheLargestOffsetWithoutSign) {
  Mesh mesh;
  const auto reach_with = [&](float weight, const glm::vec3& last) {
    mesh = Mesh();
    mesh.positions.resize(1);
    InfluenceWriter writer(mesh, 2);
    writer.begin_vertex();
    writer.add(0, weight, glm::vec3(1, -2, 0.5f));
    writer.add(1, 0.125f, last);
    return writer.finish();
  };
  EXPECT_EQ(reach_with(-0.5f, glm::vec3(0)), 2);
  EXPECT_EQ(reach_of(mesh).weight, 0.5f);
  for (int axis = 0; axis < 3; ++axis) {
    glm::vec3 last(0);
    for (const float value : {-3e38f, kInfinity, -kInfinity}) {
      last[axis] = value;
      EXPECT_EQ(reach_with(1, last), std::abs(value)) << axis;
    }
    last[axis] = -NAN;
    EXPECT_TRUE(std::isnan(reach_with(1, last))) << axis;
  }
}

}  // namespace
}  // namespace vitrine
