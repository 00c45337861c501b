// One triangle on one joint, whose inverse bind matrix takes it one unit to the left.

#include <array>
#include <memory>

#include "formats/gltf/support.h"

namespace vitrine::gltf {
namespace {

using namespace test;

constexpr float kCorners[3][3] = {{0, 0, 0}, {4, 0, 0}, {0, 2, 0}};

Bytes triangle() {
  Bytes out;
  const auto put = [&](const auto& value) {
    const auto* bytes = reinterpret_cast<const uint8_t*>(&value);
    out.insert(out.end(), bytes, bytes + sizeof value);
  };
  for (const auto& corner : kCorners) put(corner);
  for (int v = 0; v < 3; ++v) put(std::array<float, 3>{0, 0, 1});
  for (int v = 0; v < 3; ++v) put(std::array<float, 4>{1, 0, 0, 0});
  put(std::array<float, 16>{1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, -1, 0, 0, 1});
  for (int v = 0; v < 3; ++v) put(std::array<uint8_t, 4>{0, 0, 0, 0});
  return out;
}

/// The joint is node 0, at x = `joint_x`.
std::unique_ptr<Document> open(const std::string& joint_x, const std::string& other_nodes) {
  const std::string text = R"({"asset":{"version":"2.0"},"scene":0,"scenes":[{"nodes":[0,1,2]}],
    "nodes":[{"translation":[)" +
                           joint_x + R"(,0,0]},)" + other_nodes + R"(],
    "meshes":[{"primitives":[{"attributes":{"POSITION":0,"NORMAL":1,"WEIGHTS_0":2,"JOINTS_0":4}}]}],
    "skins":[{"joints":[0],"inverseBindMatrices":3}],
    "buffers":[{"uri":"a.bin","byteLength":196}],
    "bufferViews":[{"buffer":0,"byteLength":196}],
    "accessors":[{"bufferView":0,"byteOffset":0,"componentType":5126,"count":3,"type":"VEC3","min":[0,0,0],"max":[4,2,0]},
      {"bufferView":0,"byteOffset":36,"componentType":5126,"count":3,"type":"VEC3"},
      {"bufferView":0,"byteOffset":72,"componentType":5126,"count":3,"type":"VEC4"},
      {"bufferView":0,"byteOffset":120,"componentType":5126,"count":1,"type":"MAT4"},
      {"bufferView":0,"byteOffset":184,"componentType":5121,"count":3,"type":"VEC4"}]})";
  auto document = std::make_unique<Document>();
  document->add_file("a.bin", triangle());
  document->add_file("a.gltf", bytes_of(text));
  document->load();
  EXPECT_EQ(first_error(*document), nullptr) << words_of(*document);
  return document;
}

void expect_corners(const Document& document, uint32_t instance, double x) {
  const std::vector<glm::dvec3> places = placed(document, instance);
  ASSERT_EQ(places.size(), 3u);
  for (size_t v = 0; v < 3; ++v)
    EXPECT_EQ(places[v], glm::dvec3(x + double{kCorners[v][0]}, kCorners[v][1], kCorners[v][2])) << v;
}

TEST(GltfSkins, AMeshWithAndWithoutSkinIsThereTwice) {
  for (const bool skinned_first : {false, true}) {
    const std::string skinned = R"({"mesh":0,"skin":0})", plain = R"({"mesh":0})";
    const auto document = open("4", skinned_first ? skinned + "," + plain : plain + "," + skinned);
    document->evaluate(0, {});
    ASSERT_EQ(document->instance_count(), 2u);
    expect_corners(*document, skinned_first ? 0 : 1, 3);
    expect_corners(*document, skinned_first ? 1 : 0, 0);
  }
}

TEST(GltfSkins, TheRestPoseIsTheBindPoseWhereTheJointsUndoTheMatrices) {
  const std::string nodes = R"({"mesh":0,"skin":0},{})";
  EXPECT_TRUE(open("1", nodes)->scene().skins.at(0).bind_is_rest);
  EXPECT_FALSE(open("1.00001", nodes)->scene().skins.at(0).bind_is_rest);
  // Without a pose of the vertices: what is stored, and what the joint makes of it.
  expect_corners(*open("1", nodes), 0, 0);
  expect_corners(*open("3", nodes), 0, 2);
}

}  // namespace
}  // namespace vitrine::gltf
