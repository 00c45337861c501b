// Two poses into one, against numbers worked by hand.

#include "pose/hierarchy.h"

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

namespace vitrine::pose {
namespace {

constexpr double kPi = std::numbers::pi;

glm::quat turn_z(double angle_rad) {
  return glm::quat(float(std::cos(angle_rad / 2)), 0, 0, float(std::sin(angle_rad / 2)));
}

struct Blend : ::testing::Test {
  Scene scene;
  LocalPose pose, other;
  void SetUp() override {
    scene.nodes.resize(1);
    pose = make_local_pose(scene);
    other = make_local_pose(scene);
  }
};

TEST_F(Blend, PlacesAndSizesMoveInAStraightLine) {
  pose.local[0].translation = {1, 2, 3};
  pose.local[0].scale = {1, 1, 2};
  other.local[0].translation = {5, 2, -1};
  other.local[0].scale = {3, 1, 0};
  blend(other, 0.25, pose);
  EXPECT_EQ(pose.local[0].translation, glm::vec3(2, 2, 2));
  EXPECT_EQ(pose.local[0].scale, glm::vec3(1.5f, 1, 1.5f));
}

TEST_F(Blend, RotationsTurnEvenlyAlongTheShorterArc) {
  pose.local[0].rotation = turn_z(0);
  // 300 degrees, and the same with all signs turned: 60 degrees the other way.
  for (const float sign : {1.0f, -1.0f}) {
    pose.local[0].rotation = turn_z(0);
    other.local[0].rotation = turn_z(-kPi / 3) * sign;
    blend(other, 0.5, pose);
    const glm::quat wanted = turn_z(-kPi / 6);
    EXPECT_NEAR(pose.local[0].rotation.w, wanted.w, 1e-7);
    EXPECT_NEAR(pose.local[0].rotation.z, wanted.z, 1e-7);
  }
}

TEST_F(Blend, TheAngleOfTheSameCameraMovesEvenly) {
  pose.camera = other.camera = 0;
  pose.camera_fov_rad = 1;
  other.camera_fov_rad = 2;
  blend(other, 0.25, pose);
  EXPECT_EQ(pose.camera_fov_rad, 1.25f);
}

TEST_F(Blend, WeightNothingKeepsAndWeightOneGivesTheOther) {
  pose.local[0].translation = {1, 0, 0};
  other.local[0].translation = {0, 8, 0};
  blend(other, 0, pose);
  EXPECT_EQ(pose.local[0].translation, glm::vec3(1, 0, 0));
  blend(other, 1, pose);
  EXPECT_EQ(pose.local[0].translation, glm::vec3(0, 8, 0));
}

TEST_F(Blend, AStoredQuaternionKeepsItsLength) {
  pose.local[0].rotation = turn_z(0) * 2.0f;
  other.local[0].rotation = turn_z(kPi / 2) * 4.0f;
  blend(other, 0.5, pose);
  const glm::quat wanted = turn_z(kPi / 4) * 3.0f;
  EXPECT_NEAR(pose.local[0].rotation.w, wanted.w, 1e-6);
  EXPECT_NEAR(pose.local[0].rotation.z, wanted.z, 1e-6);
}

}  // namespace
}  // namespace vitrine::pose
