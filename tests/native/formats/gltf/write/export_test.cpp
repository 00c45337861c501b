// What of a scene stands in a GLB: worked out by hand.

#include <cmath>

#include "formats/gltf/write/glb_support.h"

namespace vitrine {
namespace {

using namespace test;
using nlohmann::json;

TEST(ExportGlb, NumbersTurnWithTheAxesAndTakeTheUnit) {
  Scene scene = triangle_scene();
  scene.axes.up = Up::kZ;
  scene.axes.forward = {0, -1, 0};  // x right, y back, z up
  scene.axes.unit_m = 0.5f;
  scene.nodes[0].local.translation = {1, 2, 3};
  scene.nodes[0].local.scale = {1, 2, 3};
  scene.nodes[0].local.rotation = {0.8f, 0, 0, 0.6f};  // about z
  const Glb glb = glb_of(scene);
  // x stays, z becomes y, y becomes -z; half as large.
  EXPECT_EQ(glb.floats(glb.attributes()["POSITION"]), (std::vector<float>{0, 0, 0, 0.5f, 0, 0, 0, 0, -1}));
  EXPECT_EQ(glb.floats(glb.attributes()["NORMAL"]), (std::vector<float>{0, 1, 0, 0, 1, 0, 0, 1, 0}));
  const json& node = glb.json["nodes"][0];
  EXPECT_EQ(node["translation"], (json{0.5, 1.5, -1.0}));
  EXPECT_EQ(node["scale"], (json{1, 3, 2}));
  EXPECT_NEAR(node["rotation"][1].get<double>(), 0.6, 1e-7);
  EXPECT_NEAR(node["rotation"][3].get<double>(), 0.8, 1e-7);
  EXPECT_EQ(glb.numbers<uint16_t>(glb.json["meshes"][0]["primitives"][0]["indices"]), (std::vector<uint16_t>{0, 1, 2}));
}

TEST(ExportGlb, LeftHandedAxesMirrorTrianglesTurnsAndTangents) {
  Scene scene = triangle_scene();
  scene.axes.handedness = Handedness::kLeft;
  scene.axes.forward = {0, 0, -1};
  scene.meshes[0].tangents = {{1, 0, 0, 1}, {1, 0, 0, 1}, {1, 0, 0, -1}};
  scene.nodes[0].local.rotation = {0.8f, 0.6f, 0, 0};  // about x
  const Glb glb = glb_of(scene);
  EXPECT_EQ(glb.numbers<uint16_t>(glb.json["meshes"][0]["primitives"][0]["indices"]), (std::vector<uint16_t>{0, 2, 1}));
  EXPECT_EQ(glb.floats(glb.attributes()["NORMAL"])[2], -1);
  EXPECT_EQ(glb.floats(glb.attributes()["TANGENT"]), (std::vector<float>{1, 0, 0, -1, 1, 0, 0, -1, 1, 0, 0, 1}));
  // z is mirrored: a turn about x goes the other way round.
  const json& r = glb.json["nodes"][0]["rotation"];
  EXPECT_NEAR(r[0].get<double>() / r[3].get<double>(), -0.75, 1e-6);
  EXPECT_LT(glb.report["bind"]["relative"].get<double>(), 1e-6);
}

TEST(ExportGlb, AForwardAxisThatSaysNothingIsReplaced) {
  Scene scene = triangle_scene();
  scene.axes.up = Up::kZ;
  scene.axes.forward = {0, 0, 1};
  EXPECT_LT(glb_of(scene).report["bind"]["relative"].get<double>(), 1e-6);
}

TEST(ExportGlb, SkinnedMeshesAreRootsAndJointsShareOne) {
  Scene scene = skinned_scene(2);
  scene.nodes[2].parent = kNone;  // two trees of joints
  scene.nodes[2].local.translation = {1, 0, 0};
  const Glb glb = glb_of(scene);
  const json& nodes = glb.json["nodes"];
  std::vector<bool> is_child(nodes.size(), false);
  for (const json& node : nodes) {
    if (node.contains("children")) {
      for (const json& child : node["children"]) is_child[child.get<size_t>()] = true;
    }
  }
  for (size_t i = 0; i < nodes.size(); ++i) {
    if (nodes[i].contains("skin")) {
      EXPECT_FALSE(is_child[i]);
      EXPECT_FALSE(nodes[i].contains("translation"));
    }
  }
  EXPECT_TRUE(is_child[1]);
  EXPECT_TRUE(is_child[2]);
}

TEST(ExportGlb, AMeshNodeThatCarriesOthersStaysInTheTreeWithoutItsMesh) {
  Scene scene = skinned_scene(2);
  Node child;
  child.name = "hat";
  child.parent = 0;
  scene.nodes.push_back(child);
  const Glb glb = glb_of(scene);
  EXPECT_FALSE(glb.json["nodes"][0].contains("mesh"));
  EXPECT_EQ(glb.json["nodes"][0]["children"], json{3});
  EXPECT_EQ(glb.json["nodes"][4]["name"], "Leaf (mesh)");
  EXPECT_EQ(glb.json["nodes"][4]["skin"], 0);
}

namespace {
/// The first vertex hangs on ten joints with weights of 1/55 to 10/55.
Scene scene_of_ten_influences() {
  Scene scene = skinned_scene(10);
  Mesh& mesh = scene.meshes[0];
  mesh.influence_first = {0, 10, 11, 12};
  mesh.influences.clear();
  for (uint32_t k = 0; k < 10; ++k)
    mesh.influences.push_back({k, static_cast<float>(k + 1) / 55, mesh.positions[0] - glm::vec3(k, 0, 0)});
  mesh.influences.push_back({0, 1, mesh.positions[1]});
  mesh.influences.push_back({9, 1, mesh.positions[2] - glm::vec3(9, 0, 0)});
  return scene;
}
}  // namespace

TEST(ExportGlb, EightInfluencesAreKeptInOrderAndSumToOne) {
  const Glb glb = glb_of(scene_of_ten_influences());
  const auto first = glb.numbers<uint8_t>(glb.attributes()["JOINTS_0"]);
  const auto second = glb.numbers<uint8_t>(glb.attributes()["JOINTS_1"]);
  EXPECT_EQ(std::vector<uint8_t>(first.begin(), first.begin() + 4), (std::vector<uint8_t>{9, 8, 7, 6}));
  EXPECT_EQ(std::vector<uint8_t>(second.begin(), second.begin() + 4), (std::vector<uint8_t>{5, 4, 3, 2}));
  const auto a = glb.floats(glb.attributes()["WEIGHTS_0"]), b = glb.floats(glb.attributes()["WEIGHTS_1"]);
  float sum = 0;
  for (size_t k = 0; k < 4; ++k) sum += a[k];
  for (size_t k = 0; k < 4; ++k) sum += b[k];
  EXPECT_EQ(sum, 1.0f);
  EXPECT_NEAR(a[0], 10.0 / 52, 1e-7);
  const json* lost = glb.loss("influences");
  ASSERT_NE(lost, nullptr);
  EXPECT_EQ((*lost)["count"], 1);
  EXPECT_NEAR((*lost)["largest"].get<double>(), 3.0 / 55, 1e-6);
}

TEST(ExportGlb, FourInfluencesAreTheHeaviestAndSumToOne) {
  const Glb glb = glb_of(scene_of_ten_influences(), {}, {.most_influences = 4});
  EXPECT_FALSE(glb.attributes().contains("JOINTS_1"));
  const auto joints = glb.numbers<uint8_t>(glb.attributes()["JOINTS_0"]);
  EXPECT_EQ(std::vector<uint8_t>(joints.begin(), joints.begin() + 4), (std::vector<uint8_t>{9, 8, 7, 6}));
  const auto weights = glb.floats(glb.attributes()["WEIGHTS_0"]);
  EXPECT_EQ(weights[0] + weights[1] + weights[2] + weights[3], 1.0f);
  EXPECT_NEAR(weights[0], 10.0 / 34, 1e-7);
  EXPECT_NEAR(weights[3], 7.0 / 34, 1e-7);
  EXPECT_NEAR((*glb.loss("influences"))["largest"].get<double>(), 21.0 / 55, 1e-6);
}

TEST(ExportGlb, AllInfluencesTakeAsManySetsAsTheyNeed) {
  const Glb glb = glb_of(scene_of_ten_influences(), {}, {.most_influences = 0});
  const auto third = glb.numbers<uint8_t>(glb.attributes()["JOINTS_2"]);
  EXPECT_EQ(std::vector<uint8_t>(third.begin(), third.begin() + 4), (std::vector<uint8_t>{1, 0, 0, 0}));
  EXPECT_NEAR(glb.floats(glb.attributes()["WEIGHTS_2"])[0], 2.0 / 55, 1e-7);
  EXPECT_FALSE(glb.attributes().contains("JOINTS_3"));
  EXPECT_EQ(glb.loss("influences"), nullptr);
  EXPECT_LT(glb.report["bind"]["largest"].get<double>(), 1e-5);
}

TEST(ExportGlb, WeightsOfOtherSumsNegativeOnesAndNoneAreReported) {
  Scene scene = skinned_scene(2);
  Mesh& mesh = scene.meshes[0];
  mesh.influence_first = {0, 2, 4, 4};
  const glm::vec3 one(-1, 0, 0);
  mesh.influences = {{0, 1, mesh.positions[0]},
                     {1, 1, mesh.positions[0] + one},
                     {0, 1.5f, mesh.positions[1]},
                     {1, -0.5f, mesh.positions[1] + one}};
  const Glb glb = glb_of(scene);
  const auto weights = glb.floats(glb.attributes()["WEIGHTS_0"]);
  EXPECT_EQ(weights, (std::vector<float>{0.5f, 0.5f, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0}));
  // The vertex without weight hangs on a joint of its own that never moves.
  EXPECT_EQ(glb.numbers<uint8_t>(glb.attributes()["JOINTS_0"])[8], 2);
  EXPECT_EQ(glb.json["skins"][0]["joints"].size(), 3u);
  size_t rows = 0;
  for (const json& loss : glb.losses) rows += loss["what"] == "weights";
  EXPECT_EQ(rows, 3u);
}

TEST(ExportGlb, PlacesOfInfluencesThatDisagreeAreMeasured) {
  Scene scene = skinned_scene(2);
  scene.meshes[0].influences[1].position += glm::vec3(0, 0.25f, 0);
  const Glb glb = glb_of(scene);
  const json* lost = glb.loss("offsets");
  ASSERT_NE(lost, nullptr);
  EXPECT_EQ((*lost)["count"], 1);
  EXPECT_NEAR((*lost)["largest"].get<double>(), 0.25, 1e-6);
  EXPECT_NEAR(glb.report["bind"]["largest"].get<double>(), 0.25, 1e-6);
}

TEST(ExportGlb, RestMatricesMergeWithTheirNodeUnlessTheyScaleUnevenly) {
  Scene scene = triangle_scene();
  glm::mat4 even(0), uneven(0);
  even[0] = {0, 2, 0, 0}, even[1] = {-2, 0, 0, 0}, even[2] = {0, 0, 2, 0}, even[3] = {5, 0, 0, 1};
  uneven[0] = {2, 0, 0, 0}, uneven[1] = {0, 3, 0, 0}, uneven[2] = {0, 0, 4, 0}, uneven[3] = {0, 0, 7, 1};
  scene.rest_matrices = {even, uneven};
  scene.nodes[0].rest = 0;
  scene.nodes[0].local.translation = {1, 0, 0};
  Glb glb = glb_of(scene);
  EXPECT_EQ(glb.json["nodes"].size(), 1u);
  EXPECT_EQ(glb.json["nodes"][0]["translation"], (json{5, 2, 0}));
  EXPECT_EQ(glb.json["nodes"][0]["scale"], (json{2, 2, 2}));
  scene.nodes[0].rest = 1;
  scene.nodes[0].local.rotation = {0.8f, 0.6f, 0, 0};
  glb = glb_of(scene);
  ASSERT_EQ(glb.json["nodes"].size(), 2u);
  EXPECT_EQ(glb.json["nodes"][1]["children"], json{0});
  EXPECT_EQ(glb.json["nodes"][1]["scale"], (json{2, 3, 4}));
  EXPECT_EQ(glb.json["nodes"][0]["translation"], (json{1, 0, 0}));
  EXPECT_LT(glb.report["bind"]["relative"].get<double>(), 1e-6);
}

TEST(ExportGlb, RestMatricesWithShearSayHowFarTheyAreOff) {
  Scene scene = triangle_scene();
  glm::mat4 shear(1);
  shear[1][0] = 0.5f;
  scene.rest_matrices = {shear};
  scene.nodes[0].rest = 0;
  const Glb glb = glb_of(scene);
  const json* lost = glb.loss("shear");
  ASSERT_NE(lost, nullptr);
  EXPECT_GT((*lost)["largest"].get<double>(), 0.1);
  EXPECT_GT(glb.report["bind"]["largest"].get<double>(), 0.1);
}

TEST(ExportGlb, TextureCoordinatesCountFromTheTop) {
  Scene scene = triangle_scene();
  scene.axes.uv_origin_top = false;
  scene.meshes[0].uv_layers = {{"", {{0, 0.25f}, {1, 0}, {0, 1}}}};
  EXPECT_EQ(glb_of(scene).floats(glb_of(scene).attributes()["TEXCOORD_0"]), (std::vector<float>{0, 0.75f, 1, 1, 0, 0}));
}

TEST(ExportGlb, MaterialsKeepTheirTexturesOnlyWhereTheMeshHasCoordinates) {
  Scene scene = triangle_scene();
  scene.textures.resize(1);
  Material material;
  material.name = "paper";
  TextureSlot slot;
  slot.texture = 0;
  slot.uv_offset = {0.5f, 0.25f};
  slot.uv_scale = {2, 3};
  material.slots = {slot};
  scene.materials = {material};
  scene.meshes[0].primitives[0].material = 0;
  scene.meshes.push_back(scene.meshes[0]);
  scene.meshes[1].uv_layers = {{"", {{0, 0}, {1, 0}, {0, 1}}}};
  scene.nodes.push_back(scene.nodes[0]);
  scene.nodes[1].mesh = 1;
  scene.axes.uv_origin_top = false;
  const std::vector<uint8_t> png = {0x89, 'P', 'N', 'G', 0x0D, 0x0A, 0x1A, 0x0A, 0, 0};
  const Glb glb = glb_of(scene, {{0, png}});
  ASSERT_EQ(glb.json["materials"].size(), 2u);
  EXPECT_FALSE(glb.json["materials"][0]["pbrMetallicRoughness"].contains("baseColorTexture"));
  const json& texture = glb.json["materials"][1]["pbrMetallicRoughness"]["baseColorTexture"];
  // v counts from the other side: 1 - (0.25 + 3 (1 - v)) = -2.25 + 3 v.
  EXPECT_EQ(texture["extensions"]["KHR_texture_transform"]["offset"], (json{0.5, -2.25}));
  EXPECT_EQ(texture["extensions"]["KHR_texture_transform"]["scale"], (json{2, 3}));
  EXPECT_EQ(glb.json["images"][0]["mimeType"], "image/png");
}

TEST(ExportGlb, TangentsAreMadeForNormalMapsThatAreWritten) {
  Scene scene = triangle_scene();
  scene.textures.resize(1);
  scene.materials.resize(1);
  scene.materials[0].slots = {{.role = TextureRole::kNormal, .texture = 0}};
  scene.meshes[0].primitives[0].material = 0;
  scene.meshes[0].uv_layers = {{"", {{0, 0}, {1, 0}, {0, 1}}}};
  EXPECT_FALSE(glb_of(scene).attributes().contains("TANGENT"));
  const std::vector<uint8_t> png = {0x89, 'P', 'N', 'G', 0x0D, 0x0A, 0x1A, 0x0A, 0, 0};
  const Glb glb = glb_of(scene, {{0, png}});
  EXPECT_EQ(glb.floats(glb.attributes()["TANGENT"])[0], 1);  // u grows along x
}

TEST(ExportGlb, MaterialsThatMultiplyAreNamedOnce) {
  Scene scene = triangle_scene();
  scene.materials.resize(1);
  scene.meshes[0].primitives[0].material = 0;
  EXPECT_EQ(glb_of(scene).loss("materials"), nullptr);
  scene.materials[0].alpha_mode = AlphaMode::kFilter;
  scene.nodes.push_back(scene.nodes[0]);
  const Glb glb = glb_of(scene);
  ASSERT_NE(glb.loss("materials"), nullptr);
  EXPECT_EQ(glb.loss("materials")->at("count"), 1);
  EXPECT_EQ(glb.json["materials"][0]["alphaMode"], "BLEND");
  EXPECT_EQ(glb.json["materials"][0]["extras"]["blend"], "filter");
}

TEST(ExportGlb, VertexColoursBecomeLinear) {
  Scene scene = triangle_scene();
  scene.meshes[0].color_layers = {{"", {{255, 0, 188, 255}, {0, 0, 0, 0}, {0, 0, 0, 51}}}};
  const auto colors = glb_of(scene).floats(glb_of(scene).attributes()["COLOR_0"]);
  EXPECT_EQ(colors[0], 1);
  EXPECT_NEAR(colors[2], 0.5029, 1e-4);  // of 188/255
  EXPECT_NEAR(colors[11], 0.2, 1e-7);
}

TEST(ExportGlb, ShapesAreTargetsRelativeToTheirOwnBasis) {
  Scene scene = triangle_scene();
  Mesh& mesh = scene.meshes[0];
  mesh.shapes = {{"Basis", 0, 0, mesh.positions}, {"Up", 0, 0.5f, mesh.positions}, {"More", 1, 0, mesh.positions}};
  mesh.shapes[1].positions[1] += glm::vec3(0, 0, 1);
  mesh.shapes[2].positions[1] += glm::vec3(0, 0, 3);
  const Glb glb = glb_of(scene);
  const json& primitive = glb.json["meshes"][0]["primitives"][0];
  ASSERT_EQ(primitive["targets"].size(), 2u);
  EXPECT_EQ(glb.floats(primitive["targets"][0]["POSITION"]), (std::vector<float>{0, 0, 0, 0, 0, 1, 0, 0, 0}));
  EXPECT_EQ(glb.floats(primitive["targets"][1]["POSITION"]), (std::vector<float>{0, 0, 0, 0, 0, 2, 0, 0, 0}));
  EXPECT_EQ(glb.json["meshes"][0]["weights"], (json{0.5, 0}));
  EXPECT_EQ(glb.json["meshes"][0]["extras"]["targetNames"], (json{"Up", "More"}));
  EXPECT_LT(glb.report["bind"]["largest"].get<double>(), 1e-6);
}

TEST(ExportGlb, ShapesTurnTheNormals) {
  Scene scene = triangle_scene();
  Mesh& mesh = scene.meshes[0];
  // The third corner goes from (0, 2, 0) to (0, 0, -2): the triangle lies in the plane y = 0 and looks along +y.
  mesh.shapes = {{"Basis", 0, 0, mesh.positions}, {"Fall", 0, 1, mesh.positions}};
  mesh.shapes[1].positions[2] = glm::vec3(0, 0, -2);
  const Glb glb = glb_of(scene);
  const json& target = glb.json["meshes"][0]["primitives"][0]["targets"][0];
  EXPECT_EQ(glb.floats(target["NORMAL"]), (std::vector<float>{0, 1, -1, 0, 1, -1, 0, 1, -1}));
  EXPECT_LT(glb.report["bind"]["normals"].get<double>(), 1e-4);
  // At a half the corner is at (0, 1, -1), and a normal in a straight line is right for once.
  EXPECT_LT(glb.loss("shapes")->at("largest").get<double>(), 1e-4);
}

TEST(ExportGlb, ShapesThatTurnNothingHaveNoNormals) {
  Scene scene = triangle_scene();
  Mesh& mesh = scene.meshes[0];
  mesh.shapes = {{"Basis", 0, 0, mesh.positions}, {"Far", 0, 0, mesh.positions}};
  mesh.shapes[1].positions[1] += glm::vec3(4, 0, 0);
  const Glb glb = glb_of(scene);
  EXPECT_FALSE(glb.json["meshes"][0]["primitives"][0]["targets"][0].contains("NORMAL"));
  EXPECT_EQ(glb.loss("shapes"), nullptr);
}

TEST(ExportGlb, TheAngleOfAShapeHalfwayIsMeasured) {
  Scene scene = triangle_scene();
  Mesh& mesh = scene.meshes[0];
  // To (0, 0, -6): at full value the normal is +y; at a half the corner is at (0, 1, -3) and the normal (0, 3, 1),
  // 26.57 degrees from the (0, 1, 1) of a straight line.
  mesh.shapes = {{"Basis", 0, 0.5f, mesh.positions}, {"Fall", 0, 0.5f, mesh.positions}};
  mesh.shapes[1].positions[2] = glm::vec3(0, 0, -6);
  const Glb glb = glb_of(scene);
  EXPECT_NEAR(glb.loss("shapes")->at("largest").get<double>(), 26.565, 1e-3);
  EXPECT_NEAR(glb.report["bind"]["normals"].get<double>(), 26.565, 1e-3);
}

TEST(ExportGlb, HiddenMeshesAreLeftOutUnlessAskedFor) {
  Scene scene = triangle_scene();
  scene.nodes.push_back(scene.nodes[0]);
  scene.nodes[1].hidden = true;
  EXPECT_FALSE(glb_of(scene).json["nodes"][1].contains("mesh"));
  EXPECT_NE(glb_of(scene).loss("hidden"), nullptr);
  EXPECT_TRUE(glb_of(scene, {}, {.hidden = true}).json["nodes"][1].contains("mesh"));
}

TEST(ExportGlb, TheOptionOfTheKindIncludesHiddenMeshes) {
  Scene scene = triangle_scene();
  scene.nodes.push_back(scene.nodes[0]);
  scene.nodes[1].name = "Stem";
  scene.nodes[1].hidden = true;
  const auto losses = [&](const char* options) { return export_scene(scene, "glb", options)->report["losses"].size(); };
  EXPECT_EQ(losses("{}"), 1u);
  EXPECT_EQ(losses(R"({"hidden":true})"), 0u);
}

TEST(ExportGlb, OnlySpotsHaveACone) {
  Scene scene = triangle_scene();
  scene.nodes.push_back(scene.nodes[0]);
  scene.lights.resize(2);
  scene.lights[1].kind = LightKind::kSpot;
  scene.lights[1].spot_angle_rad = 1;  // from side to side; glTF counts from the axis
  scene.lights[1].spot_blend = 0.25f;
  scene.nodes[0].light = 0;
  scene.nodes[1].light = 1;
  json lights = glb_of(scene).json["extensions"]["KHR_lights_punctual"]["lights"];
  EXPECT_EQ(lights[0]["type"], "point");
  EXPECT_FALSE(lights[0].contains("spot"));
  EXPECT_EQ(lights[1]["type"], "spot");
  EXPECT_EQ(lights[1]["spot"], (json{{"innerConeAngle", 0.375}, {"outerConeAngle", 0.5}}));
}

TEST(ExportGlb, CamerasLookWhereTheFileSays) {
  Scene scene = triangle_scene();
  Camera camera;
  camera.look = {1, 0, 0};
  camera.up = {0, 0, 1};
  camera.fov_rule = FovRule::kHorizontal4by3;
  camera.fov_rad = 2 * std::atan(4.0f / 3);
  scene.cameras = {camera};
  scene.nodes[0].camera = 0;
  scene.axes.up = Up::kZ;
  scene.axes.forward = {1, 0, 0};
  const Glb glb = glb_of(scene);
  EXPECT_NEAR(glb.json["cameras"][0]["perspective"]["yfov"].get<double>(), 2 * std::atan(1.0), 1e-6);
  const json& view = glb.json["nodes"][1];
  EXPECT_EQ(view["camera"], 0);
  // It looks along the file's forward axis, which is +z: half a turn about y.
  EXPECT_NEAR(std::abs(view["rotation"][1].get<double>()), 1, 1e-6);
}

}  // namespace
}  // namespace vitrine
