#include "pose/tracks.h"

#include <gtest/gtest.h>

#include <cstring>
#include <vector>

namespace vitrine::pose {
namespace {

using Values = std::vector<std::vector<double>>;  // one list per key

std::vector<Curve> track(uint32_t node, Channel channel, const std::vector<double>& times_s, const Values& values,
                         Interpolation interpolation = Interpolation::kLinear) {
  std::vector<Curve> curves(values[0].size());
  for (size_t c = 0; c < curves.size(); ++c) {
    curves[c].target = node;
    curves[c].channel = channel;
    curves[c].component = static_cast<uint8_t>(c);
    curves[c].interpolation = interpolation;
    if (channel == Channel::kRotationQuat && interpolation == Interpolation::kLinear)
      curves[c].handles = HandleKind::kValuesOnly;
    for (size_t k = 0; k < times_s.size(); ++k) curves[c].keys.push_back({times_s[k], values[k][c]});
  }
  return curves;
}

Clip clip_of(std::initializer_list<std::vector<Curve>> tracks, double duration_s = 3) {
  Clip clip;
  clip.duration_s = duration_s;
  for (const auto& curves : tracks) clip.curves.insert(clip.curves.end(), curves.begin(), curves.end());
  return clip;
}

const std::vector<double> kTimes = {0.5, 1, 2}, kOthers = {0, 0.25, 0.25, 3};
const Values kPlaces = {{1, -0.0, 3}, {2, -0.0, 0.1f}, {-7, 5, 1e30f}};
// Of other lengths than 1, opposite and equal ones among them.
const Values kTurns = {{0, 0, 0, 1}, {-0.0, 0.5, 0, 0.5}, {0, -0.5, -0.0, -0.5}};
const Values kFour = {{1, 1, 1}, {2, 1, 0.5}, {4, 1, 0.25}, {-0.0, 1, 2}};

Clip walk() {
  return clip_of({track(0, Channel::kTranslation, kTimes, kPlaces), track(1, Channel::kRotationQuat, kTimes, kTurns),
                  track(1, Channel::kTranslation, {0}, {{-0.0, 1, 2}}, Interpolation::kStep),
                  track(2, Channel::kRotationQuat, {1}, {{-0.0, 3, 0, 4}}, Interpolation::kStep),
                  track(2, Channel::kScale, kOthers, kFour),
                  track(0, Channel::kScale, kOthers, kFour, Interpolation::kStep),
                  track(0, Channel::kRotationQuat, kTimes, kTurns, Interpolation::kStep)});
}

Scene nodes(size_t count) {
  Scene scene;
  scene.nodes.resize(count);
  return scene;
}

TEST(Tracks, GiveWhatTheCurvesGiveToTheLastBit) {
  const Scene scene = nodes(3);
  const Clip clip = walk();
  const ClipTracks tracks = plan_tracks(clip);
  ASSERT_TRUE(tracks.whole);
  LocalPose by_curves = make_local_pose(scene), by_tracks = make_local_pose(scene);
  const PlayOptions once{RootMotion::kKeep, false, false};
  for (int i = -20; i <= 140; ++i) {
    const double time_s = i / 40.0;
    sample_bind(scene, by_curves), add_clip(scene, clip, time_s, once, by_curves);
    sample_bind(scene, by_tracks), add_clip(scene, clip, time_s, once, by_tracks, &tracks);
    ASSERT_EQ(std::memcmp(by_curves.local.data(), by_tracks.local.data(), 3 * sizeof(Transform)), 0) << time_s;
    ASSERT_EQ(by_curves.driven, by_tracks.driven);
  }
}

TEST(Tracks, MoveTheRootAsCurvesDo) {
  const Scene scene = nodes(3);
  Clip clip = walk();
  clip.root_node = 0;
  const ClipTracks tracks = plan_tracks(clip);
  LocalPose by_curves = make_local_pose(scene), by_tracks = make_local_pose(scene);
  for (const RootMotion motion : {RootMotion::kLock, RootMotion::kAccumulate}) {
    for (const double time_s : {0.7, 4.5}) {
      sample_bind(scene, by_curves), add_clip(scene, clip, time_s, {motion, true, false}, by_curves);
      sample_bind(scene, by_tracks), add_clip(scene, clip, time_s, {motion, true, false}, by_tracks, &tracks);
      EXPECT_EQ(by_curves.local[0].translation, by_tracks.local[0].translation);
    }
  }
}

TEST(Tracks, OfEqualTimesAreInOneGroup) {
  const ClipTracks tracks =
      plan_tracks(clip_of({track(0, Channel::kTranslation, kTimes, kPlaces), track(1, Channel::kScale, kOthers, kFour),
                           track(2, Channel::kRotationQuat, kTimes, kTurns)}));
  ASSERT_EQ(tracks.groups.size(), 2u);
  EXPECT_EQ(tracks.groups[0].times_s, kTimes);
  EXPECT_EQ(tracks.groups[0].rows.size(), 3 * (3 + 4u));
  EXPECT_EQ(tracks.groups[0].turned, std::vector<uint32_t>{2});
  EXPECT_EQ(tracks.groups[1].scaled, std::vector<uint32_t>{1});
}

TEST(Tracks, LeaveOtherCurvesToThemselves) {
  struct Case {
    const char* what;
    void (*change)(Clip&);
  };
  const Case cases[] = {
      {"bends", [](Clip& clip) { clip.curves[1].interpolation = Interpolation::kBezier; }},
      {"goes on", [](Clip& clip) { clip.curves[2].after = Extension::kExtrapolate; }},
      {"repeats", [](Clip& clip) { clip.curves[3].before = Extension::kCyclic; }},
      {"a component by itself", [](Clip& clip) { clip.curves.erase(clip.curves.begin()); }},
      {"another order", [](Clip& clip) { std::swap(clip.curves[0].component, clip.curves[1].component); }},
      {"times of its own", [](Clip& clip) { clip.curves[5].keys[1].time_s = 1.5; }},
      {"a number too long", [](Clip& clip) { clip.curves[0].keys[1].value = 0.1; }},
      {"two of one kind",
       [](Clip& clip) { clip.curves.insert(clip.curves.end(), clip.curves.begin(), clip.curves.begin() + 3); }},
      {"angles", [](Clip& clip) { clip.curves[0].channel = Channel::kRotationEuler; }},
      {"turned by component", [](Clip& clip) { clip.curves[4].handles = HandleKind::kNone; }},
      {"a jump at the start",
       [](Clip& clip) {
         for (int c = 0; c < 3; ++c) clip.curves[c].keys[1].time_s = clip.curves[c].keys[0].time_s;
       }},
  };
  for (const Case& one : cases) {
    Clip clip = walk();
    one.change(clip);
    const ClipTracks tracks = plan_tracks(clip);
    EXPECT_FALSE(tracks.whole) << one.what;
    EXPECT_TRUE(tracks.groups.empty()) << one.what;
  }
}

TEST(Tracks, AreNotOfWhatIsNoNode) {
  Clip clip = walk();
  clip.curves[0].target = clip.curves[1].target = clip.curves[2].target = kNone;
  Curve color;
  color.target_kind = TargetKind::kMaterial;
  color.target = 0;
  color.keys = {{0, 0.1}};
  clip.curves.push_back(color);
  const ClipTracks tracks = plan_tracks(clip);
  EXPECT_TRUE(tracks.whole);
  for (const auto& group : tracks.groups) EXPECT_TRUE(group.moved.empty() || group.moved == std::vector<uint32_t>{1});
}

}  // namespace
}  // namespace vitrine::pose
