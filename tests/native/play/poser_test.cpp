// What moves from one evaluate to the next: nodes that the actions leave alone stand where they are stored.

#include "play/poser.h"

#include <gtest/gtest.h>

#include <cmath>
#include <initializer_list>

namespace vitrine {
namespace {

/// `base` with `tip` one unit above it, and `other` beside them. Action 0 carries `base` one unit a second along x,
/// action 1 `other` along y.
struct TwoActions : ::testing::Test {
  Scene scene;
  Poser poser;
  void SetUp() override {
    scene.nodes.resize(3);
    scene.nodes[1].parent = 0;
    scene.nodes[1].local.translation = {0, 1, 0};
    scene.nodes[2].local.translation = {5, 0, 0};
    add_action(0, 0);
    add_action(2, 1);
    poser.options.loop = false;
    poser.attach(scene);
  }
  void add_action(uint32_t node, uint8_t component) {
    Clip& clip = scene.clips.emplace_back();
    clip.duration_s = 1;
    Curve& curve = clip.curves.emplace_back();
    curve.target_kind = TargetKind::kNode;
    curve.target = node;
    curve.channel = Channel::kTranslation;
    curve.component = component;
    curve.keys = {{0, 0}, {1, 1}};
  }
  glm::vec3 at(uint32_t node) const {
    return glm::vec3(static_cast<const glm::mat4*>(poser.buffer(BufferKind::kNodeMatrices, 0).data)[node][3]);
  }
  void expect(double time_s, std::initializer_list<glm::vec3> wanted) {
    poser.evaluate(time_s, {true, false, false, false});
    uint32_t node = 0;
    for (const glm::vec3& place : wanted) {
      EXPECT_NEAR(glm::distance(at(node), place), 0, 1e-6) << "node " << node << " at " << time_s << " s";
      ++node;
    }
  }
};

TEST_F(TwoActions, WhatIsBelowAMovedNodeMovesWithIt) {
  ASSERT_TRUE(poser.select(0));
  expect(0.25, {{0.25, 0, 0}, {0.25, 1, 0}, {5, 0, 0}});
  expect(0.75, {{0.75, 0, 0}, {0.75, 1, 0}, {5, 0, 0}});
}

TEST_F(TwoActions, TheNextActionBeginsFromWhatIsStored) {
  poser.select(0);
  expect(0.25, {{0.25, 0, 0}, {0.25, 1, 0}, {5, 0, 0}});
  expect(0.5, {{0.5, 0, 0}, {0.5, 1, 0}, {5, 0, 0}});
  poser.select(1);
  expect(0.5, {{0, 0, 0}, {0, 1, 0}, {5, 0.5, 0}});
  expect(0.75, {{0, 0, 0}, {0, 1, 0}, {5, 0.75, 0}});
  poser.select(kNone);
  expect(0.75, {{0, 0, 0}, {0, 1, 0}, {5, 0, 0}});
}

TEST_F(TwoActions, ARotationByHandHoldsUntilItIsCleared) {
  const float half = std::sqrt(0.5f);
  poser.select(1);
  expect(0.25, {{0, 0, 0}, {0, 1, 0}, {5, 0.25, 0}});
  ASSERT_TRUE(poser.set_node_rotation(0, glm::quat(half, 0, 0, half)));  // a quarter turn about z
  expect(0.5, {{0, 0, 0}, {-1, 0, 0}, {5, 0.5, 0}});
  poser.clear_node_rotation(0);
  expect(0.5, {{0, 0, 0}, {0, 1, 0}, {5, 0.5, 0}});
  poser.set_node_rotation(0, glm::quat(half, 0, 0, half));
  expect(0.5, {{0, 0, 0}, {-1, 0, 0}, {5, 0.5, 0}});
  poser.clear_node_rotation(kNone);
  expect(0.75, {{0, 0, 0}, {0, 1, 0}, {5, 0.75, 0}});
  expect(1, {{0, 0, 0}, {0, 1, 0}, {5, 1, 0}});
}

TEST_F(TwoActions, ABlendLeavesNothingBehind) {
  poser.select(1);
  expect(0.25, {{0, 0, 0}, {0, 1, 0}, {5, 0.25, 0}});
  ASSERT_TRUE(poser.set_blend(0, 1, 0.5));
  expect(0.5, {{0.5, 0, 0}, {0.5, 1, 0}, {5, 0.25, 0}});
  ASSERT_TRUE(poser.set_blend(kNone, 0, 0));
  expect(0.5, {{0, 0, 0}, {0, 1, 0}, {5, 0.5, 0}});
}

/// Node 0 goes along x at one unit a second, and material 0 fades within two.
Scene fading_walk() {
  Scene scene;
  scene.nodes.resize(1);
  scene.materials.resize(1);
  Clip& clip = scene.clips.emplace_back();
  clip.duration_s = 2;
  for (uint8_t component = 0; component < 3; ++component) {
    Curve& curve = clip.curves.emplace_back();
    curve.target = 0;
    curve.channel = Channel::kTranslation;
    curve.component = component;
    curve.keys = {{0, 0}, {2, component == 0 ? 2.0 : 0.0}};
  }
  Curve& alpha = clip.curves.emplace_back();
  alpha.target_kind = TargetKind::kMaterial;
  alpha.target = 0;
  alpha.path = "alpha";
  alpha.keys = {{0, 1}, {2, 0}};
  return scene;
}

float number(const Poser& poser, BufferKind kind, size_t at) {
  return static_cast<const float*>(poser.buffer(kind, 0).data)[at];
}

TEST(SharedPlans, LeaveEachPoserItsPoseAndProperties) {
  const Scene scene = fading_walk();
  ScenePlans plans;
  Poser one, other;
  for (Poser* poser : {&one, &other}) {
    poser->attach(scene, &plans);
    ASSERT_TRUE(poser->select(0));
  }
  one.evaluate(0.5, {});
  other.evaluate(1.5, {});
  EXPECT_EQ(number(one, BufferKind::kNodeMatrices, 12), 0.5f);
  EXPECT_EQ(number(other, BufferKind::kNodeMatrices, 12), 1.5f);
  EXPECT_EQ(number(one, BufferKind::kMaterials, 3), 0.75f);
  EXPECT_EQ(number(other, BufferKind::kMaterials, 3), 0.25f);
  ASSERT_TRUE(other.select(kNone));
  other.evaluate(1, {});
  EXPECT_EQ(number(other, BufferKind::kNodeMatrices, 12), 0);
  EXPECT_EQ(number(other, BufferKind::kMaterials, 3), 1);
}

}  // namespace
}  // namespace vitrine
