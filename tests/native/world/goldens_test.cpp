// The golden numbers of the design notes, sections 2 and 4, each by its number. They were worked by hand there.

#include "world/frame/painter.h"
#include "world/frame/segments.h"
#include "world/frame/timeline.h"
#include "world/graph/function.h"
#include "world/graph/shape.h"
#include "world/graph/sine_cosine.h"
#include "world/worlds.h"

namespace vitrine::test {
namespace {

using glm::dvec3;
using glm::dvec4;
using namespace world;

const std::string kBox = R"({"op":"mesh","boxes":[{"min":[-0.5,-0.5,-0.5],"max":[0.5,0.5,0.5]}]})";

std::string segment(const std::string& name, double x) {
  return R"({"name":")" + name + R"(","cells":[{"min":[)" + std::to_string(x) + R"(,0,0],"max":[)" +
         std::to_string(x + 1) + R"(,1,1]}]})";
}
std::string portal(const char* a, const char* b, int resistance) {
  return std::string(R"({"between":[")") + a + R"(",")" + b + R"("],"resistance":)" + std::to_string(resistance) + "}";
}

/// Golden 2.1's seven rooms, 10 apart.
std::string seven_rooms() {
  std::string segments, portals;
  const char* const kNames[] = {"A", "B", "C", "D", "E", "F"};
  for (int i = 0; i < 6; ++i) segments += (i ? "," : "") + segment(kNames[i], i * 10);
  for (const auto& text : {portal("A", "B", 3), portal("B", "C", 4), portal("A", "C", 8), portal("C", "D", 2),
                           portal("D", "E", 1), portal("B", "D", 9), portal("A", "F", 10)}) {
    portals += (portals.empty() ? "" : ",") + text;
  }
  return world("\"segments\":[" + segments + "],\"portals\":[" + portals + "]");
}

TEST(Golden2_1, FloodFromA) {
  const Json report = frame(seven_rooms(), 0, from(0.5, 0.5, 0.5));
  EXPECT_AT(report, "/segment", "A");
  EXPECT_AT(report, "/flood", {{"A", 10}, {"B", 7}, {"C", 3}, {"D", 1}, {"E", 0}, {"F", 0}});
  EXPECT_AT(report, "/visible", {"A", "B", "C", "D"});
}

TEST(Golden2_1, FloodFromC) {
  EXPECT_AT(frame(seven_rooms(), 0, from(20.5, 0.5, 0.5)), "/flood",
            {{"C", 10}, {"D", 8}, {"E", 7}, {"B", 6}, {"A", 3}});
}

TEST(Golden2_1, FloodFromE) {
  EXPECT_AT(frame(seven_rooms(), 0, from(40.5, 0.5, 0.5)), "/flood",
            {{"E", 10}, {"D", 9}, {"C", 7}, {"B", 3}, {"A", 0}});
}

TEST(Golden2_1, AChainOfCosts32ShowsEightRooms) {
  std::vector<PortalEdge> chain;
  for (uint32_t i = 0; i < 8; ++i) chain.push_back({i, i + 1, 32, false, {}});
  FloodFill fill(9, chain);
  std::vector<double> flood;
  const std::vector<uint8_t> open(8, 1);
  fill.fill(0, 256, open, flood);
  EXPECT_EQ(flood, (std::vector<double>{256, 224, 192, 160, 128, 96, 64, 32, 0}));
}

TEST(Golden2_1, ClipRectangles) {
  const ViewCamera camera;  // at 0, along -z: the golden's +z with z negated
  const Rect first = project({{-1, -1, -4.5}, {1, 1, -4}}, camera),
             behind = project({{0.5, -1, -8.2}, {3, 1, -8}}, camera);
  EXPECT_NEAR(first.x0, -0.25, 1e-12);
  EXPECT_NEAR(first.y1, 0.25, 1e-12);
  EXPECT_NEAR(behind.x0, 0.5 / 8.2, 1e-12);
  EXPECT_NEAR(behind.x1, 0.375, 1e-12);
  EXPECT_NEAR(behind.y1, 0.125, 1e-12);
  EXPECT_TRUE(project({{-1, -1, 1}, {1, 1, 2}}, camera).is_empty());
}

TEST(Golden2_1, ALightNearAPortalIsInBothSegments) {
  FloodFill fill(2, {{0, 1, 1, true, {{3.9, 0, 0}, {4.1, 2, 2}}}});
  const std::vector<uint8_t> open{1};
  std::vector<uint32_t> segments;
  EXPECT_NEAR(distance_to(fill.portals()[0].box, {3, 1, 1}), 0.9, 1e-12);
  uint64_t work = 0;
  fill.spread(0, {3, 1, 1}, 1.5, open, segments, work);
  EXPECT_EQ(segments, (std::vector<uint32_t>{0, 1}));
  fill.spread(0, {3, 1, 1}, 0.5, open, segments, work);
  EXPECT_EQ(segments, (std::vector<uint32_t>{0}));
}

TEST(Golden2_1, AMeshBelongsWhereItsCentreIs) {
  const std::string rooms =
      R"("segments":[{"name":"A","cells":[{"min":[0,0,0],"max":[4,2,2]}]},{"name":"B","cells":[{"min":[4,0,0],"max":[8,2,2]}]}],"entities":[{"op":"transform","translate":)";
  EXPECT_AT(frame(world(rooms + "[3.99,1,1],\"in\":[" + kBox + "]}]"), 0, from(0, 99, 0)), "/jobs/0/segment", "A");
  EXPECT_AT(frame(world(rooms + "[4.01,1,1],\"in\":[" + kBox + "]}]"), 0, from(0, 99, 0)), "/jobs/0/segment", "B");
}

TEST(Golden2_1, LightImportance) {
  const auto importance = [](double range, double distance) {
    Frame frame;
    LightRecord light;
    light.at = {0, 0, distance};
    light.range = range;
    frame.lights.push_back(light);
    select_lights(frame);
    return frame.lights[0].importance;
  };
  EXPECT_DOUBLE_EQ(importance(8, 2), 4);
  EXPECT_DOUBLE_EQ(importance(20, 10), 2);
  EXPECT_DOUBLE_EQ(importance(3, 1), 3);
  EXPECT_DOUBLE_EQ(importance(8, 0.05), 80);
}

TEST(Golden2_2, PixelModel) {
  LightingSample sample;
  sample.lightmap = 0.4;
  sample.bumps = {0.5};
  sample.lights = {{0.3, true}};
  sample.texture = 0.8;
  sample.specular = 0.1;
  sample.env = 0.05;
  const auto steps = evaluate_sample(sample).steps;
  const double wanted[] = {0.4, 0.2, 0.5, 0.4, 0.5, 0.55};
  ASSERT_EQ(steps.size(), 6u);
  for (size_t i = 0; i < 6; ++i) EXPECT_NEAR(steps[i], wanted[i], 1e-12) << i;
}

std::string two_meshes(bool second_light, const char* more = "") {
  const std::string box = R"({"min":[-1,0,-1],"max":[0,1,1]},{"min":[0,0,-1],"max":[1,1,1]})";
  return world(
      R"("materials":{"stone":{},"glow":{"phases":["extra"],"blend":"add"}},"scenes":{"s":{"op":"add","in":[{"op":"mesh","name":"A","material":"stone","boxes":[)" +
      box +
      R"(]},{"op":"mesh","name":"B","material":"glow","boxes":[{"min":[40,0,0],"max":[41,1,1]}]},{"op":"light","name":"L0","at":[0,3,0],"range":8})" +
      (second_light ? R"(,{"op":"light","name":"L1","at":[0,5,0],"range":8})" : "") +
      R"(,{"op":"light","name":"L2","at":[0,90,0],"range":8}]}})" + more);
}

TEST(Golden2_3, PainterStatistics) {
  const Json report = frame(two_meshes(true));
  EXPECT_AT(report, "/paintJobs",
            {{"lightmap", 2}, {"prebump", 2}, {"light", 8}, {"mul", 2}, {"specular", 1}, {"add", 2}, {"extra", 1}});
  EXPECT_AT(report, "/total", 18);
  EXPECT_AT(report, "/sceneJobs", 3);
  EXPECT_AT(frame(two_meshes(false)), "/total", 14);
  EXPECT_AT(frame(two_meshes(true, R"(,"lighting":{"shadows":false})")), "/total", 14);
}

TEST(Golden2_3, SortKeys) {
  EXPECT_EQ(sort_key(0, 0, Usage::kLightmap, 1), 0x00000001u);
  EXPECT_EQ(sort_key(0, 0, Usage::kShadow, 1), 0x00030001u);
  EXPECT_EQ(sort_key(0, 0, Usage::kLight, 1), 0x00040001u);
  EXPECT_EQ(sort_key(0, 1, Usage::kShadow, 1), 0x00130001u);
  EXPECT_EQ(sort_key(0, 1, Usage::kLight, 1), 0x00140001u);
  EXPECT_EQ(sort_key(0, 15, Usage::kMul, 1), 0x00F50001u);
  EXPECT_EQ(sort_key(0, 15, Usage::kAdd, 1), 0x00F60001u);
  EXPECT_EQ(sort_key(0, 15, Usage::kExtra, 1), 0x00F70001u);
  EXPECT_EQ(sort_key(3, 15, Usage::kExtra, 2), 0x03F70002u);
}

TEST(Golden2_3, OneAnimationEvaluationPerInstance) {
  const Json report = frame(world(
      R"("materials":{"m":{"phases":["lightmap","mul"]}},"scenes":{"s":{"op":"multiply","count":2,"translate":[3,0,0],"in":[
    {"op":"mesh","animated":true,"material":"m","boxes":[{"min":[0,0,0],"max":[1,1,1]}]}]}})"));
  EXPECT_AT(report, "/animEvaluations", 2);
  EXPECT_AT(report, "/animEvaluationsNaive", 4);
}

// -- 2.4: animated parameters
// --------------------------------------------------------------------------------------------------

dvec4 value_of(const std::string& function, const char* value = "[1,2,3,4]", double beat = 0) {
  const std::string text = world(
      R"("timeline":{"bpm":60},"splines":{"s":{"channels":[[[0,0],[0.25,1],[0.75,-1],[1,0]]]}},"scenes":{"s":{"op":"set","value":{"value":)" +
      std::string(value) + ",\"anim\":{" + function + R"(}},"in":[{"op":"light"}]}})");
  const Json found = frame(text, beat)["anim"][0]["value"];
  return {found[0].get<double>(), found[1].get<double>(), found[2].get<double>(), found[3].get<double>()};
}
void expect_near(const dvec4& found, const dvec4& wanted, double tolerance = 1e-9) {
  for (int i = 0; i < 4; ++i) EXPECT_NEAR(found[i], wanted[i], tolerance) << i;
}

TEST(Golden2_4, ValuePlusSineOfTimeTimesXyz) {
  expect_near(value_of(R"x("b":"sin(TIME)","c":"XYZ")x", "[0.2,0.4,0.6,0.8]", 0.25), {1.2, 1.4, 1.6, 0.8});
}

/// The same on every host; exact where a turn has an exact sine.
TEST(Turns, AreExactAtQuartersAndAgreeWithTheLibrary) {
  for (const double turns : {-1e15, -7.0, -1.0, 0.0, 1.0, 12345.0, 1e300}) {
    EXPECT_EQ(sine_cosine(turns).sine, 0) << turns;
    EXPECT_EQ(sine_cosine(turns).cosine, 1) << turns;
  }
  EXPECT_EQ(sine_cosine(0.25).sine, 1);
  EXPECT_EQ(sine_cosine(0.25).cosine, 0);
  EXPECT_EQ(sine_cosine(-5.25).sine, -1);
  EXPECT_EQ(sine_cosine(2.5).cosine, -1);
  for (int i = -4000; i <= 4000; ++i) {
    const double turns = i / 4001.0;
    EXPECT_NEAR(sine_cosine(turns).sine, std::sin(2 * std::numbers::pi * turns), 1e-15) << turns;
    EXPECT_NEAR(sine_cosine(turns).cosine, std::cos(2 * std::numbers::pi * turns), 1e-15) << turns;
  }
  EXPECT_TRUE(std::isnan(sine_cosine(HUGE_VAL).sine));
}

TEST(Golden2_4, FormulasOfFiveTerms) {
  // A = VALUE, B = 2, C = (.5,1,1.5,2), D = (1,0,1,0), E = 3: B, D and E from constants through variables that `set`
  // fills.
  const auto with = [](const std::string& shape, const std::string& b, const std::string& d, const std::string& e) {
    const std::string text = world(
        R"("scenes":{"s":{"op":"set","variable":"V13","value":)" + b +
        R"(,"in":[{"op":"set","variable":"V14","value":)" + d + R"(,"in":[{"op":"set","variable":"V15","value":)" + e +
        R"(,"in":[{"op":"set","value":{"value":[1,2,3,4],"anim":{)" + shape +
        R"(,"b":"V13","c":"CONST","d":"V14","e":"V15","const":[0.5,1,1.5,2]}},"in":[{"op":"light"}]}]}]}]}})");
    const Json found = frame(text)["anim"][0]["value"];
    return dvec4(found[0].get<double>(), found[1].get<double>(), found[2].get<double>(), found[3].get<double>());
  };
  const char *two = "[2,2,2,2]", *d = "[1,0,1,0]", *three = "[3,3,3,3]";
  expect_near(with(R"("op":["+","*","-","*"])", two, d, three), {-1, 4, 3, 8});
  expect_near(with(R"("op":["*","+","-","*"])", two, d, three), {-0.5, 6, 1.5, 16});
  expect_near(with(R"("lerp":true)", two, "[0.25,0,0.25,0]", "[1,1,1,1]"), {1, 2, 3, 4});
  expect_near(with(R"("lerp":true)", "[4,4,4,4]", "[0.25,0,0.25,0]", "[1,1,1,1]"), {1.25, 2, 3.75, 4});
}

TEST(Golden2_4, Rnd) {
  EXPECT_NEAR(rnd(0), 0.030199998, 1e-9);
  EXPECT_NEAR(rnd(0.25), 0.410187348, 1e-9);
  EXPECT_NEAR(rnd(0.5), 0.673404248, 1e-9);
  EXPECT_EQ(rnd(1.25), rnd(0.25));
  EXPECT_EQ(rnd(-0.5), rnd(0.5));
}

TEST(Golden2_4, Splines) {
  const std::vector<SplineKey> keys{{0, 0}, {0.25, 1}, {0.75, -1}, {1, 0}};
  struct Row {
    double t, cubic, linear, step;
  };
  for (const Row& row : {Row{0.125, 2.0 / 3, 0.5, 0}, Row{0.5, 0, 0, 1}, Row{0.6, -0.512, -0.4, 1},
                         Row{0.875, -2.0 / 3, -0.5, -1}, Row{-1, 0, 0, 0}, Row{2, 0, 0, 0}}) {
    EXPECT_NEAR(sample(keys, SplineMode::kCubic, row.t), row.cubic, 1e-9) << row.t;
    EXPECT_NEAR(sample(keys, SplineMode::kLinear, row.t), row.linear, 1e-12) << row.t;
    EXPECT_NEAR(sample(keys, SplineMode::kStep, row.t), row.step, 1e-12) << row.t;
  }
}

TEST(Golden2_4, Ease) {
  EXPECT_NEAR(ease(0.1, 0.25, 0.25), 0.026667, 1e-6);
  EXPECT_NEAR(ease(0.25, 0.25, 0.25), 0.166667, 1e-6);
  EXPECT_NEAR(ease(0.5, 0.25, 0.25), 0.5, 1e-12);
}

TEST(Golden2_4, AHardParameterReRunsUpToTheClassBorder) {
  const auto reports = frames(
      world(
          R"x("timeline":{"bpm":60},"textures":{"T1":"a.png","T2":{"in":["T1"],"gain":{"anim":{"op":["+","*","+","*"],"b":"spline(TIME)","c":"XYZ",
    "spline":{"mode":"step","channels":[[[0,0],[1,1],[3,2]]]}}}},"T3":{"in":["T2"]}},"materials":{"M":{"texture":"T3"}},
    "meshes":{"K":{"material":"M","boxes":[{"min":[0,0,0],"max":[1,1,1]}]}},"scenes":{"S":{"op":"add","in":["K"]}})x"),
      {0, 1, 2, 3});
  EXPECT_AT(reports[0], "/stale", Json::array());
  EXPECT_AT(reports[1], "/stale", {"T2", "T3"});
  EXPECT_AT(reports[2], "/stale", Json::array());
  EXPECT_AT(reports[3], "/stale", {"T2", "T3"});
}

TEST(Golden2_4, OnlyTheWholeTextDollarZeroIsReplaced) {
  const std::string scene =
      R"("scenes":{"e":{"op":"event","in":[{"op":"text"},{"op":"text","text":"$0 x"}]}},"timeline":{"bpm":60,"events":[{"op":"e","start":0,"end":9)";
  EXPECT_AT(frame(world(scene + R"(,"text":"Hello"}]})")), "/texts", {{{"text", "Hello"}}, {{"text", "$0 x"}}});
  EXPECT_AT(frame(world(scene + "}]}")), "/texts", {{{"text", "$0"}}, {{"text", "$0 x"}}});
}

TEST(Golden2_5, TwoCallsKeepTheirOwnHeights) {
  const std::string pillar =
      R"("subroutines":{"pillar":{"params":[{"id":0,"name":"height","type":"float","default":1}],"inputs":1,
    "root":{"op":"transform","scale":[1,{"param":"height"},1],"in":[{"op":"input"}]}}},"scenes":{"s":{"op":"add","in":[)";
  const auto call = [&](int height) {
    return R"({"op":"call","sub":"pillar","args":{"0":)" + std::to_string(height) + R"(},"in":[)" + kBox + "]}";
  };
  const Json report = frame(world(pillar + call(2) + "," + call(3) + "]}}"));
  EXPECT_AT(report, "/jobs/0/matrix/5", 2);
  EXPECT_AT(report, "/jobs/1/matrix/5", 3);
}

TEST(Golden2_6, AnEventFromBeat4To12) {
  const auto at = [](double beat, const char* more) {
    const Json report = frame(
        world(
            R"("scenes":{"e":{"op":"event","in":[{"op":"light"}]}},"timeline":{"bpm":120,"events":[{"op":"e","start":4,"end":12)" +
            std::string(more) + "}]}"),
        beat / 2);
    return report["events"].empty() ? -1 : report["events"][0]["time"].get<double>();
  };
  EXPECT_EQ(at(3.999, ""), -1);
  EXPECT_NEAR(at(4, ""), 0, 1e-12);
  EXPECT_NEAR(at(6, ""), 0.25, 1e-12);
  EXPECT_NEAR(at(8, ""), 0.5, 1e-12);
  EXPECT_NEAR(at(11.999, ""), 0.999875, 1e-9);
  EXPECT_EQ(at(12, ""), -1);
  EXPECT_NEAR(at(6, R"(,"interval":[1,0])"), 0.75, 1e-12);
}

TEST(Golden2_6, MemoryOffsets) {
  const auto reports = frames(
      world(
          R"("scenes":{"s":{"op":"add","in":[{"op":"memory","type":"particles","bytes":1200},{"op":"memory","type":"walk","bytes":2000},
    {"op":"memory","type":"particles","bytes":1200}]}})"),
      {0, 0.1});
  EXPECT_AT(reports[0], "/memory/0/slots",
            {{{"offset", 0}, {"reset", true}}, {{"offset", 1200}, {"reset", true}}, {{"offset", nullptr}}});
  EXPECT_AT(reports[0], "/issues/0/code", "WORLD_MEMORY_FULL");
  EXPECT_AT(reports[1], "/memory/0/slots/0/reset", false);
}

TEST(Golden2_6, SlicesOfTenMilliseconds) {
  const auto reports = frames(world(""), {0, 0.017, 0.033, 0.05});
  const double slices[] = {0, 1, 2, 2}, remainders[] = {0, 0.007, 0.003, 0};
  for (size_t i = 0; i < 4; ++i) {
    EXPECT_AT(reports[i], "/clock/slices", slices[i]);
    EXPECT_AT(reports[i], "/clock/remainder", remainders[i]);
  }
}

/// A text that comes from a parameter changes only where it becomes "$0".
TEST(Golden2_6, ATextParameterIsCachedUnlessItIsTheEvents) {
  const auto executed = [](const char* argument) {
    const auto reports = frames(
        world(
            R"("system":"execute","subroutines":{"f":{"params":[{"id":2,"name":"t","type":"text","default":"$0"}],
              "root":{"op":"text","text":{"param":"t"}}}},"scenes":{"c":{"op":"call","sub":"f")" +
            std::string(argument) + R"(},"s":{"op":"add","in":["c","c"]}})"),
        {0, 1});
    return reports[1]["handlers"]["execute"].get<int>();
  };
  EXPECT_EQ(executed(R"(,"args":{"2":"plain"})"), 1);   // `c` has two outputs: it and the text are kept
  EXPECT_EQ(executed(R"(,"args":{"2":"$0"})"), 1 + 4);  // add, and twice the call and the text
  EXPECT_EQ(executed(""), 1 + 4);                       // the default
}

TEST(Golden2_6, HandlersOfTheThreeSystems) {
  const auto session = [](const char* system) {
    std::vector<double> times;
    for (int i = 0; i <= 10; ++i) times.push_back(i / 10.0);
    const auto reports = frames(
        world(
            R"("textures":{"T":"t.png"},"materials":{"M":{"texture":"T"}},"meshes":{"K":{"material":"M","boxes":[{"min":[0,0,0],"max":[1,1,1]}]}},
      "scenes":{"S":{"op":"transform","translate":{"anim":{"b":"TIME"}},"in":["K"]}},"system":)" +
            std::string(system)),
        times);
    return reports.back()["handlers"]["session"];
  };
  EXPECT_EQ(session(R"({"mode":"execute","cache":false})")["execute"], 44);
  EXPECT_EQ(session(R"("execute")")["execute"], 14);
  EXPECT_EQ(session(R"("record")"), (Json{{"init", 4}, {"execute", 0}, {"paint", 10}}));
  EXPECT_EQ(session(R"("hybrid")"), (Json{{"init", 4}, {"execute", 0}, {"paint", 20}}));
  EXPECT_EQ(session(R"({"mode":"hybrid","prune":false})"), (Json{{"init", 4}, {"execute", 0}, {"paint", 40}}));
}

TEST(Golden2_8, BrightnessProducts) {
  LightingSample sample;
  sample.fake = true;
  sample.brightness = {0.5, 0.3, 0.2};
  sample.mask = {255, 0, 255};
  EXPECT_NEAR(evaluate_sample(sample).light[0], 0.7, 1e-12);
  sample.colors = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
  EXPECT_EQ(evaluate_sample(sample).light, (std::vector<double>{0.5, 0, 0.2}));
  sample.colors.clear();
  sample.mask = dvec3(255);
  EXPECT_NEAR(evaluate_sample(sample).light[0], 1, 1e-12);
  sample.mask = dvec3(0);
  EXPECT_EQ(evaluate_sample(sample).light[0], 0);
}

TEST(Golden2_8, TypeRuleNamesBothClasses) {
  WorldSession session(world(R"("scenes":{"s":{"op":"add"},"x":{"op":"mesh","material":"s"}})"), {});
  EXPECT_AT(session.report(), "/issues/0/message", "material input of op \"x\" is a scene, expected a material");
}

}  // namespace
}  // namespace vitrine::test
