// How far two documents lie apart, on meshes small enough to measure by hand.

#include "session/compare.h"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

namespace vitrine {
namespace {

std::string mesh(const std::vector<std::string>& points, const std::vector<std::string>& triangles) {
  std::string verts, weights, tris;
  for (size_t i = 0; i < points.size(); ++i) {
    const std::string n = std::to_string(i);
    verts += "vert " + n + " ( 0 0 ) " + n + " 1\n";
    weights += "weight " + n + " 0 1 ( " + points[i] + " )\n";
  }
  for (size_t i = 0; i < triangles.size(); ++i) tris += "tri " + std::to_string(i) + " " + triangles[i] + "\n";
  return "MD5Version 10\ncommandline \"\"\nnumJoints 1\nnumMeshes 1\njoints {\n\"root\" -1 ( 0 0 0 ) ( 0 0 0 )\n}\n"
         "mesh {\nshader \"s\"\nnumverts " +
         std::to_string(points.size()) + "\n" + verts + "numtris " + std::to_string(triangles.size()) + "\n" + tris +
         "numweights " + std::to_string(points.size()) + "\n" + weights + "}\n";
}

struct Opened {
  Document document;
  explicit Opened(const std::string& text) {
    document.add_file("a.md5mesh", std::vector<uint8_t>(text.begin(), text.end()));
    EXPECT_TRUE(document.load());
    document.evaluate(0, {});
  }
};

const std::vector<std::string> kSquare = {"0 0 0", "4 0 0", "4 4 0", "0 4 0"};
const std::vector<std::string> kHalves = {"0 2 1", "0 3 2"};

TEST(Compare, EqualCountsAreHeldVertexAgainstVertex) {
  Opened a(mesh(kSquare, kHalves)), b(mesh({"0 0 0", "4 0 0", "4 4 2", "0 4 0.5"}, kHalves));
  const auto found = largest_distance(a.document, b.document);
  ASSERT_TRUE(found);
  EXPECT_TRUE(found->by_vertex);
  EXPECT_EQ(found->distance, 2.0);
  EXPECT_EQ(found->vertex, 2u);
  EXPECT_EQ(found->vertices, 4u);
  // md5 has z up: the world's y.
  EXPECT_EQ(found->at, glm::dvec3(4, 0, -4));
  EXPECT_EQ(found->other, glm::dvec3(4, 2, -4));
}

TEST(Compare, OtherwiseEachVertexAgainstTheNearestPlaceOfTheSurfaceOneWay) {
  // A single triangle over the same square, one unit higher.
  Opened a(mesh(kSquare, kHalves)), b(mesh({"0 0 1", "4 0 1", "4 4 1"}, {"0 2 1"}));
  const auto there = largest_distance(a.document, b.document);
  ASSERT_TRUE(there);
  EXPECT_FALSE(there->by_vertex);
  EXPECT_EQ(there->vertex, 3u);
  // From (0, 4, 0) to the middle of the diagonal, (2, 2, 1).
  EXPECT_DOUBLE_EQ(there->distance, 3.0);
  const auto back = largest_distance(b.document, a.document);
  ASSERT_TRUE(back);
  EXPECT_DOUBLE_EQ(back->distance, 1.0);
}

TEST(Compare, TheSameIsNowhereApart) {
  Opened a(mesh(kSquare, kHalves)), b(mesh(kSquare, kHalves));
  const auto found = largest_distance(a.document, b.document);
  ASSERT_TRUE(found);
  EXPECT_EQ(found->distance, 0.0);
  const auto json = distance_json(a.document, found);
  EXPECT_EQ(json["by"], "vertex");
  EXPECT_EQ(json["vertices"], 4);
}

TEST(Compare, AConversionIsTurnedToFaceAsItsSourceDoes) {
  // md5 faces +x, the other formats -y, -z or +z; the last three corners tell the sides and the ends apart.
  const std::vector<std::string> corners = {"5 0 0", "0 3 0", "0 0 2", "-1 0 0"};
  Opened source(mesh(corners, {"0 1 2", "1 3 2", "0 3 1", "0 2 3"}));
  for (const char* kind : {"scene", "qmsh", "qmsh.tmp", "pivot"}) {
    SCOPED_TRACE(kind);
    auto made = source.document.export_file(kind, "");
    ASSERT_TRUE(made.ok());
    Document converted;
    converted.add_file(std::string("a.") + kind, std::move(made->bytes));
    ASSERT_TRUE(converted.load());
    converted.evaluate(0, {});
    const auto shown = largest_distance(source.document, converted);
    ASSERT_TRUE(shown);
    EXPECT_GT(shown->distance, 1.0);
    const auto turned = largest_distance(source.document, converted, Match::kAsConverted);
    ASSERT_TRUE(turned);
    EXPECT_LT(turned->distance, 1e-5);
    // Places are those of the first, as it is shown.
    const auto back = largest_distance(converted, source.document, Match::kAsConverted);
    ASSERT_TRUE(back);
    EXPECT_LT(back->distance, 1e-5);
  }
}

TEST(Compare, AConversionThatOrdersVerticesAnewIsMeasuredBySurface) {
  Opened a(mesh(kSquare, kHalves)), b(mesh({"4 4 0", "0 4 0", "0 0 0", "4 0 0"}, {"2 0 3", "2 1 0"}));
  const auto by_number = largest_distance(a.document, b.document);
  ASSERT_TRUE(by_number);
  EXPECT_TRUE(by_number->by_vertex);
  EXPECT_GT(by_number->distance, 4.0);
  const auto found = largest_distance(a.document, b.document, Match::kAsConverted);
  ASSERT_TRUE(found);
  EXPECT_FALSE(found->by_vertex);
  EXPECT_EQ(found->distance, 0.0);
  EXPECT_EQ(found->vertices, 4u);
}

TEST(Compare, TheSameTrianglesAreMeasuredByNumberThoughTheSurfaceIsNearer) {
  // Moved within its plane: three corners stay on the surface or close to it.
  Opened a(mesh(kSquare, kHalves)), b(mesh({"1 0 0", "5 0 0", "5 4 0", "1 4 0"}, kHalves));
  const auto found = largest_distance(a.document, b.document, Match::kAsConverted);
  ASSERT_TRUE(found);
  EXPECT_TRUE(found->by_vertex);
  EXPECT_EQ(found->distance, 1.0);
  Opened twisted(mesh({"3 0 0", "4 3 0", "1 4 0", "0 1 0"}, kHalves));
  const auto turned = largest_distance(a.document, twisted.document, Match::kAsConverted);
  ASSERT_TRUE(turned);
  EXPECT_TRUE(turned->by_vertex);
  EXPECT_EQ(turned->distance, 3.0);
}

TEST(Compare, WithoutVerticesThereIsNoDistance) {
  Opened a(mesh(kSquare, kHalves));
  Document nothing;
  EXPECT_FALSE(largest_distance(a.document, nothing));
  EXPECT_TRUE(distance_json(a.document, {}).is_null());
}

}  // namespace
}  // namespace vitrine
