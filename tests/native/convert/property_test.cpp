// What is written comes back as it was, on random meshes: KRI scenes of both generations and pivot scenes.

#include <cmath>

#include "formats/kri/kri_support.h"
#include "formats/kri/write/export.h"
#include "formats/kri/write/steps_support.h"
#include "formats/pivot/rows.h"
#include "formats/pivot/write/export.h"

namespace vitrine {
namespace {

using namespace test;

/// A random mesh on six joints with two materials, where it stands in the files as well.
Scene random_scene(uint32_t seed) {
  Scene scene;
  scene.axes.up = Up::kZ;
  scene.axes.forward = {0, -1, 0};
  scene.axes.uv_origin_top = false;
  const auto add = [&](const std::string& name, NodeKind kind, uint32_t parent) {
    Node node;
    node.name = name;
    node.kind = kind;
    node.parent = parent;
    scene.nodes.push_back(node);
  };
  add("Rig", NodeKind::kEmpty, kNone);
  Skin skin;
  for (uint32_t joint = 0; joint < 6; ++joint) {
    add("joint" + std::to_string(joint), NodeKind::kJoint, 0);
    skin.joints.push_back(joint + 1);
    skin.joint_from_bind.emplace_back(1);
  }
  add("Body", NodeKind::kMesh, 0);
  scene.nodes.back().mesh = 0;
  scene.nodes.back().skin = 0;
  scene.skins.push_back(skin);
  for (const char* name : {"Red", "Blue"}) {
    Material material;
    material.name = name;
    scene.materials.push_back(material);
  }
  scene.meshes.push_back(geometry::random_mesh(seed, 10 + seed, 40 + 5 * seed));
  scene.meshes[0].name = "Body";
  scene.meshes[0].normal_rule = NormalRule::kStored;
  return scene;
}

/// (weight byte, joint's name) of a vertex, the mesh itself as "".
std::vector<std::pair<long, std::string>> weights_of(const Scene& scene, const Mesh& mesh, const Skin& skin, size_t v) {
  std::vector<std::pair<long, std::string>> out;
  for (uint32_t k = mesh.influence_first[v]; k < mesh.influence_first[v + 1]; ++k) {
    const Node& joint = scene.nodes[skin.joints[mesh.influences[k].joint]];
    out.emplace_back(std::lround(mesh.influences[k].weight * 255), joint.kind == NodeKind::kJoint ? joint.name : "");
  }
  return out;
}

TEST(ExportProperty, KriScenesComeBackAsTheyWereWritten) {
  for (uint32_t seed = 1; seed <= 25; ++seed) {
    const Scene scene = random_scene(seed);
    for (const bool close : {false, true}) {
      for (const auto generation : {kri::Generation::kSeed, kri::Generation::kLast}) {
        const geometry::KriStepOptions steps{.close_t_junctions = close,
                                             .as_described = generation == kri::Generation::kSeed};
        const Mesh prepared = geometry::prepare_for_kri(scene.meshes[0], steps).mesh;
        SCOPED_TRACE("seed " + std::to_string(seed) + (generation == kri::Generation::kSeed ? ", seed's" : ", last"));
        LossReport loss_report;
        const auto written = export_kri(scene, {.generation = generation, .close_t_junctions = close}, loss_report);
        ASSERT_TRUE(written.ok());
        const Loaded loaded = load_kri(written->bytes);
        ASSERT_TRUE(loaded.status.ok());
        EXPECT_EQ(loaded.diagnostics.messages().size(), 0u) << loaded.texts();
        ASSERT_EQ(loaded.scene.meshes.size(), 1u);
        const Mesh& mesh = loaded.scene.meshes[0];
        EXPECT_EQ(mesh.positions, prepared.positions);
        EXPECT_EQ(mesh.indices, prepared.indices);
        EXPECT_EQ(mesh.uv_layers[0].uv, prepared.uv_layers[0].uv);
        EXPECT_EQ(mesh.tangent_frames, prepared.tangent_frames);
        ASSERT_EQ(mesh.tangents.size(), prepared.tangents.size());
        for (size_t v = 0; v < mesh.tangents.size(); ++v) EXPECT_EQ(mesh.tangents[v].w, prepared.tangents[v].w);
        ASSERT_EQ(mesh.primitives.size(), 2u);
        for (size_t p = 0; p < 2; ++p) {
          EXPECT_EQ(mesh.primitives[p].index_count, prepared.primitives[p].index_count);
          EXPECT_EQ(mesh.primitives[p].material, p);
        }
        for (size_t v = 0; v < mesh.positions.size(); ++v) {
          auto expected = weights_of(scene, prepared, scene.skins[0], v);
          if (expected.empty()) expected = {{255, ""}};  // follows the mesh
          const auto have = weights_of(loaded.scene, mesh, loaded.scene.skins[0], v);
          EXPECT_EQ(have, expected) << v;
          long sum = 0;
          for (const auto& [weight, joint] : have) sum += weight;
          EXPECT_EQ(sum, 255);
        }
      }
    }
  }
}

TEST(ExportProperty, PivotScenesComeBackAsTheyWereWritten) {
  for (uint32_t seed = 1; seed <= 25; ++seed) {
    Scene scene = random_scene(seed);
    scene.axes = {};  // the format's own: nothing is turned
    const Mesh& from = scene.meshes[0];
    for (const pivot::Dialect& dialect : pivot::kDialects) {
      SCOPED_TRACE("seed " + std::to_string(seed) + ", " + pivot::dialect_id(dialect));
      LossReport loss_report;
      const auto bytes = export_pivot(scene, {.dialect = dialect}, loss_report);
      ASSERT_TRUE(bytes.ok());
      const Loaded loaded = load_row(pivot::rows()[0], *bytes);
      ASSERT_TRUE(loaded.status.ok()) << loaded.status.error().message();
      EXPECT_EQ(loaded.info["dialect"], pivot::dialect_id(dialect));
      const Mesh& mesh = loaded.scene.meshes[0];
      ASSERT_EQ(mesh.indices.size(), from.indices.size());
      // Triangles may all be turned: random ones face anywhere.
      const bool turned = loaded.texts().find("PIVOT_WINDING") != std::string::npos;
      for (size_t k = 0; k < mesh.indices.size(); ++k) {
        const size_t corner = turned && k % 3 != 0 ? k - k % 3 + 3 - k % 3 : k;
        const uint32_t a = mesh.indices[k], b = from.indices[corner];
        EXPECT_EQ(mesh.positions[a], from.positions[b]);
        EXPECT_EQ(mesh.uv_layers[0].uv[a], from.uv_layers[0].uv[b]);
        EXPECT_LT(glm::length(mesh.normals[a] - from.normals[b]), 1e-6f);
        float sum = 0;
        for (uint32_t i = mesh.influence_first[a]; i < mesh.influence_first[a + 1]; ++i)
          sum += mesh.influences[i].weight;
        EXPECT_NEAR(sum, 1, 1e-6);
      }
    }
  }
}

}  // namespace
}  // namespace vitrine
