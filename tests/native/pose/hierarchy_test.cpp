#include "pose/hierarchy.h"

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "pose/camera.h"

namespace vitrine::pose {
namespace {

struct World {
  std::vector<glm::dmat4> exact;
  std::vector<glm::mat4> matrices;
};
World world_of(const Scene& scene) {
  World world{std::vector<glm::dmat4>(scene.nodes.size()), std::vector<glm::mat4>(scene.nodes.size())};
  world_matrices(scene, make_local_pose(scene), world.exact, world.matrices);
  return world;
}

TEST(Hierarchy, ScaleComesFirstThenRotationThenTranslation) {
  Transform t;
  t.translation = {10, 20, 30};
  t.rotation = glm::quat(float(std::sqrt(0.5)), 0, 0, float(std::sqrt(0.5)));  // a quarter turn about z
  t.scale = {2, 3, 4};
  const glm::dvec4 p = local_matrix(t) * glm::dvec4(1, 1, 1, 1);
  EXPECT_NEAR(p.x, 10 - 3, 1e-6);
  EXPECT_NEAR(p.y, 20 + 2, 1e-6);
  EXPECT_NEAR(p.z, 30 + 4, 1e-6);
}

TEST(Hierarchy, AQuaternionLongerThanOneKeepsTheEnginesMatrix) {
  // (1.02, 0, 0) has w = sqrt(|1 - 1.0404|); the engine's matrix of it is 1 - 2 x x in the turned rows, not normalised.
  const float x = 1.02f, w = std::sqrt(std::abs(1 - x * x));
  Transform t;
  t.rotation = glm::quat(w, x, 0, 0);
  const glm::dmat4 m = local_matrix(t);
  EXPECT_NEAR(m[0][0], 1, 1e-12);
  EXPECT_NEAR(m[1][1], 1 - 2 * 1.02 * 1.02, 1e-6);
  EXPECT_NEAR(m[1][2], 2 * double(x) * double(w), 1e-12);
}

TEST(Hierarchy, ARestMatrixOfTheBindPoseAloneIsLeftOutWhereAClipDrivesTheNode) {
  Scene scene;
  scene.nodes.resize(1);
  scene.nodes[0].rest = 0;
  scene.nodes[0].rest_is_bind = true;
  glm::mat4 rest(1);
  rest[3] = glm::vec4(0, 0, 7, 1);
  scene.rest_matrices.push_back(rest);
  Clip clip;
  clip.frame_count = 1;
  clip.frames.emplace();
  clip.frames->track_count = 1;
  clip.frames->translations = {{1, 2, 3}};
  clip.frames->rotations = {glm::quat(1, 0, 0, 0)};
  clip.frames->bindings = {{0, 0}};
  EXPECT_EQ(glm::vec3(world_of(scene).matrices[0][3]), glm::vec3(0, 0, 7));
  LocalPose pose = make_local_pose(scene);
  sample_clip(scene, clip, 0, {}, pose);
  std::vector<glm::dmat4> exact(1);
  std::vector<glm::mat4> world(1);
  world_matrices(scene, pose, exact, world);
  EXPECT_EQ(glm::vec3(world[0][3]), glm::vec3(1, 2, 3));
  sample_bind(scene, pose);
  world_matrices(scene, pose, exact, world);
  EXPECT_EQ(glm::vec3(world[0][3]), glm::vec3(0, 0, 7));
}

TEST(Hierarchy, RestMatricesStandBetweenParentAndPose) {
  Scene scene;
  scene.nodes.resize(2);
  scene.nodes[0].local.translation = {1, 0, 0};
  scene.nodes[1].parent = 0;
  scene.nodes[1].rest = 0;
  scene.nodes[1].local.translation = {0, 5, 0};
  glm::mat4 rest(1);  // doubles, then moves
  rest[0].x = rest[1].y = rest[2].z = 2;
  rest[3] = glm::vec4(0, 0, 7, 1);
  scene.rest_matrices.push_back(rest);
  const World world = world_of(scene);
  EXPECT_EQ(glm::vec3(world.matrices[1][3]), glm::vec3(1, 10, 7));
}

TEST(Hierarchy, AChainOfAHundredJointsStaysExact) {
  // Each joint turns by 0.1 rad and goes one unit on: the points of a regular polygon, known in closed form.
  Scene scene;
  scene.nodes.resize(100);
  const glm::dquat turn(std::cos(0.05), 0, 0, std::sin(0.05));
  for (uint32_t i = 0; i < 100; ++i) {
    scene.nodes[i].parent = i == 0 ? kNone : i - 1;
    scene.nodes[i].local.rotation = glm::quat(turn);
    scene.nodes[i].local.translation = {1, 0, 0};
  }
  const World world = world_of(scene);
  double x = 0, y = 0;
  for (int i = 0; i < 100; ++i) {
    x += std::cos(0.1 * i);
    y += std::sin(0.1 * i);
  }
  const double size = 2 / (2 * std::sin(0.05));  // the polygon's diameter
  EXPECT_NEAR(world.matrices[99][3].x, x, 1e-5 * size);
  EXPECT_NEAR(world.matrices[99][3].y, y, 1e-5 * size);
}

TEST(Camera, TheEnginesAngleIsThatOfA4By3Picture) {
  const double fov = std::numbers::pi / 2;
  const double kept = 2 * std::atan(0.75);
  EXPECT_NEAR(vertical_fov_rad(FovRule::kHorizontal4by3, fov, 4.0 / 3), kept, 1e-12);
  EXPECT_NEAR(vertical_fov_rad(FovRule::kHorizontal4by3, fov, 16.0 / 9), kept, 1e-12);           // wider: height kept
  EXPECT_NEAR(vertical_fov_rad(FovRule::kHorizontal4by3, fov, 1), std::numbers::pi / 2, 1e-12);  // narrower: width kept
  EXPECT_NEAR(vertical_fov_rad(FovRule::kHorizontal4by3, fov, 0.5), 2 * std::atan(2), 1e-12);
}

TEST(Camera, VerticalAndHorizontalAngles) {
  EXPECT_EQ(vertical_fov_rad(FovRule::kVertical, 0.7, 3), 0.7);
  EXPECT_NEAR(vertical_fov_rad(FovRule::kHorizontal, std::numbers::pi / 2, 2), 2 * std::atan(0.5), 1e-12);
}

}  // namespace
}  // namespace vitrine::pose
