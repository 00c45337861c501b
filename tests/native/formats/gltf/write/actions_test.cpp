// Actions in a GLB: which interpolation says what, with keys worked out by hand, and hostile scenes.

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <fstream>
#include <iterator>

#include "formats/gltf/write/glb_support.h"
#include "formats/gltf/write/read_back.h"
#include "formats/kri/write/steps_support.h"
#include "session/document.h"

namespace vitrine {
namespace {

using namespace test;
using nlohmann::json;

Key key(double time_s, double value) { return {time_s, value, time_s, value, time_s, value}; }
/// With handles as (time, value) before and after.
Key bent(double time_s, double value, double left_s, double left, double right_s, double right) {
  return {time_s, value, left_s, left, right_s, right};
}

Scene moved(std::vector<Curve> curves, double duration_s) {
  Scene scene = triangle_scene();
  scene.clips = {clip_of(std::move(curves), duration_s)};
  return scene;
}

double worst(const Glb& glb) {
  double largest = 0;
  for (const json& action : glb.report["actions"]) largest = std::max(largest, action["relative"].get<double>());
  return largest;
}

TEST(ExportGlbActions, HandleValuesWithoutTimesAreExactCubics) {
  // Nested lerps from 0 (right 3) to 3 (left 3) are 6u - 3u^2; over two seconds the slopes are 3 and 0.
  Curve curve =
      curve_of(0, Channel::kTranslation, 0, Interpolation::kBezier, {bent(0, 0, 0, 0, 0, 3), bent(2, 3, 0, 3, 0, 3)});
  curve.handles = HandleKind::kValuesOnly;
  const Glb glb = glb_of(moved({curve}, 2));
  const Glb::Track track = glb.track("Leaf", "translation");
  EXPECT_EQ(track.interpolation, "CUBICSPLINE");
  EXPECT_EQ(track.times, (std::vector<float>{0, 2}));
  ASSERT_EQ(track.values.size(), 18u);
  EXPECT_EQ(track.values[3], 0);
  EXPECT_NEAR(track.values[6], 3, 1e-6);  // out of the first
  EXPECT_NEAR(track.values[9], 0, 1e-6);  // into the last
  EXPECT_EQ(track.values[12], 3);
  EXPECT_EQ(glb.loss("curves"), nullptr);
  EXPECT_LT(worst(glb), 1e-6);
}

TEST(ExportGlbActions, AllChannelsAreInEveryActionOnce) {
  Scene scene = skinned_scene(2);
  scene.nodes[1].local.translation = {3, 0, 0};
  scene.clips = {clip_of({curve_of(1, Channel::kTranslation, 0, Interpolation::kLinear, {key(0, 5), key(1, 6)})}, 1),
                 clip_of({curve_of(2, Channel::kScale, 1, Interpolation::kLinear, {key(0, 2), key(1, 4)})}, 1)};
  GlbOptions options;
  EXPECT_EQ(glb_of(scene, {}, options).json["animations"][1]["channels"].size(), 1u);
  options.all_channels = true;
  const Glb glb = glb_of(scene, {}, options);
  for (const json& animation : glb.json["animations"]) EXPECT_EQ(animation["channels"].size(), 2u);
  EXPECT_EQ(glb.track("joint0", "translation").times.size(), 2u);
  const Glb::Track scale = glb.track("joint1", "scale");
  EXPECT_EQ(scale.times, (std::vector<float>{0}));
  EXPECT_EQ(scale.values, (std::vector<float>{1, 1, 1}));
  Glb second = glb;
  second.json["animations"].erase(0);
  EXPECT_EQ(second.track("joint0", "translation").values, (std::vector<float>{3, 0, 0}));
  EXPECT_LT(worst(glb), 1e-6);
}

TEST(ExportGlbActions, HandlesAtThirdsAreExactCubicsAndOthersGetKeysInBetween) {
  for (const bool thirds : {true, false}) {
    const double out_s = thirds ? 1.0 : 0.2;
    Curve curve = curve_of(0, Channel::kTranslation, 1, Interpolation::kBezier,
                           {bent(0, 0, -1, 0, out_s, 5), bent(3, 6, 2, 7, 4, 6)});
    curve.handles = HandleKind::kFull;
    const Glb glb = glb_of(moved({curve}, 3));
    const Glb::Track track = glb.track("Leaf", "translation");
    EXPECT_EQ(track.interpolation, "CUBICSPLINE");
    EXPECT_LT(worst(glb), 3e-6);
    if (thirds) {
      EXPECT_EQ(track.times.size(), 2u);
      EXPECT_NEAR(track.values[7], 5, 1e-5);  // (5 - 0) / (1 s)
      EXPECT_EQ(glb.loss("curves"), nullptr);
    } else {
      EXPECT_GT(track.times.size(), 4u);
      ASSERT_NE(glb.loss("curves"), nullptr);
      EXPECT_GT((*glb.loss("curves"))["largest"].get<double>(), 0);
      EXPECT_LT((*glb.loss("curves"))["largest"].get<double>(), 1e-4);
    }
  }
}

TEST(ExportGlbActions, StraightCurvesWithDifferentKeysMeetInOneChannel) {
  const Glb glb = glb_of(moved({curve_of(0, Channel::kTranslation, 0, Interpolation::kLinear, {key(0, 0), key(4, 8)}),
                                curve_of(0, Channel::kTranslation, 2, Interpolation::kLinear, {key(1, 5), key(3, 1)})},
                               4));
  const Glb::Track track = glb.track("Leaf", "translation");
  EXPECT_EQ(track.interpolation, "LINEAR");
  EXPECT_EQ(track.times, (std::vector<float>{0, 1, 3, 4}));
  EXPECT_EQ(track.values, (std::vector<float>{0, 0, 5, 2, 0, 5, 6, 0, 1, 8, 0, 1}));
}

TEST(ExportGlbActions, StepsStayStepsAndJumpAmongLinesIsTwoKeysAHairApart) {
  const Curve steps = curve_of(0, Channel::kTranslation, 0, Interpolation::kStep, {key(0, 1), key(1, 2), key(2, 3)});
  Glb::Track track = glb_of(moved({steps}, 2)).track("Leaf", "translation");
  EXPECT_EQ(track.interpolation, "STEP");
  EXPECT_EQ(track.times, (std::vector<float>{0, 1, 2}));
  EXPECT_EQ(track.values, (std::vector<float>{1, 0, 0, 2, 0, 0, 3, 0, 0}));
  const Curve line = curve_of(0, Channel::kTranslation, 1, Interpolation::kLinear, {key(0, 0), key(2, 2)});
  track = glb_of(moved({steps, line}, 2)).track("Leaf", "translation");
  EXPECT_EQ(track.interpolation, "LINEAR");
  ASSERT_EQ(track.times.size(), 5u);
  EXPECT_EQ(track.times[1], std::nextafter(1.0f, 0.0f));
  EXPECT_EQ(track.times[2], 1.0f);
  EXPECT_EQ(track.values[3], 1);
  EXPECT_EQ(track.values[6], 2);
}

TEST(ExportGlbActions, CurvesThatRepeatOrGoOnAreFollowedToTheEnd) {
  Curve curve = curve_of(0, Channel::kTranslation, 0, Interpolation::kLinear, {key(0, 0), key(1, 1)});
  curve.after = Extension::kCyclic;
  const Glb glb = glb_of(moved({curve}, 2.5));
  const Glb::Track track = glb.track("Leaf", "translation");
  EXPECT_EQ(track.interpolation, "LINEAR");
  EXPECT_EQ(track.times.back(), 2.5f);
  EXPECT_EQ(track.times.size(), 6u);  // 0, 1, 2 with jumps at 1 and 2, 2.5
  EXPECT_NEAR(track.values[track.values.size() - 3], 0.5, 1e-6);
  EXPECT_LT(worst(glb), 1e-6);
  curve.after = Extension::kCyclicExtrapolate;  // a period begins where the one before it ended
  curve.keys = {key(0, 0), key(0.5, 2), key(1, 1)};
  const Glb::Track stairs = glb_of(moved({curve}, 2)).track("Leaf", "translation");
  EXPECT_EQ(stairs.times, (std::vector<float>{0, 0.5f, 1, 1.5f, 2}));
  EXPECT_EQ(stairs.values, (std::vector<float>{0, 0, 0, 2, 0, 0, 1, 0, 0, 3, 0, 0, 2, 0, 0}));
  curve.keys = {key(0, 0), key(1, 1)};
  curve.after = Extension::kExtrapolate;
  EXPECT_NEAR(glb_of(moved({curve}, 2.5)).track("Leaf", "translation").values.back() + 2.5, 2.5, 1e-6);
}

TEST(ExportGlbActions, TurnsByAnglesAndByComponentsComeOut) {
  const Curve about_y = curve_of(0, Channel::kRotationEuler, 1, Interpolation::kLinear, {key(0, 0), key(1, 2)});
  const Curve about_x = curve_of(0, Channel::kRotationEuler, 0, Interpolation::kLinear, {key(0, 0), key(1, 1)});
  // About one axis an even turn is an arc.
  EXPECT_EQ(glb_of(moved({about_y}, 1)).track("Leaf", "rotation").interpolation, "LINEAR");
  const Glb both = glb_of(moved({about_y, about_x}, 1));
  EXPECT_EQ(both.track("Leaf", "rotation").interpolation, "CUBICSPLINE");
  EXPECT_LT(worst(both), 3e-6);
  // Components that move in straight lines between unit quaternions are cubics without bends.
  std::vector<Curve> parts = {curve_of(0, Channel::kRotationQuat, 3, Interpolation::kLinear, {key(0, 1), key(1, 0)}),
                              curve_of(0, Channel::kRotationQuat, 2, Interpolation::kLinear, {key(0, 0), key(1, 1)})};
  const Glb glb = glb_of(moved(parts, 1));
  const Glb::Track track = glb.track("Leaf", "rotation");
  EXPECT_EQ(track.interpolation, "CUBICSPLINE");
  EXPECT_EQ(track.times.size(), 2u);
  EXPECT_NEAR(track.values[10], 1, 1e-6);  // z grows by 1 a second
  EXPECT_NEAR(track.values[11], -1, 1e-6);
  EXPECT_LT(worst(glb), 1e-6);
}

TEST(ExportGlbActions, NeighbouringQuaternionsKeepToOneSide) {
  Scene scene = triangle_scene();
  Clip clip = clip_of({}, 2);
  clip.poses = KeyPoses{{0}, {0, 1, 2}, {}};
  for (const float sign : {1.0f, -1.0f, 1.0f}) {
    Transform t;
    t.rotation = glm::quat(sign * 0.8f, 0, sign * 0.6f, 0);
    if (clip.poses->transforms.size() == 2) t.rotation = glm::quat(1, 0, 0, 0);
    clip.poses->transforms.push_back(t);
  }
  scene.clips = {clip};
  const Glb::Track track = glb_of(scene).track("Leaf", "rotation");
  ASSERT_EQ(track.values.size(), 12u);
  EXPECT_EQ(track.interpolation, "LINEAR");
  EXPECT_GT(track.values[3], 0);
  EXPECT_GT(track.values[7], 0);
  EXPECT_GT(track.values[11], 0);
}

TEST(ExportGlbActions, CameraCutsAreJumps) {
  Scene scene;
  Node node;
  node.name = "eye";
  node.kind = NodeKind::kCamera;
  node.camera = 0;
  scene.nodes = {node};
  scene.cameras.resize(1);
  Clip clip;
  clip.name = "flight";
  clip.frame_rate = 10;
  clip.frame_count = 5;
  clip.camera_node = 0;
  SampledFrames frames;
  frames.track_count = 1;
  // Frame 2 is the last one of the first view: it is reached at the instant at which frame 3 begins.
  for (const float x : {0.0f, 1.0f, 2.0f, 10.0f, 11.0f}) frames.translations.emplace_back(x, 0, 0);
  frames.rotations.assign(5, glm::quat(1, 0, 0, 0));
  frames.fov_rad = {1, 1, 1, 0.5f, 0.5f};
  frames.bindings = {{0, 0}};
  frames.cuts = {2};
  clip.frames = frames;
  clip.duration_s = 0.3;
  scene.clips = {clip};
  const Glb glb = glb_of(scene);
  const Glb::Track track = glb.track("eye", "translation");
  EXPECT_EQ(track.interpolation, "LINEAR");
  EXPECT_EQ(track.times, (std::vector<float>{0, 0.1f, std::nextafter(0.2f, 0.0f), 0.2f, 0.3f}));
  EXPECT_EQ(track.values, (std::vector<float>{0, 0, 0, 1, 0, 0, 2, 0, 0, 10, 0, 0, 11, 0, 0}));
  EXPECT_EQ(glb.json["animations"][0]["extras"]["fov"].size(), 5u);
  EXPECT_NE(glb.loss("cameras"), nullptr);
}

TEST(ExportGlbActions, ShapesPlayAsWeights) {
  Scene scene = triangle_scene();
  Mesh& mesh = scene.meshes[0];
  mesh.shapes = {{"Basis", 0, 0, mesh.positions}, {"Up", 0, 0, mesh.positions}};
  mesh.shapes[1].positions[2] += glm::vec3(0, 0, 4);
  Curve curve = curve_of(0, Channel::kOther, 0, Interpolation::kLinear, {key(0, 0), key(1, 1)});
  curve.target_kind = TargetKind::kShape;
  curve.sub_target = 1;
  curve.path = "v.value";
  scene.clips = {clip_of({curve}, 1)};
  const Glb glb = glb_of(scene);
  EXPECT_EQ(glb.track("Leaf", "weights").values, (std::vector<float>{0, 1}));
  EXPECT_LT(worst(glb), 1e-6);
}

TEST(ExportGlbActions, WhatHasNoChannelIsKeptAsExtras) {
  Scene scene = triangle_scene();
  scene.materials.resize(1);
  Curve curve = curve_of(0, Channel::kOther, 0, Interpolation::kLinear, {key(0, 0), key(1, 1)});
  curve.target_kind = TargetKind::kMaterial;
  curve.path = "m.alpha";
  scene.clips = {clip_of({curve}, 1)};
  const Glb glb = glb_of(scene);
  EXPECT_FALSE(glb.json.contains("animations"));
  const json& action = glb.json["scenes"][0]["extras"]["actions"][0];
  EXPECT_EQ(action["name"], "act");
  EXPECT_EQ(action["curves"][0]["path"], "m.alpha");
  EXPECT_EQ(action["curves"][0]["keys"], (json{{0, 0}, {1, 1}}));
  EXPECT_NE(glb.loss("curves"), nullptr);
}

TEST(ExportGlbActions, AnActionThatStandsStillKeepsItsLength) {
  const Glb glb =
      glb_of(moved({curve_of(0, Channel::kTranslation, 0, Interpolation::kLinear, {key(0, 0), key(1, 0)})}, 3));
  EXPECT_EQ(glb.track("Leaf", "translation").times, (std::vector<float>{0, 3}));
}

// ---- hostile scenes

TEST(ExportGlbActions, ThatAreTooManyAreWrittenAndCountedWithoutMeasuring) {
  Scene scene = triangle_scene();
  for (int k = 0; k < 5; ++k)
    scene.clips.push_back(
        clip_of({curve_of(0, Channel::kTranslation, 0, Interpolation::kLinear, {{0, 0}, {1, 2}})}, 1));
  LossReport loss_report;
  // Three vertices and a few nodes, at some 32 times of each action.
  const auto written = export_glb(scene, {}, {.most_posed = 500}, loss_report);
  ASSERT_TRUE(written.ok());
  const size_t measured = written->read_back["actions"].size();
  EXPECT_TRUE(measured > 0 && measured < 5) << measured;
  ASSERT_EQ(loss_report.losses().size(), 1u);
  EXPECT_EQ(loss_report.losses()[0].what, "distance");
  EXPECT_EQ(loss_report.losses()[0].count, 5 - measured);
}

TEST(ExportGlbHostile, NumbersThatAreNoneAreRefused) {
  Scene scene = triangle_scene();
  scene.meshes[0].positions[1].x = NAN;
  EXPECT_EQ(glb_error(scene), "NOT_FINITE");
  scene = triangle_scene();
  scene.nodes[0].local.translation.y = HUGE_VALF;
  EXPECT_EQ(glb_error(scene), "NOT_FINITE");
  // Fine in the file's unit, too large in metres.
  for (const bool node : {false, true}) {
    scene = triangle_scene();
    scene.axes.unit_m = 1000;
    (node ? scene.nodes[0].local.translation : scene.meshes[0].positions[0]).x = 3e38f;
    EXPECT_EQ(glb_error(scene), "NOT_FINITE");
  }
}

TEST(ExportGlbHostile, ScenesThatNameWhatIsNotThereAreRefused) {
  Scene scene = triangle_scene();
  scene.nodes[0].mesh = 1;
  EXPECT_EQ(glb_error(scene), "BAD_INDEX");
}

TEST(ExportGlbHostile, MeshesWithoutTrianglesAreLeftOut) {
  Scene scene = triangle_scene();
  scene.meshes[0].indices.clear();
  scene.meshes[0].primitives[0].index_count = 0;
  const Glb glb = glb_of(scene);
  EXPECT_FALSE(glb.json.contains("meshes"));
  EXPECT_NE(glb.loss("meshes"), nullptr);
}

TEST(ExportGlbHostile, EmptyMeshesAndActionsAreLeftOut) {
  Scene scene = triangle_scene();
  scene.meshes[0] = Mesh{};
  Clip clip = clip_of({}, 0);
  clip.curves = {curve_of(kNone, Channel::kTranslation, 0, Interpolation::kLinear, {key(0, 1)})};
  scene.clips = {clip, clip_of({}, 0)};
  const Glb glb = glb_of(scene);
  EXPECT_FALSE(glb.json.contains("meshes"));
  EXPECT_FALSE(glb.json.contains("accessors"));
  EXPECT_FALSE(glb.json.contains("animations"));
  EXPECT_NE(glb.loss("meshes"), nullptr);
}

TEST(ExportGlbHostile, ActionsWithoutLengthHoldOnePose) {
  const Glb glb = glb_of(moved({curve_of(0, Channel::kTranslation, 0, Interpolation::kLinear, {key(0, 7)})}, 0));
  EXPECT_EQ(glb.track("Leaf", "translation").times, (std::vector<float>{0}));
  EXPECT_EQ(glb.track("Leaf", "translation").values[0], 7);
}

TEST(ExportGlbHostile, QuaternionsOfAnyLengthBecomeWhatTheyDo) {
  for (const glm::quat& q :
       {glm::quat(0, 0, 0, 0), glm::quat(2, 0, 0, 0), glm::quat(1, 1, 1, 1), glm::quat(1e-30f, 0, 0, 0)}) {
    Scene scene = triangle_scene();
    scene.nodes[0].local.rotation = q;
    const Glb glb = glb_of(scene);
    const auto r = glb.json["nodes"][0].value("rotation", std::vector<double>{0, 0, 0, 1});
    EXPECT_NEAR(r[0] * r[0] + r[1] * r[1] + r[2] * r[2] + r[3] * r[3], 1, 1e-6);
  }
}

TEST(ExportGlbHostile, FlatAndMirroredTransformsAreWritten) {
  for (const glm::vec3& s : {glm::vec3(0), glm::vec3(0, 1, 1), glm::vec3(-1, 1, 1), glm::vec3(-1, -2, -3)}) {
    Scene scene = triangle_scene();
    scene.nodes[0].local.scale = s;
    EXPECT_LT(glb_of(scene).report["bind"]["largest"].get<double>(), 1e-6);
    scene = triangle_scene();
    glm::mat4 rest(1);
    for (int i = 0; i < 3; ++i) rest[i] *= s[i];
    scene.rest_matrices = {rest};
    scene.nodes[0].rest = 0;
    EXPECT_LT(glb_of(scene).report["bind"]["largest"].get<double>(), 1e-6);
  }
}

TEST(ExportGlbHostile, JointsNamedTwiceInASkinStandInItOnce) {
  Scene scene = skinned_scene(3);
  scene.skins[0].joints[2] = scene.skins[0].joints[0];
  scene.meshes[0].influences[2].joint = 2;
  scene.skins[0].joint_from_bind[2] = glm::mat4(1);
  const Glb glb = glb_of(scene);
  auto joints = glb.json["skins"][0]["joints"].get<std::vector<int>>();
  std::sort(joints.begin(), joints.end());
  EXPECT_EQ(std::unique(joints.begin(), joints.end()), joints.end());
  EXPECT_LT(glb.report["bind"]["largest"].get<double>(), 1e-6);
}

TEST(ExportGlbHostile, EveryNodeOfOneNameGetsItsOwn) {
  Scene scene = triangle_scene();
  scene.nodes.resize(3000, scene.nodes[0]);
  for (size_t i = 1; i < scene.nodes.size(); ++i) scene.nodes[i].mesh = kNone, scene.nodes[i].parent = 0;
  scene.nodes[2999].name = "Leaf.1";
  const Glb glb = glb_of(scene);
  std::vector<std::string> names;
  for (const json& node : glb.json["nodes"]) names.push_back(node["name"].get<std::string>());
  std::sort(names.begin(), names.end());
  EXPECT_EQ(std::unique(names.begin(), names.end()), names.end());
}

TEST(ExportGlbHostile, CurvesThatRepeatAMillionTimesEnd) {
  Curve curve = curve_of(0, Channel::kTranslation, 0, Interpolation::kLinear, {key(0, 0), key(1e-6, 1)});
  curve.after = Extension::kCyclic;
  const Glb glb = glb_of(moved({curve}, 3600));
  EXPECT_LT(glb.bytes.size(), 10u << 20);
}

TEST(ExportGlbHostile, RandomSkinnedMeshesComeBackWhereTheyWere) {
  for (uint32_t seed = 1; seed <= 6; ++seed) {
    Scene scene = skinned_scene(6);
    scene.meshes[0] = geometry::random_mesh(seed, 10 + seed, 40 + 5 * seed);
    Mesh& mesh = scene.meshes[0];
    for (Primitive& primitive : mesh.primitives) primitive.material = kNone;
    for (size_t v = 0; v < mesh.positions.size() && !mesh.influence_first.empty(); ++v) {
      float sum = 0;
      for (uint32_t k = mesh.influence_first[v]; k < mesh.influence_first[v + 1]; ++k) sum += mesh.influences[k].weight;
      for (uint32_t k = mesh.influence_first[v]; k < mesh.influence_first[v + 1]; ++k) {
        Influence& influence = mesh.influences[k];
        if (sum > 0) influence.weight /= sum;
        influence.position =
            glm::vec3(scene.skins[0].joint_from_bind[influence.joint] * glm::vec4(mesh.positions[v], 1));
      }
    }
    mesh.normal_rule = NormalRule::kStored;
    std::vector<Curve> curves;
    for (uint32_t joint = 1; joint <= 6; ++joint)
      curves.push_back(curve_of(joint, Channel::kRotationEuler, static_cast<uint8_t>(joint % 3), Interpolation::kLinear,
                                {key(0, 0), key(1, 0.3 * joint), key(2, -0.5)}));
    scene.clips = {clip_of(curves, 2)};
    const Glb glb = glb_of(scene);
    EXPECT_LT(worst(glb), 1e-5) << "seed " << seed;
  }
}

/// Every small valid file, with a few bytes changed: what opens is written and read back, or refused with a reason.
TEST(ExportGlbHostile, ChangedFilesAreWrittenOrRefused) {
  namespace fs = std::filesystem;
  size_t written = 0;
  for (const auto& entry : fs::recursive_directory_iterator(VITRINE_TEST_DATA)) {
    if (!entry.is_regular_file() || entry.path().parent_path().filename() != "valid" || entry.file_size() > 4096)
      continue;
    std::ifstream stream(entry.path(), std::ios::binary);
    std::vector<uint8_t> bytes{std::istreambuf_iterator<char>(stream), {}};
    const size_t stride = bytes.size() / 24 + 1;
    for (size_t at = 0; at < bytes.size(); at += stride) {
      const uint8_t original = bytes[at];
      bytes[at] = static_cast<uint8_t>(at % 3 == 0 ? ~original : at % 3 == 1 ? 0xFF : original ^ 0x40);
      Document document;
      document.add_file(entry.path().filename().string(), bytes);
      if (document.load()) {
        const auto file = document.export_file("glb", "");
        if (file.ok()) {
          EXPECT_TRUE(glb::Asset::read(file->bytes).ok());
          ++written;
        } else {
          EXPECT_FALSE(file.error().message().empty());
        }
      }
      bytes[at] = original;
    }
  }
  EXPECT_GT(written, 100u);
}

}  // namespace
}  // namespace vitrine
