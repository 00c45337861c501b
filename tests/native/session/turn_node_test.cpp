// Nodes turned by hand: the only way to pose a format without animation.

#include <gtest/gtest.h>

#include <cstring>

#include "formats/pivot/pivot_support.h"
#include "session/document.h"
#include "support/reference.h"

namespace vitrine {
namespace {

using Reference = nlohmann::json;

test::Bytes pivot_file(const std::string& name) {
  return test::read_file(std::filesystem::path(VITRINE_SHARED) / "corpus" / "pivot" / name);
}

std::vector<glm::vec3> positions(const Document& document, uint32_t instance) {
  const BufferView view = document.buffer(BufferKind::kPositions, instance);
  std::vector<glm::vec3> out(view.bytes / sizeof(glm::vec3));
  if (view.bytes != 0) std::memcpy(out.data(), view.data, view.bytes);
  return out;
}

glm::mat4 matrix(const Document& document, uint32_t node) {
  const float* m = static_cast<const float*>(document.buffer(BufferKind::kNodeMatrices, 0).data) + 16 * size_t{node};
  return {m[0], m[1], m[2], m[3], m[4], m[5], m[6], m[7], m[8], m[9], m[10], m[11], m[12], m[13], m[14], m[15]};
}

TEST(TurnNode, PosesTheReferenceVertices) {
  VITRINE_REFERENCE(reference, "pivot_cases.json");
  size_t poses = 0;
  for (const Reference& file : reference["files"]) {
    if (!file["valid"].get<bool>()) continue;
    SCOPED_TRACE(file["file"].get<std::string>());
    Document document;
    document.stage("case.pivot", pivot_file(file["file"].get<std::string>()));
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
      const auto posed = positions(document, instance);
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

TEST(TurnNode, WorksOnTheWorkedExampleAndCanBeUndone) {
  const auto bytes = pivot_file("skinned.bin");
  if (bytes.empty()) GTEST_SKIP() << "corpus/pivot is absent";
  Document document;
  document.stage("skinned.pivot", bytes);
  ASSERT_TRUE(document.load());
  const auto at_rest = positions(document, 0);
  uint32_t bone = 0;
  while (document.scene().nodes[bone].name != "Bone1") ++bone;
  ASSERT_TRUE(document.set_node_rotation(bone, glm::quat(0.70710678f, 0, 0, 0.70710678f)));
  document.evaluate(0, {});
  // The four worked vertices: weight 1 twice, a half each, and the bone's own origin.
  const std::pair<glm::vec3, glm::vec3> worked[] = {
      {{1, 4, 0}, {-2, 3, 0}}, {{0, 4, 0}, {-2, 2, 0}}, {{1, 2, 0}, {0.5f, 2.5f, 0}}, {{0, 2, 0}, {0, 2, 0}}};
  const auto turned = positions(document, 0);
  for (const auto& [from, to] : worked) {
    size_t v = 0;
    while (v < at_rest.size() && at_rest[v] != from) ++v;
    ASSERT_LT(v, at_rest.size());
    for (int c = 0; c < 3; ++c) EXPECT_NEAR(turned[v][c], to[c], 1e-6);
  }
  document.clear_node_rotation(bone);
  document.evaluate(0, {});
  EXPECT_EQ(positions(document, 0), at_rest);
}

TEST(TurnNode, RefusesWhatIsNoNodeOrNoRotation) {
  const auto bytes = pivot_file("skinned.bin");
  if (bytes.empty()) GTEST_SKIP() << "corpus/pivot is absent";
  Document document;
  document.stage("skinned.pivot", bytes);
  ASSERT_TRUE(document.load());
  const glm::quat turn(0.6f, 0.8f, 0, 0);
  EXPECT_FALSE(document.set_node_rotation(99, turn));
  EXPECT_FALSE(document.set_node_rotation(0, glm::quat(0, 0, 0, 0)));
  EXPECT_FALSE(document.set_node_rotation(0, glm::quat(std::nanf(""), 0, 0, 1)));
  EXPECT_TRUE(document.set_node_rotation(0, 3.0f * turn));
  document.clear_node_rotation(99);
}

}  // namespace
}  // namespace vitrine
