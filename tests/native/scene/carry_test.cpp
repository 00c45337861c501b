#include "scene/carry.h"

#include <gtest/gtest.h>

namespace vitrine {
namespace {

void expect_near(const glm::vec3& a, const glm::vec3& b) {
  for (int i = 0; i < 3; ++i) EXPECT_NEAR(a[i], b[i], 1e-6) << i;
}

Mesh two_vertices() {
  Mesh mesh;
  mesh.positions = {{1, 2, 3}, {1, 2, 3}};
  mesh.normals.assign(2, glm::vec3(0.6f, 0.8f, 0));
  mesh.tangents.assign(2, glm::vec4(0.8f, -0.6f, 0, 1));
  mesh.shapes.resize(1);
  mesh.shapes[0].positions = {{0, 0, 1}, {0, 0, 1}};
  return mesh;
}

const auto kSecond = [](size_t vertex) { return vertex == 1; };

TEST(Carry, OnlyWhatIsMeantIsMoved) {
  Mesh mesh = two_vertices();
  glm::dmat4 by(1);
  by[3] = {10, 20, 30, 1};
  carry(mesh, by, kSecond);
  EXPECT_EQ(mesh.positions, (std::vector<glm::vec3>{{1, 2, 3}, {11, 22, 33}}));
  EXPECT_EQ(mesh.shapes[0].positions, (std::vector<glm::vec3>{{0, 0, 1}, {10, 20, 31}}));
  // Directions have no place.
  EXPECT_EQ(mesh.normals, two_vertices().normals);
  EXPECT_EQ(mesh.tangents, two_vertices().tangents);
}

TEST(Carry, NormalsStayAcrossWhatIsStretched) {
  Mesh mesh = two_vertices();
  glm::dmat4 by(1);
  by[0][0] = 2;
  carry(mesh, by, kSecond);
  // The direction (0.8, -0.6) becomes (1.6, -0.6), and (0.6, 1.6) is across it; both have the length sqrt(2.92).
  const float length = std::sqrt(2.92f);
  expect_near(glm::vec3(mesh.tangents[1]), glm::vec3(1.6f, -0.6f, 0) / length);
  expect_near(mesh.normals[1], glm::vec3(0.6f, 1.6f, 0) / length);
  EXPECT_EQ(mesh.tangents[1].w, 1);
}

TEST(Carry, MirrorsTurnTheHand) {
  Mesh mesh = two_vertices();
  glm::dmat4 by(1);
  by[2][2] = -1;
  carry(mesh, by, kSecond);
  EXPECT_EQ(mesh.tangents[0].w, 1);
  EXPECT_EQ(mesh.tangents[1].w, -1);
  expect_near(mesh.normals[1], {0.6f, 0.8f, 0});
}

TEST(Carry, WhatHasNoDirectionStaysSo) {
  Mesh mesh = two_vertices();
  mesh.normals[1] = glm::vec3(0);
  mesh.tangents.clear();
  mesh.shapes.clear();
  carry(mesh, glm::dmat4(3), kSecond);
  EXPECT_EQ(mesh.normals[1], glm::vec3(0));
  EXPECT_TRUE(mesh.tangents.empty());
}

}  // namespace
}  // namespace vitrine
