// What a session makes of QMSH texts beyond their own words: creases, tangents, and two weights a vertex in a binary.

#include <cmath>
#include <numbers>

#include "formats/qmsh/codes.h"
#include "formats/qmsh/read/text_build.h"
#include "formats/qmsh/support.h"
#include "formats/qmsh/write/convert.h"
#include "scene/summary.h"
#include "session/load/finish_model.h"

namespace vitrine::qmsh::test {
namespace {

Loaded load_smooth(const std::string& text) {
  Loaded loaded = load_text(text);
  EXPECT_TRUE(loaded.ok) << (loaded.ok ? "" : loaded.diagnostics.messages().back().text);
  Budget budget(Limits{}.heap_bytes);
  loaded.ok = loaded.ok && finish_model(loaded.scene, 0, 0, budget, loaded.diagnostics).ok();
  EXPECT_TRUE(!loaded.ok || validate(loaded.scene).ok());
  return loaded;
}
std::string file(const std::string& objects) {
  return "QMSH TMP 10 objects { " + objects + " } actions { } params { fps = 25 }";
}
/// A roof: two rectangles that meet in an edge along y; `smooth` is the flag of both.
std::string roof(double degrees, const std::string& smooth, const std::string& uv_of_last = "1,1") {
  return "mesh \"roof\" { 0,0,0 0,0,0 1,1,1 \"\" \"\" " + std::to_string(degrees) +
         " materials 0 { } vertices 6 { -1,0,0 -1,1,0 0,0,1 0,1,1 1,0,0 1,1,0 } faces 2 { 4 0 " + smooth +
         " 0 0,0 2 1,0 3 1,1 1 0,1 4 0 " + smooth + " 2 0,0 4 1,0 5 " + uv_of_last + " 3 0,1 } vertex_groups { } }";
}
float lowest_up(const Mesh& mesh) {
  float lowest = 1;
  for (const uint32_t i : mesh.indices) lowest = std::min(lowest, mesh.normals[i].z);
  return lowest;
}

TEST(Smoothing, FollowsTheAngleAlone) {
  // Both slopes lean by 45 degrees: the ridge between them turns by 90. Its ends have two equal triangles on one side
  // and one on the other: (-1, 0, 1) twice and (1, 0, 1) once, or the other way round.
  const auto shared_edge = [](double degrees) {
    const Loaded text = load_smooth(file(roof(degrees, "1")));
    const Mesh& mesh = text.scene.meshes[0];
    size_t shared = 0;
    for (const uint32_t i : mesh.indices) shared += std::abs(mesh.normals[i].z - 3 / std::sqrt(10.0)) < 1e-6;
    EXPECT_NEAR(lowest_up(mesh), std::sqrt(0.5), 1e-6);  // the eaves
    return shared;
  };
  EXPECT_EQ(shared_edge(89), 0u);
  EXPECT_EQ(shared_edge(91), 6u);  // of four triangles, the corners on the ridge
}

TEST(Quads, OfATextComeBackCornerByCorner) {
  const Loaded text = load_smooth(file(roof(60, "1")));
  LossReport loss_report;
  const TextModel again = convert_to_qmsh_text(text.scene, {}, loss_report);
  ASSERT_EQ(again.meshes.size(), 1u);
  const TextMesh& mesh = again.meshes.front();
  ASSERT_EQ(mesh.faces.size(), 2u);
  ASSERT_EQ(mesh.corners.size(), 8u);
  const glm::vec3 of_the_text[] = {{-1, 0, 0}, {0, 0, 1}, {0, 1, 1}, {-1, 1, 0},
                                   {0, 0, 1},  {1, 0, 0}, {1, 1, 0}, {0, 1, 1}};
  for (size_t k = 0; k < 8; ++k) EXPECT_EQ(mesh.vertices[mesh.corners[k].vertex], of_the_text[k]) << k;
  EXPECT_EQ(mesh.corners[0].uv, glm::vec2(0, 0));
}

TEST(Objects, OfOneMeshHaveVerticesAndAnAngleOfTheirOwn) {
  // Two sides of a right angle, once with one normal on their edge and once with two.
  Scene scene;
  Mesh mesh;
  const float s = std::sqrt(0.5f);
  mesh.positions = {{9, 9, 9}, {0, 0, 0}, {0, 1, 0}, {1, 0, 0}, {0, 0, 1}};
  mesh.normals = {{0, 0, 1}, {s, 0, s}, {s, 0, s}, {0, 0, 1}, {1, 0, 0}};
  for (int copy = 0; copy < 2; ++copy) mesh.positions.push_back(mesh.positions[1]), mesh.positions.push_back({0, 1, 0});
  mesh.normals.insert(mesh.normals.end(), {{0, 0, 1}, {0, 0, 1}, {1, 0, 0}, {1, 0, 0}});
  mesh.indices = {1, 3, 2, 1, 2, 4, 5, 3, 6, 7, 8, 4};
  mesh.primitives = {{0, 6, kNone, "round"}, {6, 6, kNone, "sharp"}};
  scene.meshes.push_back(mesh);
  Node node;
  node.kind = NodeKind::kMesh;
  node.mesh = 0;
  scene.nodes.push_back(node);
  scene.axes = text_axes();
  ASSERT_TRUE(validate(scene).ok());
  LossReport loss_report;
  const TextModel text = convert_to_qmsh_text(scene, {}, loss_report);
  ASSERT_EQ(text.meshes.size(), 2u);
  const auto places = [](const TextMesh& object) {
    std::vector<glm::vec3> out;
    for (const TextCorner& corner : object.corners) out.push_back(object.vertices[corner.vertex]);
    return out;
  };
  const std::vector<glm::vec3> corners = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, 0}, {0, 1, 0}, {0, 0, 1}};
  for (const TextMesh& object : text.meshes) {
    EXPECT_EQ(object.vertices.size(), 4u);
    EXPECT_EQ(places(object), corners);
  }
  EXPECT_EQ(text.meshes.front().auto_smooth_deg, 180);
  EXPECT_EQ(text.meshes.back().auto_smooth_deg, 30);
  EXPECT_TRUE(loss_report.losses().empty()) << loss_report.json().dump();
}

TEST(Smoothing, DoesNotLookAtTheSmoothFlag) {
  const Loaded smooth = load_smooth(file(roof(60, "1"))), flat = load_smooth(file(roof(60, "0")));
  EXPECT_EQ(smooth.scene.meshes[0].normals, flat.scene.meshes[0].normals);
  EXPECT_EQ(smooth.scene.meshes[0].positions, flat.scene.meshes[0].positions);
  EXPECT_EQ(smooth.info["objects"][0]["smoothFaces"], 2);
  EXPECT_EQ(flat.info["objects"][0]["smoothFaces"], 0);
}

TEST(Tangents, AreMadeWhereEveryObjectHasTextureCoordinates) {
  const Loaded text = load_smooth(file(roof(60, "1")));
  EXPECT_EQ(text.find(kNoTangents), nullptr);
  const Mesh& mesh = text.scene.meshes[0];
  ASSERT_EQ(mesh.tangents.size(), mesh.positions.size());
  for (size_t v = 0; v < mesh.tangents.size(); ++v) {
    const glm::vec3 tangent(mesh.tangents[v]);
    EXPECT_NEAR(glm::length(tangent), 1, 1e-6);
    EXPECT_NEAR(glm::dot(tangent, mesh.normals[v]), 0, 1e-6);
    // u runs up the first slope and down the second: along x in both.
    EXPECT_NEAR(tangent.x, std::sqrt(0.5), 1e-6);
    EXPECT_NEAR(tangent.y, 0, 1e-6);
  }
}

TEST(Tangents, AreNotMadeWhereOneObjectLacksThem) {
  const std::string bare =
      "mesh \"bare\" { 0,0,0 0,0,0 1,1,1 \"\" \"\" 30 materials 0 { } vertices 3 { 0,0,0 1,0,0 0,1,0 } faces 1 { 3 0 0 "
      "0 0,0 1 0,0 2 0,0 } vertex_groups { } }";
  const Loaded text = load_smooth(file(roof(60, "1") + "\n" + bare));
  ASSERT_EQ(text.count(kNoTangents), 1u);
  EXPECT_EQ(text.find(kNoTangents)->severity, Severity::kWarning);
  EXPECT_EQ(text.find(kNoTangents)->path, "bare");
  for (const Mesh& mesh : text.scene.meshes) EXPECT_TRUE(mesh.tangents.empty());
}

/// Three bones without parents at the origin, the second one above it.
std::string rig(const std::string& flags) {
  const auto bone = [](const char* name, const char* height) {
    return std::string("bone \"") + name + "\" { \"\" head 0,0,0 0,0," + height + " 0.1 tail 0,0,0 0,0,1 0.1 0 0 1 1 " +
           "1,0,0; 0,1,0; 0,0,1; 1,0,0,0; 0,1,0,0; 0,0,1,0; 0,0," + height + ",1; } ";
  };
  return "armature \"Rig\" { 0,0,0 0,0,0 1,1,1 " + flags + " " + bone("a", "0") + bone("b", "0.5") + bone("c", "0") +
         "}\n";
}
std::string triangle(const std::string& parent_bone, const std::string& groups) {
  return "mesh \"m\" { 0,0,0 0,0,0 1,1,1 \"Rig\" \"" + parent_bone +
         "\" 30 materials 0 { } vertices 3 { 0,0,0 9,0,0 0,9,0 } faces 1 { 3 0 0 0 0,0 1 1,0 2 0,1 } vertex_groups { " +
         groups + " } }";
}

TEST(Weights, OfABinaryAreTheTwoLargestAndTheRestIsReported) {
  // Vertex 0: 0.3, 0.5 and 0.2 of all. Vertex 1: one bone. Vertex 2: two that do not add up to 1.
  const Loaded text =
      load_smooth(file(rig("1 0") + triangle("", "\"a\" { 0 0.3 2 0.2 } \"b\" { 0 0.5 1 1 } \"c\" { 0 0.2 2 0.6 }")));
  ASSERT_EQ(text.scene.meshes[0].influences.size(), 6u);  // our own scene keeps all
  EXPECT_NE(text.find(kInfluencesBeyondTwo), nullptr);
  QmshOptions options;
  options.version = 10;
  LossReport loss_report;
  const auto binary = convert_to_qmsh(text.scene, options, loss_report);
  ASSERT_TRUE(binary.ok()) << binary.error().message();
  const auto vertex_at = [&](const glm::vec3& p) {
    for (size_t v = 0; v < binary->positions.size(); ++v) {
      if (binary->positions[v] == p) return v;
    }
    ADD_FAILURE();
    return size_t{0};
  };
  const size_t first = vertex_at({0, 0, 0}), second = vertex_at({9, 0, 0}), third = vertex_at({0, 0, 9});
  EXPECT_EQ(binary->bone_bytes[first], (std::array<uint8_t, 4>{2, 1, 0, 0}));
  EXPECT_NEAR(binary->weights[first], 0.5 / 0.8, 1e-6);
  EXPECT_EQ(binary->bone_bytes[second], (std::array<uint8_t, 4>{2, 2, 0, 0}));
  EXPECT_EQ(binary->weights[second], 1);
  EXPECT_EQ(binary->bone_bytes[third], (std::array<uint8_t, 4>{3, 1, 0, 0}));
  EXPECT_NEAR(binary->weights[third], 0.75, 1e-6);
  bool reported = false;
  for (const Loss& loss : loss_report.losses()) {
    if (loss.what != "influences") continue;
    reported = true;
    EXPECT_EQ(loss.count, 1u);
    EXPECT_NEAR(loss.largest, 0.2, 1e-6);
  }
  EXPECT_TRUE(reported);
}

TEST(Weights, OfAParentBoneAreThatBoneAlone) {
  // Groups do not count, and envelopes do not either.
  const Loaded text = load_smooth(file(rig("1 1") + triangle("b", "\"a\" { 0 1 }")));
  const Mesh& mesh = text.scene.meshes[0];
  ASSERT_EQ(mesh.influences.size(), 3u);
  for (const Influence& influence : mesh.influences) {
    EXPECT_EQ(influence.joint, 2u);  // behind the object itself
    EXPECT_EQ(influence.weight, 1);
    EXPECT_NEAR(influence.position.z, -0.5, 1e-6);  // in the bone's space
  }
  QmshOptions options;
  options.version = 10;
  LossReport loss_report;
  const auto binary = convert_to_qmsh(text.scene, options, loss_report);
  ASSERT_TRUE(binary.ok());
  for (const auto& bones : binary->bone_bytes) EXPECT_EQ(bones, (std::array<uint8_t, 4>{2, 2, 0, 0}));
}

}  // namespace
}  // namespace vitrine::qmsh::test
