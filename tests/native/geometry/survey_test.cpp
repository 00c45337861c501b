// What is counted of a mesh, on inputs worked by hand.

#include "geometry/survey.h"

#include <gtest/gtest.h>

namespace vitrine::geometry {
namespace {

using Sides = std::vector<std::array<uint32_t, 4>>;

/// Corner number as bits x, y, z.
std::vector<glm::vec3> corners() {
  std::vector<glm::vec3> out;
  for (int n = 0; n < 8; ++n) out.emplace_back(n & 1, (n >> 1) & 1, n >> 2);
  return out;
}
/// Each side counter-clockwise from outside.
const Sides kSides = {{0, 2, 3, 1}, {4, 5, 7, 6}, {0, 1, 5, 4}, {2, 6, 7, 3}, {0, 4, 6, 2}, {1, 3, 7, 5}};

std::vector<uint32_t> triangles(const Sides& sides) {
  std::vector<uint32_t> out;
  for (const auto& [a, b, c, d] : sides) out.insert(out.end(), {a, b, c, a, c, d});
  return out;
}

TEST(MeshSurvey, ACubeOfTwelveTrianglesHasEighteenEdgesNoneOpen) {
  const MeshSurvey found = survey_mesh(corners(), triangles(kSides));
  EXPECT_EQ(found.places, 8u);
  EXPECT_EQ(found.edges, 18u);
  EXPECT_EQ(found.open_edges + found.non_manifold_edges + found.turned_edges, 0u);
  EXPECT_EQ(found.collapsed_faces + found.flat_faces + found.unused_vertices, 0u);
}

TEST(MeshSurvey, SeamsOpenNothing) {
  std::vector<glm::vec3> positions;
  Sides own;
  for (uint32_t i = 0; i < 6; ++i) {
    for (const uint32_t corner : kSides[i]) positions.push_back(corners()[corner]);
    own.push_back({4 * i, 4 * i + 1, 4 * i + 2, 4 * i + 3});
  }
  positions[0].x = -0.0f;  // the same place
  const MeshSurvey found = survey_mesh(positions, triangles(own));
  EXPECT_EQ(found.places, 8u);
  EXPECT_EQ(found.edges, 18u);
  EXPECT_EQ(found.open_edges, 0u);
}

TEST(MeshSurvey, ABoxWithoutALidHasFourOpenEdges) {
  Sides sides = kSides;
  sides.erase(sides.begin() + 1);
  const MeshSurvey found = survey_mesh(corners(), triangles(sides));
  EXPECT_EQ(found.edges, 17u);
  EXPECT_EQ(found.open_edges, 4u);
  EXPECT_EQ(found.non_manifold_edges, 0u);
}

TEST(MeshSurvey, AFinMakesAnEdgeNonManifoldAndHasTwoOpenOnes) {
  std::vector<glm::vec3> positions = corners();
  positions.emplace_back(-1, 0, -1);
  std::vector<uint32_t> indices = triangles(kSides);
  indices.insert(indices.end(), {0, 1, 8});
  const MeshSurvey found = survey_mesh(positions, indices);
  EXPECT_EQ(found.places, 9u);
  EXPECT_EQ(found.edges, 20u);
  EXPECT_EQ(found.open_edges, 2u);
  EXPECT_EQ(found.non_manifold_edges, 1u);
  EXPECT_EQ(found.turned_edges, 0u);
}

TEST(MeshSurvey, ASideThatFacesInwardsDisagreesWithItsFourNeighbours) {
  Sides sides = kSides;
  sides[0] = {1, 3, 2, 0};
  EXPECT_EQ(survey_mesh(corners(), triangles(sides)).turned_edges, 4u);
}

TEST(MeshSurvey, CollapsedAndFlatTrianglesAreToldApartAndLoneVerticesCounted) {
  const std::vector<glm::vec3> positions = {{0, 0, 0}, {1, 0, 0}, {2, 0, 0}, {0, 0, 0}, {9, 9, 9}};
  const std::vector<uint32_t> indices = {0, 1, 2, 0, 3, 1};
  const MeshSurvey found = survey_mesh(positions, indices);
  EXPECT_EQ(found.collapsed_faces, 1u);
  EXPECT_EQ(found.flat_faces, 1u);
  EXPECT_EQ(found.unused_vertices, 1u);
  EXPECT_EQ(found.places, 4u);
  EXPECT_EQ(survey_mesh({}, {}).edges, 0u);
}

TEST(MeshSurvey, AGridHasItsEdgesAcrossDownAndDiagonal) {
  constexpr uint32_t kSide = 201, kSquares = 200;
  std::vector<glm::vec3> positions;
  std::vector<uint32_t> indices;
  for (uint32_t y = 0; y < kSide; ++y) {
    for (uint32_t x = 0; x < kSide; ++x) {
      const uint32_t v = y * kSide + x;
      positions.emplace_back(x, y, 0);
      if (x < kSquares && y < kSquares)
        indices.insert(indices.end(), {v, v + 1, v + kSide + 1, v, v + kSide + 1, v + kSide});
    }
  }
  const MeshSurvey found = survey_mesh(positions, indices);
  EXPECT_EQ(found.open_edges, 4 * kSquares);
  EXPECT_EQ(found.edges, 2 * kSquares * kSide + kSquares * kSquares);
}

TEST(WeightSurvey, SumsTheWeightsOfEachVertex) {
  Mesh mesh;
  mesh.influence_first = {0, 1, 2, 4, 4};
  for (const float weight : {1.0f, 0.75f, 0.5f, 0.5f}) {
    mesh.influences.push_back({});
    mesh.influences.back().weight = weight;
  }
  const WeightSurvey found = survey_weights(mesh);
  EXPECT_EQ(found.weighted, 3u);
  EXPECT_EQ(found.unweighted, 1u);
  EXPECT_EQ(found.least, 0.75);
  EXPECT_EQ(found.most, 1);
  EXPECT_EQ(found.off, 1u);
}

TEST(ClosedParts, AreThoseWhoseEdgesAreAllWalkedBothWays) {
  // A tetrahedron whose corners are split for each face, and a lone triangle.
  const glm::vec3 points[] = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
  std::vector<glm::vec3> positions;
  std::vector<uint32_t> indices;
  for (const int point : {0, 2, 1, 0, 1, 3, 0, 3, 2, 1, 2, 3}) positions.push_back(points[point]);
  positions.insert(positions.end(), {{5, 5, 5}, {6, 5, 5}, {5, 6, 5}});
  for (uint32_t i = 0; i < 15; ++i) indices.push_back(i);
  const ClosedParts found = closed_parts(positions, indices);
  EXPECT_EQ(found.closed, 1u);
  EXPECT_EQ(found.of, 2u);
  EXPECT_EQ(found.indices, std::vector<uint32_t>(indices.begin(), indices.begin() + 12));
  // One face turned over: its edges are walked twice the same way.
  std::vector<uint32_t> turned(indices.begin(), indices.begin() + 12);
  std::swap(turned[1], turned[2]);
  EXPECT_EQ(closed_parts(positions, turned).closed, 0u);
  // -0 and 0 are one place.
  for (size_t v = 3; v < positions.size(); ++v) {
    for (int i = 0; i < 3; ++i) {
      if (positions[v][i] == 0) positions[v][i] = -0.0f;
    }
  }
  EXPECT_EQ(closed_parts(positions, indices).closed, 1u);
}

}  // namespace
}  // namespace vitrine::geometry
