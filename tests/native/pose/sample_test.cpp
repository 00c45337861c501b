#include "pose/sample.h"

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "pose/hierarchy.h"
#include "pose/particles.h"
#include "pose/properties.h"
#include "support/count_allocations.h"
#include "support/reference.h"

namespace vitrine::pose {
namespace {

Scene chain(size_t count) {
  Scene scene;
  scene.nodes.resize(count);
  for (uint32_t i = 1; i < count; ++i) scene.nodes[i].parent = i - 1;
  return scene;
}

/// One track on node 0 whose x is the frame's number times ten.
Clip ramp(uint32_t frame_count, double rate) {
  Clip clip;
  clip.frame_count = frame_count;
  clip.frame_rate = rate;
  clip.root_node = 0;
  SampledFrames frames;
  frames.track_count = 1;
  for (uint32_t f = 0; f < frame_count; ++f) {
    frames.translations.emplace_back(10.0f * float(f), 0, 0);
    frames.rotations.emplace_back(1.0f, 0.0f, 0.0f, 0.0f);
  }
  frames.bindings.push_back({0, 0});
  clip.frames = frames;
  return clip;
}

float x_at(const Scene& scene, const Clip& clip, double time_s, const PlayOptions& options) {
  LocalPose pose = make_local_pose(scene);
  sample_clip(scene, clip, time_s, options, pose);
  return pose.local[0].translation.x;
}

glm::quat about_z(double angle_rad) {
  return glm::quat(float(std::cos(angle_rad / 2)), 0, 0, float(std::sin(angle_rad / 2)));
}

Curve node_curve(uint32_t node, Channel channel, uint8_t component, std::vector<std::pair<double, double>> points) {
  Curve curve;
  curve.target = node;
  curve.channel = channel;
  curve.component = component;
  for (const auto& [time, value] : points) {
    curve.keys.push_back({});
    curve.keys.back().time_s = time;
    curve.keys.back().value = value;
  }
  return curve;
}

// ---- which frames ---------------------------------------------------------------------------------------------------

TEST(FrameAt, ReproducesTheEnginesIntegerMilliseconds) {
  const auto golden = test::data_json("md5/reference/frame_times.json");
  for (const auto& item : golden["cases"]) {
    const FramePosition at = frame_at(item["ms"].get<double>() / 1000, golden["rate"].get<double>(),
                                      golden["N"].get<uint32_t>(), true, false);
    SCOPED_TRACE(item.dump());
    EXPECT_EQ(at.first, item["f1"].get<uint32_t>());
    EXPECT_EQ(at.second, item["f2"].get<uint32_t>());
    EXPECT_EQ(at.cycle, item["cycle"].get<double>());
    EXPECT_NEAR(at.fraction, item["lerp"].get<double>(), 1e-9);
  }
}

TEST(FrameAt, TheLastFrameIsAnEndPose) {
  const FramePosition held = frame_at(5, 24, 25, false, false);
  EXPECT_EQ(held.first, 24u);
  EXPECT_EQ(held.second, 24u);
  EXPECT_EQ(held.fraction, 0);
  const FramePosition wrapped = frame_at(1, 24, 25, true, false);
  EXPECT_EQ(wrapped.first, 0u);
  EXPECT_EQ(wrapped.cycle, 1);
}

TEST(FrameAt, AFramesOwnTimeIsThatFrameWhateverTheRate) {
  for (const double rate : {24.0, 29.97, 30.0, 59.94, 7.0}) {
    for (uint32_t f = 0; f + 1 < 200; ++f) {
      const FramePosition at = frame_at(f / rate, rate, 200, true, false);
      ASSERT_EQ(at.first, f) << rate;
      ASSERT_EQ(at.fraction, 0) << rate;
    }
  }
}

TEST(FrameAt, ClosingTheLoopAddsOneIntervalBackToTheFirstFrame) {
  const FramePosition at = frame_at(3.25, 1, 4, true, true);
  EXPECT_EQ(at.first, 3u);
  EXPECT_EQ(at.second, 0u);
  EXPECT_TRUE(at.closing);
  EXPECT_EQ(at.fraction, 0.25);
  EXPECT_EQ(frame_at(4, 1, 4, true, true).cycle, 1);
}

TEST(FrameAt, NegativeTimesCountCyclesBackwards) {
  const FramePosition at = frame_at(-0.5, 1, 5, true, false);
  EXPECT_EQ(at.first, 3u);
  EXPECT_EQ(at.fraction, 0.5);
  EXPECT_EQ(at.cycle, -1);
  EXPECT_EQ(frame_at(-0.5, 1, 5, false, false).first, 0u);
}

TEST(FrameAt, ARemainderThatRoundsUpToAWholeCycleIsCounted) {
  // Just before 0, a thousand million frames back is that many frames in single steps of a double: the remainder is a
  // whole cycle. Cycles, frame and fraction still add up to the time.
  for (const uint32_t frames : {100'000'001u, 1'000'000'001u, 4'000'000'001u}) {
    const double time_s = -3e-9;
    const FramePosition at = frame_at(time_s, 1, frames, true, false);
    const double total = at.cycle * (double(frames) - 1) + at.first + at.fraction;
    EXPECT_NEAR(total, time_s, 1e-6) << frames;
  }
}

TEST(FrameAt, StaysInRangeForAnyTime) {
  for (const double time : {1e300, -1e300, 1e17, 0.1 + 1e9, std::nan(""), HUGE_VAL}) {
    for (const uint32_t count : {1u, 2u, 140u}) {
      const FramePosition at = frame_at(time, 24, count, true, false);
      EXPECT_LT(at.first, count);
      EXPECT_LT(at.second, count);
      EXPECT_TRUE(at.fraction >= 0 && at.fraction <= 1);
    }
  }
  EXPECT_EQ(frame_at(3, 0, 10, true, false).first, 0u);
}

TEST(CameraFrameAt, ACutFrameIsOnlyTheTargetOfTheFrameBeforeIt) {
  // Six frames, the first view ends with frame 2: 0 1 (2) | 3 4 5.
  const uint32_t cuts[] = {2};
  const FramePosition before = camera_frame_at(1.75, 1, 6, cuts, false, false);
  EXPECT_EQ(before.first, 1u);
  EXPECT_EQ(before.second, 2u);
  EXPECT_EQ(before.fraction, 0.75);
  const FramePosition after = camera_frame_at(2, 1, 6, cuts, false, false);
  EXPECT_EQ(after.first, 3u);
  const FramePosition end = camera_frame_at(9, 1, 6, cuts, false, false);
  EXPECT_EQ(end.first, 5u);
  EXPECT_EQ(end.second, 5u);
}

TEST(CameraFrameAt, CutsAtOnceFollowingFramesSkipThemAll) {
  const uint32_t cuts[] = {0, 1};
  EXPECT_EQ(camera_frame_at(0, 1, 4, cuts, false, false).first, 2u);
  EXPECT_EQ(camera_frame_at(0.5, 1, 4, cuts, false, false).second, 3u);
  const uint32_t all[] = {0, 1, 2, 3};
  EXPECT_EQ(camera_frame_at(0, 1, 4, all, true, true).first, 3u);
}

TEST(CameraFrameAt, PassesAsManyCutsAsTheGameThatWalksThem) {
  constexpr uint32_t kFrames = 11;
  for (uint32_t set = 0; set < 1u << kFrames; ++set) {
    std::vector<uint32_t> cuts;
    for (uint32_t f = 0; f < kFrames; ++f)
      if ((set >> f & 1) != 0) cuts.push_back(f);
    for (uint32_t position = 0; position + cuts.size() < kFrames; ++position) {
      uint32_t frame = position;
      for (size_t i = 0; i < cuts.size() && cuts[i] <= frame; ++i) ++frame;
      EXPECT_EQ(camera_frame_at(position, 1, kFrames, cuts, false, false).first, frame) << set << " " << position;
    }
  }
}

TEST(CycleTime, CountsIntervals) {
  const Clip clip = ramp(25, 24);
  EXPECT_EQ(cycle_s(clip, {}), 1.0);
  EXPECT_EQ(cycle_s(clip, {RootMotion::kKeep, true, true}), 25 / 24.0);
  EXPECT_EQ(cycle_s(clip, {RootMotion::kKeep, false, true}), 1.0);
  EXPECT_EQ(cycle_s(ramp(1, 24), {}), 0.0);
}

// ---- slerp ----------------------------------------------------------------------------------------------------------

TEST(Slerp, TurnsEvenlyAlongTheShorterArc) {
  const glm::dquat from(about_z(0)), to(-about_z(std::numbers::pi / 2));
  const glm::dquat third = slerp(from, to, 1.0 / 3);
  EXPECT_NEAR(std::abs(third.z), std::sin(std::numbers::pi / 12), 1e-7);
  EXPECT_NEAR(std::abs(third.w), std::cos(std::numbers::pi / 12), 1e-7);
  EXPECT_GT(third.z * third.w, 0);
}

TEST(Slerp, NearlyEqualRotationsAreLerpedWithoutNormalising) {
  const glm::dquat from(1, 0, 0, 0), to(std::sqrt(1 - 1e-8), 1e-4, 0, 0);
  const glm::dquat half = slerp(from, to, 0.5);
  EXPECT_DOUBLE_EQ(half.x, 0.5e-4);
  EXPECT_DOUBLE_EQ(half.w, (1 + to.w) / 2);
}

// ---- clips ----------------------------------------------------------------------------------------------------------

TEST(SampleClip, RootMotionIsKeptLockedOrAccumulated) {
  const Scene scene = chain(1);
  const Clip clip = ramp(5, 1);  // 0 10 20 30 40, a cycle of 4 s
  EXPECT_EQ(x_at(scene, clip, 5.5, {}), 15);
  EXPECT_EQ(x_at(scene, clip, 5.5, {RootMotion::kLock, true, false}), 0);
  EXPECT_EQ(x_at(scene, clip, 5.5, {RootMotion::kAccumulate, true, false}), 55);
  EXPECT_EQ(x_at(scene, clip, -0.5, {RootMotion::kAccumulate, true, false}), -5);
  // The closing interval keeps what the cycle has covered.
  EXPECT_EQ(x_at(scene, clip, 4.5, {RootMotion::kAccumulate, true, true}), 40);
  EXPECT_EQ(x_at(scene, clip, 5.0, {RootMotion::kAccumulate, true, true}), 40);
  EXPECT_EQ(x_at(scene, clip, 4.5, {RootMotion::kKeep, true, true}), 20);
}

TEST(SampleClip, ACameraTakesItsAngleFromTheFrames) {
  Scene scene = chain(1);
  scene.cameras.resize(1);
  scene.nodes[0].camera = 0;
  Clip clip = ramp(3, 1);
  clip.camera_node = 0;
  clip.frames->fov_rad = {1.0f, 2.0f, 4.0f};
  clip.frames->cuts = {1};
  LocalPose pose = make_local_pose(scene);
  sample_clip(scene, clip, 0.5, {RootMotion::kKeep, false, false}, pose);
  EXPECT_EQ(pose.camera, 0u);
  EXPECT_FLOAT_EQ(pose.camera_fov_rad, 1.5f);
  sample_clip(scene, clip, 1, {RootMotion::kKeep, false, false}, pose);
  EXPECT_FLOAT_EQ(pose.camera_fov_rad, 4.0f);
  sample_bind(scene, pose);
  EXPECT_EQ(pose.camera, kNone);
}

Clip two_key_poses(std::vector<double> times) {
  Clip clip;
  clip.duration_s = times.back();
  KeyPoses poses;
  poses.nodes = {0};
  poses.times_s = std::move(times);
  for (size_t i = 0; i < poses.times_s.size(); ++i) {
    Transform t;
    t.translation.x = float(i);
    t.rotation = about_z(std::numbers::pi / 2 * double(i));
    t.scale = glm::vec3(1 + float(i));
    poses.transforms.push_back(t);
  }
  clip.poses = poses;
  return clip;
}

TEST(SampleClip, KeyPosesBlendAndHold) {
  const Scene scene = chain(1);
  const PlayOptions once{RootMotion::kKeep, false, false};
  LocalPose pose = make_local_pose(scene);
  const Clip clip = two_key_poses({0, 2});
  sample_clip(scene, clip, 0.5, once, pose);
  EXPECT_FLOAT_EQ(pose.local[0].translation.x, 0.25f);
  EXPECT_FLOAT_EQ(pose.local[0].scale.y, 1.25f);
  EXPECT_NEAR(pose.local[0].rotation.z, std::sin(std::numbers::pi / 16), 1e-7);
  sample_clip(scene, clip, 99, once, pose);
  EXPECT_FLOAT_EQ(pose.local[0].translation.x, 1);
}

TEST(SampleClip, AtEqualKeyTimesTheLastKeyCounts) {
  const Scene scene = chain(1);
  LocalPose pose = make_local_pose(scene);
  const Clip clip = two_key_poses({0, 1, 1, 2});
  sample_clip(scene, clip, 1, {}, pose);
  EXPECT_EQ(pose.local[0].translation.x, 2);
  sample_clip(scene, clip, 0.75, {}, pose);
  EXPECT_EQ(pose.local[0].translation.x, 0.75f);
}

TEST(SampleClip, ShortQuaternionsOfKeyPosesAreNormalised) {
  const Scene scene = chain(1);
  LocalPose pose = make_local_pose(scene);
  Clip clip = two_key_poses({0, 1});
  clip.poses->transforms[0].rotation = glm::quat(0.5f, 0, 0, 0);
  clip.poses->transforms[1].rotation = glm::quat(0, 0, 0, 0);
  sample_clip(scene, clip, 0, {}, pose);
  EXPECT_EQ(pose.local[0].rotation, glm::quat(1, 0, 0, 0));
  sample_clip(scene, clip, 0.5, {}, pose);
  EXPECT_EQ(pose.local[0].rotation, glm::quat(1, 0, 0, 0));
}

TEST(SampleClip, CurvesReplaceComponentsAndLeaveTheOthers) {
  Scene scene = chain(2);
  scene.nodes[1].local.translation = {1, 2, 3};
  scene.nodes[1].local.scale = {4, 5, 6};
  Clip clip;
  clip.duration_s = 1;
  clip.curves.push_back(node_curve(1, Channel::kTranslation, 1, {{0, 0}, {1, 8}}));
  clip.curves.push_back(node_curve(1, Channel::kScale, 2, {{0, 0}, {1, 2}}));
  LocalPose pose = make_local_pose(scene);
  sample_clip(scene, clip, 0.5, {}, pose);
  EXPECT_EQ(pose.local[1].translation, glm::vec3(1, 4, 3));
  EXPECT_EQ(pose.local[1].scale, glm::vec3(4, 5, 1));
  EXPECT_EQ(pose.local[0].translation, glm::vec3(0));
}

TEST(SampleClip, QuaternionCurvesAreNormalisedAfterEvaluation) {
  const Scene scene = chain(1);
  Clip clip;
  clip.duration_s = 1;
  clip.curves.push_back(node_curve(0, Channel::kRotationQuat, 3, {{0, 1}, {1, 0}}));
  clip.curves.push_back(node_curve(0, Channel::kTranslation, 0, {{0, 0}}));
  clip.curves.push_back(node_curve(0, Channel::kRotationQuat, 0, {{0, 0}, {1, 1}}));
  LocalPose pose = make_local_pose(scene);
  sample_clip(scene, clip, 0.25, {}, pose);  // (0.25, 0, 0, 0.75) / sqrt(0.625)
  EXPECT_NEAR(pose.local[0].rotation.x, 0.25 / std::sqrt(0.625), 1e-7);
  EXPECT_NEAR(pose.local[0].rotation.w, 0.75 / std::sqrt(0.625), 1e-7);
}

TEST(SampleClip, AQuaternionBlockWithHandleValuesTurnsAlongTheArc) {
  const Scene scene = chain(1);
  Clip clip;
  clip.duration_s = 1;
  const glm::quat to = about_z(std::numbers::pi / 2);
  const float from_wxyz[4] = {1, 0, 0, 0}, to_wxyz[4] = {to.w, to.x, to.y, to.z};
  for (int i = 0; i < 4; ++i) {  // stored as w x y z
    Curve curve = node_curve(0, Channel::kRotationQuat, uint8_t((i + 3) % 4), {{0, from_wxyz[i]}, {1, to_wxyz[i]}});
    curve.interpolation = Interpolation::kBezier;
    curve.handles = HandleKind::kValuesOnly;
    clip.curves.push_back(curve);
  }
  LocalPose pose = make_local_pose(scene);
  sample_clip(scene, clip, 0.25, {}, pose);
  EXPECT_NEAR(pose.local[0].rotation.z, std::sin(std::numbers::pi / 16), 1e-7);
  EXPECT_NEAR(pose.local[0].rotation.w, std::cos(std::numbers::pi / 16), 1e-7);
}

TEST(SampleClip, EulerCurvesTurnXFirst) {
  const Scene scene = chain(1);
  Clip clip;
  clip.duration_s = 1;
  clip.curves.push_back(node_curve(0, Channel::kRotationEuler, 0, {{0, std::numbers::pi / 2}}));
  clip.curves.push_back(node_curve(0, Channel::kRotationEuler, 2, {{0, std::numbers::pi / 2}}));
  LocalPose pose = make_local_pose(scene);
  sample_clip(scene, clip, 0, {}, pose);
  // y goes to z by the turn about x, which the turn about z leaves alone; x goes to y.
  const glm::dmat4 m = local_matrix(pose.local[0]);
  EXPECT_NEAR(m[1].z, 1, 1e-6);
  EXPECT_NEAR(m[0].y, 1, 1e-6);
}

TEST(SampleClip, AnEulerCurveOfOneAxisKeepsTheStoredOthers) {
  Scene scene = chain(1);
  scene.nodes[0].local.rotation = about_z(0.5);
  Clip clip;
  clip.duration_s = 1;
  clip.curves.push_back(node_curve(0, Channel::kRotationEuler, 0, {{0, 0}}));
  LocalPose pose = make_local_pose(scene);
  sample_clip(scene, clip, 0, {}, pose);
  EXPECT_NEAR(pose.local[0].rotation.z, std::sin(0.25), 1e-7);
}

TEST(SampleClip, AllocatesNothing) {
  Scene scene = chain(3);
  scene.materials.resize(1);
  scene.nodes[2].emitter = 0;
  scene.emitters.resize(1);
  scene.emitters[0].count = 200;
  scene.emitters[0].life_end_s = 2;
  scene.emitters[0].lifetime_s = 1;
  Clip curves;
  curves.duration_s = 1;
  Curve alpha = node_curve(0, Channel::kOther, 0, {{0, 0}, {1, 1}});
  alpha.target_kind = TargetKind::kMaterial;
  alpha.path = "m.alpha";
  curves.curves.push_back(alpha);
  for (uint8_t i = 0; i < 4; ++i) curves.curves.push_back(node_curve(1, Channel::kRotationQuat, i, {{0, 0.5}, {1, 1}}));
  curves.curves.push_back(node_curve(2, Channel::kRotationEuler, 0, {{0, 0.5}}));
  const Clip frames = ramp(9, 24), keys = two_key_poses({0, 1, 2});
  LocalPose pose = make_local_pose(scene);
  std::vector<glm::dmat4> exact(3);
  std::vector<glm::mat4> world(3);
  PropertyPose properties = make_property_pose(scene);
  world_matrices(scene, pose, exact, world);
  auto systems = plan_particles(scene, exact);
  const size_t before = test::allocation_count;
  for (const Clip* clip : std::initializer_list<const Clip*>{&curves, &frames, &keys}) {
    for (double t = -1; t < 3; t += 0.37) {
      sample_clip(scene, *clip, t, {RootMotion::kAccumulate, true, true}, pose);
      world_matrices(scene, pose, exact, world);
      sample_bind_properties(scene, properties);
      sample_properties(scene, *clip, t, {}, properties);
      sample_particles(scene, t, exact, 1, systems[0]);
    }
  }
  EXPECT_EQ(test::allocation_count, before);
}

}  // namespace
}  // namespace vitrine::pose
