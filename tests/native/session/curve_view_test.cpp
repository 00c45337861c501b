// Curves at the resolution of a picture: values, least and largest per column, keys in sight, the other reading.

#include "session/curve_view.h"

#include <gtest/gtest.h>

#include <cmath>
#include <nlohmann/json.hpp>

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
      curve_query_from_json(R"({ "channels": [2, 1], "from": 1, "to": 3, "columns": 7, "at": 0.25 })");
  EXPECT_EQ(query.channels, (std::vector<uint32_t>{2, 1}));
  EXPECT_EQ(query.columns, 7u);
  EXPECT_EQ(query.at_s, 0.25);
  EXPECT_FALSE(curve_query_from_json("{}").at_s.has_value());
  EXPECT_FALSE(curve_query_from_json(R"({ "at": "now" })").at_s.has_value());
  EXPECT_TRUE(curve_query_from_json("nonsense").channels.empty());
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

TEST(CurveView, AQuestionWithoutSenseGetsNothing) {
  const Scene scene = scene_with(curve_of({{0, 0}, {1, 1}}));
  for (const char* text : {"", "[]", "{\"channels\":7}", "{\"channels\":[9],\"columns\":4}",
                           "{\"channels\":[0],\"from\":1,\"to\":1,\"columns\":4}"}) {
    const CurvePicture picture = views_of(scene).picture(curve_query_from_json(text));
    for (const float value : picture.columns) EXPECT_TRUE(std::isnan(value)) << text;
    EXPECT_TRUE(picture.keys.empty()) << text;
  }
}

}  // namespace
}  // namespace vitrine
