// What may be wrong with an action, on clips made by hand.

#include "play/full/health.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <numbers>

#include "session/curve_view.h"
#include "session/document.h"

namespace vitrine {
namespace {

/// A node `root` with a joint `arm` ten units along x, and frames of both at ten a second.
struct Frames : ::testing::Test {
  Scene scene;
  Clip clip;
  void SetUp() override {
    scene.nodes.resize(2);
    scene.nodes[0].name = "root";
    scene.nodes[1].name = "arm";
    scene.nodes[1].parent = 0;
    clip.name = "go";
    clip.frame_rate = 10;
    clip.root_node = 0;
    clip.frames.emplace();
    clip.frames->track_count = 2;
    clip.frames->bindings = {{0, 0}, {1, 1}};
    clip.frames->track_names = {"root", "arm"};
    clip.frames->animated_bits = {0, 0};
  }
  void add(glm::vec3 root, glm::vec3 arm, glm::quat turned = glm::quat(1, 0, 0, 0)) {
    clip.frames->translations.insert(clip.frames->translations.end(), {root, arm});
    clip.frames->rotations.insert(clip.frames->rotations.end(), {glm::quat(1, 0, 0, 0), turned});
    clip.duration_s = clip.frame_count++ / clip.frame_rate;
  }
  Json health(double size = 100) const { return clip_health(scene, clip, size); }
};

TEST_F(Frames, AWalkThatEndsAsItBeganClosesWhereverItGoes) {
  add({0, 0, 0}, {10, 0, 0});
  add({5, 0, 0}, {10, 0, 3});
  add({9, 0, 0}, {10, 0, 0});
  const Json seam = health()["seam"];
  EXPECT_TRUE(seam["closed"].get<bool>());
  EXPECT_EQ(seam["distance"], 0.0);
}

TEST_F(Frames, ALoopThatLeavesTheArmElsewhereIsOpenPastOnePercent) {
  add({0, 0, 0}, {10, 0, 0});
  add({0, 0, 0}, {10, 0, 3});
  const Json seam = health()["seam"];
  EXPECT_FALSE(seam["closed"].get<bool>());
  EXPECT_EQ(seam["distance"], 3.0);
  EXPECT_EQ(seam["node"], 1);
  EXPECT_EQ(seam["allowed"]["distance"], 1.0);
  EXPECT_TRUE(health(300)["seam"]["closed"].get<bool>());
}

TEST_F(Frames, ALoopThatLeavesTheArmTurnedIsOpenPastFiveDegrees) {
  const auto turned = [](double deg) {
    const double half = deg * std::numbers::pi / 360;
    return glm::quat(float(std::cos(half)), 0, 0, float(std::sin(half)));
  };
  add({0, 0, 0}, {10, 0, 0});
  add({0, 0, 0}, {10, 0, 0}, turned(4));
  EXPECT_TRUE(health()["seam"]["closed"].get<bool>());
  add({0, 0, 0}, {10, 0, 0}, turned(30));
  const Json seam = health()["seam"];
  EXPECT_FALSE(seam["closed"].get<bool>());
  EXPECT_NEAR(seam["angle"].get<double>(), 30, 1e-4);
  EXPECT_EQ(seam["angleNode"], 1);
}

TEST_F(Frames, AQuaternionThatChangesSidesIsAFlip) {
  add({0, 0, 0}, {10, 0, 0}, glm::quat(0.8f, 0.6f, 0, 0));
  add({0, 0, 0}, {10, 0, 0}, glm::quat(0.8f, 0.6f, 0, 0));
  add({0, 0, 0}, {10, 0, 0}, glm::quat(-0.8f, -0.6f, 0, 0));
  add({0, 0, 0}, {10, 0, 0}, glm::quat(-0.8f, -0.6f, 0, 0));
  const Json flips = health()["flips"];
  ASSERT_EQ(flips["count"], 1);
  EXPECT_EQ(flips["list"][0]["node"], 1);
  EXPECT_EQ(flips["list"][0]["name"], "arm");
  EXPECT_EQ(flips["list"][0]["time"], 0.2);
  EXPECT_NEAR(flips["list"][0]["dot"].get<double>(), -1, 1e-6);
}

TEST_F(Frames, OnlyWhatIsSaidToMoveCanBeFrozen) {
  // The arm is said to move in x and z; x stands still. The root is said to stand still and does.
  clip.frames->animated_bits = {0, 0b101};
  add({0, 0, 0}, {10, 0, 0});
  add({0, 0, 0}, {10, 0, 1});
  Json frozen = health()["frozen"];
  ASSERT_EQ(frozen["count"], 1);
  EXPECT_EQ(frozen["list"][0]["name"], "arm");
  EXPECT_EQ(frozen["list"][0]["channels"], Json::array({"translation.x"}));
  EXPECT_FALSE(frozen["list"][0]["whole"].get<bool>());
  clip.frames->animated_bits = {0, 0b001};
  frozen = health()["frozen"];
  ASSERT_EQ(frozen["count"], 1);
  EXPECT_TRUE(frozen["list"][0]["whole"].get<bool>());
}

TEST_F(Frames, KeysAreTheFramesOfTheJointsThatMove) {
  clip.frames->animated_bits = {0, 1};
  add({0, 0, 0}, {10, 0, 0});
  add({0, 0, 0}, {11, 0, 0});
  add({0, 0, 0}, {12, 0, 0});
  scene.clips.push_back(clip);
  EXPECT_EQ(key_times(scene, {0}, 1), (std::vector<double>{0, 0.1, 0.2}));
  EXPECT_TRUE(key_times(scene, {0}, 0).empty());
  EXPECT_EQ(key_times(scene, {0}, kNone).size(), 3u);
  EXPECT_TRUE(key_times(scene, {0}, 7).empty());
}

TEST(Health, ACurveOfEqualKeysIsFrozenUnlessItsHandlesBendIt) {
  Scene scene;
  scene.nodes.resize(1);
  scene.nodes[0].name = "bone";
  Clip clip;
  clip.duration_s = 1;
  Curve curve;
  curve.target = 0;
  curve.channel = Channel::kTranslation;
  curve.path = "LocX";
  curve.interpolation = Interpolation::kBezier;
  curve.handles = HandleKind::kFull;
  curve.keys = {{0, 2, -0.3, 2, 0.3, 2}, {1, 2, 0.7, 2, 1.3, 2}};
  clip.curves.push_back(curve);
  ASSERT_EQ(clip_health(scene, clip, 1)["frozen"]["count"], 1);
  EXPECT_EQ(clip_health(scene, clip, 1)["frozen"]["list"][0]["channels"][0], "LocX");
  clip.curves[0].keys[0].right_value = 3;
  EXPECT_EQ(clip_health(scene, clip, 1)["frozen"]["count"], 0);
  scene.clips.push_back(clip);
  EXPECT_EQ(key_times(scene, {0}, 0), (std::vector<double>{0, 1}));
}

TEST(Health, AStoredBoxLacksItsLargestSide) {
  Bounds box;
  box.add({-1, -5, 0});
  box.add({2, 3, 4});
  const Excess excess = excess_of({{-1, -3, 0}, {2, 3, 1}}, box);
  EXPECT_EQ(excess.amount, 3.0);
  EXPECT_EQ(excess.axis, 2);
  EXPECT_TRUE(excess.above);
  const Excess below = excess_of({{-1, -3, 0}, {2, 3, 4}}, box);
  EXPECT_EQ(below.amount, 2.0);
  EXPECT_EQ(below.axis, 1);
  EXPECT_FALSE(below.above);
  EXPECT_EQ(excess_of({{-9, -9, -9}, {9, 9, 9}}, box).amount, 0.0);
}

// A triangle of which one vertex hangs on the joint `tip` two units along x; `tip` rises by 1 in each of three frames.
constexpr const char* kMesh = R"(MD5Version 10
commandline ""
numJoints 2
numMeshes 1
joints {
	"root" -1 ( 0 0 0 ) ( 0 0 0 )
	"tip" 0 ( 2 0 0 ) ( 0 0 0 )
}
mesh {
	shader "s"
	numverts 3
	vert 0 ( 0 0 ) 0 1
	vert 1 ( 1 0 ) 1 1
	vert 2 ( 1 1 ) 2 1
	numtris 1
	tri 0 0 2 1
	numweights 3
	weight 0 0 1 ( 0 0 0 )
	weight 1 0 1 ( 0 2 0 )
	weight 2 1 1 ( 0 0 0 )
}
)";

std::string rise(const std::string& last_box) {
  return R"(MD5Version 10
commandline ""
numFrames 3
numJoints 2
frameRate 10
numAnimatedComponents 1
hierarchy {
	"root" -1 0 0
	"tip" 0 4 0
}
bounds {
	( 0 0 0 ) ( 2 2 0 )
	( 0 0 0 ) ( 2 2 1 )
	)" +
         last_box +
         R"(
}
baseframe {
	( 0 0 0 ) ( 0 0 0 )
	( 2 0 0 ) ( 0 0 0 )
}
frame 0 {
	0
}
frame 1 {
	1
}
frame 2 {
	2
}
)";
}

std::vector<uint8_t> bytes(std::string_view text) { return {text.begin(), text.end()}; }

TEST(Health, EveryFramesBoxIsHeldAgainstTheMesh) {
  Document document;
  document.add_file("a.md5mesh", bytes(kMesh));
  document.add_file("short.md5anim", bytes(rise("( 0 0 0 ) ( 2 2 1.25 )")));
  document.add_file("whole.md5anim", bytes(rise("( 0 0 0 ) ( 2 2 2 )")));
  ASSERT_TRUE(document.load());
  const Json bounds = document.health(0)["bounds"];
  EXPECT_EQ(bounds["frames"], 3);
  EXPECT_EQ(bounds["checked"], 3);
  EXPECT_EQ(bounds["outside"], 1);
  EXPECT_EQ(bounds["largest"]["frame"], 2);
  EXPECT_EQ(bounds["largest"]["time"], 0.2);
  EXPECT_EQ(bounds["largest"]["excess"], 0.75);
  EXPECT_EQ(bounds["largest"]["axis"], "z");
  EXPECT_EQ(bounds["largest"]["side"], "max");
  EXPECT_EQ(document.health(1)["bounds"]["outside"], 0);
  EXPECT_TRUE(document.health(9).is_null());
}

TEST(Health, AskingLeavesThePoseAsItWas) {
  Document document;
  document.add_file("a.md5mesh", bytes(kMesh));
  document.add_file("a.md5anim", bytes(rise("( 0 0 0 ) ( 2 2 1 )")));
  ASSERT_TRUE(document.load());
  ASSERT_TRUE(document.select_clip(0));
  document.evaluate(0.1, {});
  const Json before = document.pose_report(true, false);
  document.health(0);
  EXPECT_EQ(document.pose_report(true, false), before);
}

TEST_F(Frames, WhatEndsBeyondTheRangeOfNumbersIsNoClosedLoop) {
  const float far = std::numeric_limits<float>::infinity();
  add({0, 0, 0}, {10, 0, 0});
  add({0, 0, 0}, {NAN, 0, 0});
  const Json seam = health()["seam"];
  EXPECT_FALSE(seam["closed"].get<bool>());
  EXPECT_EQ(seam["node"], 1);
  clip.frames->translations.back().x = far;
  EXPECT_FALSE(health()["seam"]["closed"].get<bool>());
}

TEST(Blend, ADocumentStandsBetweenTwoTimesOfItsActions) {
  Document document;
  document.add_file("a.md5mesh", bytes(kMesh));
  document.add_file("a.md5anim", bytes(rise("( 0 0 0 ) ( 2 2 2 )")));
  ASSERT_TRUE(document.load());
  ASSERT_TRUE(document.select_clip(0));
  const auto height = [&] {
    document.evaluate(0, {});
    return document.pose_report(false, false)["joints"][1]["translation"][2].get<double>();
  };
  document.set_play_options({pose::RootMotion::kKeep, false, false});
  ASSERT_TRUE(document.set_blend(0, 0.2, 0.25));
  EXPECT_NEAR(height(), 0.5, 1e-6);
  EXPECT_FALSE(document.set_blend(5, 0, 0.5));
  EXPECT_EQ(height(), 0.0);
  ASSERT_TRUE(document.set_blend(0, 0.2, 1));
  EXPECT_NEAR(height(), 2, 1e-6);
  ASSERT_TRUE(document.set_blend(kNone, 0, 0));
  EXPECT_EQ(height(), 0.0);
}

}  // namespace
}  // namespace vitrine
