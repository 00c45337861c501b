#include "skin/shapes.h"

#include <gtest/gtest.h>

#include <numeric>

namespace vitrine::skin {
namespace {

/// A triangle in the ground plane whose third corner two shapes lift: `up` by z = 1 from the basis, `more` by z = 2
/// from `up` (so by 1 relative to it).
Scene flap_scene() {
  Scene scene;
  Mesh mesh;
  mesh.positions = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}};
  mesh.normals = {{0, 0, 1}, {0, 0, 1}, {0, 0, 1}};
  mesh.normal_rule = NormalRule::kStored;
  mesh.indices = {0, 1, 2};
  mesh.primitives = {{0, 3, kNone, {}}};
  auto lifted = [&](float z) {
    auto positions = mesh.positions;
    positions[2].z = z;
    return positions;
  };
  mesh.shapes = {{"Basis", 0, 0, lifted(0)}, {"up", 0, 0, lifted(1)}, {"more", 1, 0, lifted(2)}};
  scene.meshes.push_back(mesh);
  scene.nodes.resize(1);
  scene.nodes[0].mesh = 0;
  return scene;
}

struct Flap {
  explicit Flap(const Scene& scene, uint32_t skin = kNone, std::span<const glm::mat4> world = {}) {
    std::vector<uint32_t> first_equal(3);
    std::iota(first_equal.begin(), first_equal.end(), 0u);
    plan = plan_skin(scene, 0, skin, first_equal, world);
    posed = make_posed_mesh(plan);
    shapes = plan_shapes(scene.meshes[0], plan);
  }
  void apply(std::vector<float> values, std::span<const glm::mat4> joint_from_bind = {}) {
    apply_shapes(values, joint_from_bind, shapes, plan, posed);
  }
  SkinPlan plan;
  PosedMesh posed;
  ShapePlan shapes;
};

TEST(Shapes, AddTheirDifferencesFromWhatTheyAreRelativeTo) {
  Flap flap(flap_scene());
  flap.apply({0, 0.5f, 0});
  EXPECT_EQ(flap.posed.positions()[2], glm::vec3(0, 1, 0.5f));
  flap.apply({0, 0.5f, 2});
  EXPECT_EQ(flap.posed.positions()[2], glm::vec3(0, 1, 2.5f));
  EXPECT_EQ(flap.posed.positions()[1], glm::vec3(1, 0, 0));
  flap.apply({1, 0, 0});
  EXPECT_EQ(flap.posed.positions()[2], glm::vec3(0, 1, 0)) << "the basis moves nothing";
}

TEST(Shapes, TurnStoredNormalsWithTheSurface) {
  Flap flap(flap_scene());
  flap.apply({0, 1, 0});
  // The face is now (1, 0, 0) x (0, 1, 1) = (0, -1, 1).
  const glm::vec3 expected = glm::normalize(glm::vec3(0, -1, 1));
  for (const glm::vec3& n : flap.posed.normals()) {
    for (int c = 0; c < 3; ++c) EXPECT_NEAR(n[c], expected[c], 1e-6);
  }
  flap.apply({0, 0, 0});
  EXPECT_EQ(flap.posed.normals()[0], glm::vec3(0, 0, 1));
}

TEST(Shapes, MoveTheMeshBeforeItIsSkinned) {
  Scene scene = flap_scene();
  // One joint at (0, 0, 5) carries the flap; corner 2 shares it with a second joint at the origin.
  scene.nodes.resize(3);
  Mesh& mesh = scene.meshes[0];
  glm::mat4 from_bind(1);
  from_bind[3] = glm::vec4(0, 0, -5, 1);
  scene.skins.push_back({"skin", {1, 2}, {from_bind, glm::mat4(1)}});
  scene.nodes[0].skin = 0;
  mesh.influence_first = {0, 1, 2, 4};
  mesh.influences = {{0, 1, {0, 0, -5}}, {0, 1, {1, 0, -5}}, {0, 0.5f, {0, 1, -5}}, {1, 0.5f, {0, 1, 0}}};
  glm::mat4 at_five(1);
  at_five[3] = glm::vec4(0, 0, 5, 1);
  const std::vector<glm::mat4> bind = {glm::mat4(1), at_five, glm::mat4(1)};
  Flap flap(scene, 0, bind);
  Palette palette = make_palette(scene.skins[0], bind);
  // The first joint turns a quarter about x: y goes to z, z goes to -y; the second stays.
  std::vector<glm::mat4> world = bind;
  world[1] = glm::mat4({1, 0, 0, 0}, {0, 0, 1, 0}, {0, -1, 0, 0}, {0, 0, 5, 1});
  update_palette(scene.skins[0], world, palette);
  flap.apply({0, 1, 0}, palette.joint_from_bind);
  skin_mesh(flap.plan, palette, true, false, flap.posed);
  // Corner 2 is (0, 1, 1): in the first joint (0, 1, -4) -> (0, 4, 6), in the second as it is.
  const glm::vec3 expected[] = {{0, 5, 5}, {1, 5, 5}, {0, 2.5f, 3.5f}};
  for (int v = 0; v < 3; ++v) {
    for (int c = 0; c < 3; ++c) EXPECT_NEAR(flap.posed.positions()[v][c], expected[v][c], 1e-6) << v;
  }
}

TEST(Shapes, ThatMoveNothingCostNothing) {
  Scene scene = flap_scene();
  for (ShapeKey& shape : scene.meshes[0].shapes) shape.positions = scene.meshes[0].positions;
  EXPECT_TRUE(Flap(scene).shapes.empty());
  scene.meshes[0].shapes.clear();
  EXPECT_TRUE(Flap(scene).shapes.empty());
}

}  // namespace
}  // namespace vitrine::skin
