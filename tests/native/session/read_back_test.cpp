// Exported files are measured against the scene that they were made from: here against other ones, whose distances are
// known.

#include "session/read_back.h"

#include <gtest/gtest.h>

#include <cmath>
#include <nlohmann/json.hpp>

namespace vitrine {
namespace {

using Json = nlohmann::ordered_json;

constexpr const char* kKinds[] = {"scene", "qmsh", "qmsh.tmp", "pivot"};
constexpr const char* kAnimated[] = {"scene", "qmsh", "qmsh.tmp"};

/// A rectangle of 4 by 3, whose diagonal is 5.
Scene rectangle() {
  Scene scene;
  Node node;
  node.name = "rectangle";
  node.kind = NodeKind::kMesh;
  node.mesh = 0;
  scene.nodes.push_back(node);
  Mesh mesh;
  mesh.name = "rectangle";
  mesh.positions = {{0, 0, 0}, {4, 0, 0}, {4, 3, 0}, {0, 3, 0}};
  mesh.normals.assign(4, {0, 0, 1});
  mesh.normal_rule = NormalRule::kStored;
  mesh.indices = {0, 1, 2, 0, 2, 3};
  mesh.primitives = {{0, 6, kNone, ""}};
  scene.meshes.push_back(mesh);
  return scene;
}

/// Its node goes by `far` along an axis within a second.
Clip going(const std::string& name, uint32_t node, uint8_t axis, double far) {
  Clip clip;
  clip.name = name;
  clip.duration_s = 1;
  for (uint8_t component = 0; component < 3; ++component) {
    Curve curve;
    curve.target = node;
    curve.channel = Channel::kTranslation;
    curve.component = component;
    curve.path = "translation";
    curve.keys.resize(2);
    curve.keys[1].time_s = 1;
    curve.keys[1].value = component == axis ? far : 0;
    clip.curves.push_back(curve);
  }
  return clip;
}

ExportedFile written(const Scene& scene, const char* kind) {
  auto file = export_scene(scene, kind, "{}");
  EXPECT_TRUE(file.ok());
  return file.ok() ? std::move(*file) : ExportedFile();
}

/// The report after measuring a file that was made from `from` against `scene`.
Json measured(const Scene& scene, const Scene& from, const char* kind) {
  ExportedFile file = written(from, kind);
  EXPECT_TRUE(read_back(scene, file).ok());
  add_distance_loss(file.report);
  return file.report;
}

Json loss_of(const Json& report, const char* what) {
  for (const Json& loss : report["losses"])
    if (loss["what"] == what) return loss;
  return nullptr;
}
Json distance_loss(const Json& report) { return loss_of(report, "distance"); }

TEST(ReadBack, WhatIsWhereItWasIsNoLoss) {
  Scene scene = rectangle();
  scene.clips.push_back(going("go", 0, 0, 2));
  for (const char* kind : kKinds) {
    SCOPED_TRACE(kind);
    const Json report = measured(scene, scene, kind);
    EXPECT_DOUBLE_EQ(report["readBack"]["size"].get<double>(), 5);
    EXPECT_LT(report["readBack"]["bind"]["largest"].get<double>(), 1e-6);
    EXPECT_EQ(report["readBack"]["actions"].size(), kind == std::string("pivot") ? 0u : 1u);
    for (const Json& action : report["readBack"]["actions"]) {
      EXPECT_EQ(action["name"], "go");
      EXPECT_LT(action["largest"].get<double>(), 1e-5);
    }
    EXPECT_EQ(distance_loss(report), nullptr);
  }
}

TEST(ReadBack, AVertexThatStandsElsewhereIsALossWithItsDistance) {
  Scene other = rectangle();
  other.meshes[0].positions[2].z = 0.5;
  for (const char* kind : kKinds) {
    SCOPED_TRACE(kind);
    const Json report = measured(other, rectangle(), kind);
    EXPECT_NEAR(report["readBack"]["bind"]["largest"].get<double>(), 0.5, 1e-6);
    EXPECT_NEAR(report["readBack"]["bind"]["relative"].get<double>(), 0.5 / std::sqrt(25.25), 1e-6);
    const Json loss = distance_loss(report);
    ASSERT_TRUE(loss.is_object());
    EXPECT_EQ(loss["count"], 1);
    EXPECT_NEAR(loss["largest"].get<double>(), 0.5, 1e-6);
    EXPECT_NE(loss["message"].get<std::string>().find("in the bind pose;"), std::string::npos);
  }
}

TEST(ReadBack, VerticesThatWereRenumberedStandWhereTheyWere) {
  Scene other = rectangle();
  other.meshes[0].positions = {{4, 3, 0}, {0, 3, 0}, {0, 0, 0}, {4, 0, 0}};
  other.meshes[0].indices = {2, 3, 0, 2, 0, 1};
  for (const char* kind : kKinds)
    EXPECT_LT(measured(other, rectangle(), kind)["readBack"]["bind"]["largest"].get<double>(), 1e-6) << kind;
}

TEST(ReadBack, WhatIsNotDrawnIsNotCompared) {
  Scene other = rectangle();
  other.meshes[0].positions.push_back({4, 3, 1});  // of no triangle
  other.meshes[0].normals.push_back({0, 0, 1});
  Node hidden = other.nodes[0];
  hidden.local.translation = {0, 0, 2};
  hidden.hidden = true;
  other.nodes.push_back(hidden);
  for (const char* kind : kKinds)
    EXPECT_LT(measured(other, rectangle(), kind)["readBack"]["bind"]["largest"].get<double>(), 1e-6) << kind;
}

TEST(ReadBack, ActionsThatAreTooManyAreCounted) {
  Scene scene = rectangle();
  for (const char* name : {"one", "two", "three"}) scene.clips.push_back(going(name, 0, 0, 2));
  for (const char* kind : kAnimated) {
    SCOPED_TRACE(kind);
    ExportedFile file = written(scene, kind);
    EXPECT_TRUE(read_back(scene, file, 150).ok());  // four vertices and two or more nodes, at nine times of each action
    const Json& actions = file.report["readBack"]["actions"];
    ASSERT_TRUE(actions.size() == 1 || actions.size() == 2) << actions.size();
    EXPECT_EQ(actions[0]["name"], "one");
    EXPECT_EQ(distance_loss(file.report)["count"], 3 - actions.size());
  }
}

TEST(ReadBack, AnActionThatGoesElsewhereIsALossWithItsDistanceAndTime) {
  Scene scene = rectangle(), other = rectangle();
  for (const double far : {2.0, 2.0, 2.0}) scene.clips.push_back(going("go", 0, 0, far));
  for (const double far : {2.0, 2.0, 2.25}) other.clips.push_back(going("go", 0, 0, far));
  for (const char* kind : kAnimated) {
    SCOPED_TRACE(kind);
    const Json report = measured(other, scene, kind), &actions = report["readBack"]["actions"];
    ASSERT_EQ(actions.size(), 3u);
    EXPECT_LT(actions[0]["largest"].get<double>(), 1e-5);
    // Eight times and the start: the last stands half of an eighth before the end.
    EXPECT_EQ(actions[2]["samples"], 9);
    EXPECT_DOUBLE_EQ(actions[2]["time"].get<double>(), 15.0 / 16);
    EXPECT_NEAR(actions[2]["largest"].get<double>(), 0.25 * 15 / 16, 1e-5);
    EXPECT_EQ(distance_loss(report)["count"], 1);
    EXPECT_NE(distance_loss(report)["message"].get<std::string>().find("in 1 action;"), std::string::npos);
  }
}

TEST(ReadBack, ActionsOfOneNameStayApart) {
  Scene scene = rectangle();
  scene.clips = {going("go", 0, 0, 2), going("go", 0, 1, 1)};
  for (const char* kind : kAnimated) {
    SCOPED_TRACE(kind);
    EXPECT_EQ(written(scene, kind).clips, (std::vector<uint32_t>{0, 1}));
    const Json report = measured(scene, scene, kind);
    EXPECT_EQ(report["readBack"]["actions"].size(), 2u);
    for (const Json& action : report["readBack"]["actions"]) EXPECT_LT(action["largest"].get<double>(), 1e-5);
  }
}

TEST(ReadBack, ActionsOfOneClipAreOneAgain) {
  // KRI has an action for each object.
  Scene scene = rectangle();
  scene.nodes.push_back(scene.nodes[0]);
  scene.nodes[1].name = "other";
  scene.clips = {going("still", kNone, 0, 0), going("go", 0, 0, 2)};
  const Clip more = going("go", 1, 1, 7);
  scene.clips[1].curves.insert(scene.clips[1].curves.end(), more.curves.begin(), more.curves.end());
  EXPECT_EQ(written(scene, "scene").clips, (std::vector<uint32_t>{1, 1}));
  const Json report = measured(scene, scene, "scene"), &actions = report["readBack"]["actions"];
  ASSERT_EQ(actions.size(), 1u);
  EXPECT_EQ(actions[0]["name"], "go");
  EXPECT_LT(actions[0]["largest"].get<double>(), 1e-5);
}

TEST(ReadBack, ABendBetweenTwoKeysIsWritten) {
  // There and back again within a second: in the middle three quarters of the handles' 4.
  Scene scene = rectangle();
  scene.clips = {going("bend", 0, 0, 0)};
  for (Curve& curve : scene.clips[0].curves) {
    curve.interpolation = Interpolation::kBezier;
    curve.handles = HandleKind::kFull;
    const double far = curve.component == 0 ? 4 : 0;
    curve.keys[0].right_time_s = 1.0 / 3, curve.keys[0].right_value = far;
    curve.keys[1].left_time_s = 2.0 / 3, curve.keys[1].left_value = far;
  }
  Scene still = scene;
  still.clips = {going("bend", 0, 0, 0)};
  for (const char* kind : kAnimated) {
    SCOPED_TRACE(kind);
    const Json bent = measured(scene, scene, kind), other = measured(still, scene, kind);
    EXPECT_EQ(distance_loss(bent), nullptr);
    // Of nine times, two stand a sixteenth from the middle: 3 * 4 * u * (1 - u).
    EXPECT_NEAR(other["readBack"]["actions"][0]["largest"].get<double>(), 12.0 * 7 * 9 / 16 / 16, 0.01);
  }
}

TEST(ReadBack, RotationsOfAnyLengthAreWrittenAsTheyArePlayed) {
  Scene scene = rectangle();
  Clip clip;
  clip.name = "turn";
  clip.duration_s = 1;
  KeyPoses poses;
  poses.times_s = {0, 1};
  poses.nodes = {0};
  poses.transforms.resize(2);
  for (Transform& key : poses.transforms) key.rotation = glm::quat(0.9f * 0.8f, 0, 0, 0.9f * 0.6f);
  clip.poses = poses;
  scene.clips = {clip};
  for (const char* kind : kAnimated) {
    const Json report = measured(scene, scene, kind);
    EXPECT_LT(report["readBack"]["actions"][0]["largest"].get<double>(), 1e-5) << kind;
  }
}

/// The node grows from `from` to `to` within a second.
Clip growing(uint32_t node, double from, double to) {
  Clip clip = going("grow", node, 0, 0);
  for (Curve& curve : clip.curves) {
    curve.channel = Channel::kScale;
    curve.keys[0].value = from;
    curve.keys[1].value = to;
  }
  return clip;
}

TEST(ReadBack, WhatAScaleOfZeroHidesGrowsInActions) {
  Scene scene = rectangle();
  scene.nodes[0].local.rotation = glm::quat(0.8f, 0, 0, 0.6f);
  scene.nodes[0].local.translation = {5, 0, 0};
  scene.nodes[0].local.scale = glm::vec3(0);
  scene.clips = {growing(0, 0, 2), going("hidden", 0, 1, 3)};
  for (const char* kind : kAnimated) {
    SCOPED_TRACE(kind);
    const Json report = measured(scene, scene, kind), &actions = report["readBack"]["actions"];
    ASSERT_EQ(actions.size(), 2u);
    for (const Json& action : actions) EXPECT_LT(action["largest"].get<double>(), 1e-5);
    // In KRI it is no bone but an object, which rests as it likes.
    if (kind == std::string("scene"))
      EXPECT_EQ(loss_of(report, "hidden"), nullptr);
    else
      EXPECT_EQ(loss_of(report, "hidden")["count"], 1);
    // Twice its size at the end, by rounding of a float.
    EXPECT_EQ(distance_loss(report), nullptr);
  }
  const Json pivot = measured(scene, scene, "pivot");
  EXPECT_LT(pivot["readBack"]["bind"]["largest"].get<double>(), 1e-6);
  EXPECT_EQ(loss_of(pivot, "hidden"), nullptr);
}

TEST(ReadBack, WhatIsFlatKeepsItsRotation) {
  Scene scene = rectangle();
  scene.nodes[0].local.rotation = glm::quat(0.8f, 0, 0, 0.6f);
  scene.nodes[0].local.scale = {1, 0, 1};
  scene.clips = {growing(0, 1, 1)};
  scene.clips[0].curves[1].keys[0].value = 0;
  for (const char* kind : kAnimated) {
    const Json report = measured(scene, scene, kind);
    ASSERT_EQ(report["readBack"]["actions"].size(), 1u) << kind;
    EXPECT_LT(report["readBack"]["actions"][0]["largest"].get<double>(), 1e-5) << kind;
  }
}

/// A chain of joints, bound at x = 0, 1 and 2, that holds a rectangle; the second one rests with a scale of 0. The mesh
/// hangs on a node without a size, which does not matter to it.
Scene hidden_arm() {
  Scene scene = rectangle();
  scene.nodes.clear();
  Skin skin;
  for (uint32_t k = 0; k < 3; ++k) {
    Node joint;
    joint.name = std::string("joint") + std::to_string(k);
    joint.kind = NodeKind::kJoint;
    if (k > 0) joint.parent = k - 1, joint.local.translation = {1, 0, 0};
    if (k == 1) joint.local.scale = glm::vec3(0);
    scene.nodes.push_back(joint);
    skin.joints.push_back(k);
    skin.joint_from_bind.emplace_back(1);
    skin.joint_from_bind.back()[3].x = -static_cast<float>(k);
  }
  skin.bind_is_rest = false;
  scene.skins = {skin};
  Node holder;
  holder.name = "holder";
  holder.local.scale = glm::vec3(0);
  scene.nodes.push_back(holder);
  Node body;
  body.name = "body";
  body.kind = NodeKind::kMesh;
  body.parent = 3;
  body.mesh = body.skin = 0;
  scene.nodes.push_back(body);
  Mesh& mesh = scene.meshes[0];
  for (const auto& [joint, vertex] : {std::pair{0u, 0u}, {2u, 1u}, {2u, 2u}, {1u, 3u}}) {
    mesh.influence_first.push_back(vertex);
    mesh.influences.push_back({joint, 1, mesh.positions[vertex] - glm::vec3(joint, 0, 0)});
  }
  mesh.influence_first.push_back(4);
  return scene;
}

TEST(ReadBack, JointsThatRestWithAScaleOfZeroAreHiddenByActions) {
  Scene scene = hidden_arm();
  scene.clips = {growing(1, 0, 1), going("hidden", 0, 1, 3)};
  for (const char* kind : kKinds) {
    SCOPED_TRACE(kind);
    const Json report = measured(scene, scene, kind), &actions = report["readBack"]["actions"];
    ASSERT_EQ(actions.size(), kind == std::string("pivot") ? 0u : 2u);
    for (const Json& action : actions) EXPECT_LT(action["largest"].get<double>(), 1e-5);
    EXPECT_EQ(loss_of(report, "hidden")["count"], 1);
  }
}

TEST(ReadBack, JointsThatAnActionHidesTakeTheirChildrenAlong) {
  Scene scene = hidden_arm();
  scene.nodes[1].local.scale = glm::vec3(1);
  scene.clips = {growing(1, 1, 0)};
  const Clip turned = going("turned", 2, 1, 3);
  scene.clips[0].curves.insert(scene.clips[0].curves.end(), turned.curves.begin(), turned.curves.end());
  for (const char* kind : kAnimated) {
    SCOPED_TRACE(kind);
    const Json report = measured(scene, scene, kind);
    EXPECT_LT(report["readBack"]["bind"]["largest"].get<double>(), 1e-5);
    ASSERT_EQ(report["readBack"]["actions"].size(), 1u);
    EXPECT_LT(report["readBack"]["actions"][0]["largest"].get<double>(), 1e-5);
    EXPECT_EQ(loss_of(report, "hidden"), nullptr);
  }
}

TEST(ReadBack, AMeshWithoutASizeStaysAPoint) {
  Scene scene = rectangle();
  scene.nodes.push_back(scene.nodes[0]);
  scene.nodes[1].name = "point";
  scene.nodes[1].local.scale = glm::vec3(0);
  scene.clips = {going("go", 0, 0, 2)};
  for (const char* kind : kKinds) {
    SCOPED_TRACE(kind);
    const Json report = measured(scene, scene, kind);
    EXPECT_LT(report["readBack"]["bind"]["largest"].get<double>(), 1e-6);
    for (const Json& action : report["readBack"]["actions"]) EXPECT_LT(action["largest"].get<double>(), 1e-5);
    EXPECT_EQ(loss_of(report, "hidden"), nullptr);
  }
}

TEST(ReadBack, BothFormsOfQmshNameShapesAndColours) {
  Scene scene = rectangle();
  scene.meshes[0].shapes.resize(2);
  for (ShapeKey& shape : scene.meshes[0].shapes) shape.positions = scene.meshes[0].positions;
  scene.meshes[0].color_layers.push_back({"colours", std::vector<glm::u8vec4>(4)});
  for (const char* kind : {"qmsh", "qmsh.tmp"}) {
    std::vector<std::pair<std::string, int>> named;
    const Json report = written(scene, kind).report;
    for (const Json& loss : report["losses"])
      if (loss["what"] == "shapes" || loss["what"] == "colors") named.emplace_back(loss["what"], loss["count"]);
    EXPECT_EQ(named, (std::vector<std::pair<std::string, int>>{{"shapes", 2}, {"colors", 1}})) << kind;
  }
}

TEST(ReadBack, TheLossNamesWhatIsBeyondAThousandthOfTheSize) {
  const auto report_of = [](double bind, double first, double second, double between) {
    Json report = {{"losses", Json::array()},
                   {"readBack",
                    {{"size", 2.0},
                     {"bind", {{"largest", bind}}},
                     {"actions", {{{"largest", first}}, {{"largest", second}, {"between", between}}}}}}};
    add_distance_loss(report);
    return report;
  };
  EXPECT_EQ(report_of(0.0019, 0.0019, 0.0019, 0.0019)["losses"], Json::array());
  const Json losses = report_of(0.0021, 0.0022, 0.0019, 0.003)["losses"];
  ASSERT_EQ(losses.size(), 2u);
  const auto message = [&](size_t i) { return losses[i]["message"].get<std::string>(); };
  EXPECT_EQ(losses[0]["count"], 2);
  EXPECT_EQ(losses[0]["largest"], 0.0022);
  EXPECT_EQ(message(0).find("on frames, "), 0u) << message(0);
  EXPECT_NE(message(0).find("in the bind pose and 1 action;"), std::string::npos) << message(0);
  EXPECT_EQ(losses[1]["count"], 1);
  EXPECT_EQ(losses[1]["largest"], 0.003);
  EXPECT_EQ(message(1).find("half-way between frames, "), 0u) << message(1);
  EXPECT_NE(message(1).find("in 1 action;"), std::string::npos) << message(1);
  Json none = {{"losses", Json::array()}};
  add_distance_loss(none);
  EXPECT_EQ(none["losses"], Json::array());
}

}  // namespace
}  // namespace vitrine
