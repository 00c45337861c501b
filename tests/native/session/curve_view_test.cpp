// Curves at the resolution of a picture: values, least and largest per column, keys in sight, the other reading.

#include "session/curve_view.h"

#include <gtest/gtest.h>

#include <cmath>
#include <nlohmann/json.hpp>

#include "pose/sample.h"

namespace vitrine {
namespace {

Curve curve_of(std::vector<std::pair<double, double>> keys, Interpolation interpolation = Interpolation::kLinear,
               Extension extension = Extension::kHold) {
  Curve curve;
  curve.target = 0;
  curve.channel = Channel::kTranslation;
  curve.path = "LocX";
  curve.interpolation = interpolation;
  curve.before = curve.after = extension;
  for (const auto& [time, value] : keys) {
    Key key;
    key.time_s = time;
    key.value = value;
    curve.keys.push_back(key);
  }
  return curve;
}

Scene scene_with(Curve curve) {
  Scene scene;
  scene.nodes.emplace_back();
  scene.nodes[0].name = "bone";
  Clip clip;
  clip.name = "act";
  clip.duration_s = 4;
  clip.frame_rate = 10;
  clip.curves.push_back(std::move(curve));
  scene.clips.push_back(std::move(clip));
  return scene;
}

CurveViews views_of(const Scene& scene) {
  return CurveViews(scene, {0}, [](uint32_t) { return std::optional<Clip>(); });
}

struct Column {
  float start, least, most;
  friend bool operator==(const Column&, const Column&) = default;
};
Column column(const CurvePicture& picture, size_t c) {
  return {picture.columns[3 * c], picture.columns[3 * c + 1], picture.columns[3 * c + 2]};
}

TEST(CurveView, ValuesAtATimeAreTheCurvesOwn) {
  // In tenths of a second: 0.3 is no number of a double, and neither is a column of any picture there.
  const Scene scene = scene_with(curve_of({{0, 1}, {3 / 10.0, 5}, {1, 7}}, Interpolation::kStep, Extension::kCyclic));
  const CurveViews views = views_of(scene);
  const auto value = [&](double time_s, bool other = false) {
    CurveQuery query;
    query.channels = {0, 9};
    query.other = other;
    query.at_s = time_s;
    const CurvePicture picture = views.picture(query);
    EXPECT_TRUE(picture.columns.empty() && picture.key_counts.empty() && picture.keys.empty());
    EXPECT_EQ(picture.values.size(), 2u);
    EXPECT_TRUE(std::isnan(picture.values[1]));  // there is no such channel
    return picture.values[0];
  };
  EXPECT_EQ(value(std::nextafter(0.3, 0)), 1);
  EXPECT_EQ(value(0.3), 5);
  EXPECT_EQ(value(0.99), 5);
  EXPECT_EQ(value(1), 1);  // a cycle shows its first value at its end
  EXPECT_EQ(value(1.5), 5);
  EXPECT_TRUE(std::isnan(value(0.3, true)));  // there is no other reading
}

TEST(CurveView, QueriesComeAsJson) {
  const CurveQuery query =
      curve_query_of(Json::parse(R"({ "channels": [2, 1], "from": 1, "to": 3, "columns": 7, "at": 0.25 })"));
  EXPECT_EQ(query.channels, (std::vector<uint32_t>{2, 1}));
  EXPECT_EQ(query.columns, 7u);
  EXPECT_EQ(query.at_s, 0.25);
  EXPECT_FALSE(curve_query_of(Json::object()).at_s.has_value());
  EXPECT_FALSE(curve_query_of(Json::parse(R"({ "at": "now" })")).at_s.has_value());
  EXPECT_TRUE(curve_query_of("nonsense").channels.empty());
}

TEST(CurveView, AColumnHoldsItsFirstValueAndAllKeysWithin) {
  const Scene scene = scene_with(curve_of({{0, 0}, {1, 8}, {2, 0}, {2.25, 10}, {2.5, -6}, {4, 0}}));
  const CurvePicture picture = views_of(scene).picture({{0}, 0, 4, 4, 100, false});
  ASSERT_EQ(picture.columns.size(), 12u);
  EXPECT_EQ(column(picture, 0), (Column{0, 0, 8}));
  EXPECT_EQ(column(picture, 1), (Column{8, 0, 8}));
  EXPECT_EQ(column(picture, 2), (Column{0, -6, 10}));
  EXPECT_EQ(column(picture, 3), (Column{-4, -4, 0}));
}

TEST(CurveView, KeysInSightComeWithTheirNeighboursUntilThereAreTooMany) {
  const Scene scene = scene_with(curve_of({{0, 0}, {1, 1}, {2, 2}, {3, 3}, {4, 4}}));
  const CurveViews views = views_of(scene);
  const CurvePicture few = views.picture({{0}, 1.5, 2.5, 8, 3, false});
  ASSERT_EQ(few.key_counts, std::vector<uint32_t>{3});
  EXPECT_EQ(few.keys[0], 1);
  EXPECT_EQ(few.keys[6], 2);
  EXPECT_EQ(few.keys[12], 3);
  EXPECT_TRUE(std::isnan(few.keys[2])) << "no handles";
  EXPECT_EQ(views.picture({{0}, 1.5, 2.5, 8, 2, false}).key_counts, std::vector<uint32_t>{kNone});
}

TEST(CurveView, ASawtoothShowsItsTeethBeforeAndBehindItsKeys) {
  // Up from 0 to 2 in one second, again and again.
  const Scene scene = scene_with(curve_of({{0, 0}, {1, 2}}, Interpolation::kLinear, Extension::kCyclic));
  const CurvePicture picture = views_of(scene).picture({{0}, -1.25, 3.25, 9, 100, false});
  // Half-second columns: every second one holds a seam, where the value falls from 2 to 0.
  EXPECT_EQ(column(picture, 0), (Column{1.5f, 0, 2}));
  EXPECT_EQ(column(picture, 1), (Column{0.5f, 0.5f, 1.5f}));
  EXPECT_EQ(column(picture, 6), (Column{1.5f, 0, 2}));
  EXPECT_EQ(column(picture, 7), (Column{0.5f, 0.5f, 1.5f}));
  // One column over many turns.
  EXPECT_EQ(column(views_of(scene).picture({{0}, 5, 25, 1, 100, false}), 0), (Column{0, 0, 2}));
}

TEST(CurveView, AStaircaseClimbsWithEveryTurn) {
  const Scene scene = scene_with(curve_of({{0, 0}, {1, 2}}, Interpolation::kStep, Extension::kCyclicExtrapolate));
  // Rounds of a second; each is flat and 2 above the one before.
  const CurvePicture picture = views_of(scene).picture({{0}, 2.25, 4.25, 4, 100, false});
  EXPECT_EQ(column(picture, 0), (Column{4, 4, 4}));
  EXPECT_EQ(column(picture, 1).start, 4);
  EXPECT_EQ(column(picture, 1).most, 6);
}

TEST(CurveView, TheListTellsRangesBetweenKeysToo) {
  // A parabola's hump over level keys: handles straight up by 3 at both, so the middle is 3 * 3 / 4.
  Curve curve = curve_of({{0, 0}, {3, 0}}, Interpolation::kBezier);
  curve.handles = HandleKind::kFull;
  curve.keys[0].right_time_s = 1, curve.keys[0].right_value = 3;
  curve.keys[1].left_time_s = 2, curve.keys[1].left_value = 3;
  const Json list = views_of(scene_with(curve)).list();
  const Json& channel = list["curves"][0];
  EXPECT_EQ(channel["keyCount"], 2);
  EXPECT_EQ(channel["first"], 0.0);
  EXPECT_EQ(channel["last"], 3.0);
  EXPECT_EQ(channel["least"], 0.0);
  EXPECT_NEAR(channel["most"].get<double>(), 2.25, 1e-5);
  EXPECT_EQ(channel["target"], "bone");
  EXPECT_FALSE(channel.contains("other"));
}

TEST(CurveView, TheOtherReadingIsDrawnWhereItDiffers) {
  Scene scene = scene_with(curve_of({{0, 0}, {4, 8}}, Interpolation::kStep));
  scene.clips[0].curves.push_back(curve_of({{0, 1}, {4, 2}}));
  scene.clips[0].curves[1].component = 1;
  const CurveViews views(scene, {0}, [&](uint32_t) {
    Clip other = scene.clips[0];
    other.curves[0].interpolation = Interpolation::kLinear;
    return std::optional<Clip>(other);
  });
  const Json list = views.list();
  EXPECT_EQ(list["curves"][0]["other"]["interpolation"], "linear");
  EXPECT_FALSE(list["curves"][1].contains("other"));
  EXPECT_EQ(column(views.picture({{0}, 0, 4, 2, 100, false}), 1).start, 0);
  EXPECT_EQ(column(views.picture({{0}, 0, 4, 2, 100, true}), 1).start, 4);
  EXPECT_TRUE(std::isnan(column(views.picture({{1}, 0, 4, 2, 100, true}), 0).start));
}

TEST(CurveView, SampledFramesAreLinesBetweenTheirFrames) {
  Scene scene;
  scene.nodes.emplace_back();
  Clip clip;
  clip.frame_rate = 2;
  clip.frame_count = 3;
  clip.duration_s = 1;
  clip.frames.emplace();
  clip.frames->track_count = 1;
  clip.frames->translations = {{0, 5, 0}, {3, 5, 0}, {1, 5, 0}};
  clip.frames->rotations.assign(3, glm::quat(1, 0, 0, 0));
  clip.frames->animated_bits = {1};
  clip.frames->bindings.push_back({0, 0});
  scene.clips.push_back(std::move(clip));
  const CurveViews views = views_of(scene);
  const Json list = views.list();
  ASSERT_EQ(list["curves"].size(), 7u);
  EXPECT_EQ(list["curves"][0]["path"], "translation.x");
  EXPECT_EQ(list["curves"][0]["animated"], true);
  EXPECT_EQ(list["curves"][1]["animated"], false);
  const CurvePicture picture = views.picture({{0, 1}, 0.25, 1.25, 2, 100, false});
  EXPECT_EQ(column(picture, 0), (Column{1.5f, 1.5f, 3}));
  EXPECT_EQ(column(picture, 1), (Column{2, 1, 2}));
  EXPECT_EQ(column(picture, 2), (Column{5, 5, 5}));
}

/// A scene whose actions move a node each, of every kind and of other lengths than the longest.
Scene scene_of_all_kinds(bool closes) {
  Scene scene;
  for (const char* name : {"framed", "posed", "turned", "swung"}) {
    scene.nodes.emplace_back();
    scene.nodes.back().name = name;
  }
  const auto quaternion = [](float angle) { return glm::angleAxis(angle, glm::normalize(glm::vec3(1, 2, 3))); };
  Clip framed;
  framed.frame_rate = 2, framed.frame_count = 5, framed.duration_s = 2, framed.closes = closes;
  framed.frames.emplace();
  framed.frames->track_count = 1;
  framed.frames->bindings.push_back({0, 0});
  framed.frames->translations = {{0, 5, 0}, {3, 5, 0}, {1, 5, 0}, {2, 6, 1}, {4, 4, 4}};
  for (const float angle : {0.f, 1.f, 2.5f, -1.f, 0.5f}) framed.frames->rotations.push_back(quaternion(angle));
  // The same rotation with its signs turned: the pose does not go round by it.
  framed.frames->rotations[2] = -framed.frames->rotations[2];
  Clip posed;
  posed.duration_s = 3;
  posed.poses.emplace();
  posed.poses->nodes = {1};
  posed.poses->times_s = {0.5, 1.25, 2};
  for (const float angle : {0.f, 2.f, -1.f}) {
    Transform pose;
    pose.translation = {angle, 1, -angle};
    pose.rotation = quaternion(angle) * 1.01f;
    pose.scale = {1 + angle * angle, 1, 2};
    posed.poses->transforms.push_back(pose);
  }
  const auto curve_for = [](uint32_t node, Channel channel, uint8_t component,
                            std::vector<std::pair<double, double>> keys, Extension extension) {
    Curve curve = curve_of(std::move(keys), Interpolation::kLinear, extension);
    curve.target = node, curve.channel = channel, curve.component = component;
    return curve;
  };
  Clip turned;  // four components side by side, as KRI's exporter writes them
  turned.duration_s = 4;
  for (uint8_t c = 0; c < 4; ++c) {
    const double from[] = {0, 0, 0, 1}, to[] = {0.6, 0, 0, 0.8};
    turned.curves.push_back(
        curve_for(2, Channel::kRotationQuat, c, {{0.25, from[c]}, {2, to[c]}, {3.5, -from[c]}}, Extension::kHold));
    turned.curves.back().handles = HandleKind::kValuesOnly;
  }
  Clip swung;
  swung.duration_s = 9;
  swung.curves.push_back(curve_for(3, Channel::kTranslation, 2, {{0, 0}, {2, 5}}, Extension::kCyclic));
  swung.curves.push_back(curve_for(3, Channel::kTranslation, 0, {{1, 0}, {3, 4}}, Extension::kExtrapolate));
  swung.curves.push_back(curve_for(3, Channel::kScale, 1, {{0, 1}, {1, 3}}, Extension::kCyclicExtrapolate));
  for (Clip* clip : {&framed, &posed, &turned, &swung}) scene.clips.push_back(std::move(*clip));
  return scene;
}

double part_of(const Transform& local, const std::string& kind, int component) {
  if (kind == "translation") return local.translation[component];
  if (kind == "scale") return local.scale[component];
  const glm::quat& q = local.rotation;
  return component == 0 ? q.x : component == 1 ? q.y : component == 2 ? q.z : q.w;
}

TEST(CurveView, WhatIsReadIsThePose) {
  for (const bool loop : {true, false})
    for (const bool close : {true, false})
      for (const bool closes : {true, false}) {
        const Scene scene = scene_of_all_kinds(closes);
        const pose::PlayOptions options{pose::RootMotion::kKeep, loop, close};
        const std::vector<std::vector<uint32_t>> choices = {{0}, {1}, {2}, {3}, {0, 1, 2, 3}};
        for (const std::vector<uint32_t>& clips : choices) {
          const CurveViews views(scene, clips, [](uint32_t) { return std::optional<Clip>(); });
          const Json list = views.list(options);
          double longest = 0;
          for (const uint32_t clip : clips) longest = std::max(longest, pose::cycle_s(scene.clips[clip], options));
          EXPECT_EQ(list["duration"], longest);
          CurveQuery query;
          for (uint32_t i = 0; i < list["curves"].size(); ++i) query.channels.push_back(i);
          pose::LocalPose local = pose::make_local_pose(scene);
          for (int i = 0; i < 20; ++i) {
            // Never at the very end, where a loop has begun again.
            const double time_s = longest * (i + 0.125) / 20;
            pose::sample_bind(scene, local);
            for (const uint32_t clip : clips) pose::add_clip(scene, scene.clips[clip], time_s, options, local);
            query.at_s = time_s;
            const CurvePicture picture = views.picture(query, options);
            ASSERT_EQ(picture.values.size(), query.channels.size());
            // A column that begins there says the same.
            CurveQuery drawn = query;
            drawn.from_s = time_s, drawn.to_s = time_s + 0.01, drawn.columns = 1;
            const CurvePicture columns = views.picture(drawn, options);
            for (size_t c = 0; c < query.channels.size(); ++c) {
              const Json& head = list["curves"][c];
              const auto kind = head["channel"].get<std::string>();
              const Transform& posed = local.local[head["targetIndex"].get<size_t>()];
              const double expected = part_of(posed, kind, head["component"].get<int>());
              EXPECT_NEAR(picture.values[c], expected, 2e-6)
                  << head["target"] << ' ' << kind << head["component"] << " at " << time_s << " loop " << loop
                  << " close " << close << closes << " of " << clips.size();
              EXPECT_NEAR(columns.columns[3 * c], expected, 2e-6) << head["target"];
            }
          }
        }
      }
}

TEST(CurveView, AShortActionComesAgainInThePictureOfALongOne) {
  Scene scene = scene_with(curve_of({{0, 0}, {1, 8}, {4, 2}}));
  scene.clips.push_back(scene_with(curve_of({{0, 0}, {10, 1}})).clips[0]);
  scene.clips[1].duration_s = 10;
  const CurveViews views(scene, {0, 1}, [](uint32_t) { return std::optional<Clip>(); });
  const CurvePicture picture = views.picture({{0}, 4, 16, 3, 100, false});
  EXPECT_EQ(column(picture, 0), (Column{0, 0, 8}));
  EXPECT_EQ(column(picture, 1), (Column{0, 0, 8}));
  // Half of a round, and the half of the next with its peak.
  EXPECT_EQ(column(views.picture({{0}, 6, 10, 1, 100, false}), 0), (Column{6, 0, 8}));
  // Held at its end.
  const CurvePicture held = views.picture({{0}, 4, 16, 3, 100, false}, {pose::RootMotion::kKeep, false, false});
  for (size_t c = 0; c < 3; ++c) EXPECT_EQ(column(held, c), (Column{2, 2, 2}));
}

TEST(CurveView, AQuestionWithoutSenseGetsNothing) {
  const Scene scene = scene_with(curve_of({{0, 0}, {1, 1}}));
  for (const char* text : {"null", "[]", "{\"channels\":7}", "{\"channels\":[9],\"columns\":4}",
                           "{\"channels\":[0],\"from\":1,\"to\":1,\"columns\":4}"}) {
    const CurvePicture picture = views_of(scene).picture(curve_query_of(Json::parse(text)));
    for (const float value : picture.columns) EXPECT_TRUE(std::isnan(value)) << text;
    EXPECT_TRUE(picture.keys.empty()) << text;
  }
}

}  // namespace
}  // namespace vitrine
