// Skins that are bound elsewhere than their joints rest, carried to where the first joint rests; distances by hand.

#include "convert/at_rest.h"

#include <gtest/gtest.h>

namespace vitrine {
namespace {

glm::mat4 shifted(const glm::vec3& by) {
  glm::mat4 m(1);
  m[3] = glm::vec4(by, 1);
  return m;
}

/// A mesh node, and two joints that rest at (5 0 0) and (5 2 0) and are bound at (1 0 0) and (1 2 0); the third vertex
/// follows the mesh's node, which stands nowhere else than it is bound.
Scene bound_elsewhere() {
  Scene scene;
  scene.nodes.resize(3);
  scene.nodes[0].kind = NodeKind::kMesh;
  scene.nodes[0].mesh = scene.nodes[0].skin = 0;
  scene.nodes[1].kind = scene.nodes[2].kind = NodeKind::kJoint;
  scene.nodes[1].local.translation = {5, 0, 0};
  scene.nodes[2].parent = 1;
  scene.nodes[2].local.translation = {0, 2, 0};
  Skin skin;
  skin.joints = {0, 1, 2};
  skin.joint_from_bind = {glm::mat4(1), shifted({-1, 0, 0}), shifted({-1, -2, 0})};
  skin.bind_is_rest = false;
  scene.skins.push_back(skin);
  Mesh mesh;
  mesh.positions = {{1, 0, 7}, {1, 2, 7}, {0, 0, 7}};
  mesh.influences = {{1, 1, {0, 0, 7}}, {2, 1, {0, 0, 7}}, {0, 1, {0, 0, 7}}};
  mesh.influence_first = {0, 1, 2, 3};
  scene.meshes.push_back(mesh);
  return scene;
}

TEST(SkinsAtRest, VerticesAndBindMatricesAreCarriedAlike) {
  LossReport losses;
  const auto made = with_skins_at_rest(bound_elsewhere(), losses);
  ASSERT_TRUE(made);
  EXPECT_EQ(made->meshes[0].positions, (std::vector<glm::vec3>{{5, 0, 7}, {5, 2, 7}, {0, 0, 7}}));
  EXPECT_EQ(made->skins[0].joint_from_bind,
            (std::vector<glm::mat4>{glm::mat4(1), shifted({-5, 0, 0}), shifted({-5, -2, 0})}));
  EXPECT_TRUE(losses.losses().empty());
}

TEST(SkinsAtRest, WhatOneMovementDoesNotBringThereIsALoss) {
  Scene scene = bound_elsewhere();
  scene.nodes[2].local.translation.y = 3;
  LossReport losses;
  const auto made = with_skins_at_rest(scene, losses);
  ASSERT_TRUE(made);
  EXPECT_EQ(made->meshes[0].positions[1], glm::vec3(5, 2, 7));
  ASSERT_EQ(losses.losses().size(), 1u);
  EXPECT_EQ(losses.losses()[0].what, "rest");
  EXPECT_EQ(losses.losses()[0].count, 1u);
  EXPECT_DOUBLE_EQ(losses.losses()[0].largest, 1);
}

TEST(SkinsAtRest, RoundingIsNoLoss) {
  Scene scene = bound_elsewhere();
  scene.nodes[2].local.translation.y = 2.0005f;  // of a length of 8.8: less than 1/10000
  LossReport losses;
  ASSERT_TRUE(with_skins_at_rest(scene, losses));
  EXPECT_TRUE(losses.losses().empty());
}

TEST(SkinsAtRest, AMeshThatIsItsOwnJointIsCarriedToWhereItRests) {
  Scene scene = bound_elsewhere();
  scene.nodes[0].local.translation = {0, 9, 0};
  scene.skins[0].joint_from_bind[0] = shifted({0, -1, 0});
  // Nothing holds the last vertex.
  scene.meshes[0].positions.emplace_back(1, 1, 1);
  scene.meshes[0].influence_first.push_back(3);
  LossReport losses;
  auto made = with_skins_at_rest(scene, losses);
  ASSERT_TRUE(made);
  EXPECT_EQ(made->meshes[0].positions, (std::vector<glm::vec3>{{5, 0, 7}, {5, 2, 7}, {0, 8, 7}, {1, 1, 1}}));
  EXPECT_EQ(made->skins[0].joint_from_bind,
            (std::vector<glm::mat4>{shifted({0, -9, 0}), shifted({-5, 0, 0}), shifted({-5, -2, 0})}));
  // Without any other joint as well.
  scene.skins[0].joints = {0};
  scene.skins[0].joint_from_bind.resize(1);
  for (Influence& influence : scene.meshes[0].influences) influence.joint = 0;
  made = with_skins_at_rest(scene, losses);
  ASSERT_TRUE(made);
  EXPECT_EQ(made->meshes[0].positions, (std::vector<glm::vec3>{{1, 8, 7}, {1, 10, 7}, {0, 8, 7}, {1, 1, 1}}));
  EXPECT_EQ(made->skins[0].joint_from_bind, (std::vector<glm::mat4>{shifted({0, -9, 0})}));
}

TEST(SkinsAtRest, AMeshOfTwoNodesIsCarriedOnce) {
  Scene scene = bound_elsewhere();
  scene.nodes[0].local.translation = {0, 9, 0};
  scene.nodes.push_back(scene.nodes[0]);
  LossReport losses;
  const auto made = with_skins_at_rest(scene, losses);
  ASSERT_TRUE(made);
  EXPECT_EQ(made->meshes[0].positions[0], glm::vec3(5, 0, 7));
  EXPECT_EQ(made->skins[0].joint_from_bind[1], shifted({-5, 0, 0}));
  // To the other node the first one is any joint.
  EXPECT_EQ(made->meshes[0].positions[2], glm::vec3(0, 0, 7));
  EXPECT_EQ(made->skins[0].joint_from_bind[0], glm::mat4(1));
}

TEST(SkinsAtRest, ABindPoseThatCannotBeUndoneStays) {
  Scene scene = bound_elsewhere();
  scene.skins[0].joint_from_bind[1] = glm::mat4(0);
  LossReport losses;
  const auto made = with_skins_at_rest(scene, losses);
  ASSERT_TRUE(made);
  EXPECT_EQ(made->meshes[0].positions, scene.meshes[0].positions);
  EXPECT_EQ(made->skins[0].joint_from_bind, scene.skins[0].joint_from_bind);
}

TEST(SkinsAtRest, SkinsThatAreBoundAtRestOrNowhereNeedNone) {
  LossReport losses;
  Scene scene = bound_elsewhere();
  scene.skins[0].bind_is_rest = true;
  EXPECT_FALSE(with_skins_at_rest(scene, losses));
  scene = bound_elsewhere();
  scene.skins[0].joint_from_bind.clear();
  EXPECT_FALSE(with_skins_at_rest(scene, losses));
}

}  // namespace
}  // namespace vitrine
