// Rotation overrides: the only way to pose a format without animation.

#include <gtest/gtest.h>

#include <cstring>
#include <limits>

#include "formats/kri/kri_support.h"
#include "formats/pivot/pivot_support.h"
#include "session/document.h"
#include "support/reference.h"

namespace vitrine {
namespace {

using Reference = nlohmann::json;

test::Bytes pivot_file(const std::string& name) { return test::read_file(test::kData / "pivot/reference" / name); }

std::vector<glm::vec3> posed_positions(const Document& document, uint32_t instance) {
  const BufferView view = document.buffer(BufferKind::kPositions, instance);
  std::vector<glm::vec3> out(view.bytes / sizeof(glm::vec3));
  if (view.bytes != 0) std::memcpy(out.data(), view.data, view.bytes);
  return out;
}

glm::mat4 matrix(const Document& document, uint32_t node) {
  const float* m = static_cast<const float*>(document.buffer(BufferKind::kNodeMatrices, 0).data) + 16 * size_t{node};
  return {m[0], m[1], m[2], m[3], m[4], m[5], m[6], m[7], m[8], m[9], m[10], m[11], m[12], m[13], m[14], m[15]};
}

TEST(RotateNode, PosesTheReferenceVertices) {
  const Reference reference = test::data_json("pivot/reference/cases.json");
  size_t poses = 0;
  for (const Reference& file : reference["files"]) {
    if (!file["valid"].get<bool>()) continue;
    SCOPED_TRACE(file["file"].get<std::string>());
    Document document;
    document.add_file("case.pivot", pivot_file(file["file"].get<std::string>()));
    ASSERT_TRUE(document.load());
    for (const Reference& pose : file["expected"]["poses"]) {
      const auto object = pose["object"].get<uint32_t>();
      const auto& nodes = document.scene().nodes;
      uint32_t instance = 0;
      while (instance < document.instance_count() && document.instance_node(instance) != object) ++instance;
      if (instance == document.instance_count()) continue;  // surfaces without the geometry flag are not drawn
      document.clear_node_rotation(kNone);
      for (const auto& [name, q] : pose["setLocalRotation"].items()) {
        uint32_t node = 0;
        while (nodes[node].name != name) ++node;
        ASSERT_TRUE(document.set_node_rotation(
            node, glm::quat(q[3].get<float>(), q[0].get<float>(), q[1].get<float>(), q[2].get<float>())));
      }
      document.evaluate(0, {});
      const auto posed = posed_positions(document, instance);
      const bool skinned = nodes[object].skin != kNone;
      const glm::dmat4 world(matrix(document, object));
      size_t v = 0;
      for (const Reference& surface : pose["worldPositions"]) {
        for (const Reference& p : surface) {
          const glm::dvec3 at =
              skinned ? glm::dvec3(posed[v]) : glm::dvec3(world * glm::dvec4(glm::dvec3(posed[v]), 1));
          for (int c = 0; c < 3; ++c) EXPECT_NEAR(at[c], p[c].get<double>(), 2e-5) << pose["note"] << v;
          ++v;
        }
      }
      EXPECT_EQ(v, posed.size());
      ++poses;
    }
  }
  EXPECT_EQ(poses, 9u);
}

TEST(RotateNode, WorksOnTheWorkedExampleAndCanBeUndone) {
  const auto bytes = pivot_file("skinned.bin");
  if (bytes.empty()) GTEST_SKIP() << "corpus/pivot is absent";
  Document document;
  document.add_file("skinned.pivot", bytes);
  ASSERT_TRUE(document.load());
  const auto at_rest = posed_positions(document, 0);
  uint32_t bone = 0;
  while (document.scene().nodes[bone].name != "Bone1") ++bone;
  ASSERT_TRUE(document.set_node_rotation(bone, glm::quat(0.70710678f, 0, 0, 0.70710678f)));
  document.evaluate(0, {});
  // The four worked vertices: weight 1 twice, a half each, and the bone's own origin.
  const std::pair<glm::vec3, glm::vec3> worked[] = {
      {{1, 4, 0}, {-2, 3, 0}}, {{0, 4, 0}, {-2, 2, 0}}, {{1, 2, 0}, {0.5f, 2.5f, 0}}, {{0, 2, 0}, {0, 2, 0}}};
  const auto turned = posed_positions(document, 0);
  for (const auto& [from, to] : worked) {
    size_t v = 0;
    while (v < at_rest.size() && at_rest[v] != from) ++v;
    ASSERT_LT(v, at_rest.size());
    for (int c = 0; c < 3; ++c) EXPECT_NEAR(turned[v][c], to[c], 1e-6);
  }
  document.clear_node_rotation(bone);
  document.evaluate(0, {});
  EXPECT_EQ(posed_positions(document, 0), at_rest);
}

/// Two joints, the upper one 10 units along z of the lower; one vertex on the upper one, 5 units further on.
constexpr const char* kMd5 = R"(MD5Version 10
commandline ""
numJoints 2
numMeshes 1
joints {
"lower" -1 ( 0 0 0 ) ( 0 0 0 )
"upper" 0 ( 0 0 10 ) ( 0 0 0 )
}
mesh {
shader "clay"
numverts 3
vert 0 ( 0 0 ) 0 1
vert 1 ( 0 0 ) 1 1
vert 2 ( 0 0 ) 2 1
numtris 1
tri 0 0 1 2
numweights 3
weight 0 1 1 ( 0 0 5 )
weight 1 1 1 ( 1 0 5 )
weight 2 0 1 ( 0 1 0 )
}
)";

TEST(RotateNode, RotatesJointsOfAModelInItsBindPose) {
  Document document;
  const std::string_view text = kMd5;
  document.add_file("two.md5mesh", std::vector<uint8_t>(text.begin(), text.end()));
  ASSERT_TRUE(document.load());
  ASSERT_TRUE(document.set_node_rotation(1, glm::quat(0.70710678f, 0.70710678f, 0, 0)));
  document.evaluate(0, {});
  // A quarter turn about x takes z to -y, around (0, 0, 10).
  const auto posed = posed_positions(document, 0);
  for (int c = 0; c < 3; ++c) {
    EXPECT_NEAR(posed[0][c], glm::vec3(0, -5, 10)[c], 1e-5);
    EXPECT_NEAR(posed[1][c], glm::vec3(1, -5, 10)[c], 1e-5);
    EXPECT_NEAR(posed[2][c], glm::vec3(0, 1, 0)[c], 1e-5);
  }
  EXPECT_NEAR(document.bounds().min.y, -5, 1e-5);
}

/// A KRI bone stands on a rest matrix of its own: what turns it comes after that.
TEST(RotateNode, RotatesBonesOnTheirRestMatrix) {
  test::KriFile file;
  file.node("Rig").chunk("skel", test::Writer()
                                     .u8(2)
                                     .text("lower")
                                     .u8(0)
                                     .f32({0, 0, 1, 1, 0, 0, 0, 1})
                                     .text("upper")
                                     .u8(1)
                                     // Bound a quarter turn about z, so that its own x is the parent's y.
                                     .f32({0, 0, 2, 1, 0, 0, 0.70710678f, 0.70710678f}));
  file.node("Skin", "Rig").triangle();
  test::Writer weights;
  for (int v = 0; v < 3; ++v) weights.u8(255).u8(2).u16(0).u16(0).u16(0);
  file.chunk("v_skin", weights);
  Document document;
  document.add_file("rig.scene", file.bytes());
  ASSERT_TRUE(document.load());
  uint32_t upper = 0;
  while (document.scene().nodes[upper].name != "upper") ++upper;
  ASSERT_TRUE(document.set_node_rotation(upper, glm::quat(0.70710678f, 0.70710678f, 0, 0)));
  document.evaluate(0, {});
  // The bone's x is the armature's y; a quarter turn about that at height 3 takes (x, y, z - 3) to (z - 3, y, -x).
  const glm::vec3 expected[] = {{-3, 0, 3}, {-3, 0, 2}, {-3, 1, 3}};
  const auto posed = posed_positions(document, 0);
  ASSERT_EQ(posed.size(), 3u);
  for (int v = 0; v < 3; ++v) {
    for (int c = 0; c < 3; ++c) EXPECT_NEAR(posed[v][c], expected[v][c], 1e-5) << v;
  }
}

TEST(RotateNode, RefusesWhatIsNoNodeOrNoRotation) {
  const auto bytes = pivot_file("skinned.bin");
  if (bytes.empty()) GTEST_SKIP() << "corpus/pivot is absent";
  Document document;
  document.add_file("skinned.pivot", bytes);
  ASSERT_TRUE(document.load());
  const glm::quat turn(0.6f, 0.8f, 0, 0);
  EXPECT_FALSE(document.set_node_rotation(99, turn));
  for (const float odd : {std::numeric_limits<float>::infinity(), std::numeric_limits<float>::quiet_NaN(), 3e38f})
    EXPECT_FALSE(document.set_node_rotation(0, glm::quat(odd, 0, 0, 0))) << odd;
  EXPECT_FALSE(document.set_node_rotation(0, glm::quat(0, 0, 0, 0)));
  EXPECT_FALSE(document.set_node_rotation(0, glm::quat(std::nanf(""), 0, 0, 1)));
  EXPECT_TRUE(document.set_node_rotation(0, 3.0f * turn));
  document.clear_node_rotation(99);
}

}  // namespace
}  // namespace vitrine
