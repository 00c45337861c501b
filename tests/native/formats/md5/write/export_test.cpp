// Small scenes whose md5 files are worked out by hand.

#include "formats/md5/write/export.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <sstream>

#include "session/document.h"

namespace vitrine::md5_export {
namespace {

uint32_t add_node(Scene& scene, const std::string& name, NodeKind kind, uint32_t parent = kNone,
                  const glm::vec3& at = glm::vec3(0)) {
  Node node;
  node.name = name;
  node.kind = kind;
  node.parent = parent;
  node.local.translation = at;
  scene.nodes.push_back(node);
  return static_cast<uint32_t>(scene.nodes.size() - 1);
}

Mesh triangle_mesh(const std::string& name, float size = 1) {
  Mesh mesh;
  mesh.name = name;
  mesh.positions = {{0, 0, 0}, {size, 0, 0}, {0, size, 0}};
  mesh.indices = {0, 1, 2};
  mesh.primitives = {{0, 3, kNone, ""}};
  mesh.uv_layers.push_back({"uv", {{0, 0}, {1, 0}, {0, 1}}});
  return mesh;
}

/// Y up, facing +z, metres: as glTF.
Scene rigid_scene() {
  Scene scene;
  scene.meshes.push_back(triangle_mesh("Flag"));
  Material red;
  red.name = "Red Cloth";
  scene.materials.push_back(red);
  scene.meshes[0].primitives[0].material = 0;
  const uint32_t node = add_node(scene, "Flag", NodeKind::kMesh, kNone, {1, 2, 3});
  scene.nodes[node].mesh = 0;
  return scene;
}

struct Written {
  Md5Export files;
  LossReport loss_report;
  const std::string& mesh() const { return files.files.at(0).text; }
  bool has(const std::string& line) const { return mesh().find(line) != std::string::npos; }
  const Loss* loss(const std::string& what) const {
    for (const Loss& one : loss_report.losses()) {
      if (one.what == what) return &one;
    }
    return nullptr;
  }
};

Written write(const Scene& scene, const Md5WriteOptions& options = {}) {
  Written out;
  Result<Md5Export> files = export_md5(scene, options, out.loss_report);
  EXPECT_TRUE(files.ok()) << (files.ok() ? "" : files.error().message());
  if (files) out.files = std::move(*files);
  return out;
}

TEST(Md5Export, AnUnskinnedMeshIsHeldByTheRootInTheAxesOfTheEngine) {
  const Written out = write(rigid_scene());
  EXPECT_TRUE(
      out.has("MD5Version 10 \ncommandline \"\"\n\nnumJoints 1 \nnumMeshes 1 \n\njoints {\n"
              "\t\"origin\" -1 ( 0 0 0 ) ( 0 0 0 )\n}\n\nmesh {\n\t// meshes: Flag\n\tshader \"Red Cloth\"\n"));
  // (x, y, z) -> (z, x, y); (a, b, c) -> (a, c, b).
  EXPECT_TRUE(out.has("weight 0 0 1 ( 3 1 2 )\n")) << out.mesh();
  EXPECT_TRUE(out.has("weight 1 0 1 ( 3 1 3 )\n")) << out.mesh();
  EXPECT_TRUE(out.has("weight 2 0 1 ( 3 2 2 )\n")) << out.mesh();
  EXPECT_TRUE(out.has("\ttri 0 0 1 2\n"));
  EXPECT_TRUE(out.has("vert 1 ( 0 1 ) 1 1\n"));  // the corner that was third
  EXPECT_EQ(out.files.files.size(), 1u);         // nothing moves
}

TEST(Md5Export, UnitsAndScaleMultiply) {
  Md5WriteOptions options;
  options.units_per_metre = 32;
  options.scale = 0.5;
  EXPECT_TRUE(write(rigid_scene(), options).has("weight 0 0 1 ( 48 16 32 )\n"));
  Scene games = rigid_scene();
  games.axes.engine_units = true;
  EXPECT_TRUE(write(games, options).has("weight 0 0 1 ( 1.5 0.5 1 )\n"));
}

/// The bytes of the first pixel of a PNG that holds one stored block.
std::vector<int> first_pixel(const std::string& png, size_t channels) {
  const size_t at = png.find("IDAT") + 4 + 2 + 5 + 1;
  std::vector<int> out;
  for (size_t k = 0; k < channels; ++k) out.push_back(static_cast<uint8_t>(png.at(at + k)));
  return out;
}

TEST(Md5Export, AMaterialWithoutAnImageGetsOneOfItsColour) {
  Scene scene = rigid_scene();
  scene.materials[0].diffuse = {1, 0.21404114f, 0, 0.5f};  // linear: 0.214 is half of what a display shows
  Md5WriteOptions options;
  options.shader_names = Md5ShaderNames::kBaseName;
  options.image_suffix = "_00_00";
  EXPECT_EQ(write(scene, options).files.files.size(), 1u);
  const Written bare = write(scene, options);
  ASSERT_NE(bare.loss("materials"), nullptr);
  EXPECT_EQ(bare.loss("materials")->count, 1u);

  options.plain_images = true;
  EXPECT_EQ(write(scene, options).files.files.size(), 1u) << "without images none is written";
  options.companions = {"images"};
  const Written out = write(scene, options);
  ASSERT_EQ(out.files.files.size(), 2u);
  EXPECT_EQ(out.files.files[1].name, "red_cloth_00_00.png");
  EXPECT_EQ(first_pixel(out.files.files[1].text, 3), (std::vector<int>{255, 128, 0}));
  EXPECT_EQ(out.loss("materials"), nullptr);

  scene.materials[0].alpha_mode = AlphaMode::kBlend;
  EXPECT_EQ(first_pixel(write(scene, options).files.files[1].text, 4), (std::vector<int>{255, 128, 0, 128}));
}

TEST(Md5Export, AnImageThatIsMissingIsReplacedByTheColourAndTold) {
  Scene scene = rigid_scene();
  Texture texture;
  texture.name = "cloth.png";
  texture.status = TextureStatus::kMissing;
  scene.textures.push_back(texture);
  scene.materials[0].slots.push_back({TextureRole::kDiffuse, 0});
  Md5WriteOptions options;
  options.shader_names = Md5ShaderNames::kBaseName;
  options.plain_images = true;
  options.companions = {"images"};
  const Written out = write(scene, options);
  ASSERT_EQ(out.files.files.size(), 2u);
  ASSERT_NE(out.loss("images"), nullptr);
  EXPECT_EQ(out.loss("images")->count, 1u);
}

TEST(Md5Export, TheFrontCanBeNamed) {
  Md5WriteOptions options;
  options.front = "-z";
  EXPECT_TRUE(write(rigid_scene(), options).has("weight 0 0 1 ( -3 -1 2 )\n"));
}

TEST(Md5Export, AnEngineThatNeedsAnAnimationGetsOneFrame) {
  Md5WriteOptions options;
  options.name = "flag";
  options.needs_animation = true;
  const Written out = write(rigid_scene(), options);
  ASSERT_EQ(out.files.files.size(), 2u);
  EXPECT_EQ(out.files.files[1].name, "flag.md5anim");
  EXPECT_EQ(
      out.files.files[1].text,
      "MD5Version 10 \ncommandline \"\"\n\nnumFrames 1 \nnumJoints 1 \nframeRate 24 \nnumAnimatedComponents 6 \n\n"
      "hierarchy {\n\t\"origin\" -1 63 0\n}\n\nbounds {\n\t( 3 1 2 ) ( 3 2 3 )\n}\n\nbaseframe {\n"
      "\t( 0 0 0 ) ( 0 0 0 )\n}\n\nframe 0 {\n\t0 0 0 0 0 0\n}\n");
}

/// Two skeletons, one joint scaled by 1/64, as armatures of FBX files are.
Scene skinned_scene() {
  Scene scene = rigid_scene();
  scene.nodes.clear();
  scene.meshes[0].name = "Body";
  const uint32_t armature = add_node(scene, "Armature", NodeKind::kEmpty);
  scene.nodes[armature].local.scale = glm::vec3(1.0f / 64);
  const uint32_t hips = add_node(scene, "mixamorig:Hips", NodeKind::kJoint, armature, {0, 64, 0});
  const uint32_t spine = add_node(scene, "spine", NodeKind::kJoint, hips, {0, 32, 0});
  const uint32_t loose = add_node(scene, "prop", NodeKind::kJoint, kNone, {0, 0, 1});
  const uint32_t body = add_node(scene, "Body", NodeKind::kMesh);
  scene.nodes[body].mesh = 0;
  scene.nodes[body].skin = 0;
  Skin skin;
  skin.joints = {hips, spine, loose};
  scene.skins.push_back(skin);
  Mesh& mesh = scene.meshes[0];
  mesh.positions = {{0, 1, 0}, {1, 1.5, 0}, {0, 0, 2}};
  mesh.influence_first = {0, 1, 2, 3};
  mesh.influences = {{0, 1, {0, 0, 0}}, {1, 1, {64, 0, 0}}, {2, 1, {0, 0, 1}}};
  return scene;
}

TEST(Md5Export, ScalesOfTheHierarchyCancelAndSeveralRootsStandBelowOne) {
  const Written out = write(skinned_scene());
  EXPECT_TRUE(
      out.has("joints {\n\t\"origin\" -1 ( 0 0 0 ) ( 0 0 0 )\n"
              "\t\"mixamorig_Hips\" 0 ( 0 0 1 ) ( 0 0 0 ) // origin\n"
              "\t\"spine\" 1 ( 0 0 1.5 ) ( 0 0 0 ) // mixamorig_Hips\n"
              "\t\"prop\" 0 ( 1 0 0 ) ( 0 0 0 ) // origin\n}\n"))
      << out.mesh();
  EXPECT_TRUE(out.has("weight 1 3 1 ( 1 0 0 )\n")) << out.mesh();
  EXPECT_TRUE(out.has("weight 2 2 1 ( 0 1 0 )\n")) << out.mesh();
  EXPECT_EQ(out.loss("scale"), nullptr);
  EXPECT_EQ(out.files.report["renamed"][0]["to"], "mixamorig_Hips");
}

/// `component` of a node's translation over one second, in two keys.
Curve slide(uint32_t node, uint8_t component, double from, double to) {
  Curve curve;
  curve.target = node;
  curve.channel = Channel::kTranslation;
  curve.component = component;
  curve.keys = {{0, from}, {1, to}};
  return curve;
}

Clip clip_of(std::initializer_list<Curve> curves) {
  Clip clip;
  clip.name = "go";
  clip.duration_s = 1;
  clip.curves = curves;
  return clip;
}

TEST(Md5Export, FramesHoldJointsInTheirParentsAndTheBaseFrameIsTheFirst) {
  Scene scene = skinned_scene();
  scene.clips.push_back(clip_of({slide(1, 1, 64, 128), slide(1, 2, 0, 0)}));
  Md5WriteOptions options;
  options.frame_rate = 2;
  const Written out = write(scene, options);
  ASSERT_EQ(out.files.files.size(), 2u);
  const std::string& text = out.files.files[1].text;
  EXPECT_EQ(out.files.files[1].name, "go.md5anim");
  EXPECT_NE(text.find("numFrames 3 \nnumJoints 4 \nframeRate 2 \nnumAnimatedComponents 24 \n"), std::string::npos);
  EXPECT_NE(text.find("\t\"spine\" 1 63 12 // mixamorig_Hips\n"), std::string::npos);
  EXPECT_NE(text.find("baseframe {\n\t( 0 0 0 ) ( 0 0 0 )\n\t( 0 0 1 ) ( 0 0 0 )\n\t( 0 0 0.5 ) ( 0 0 0 )\n"),
            std::string::npos)
      << text;
  EXPECT_NE(text.find("frame 1 {\n\t0 0 0 0 0 0\n\t0 0 1.5 0 0 0\n\t0 0 0.5 0 0 0\n\t1 0 0 0 0 0\n}\n"),
            std::string::npos)
      << text;
  EXPECT_LT(out.files.report["readBack"]["actions"][0]["largest"].get<double>(), 1e-6);
}

TEST(Md5Export, LongNamesLeaveLinesThatEveryReaderTakes) {
  Scene scene = rigid_scene();
  scene.meshes[0].name = std::string(60000, 'm');
  scene.materials[0].name = std::string(60000, 's');
  const Written out = write(scene);
  EXPECT_TRUE(out.has("shader \"" + std::string(255, 's') + "\"\n"));
  std::istringstream lines(out.mesh());
  for (std::string line; std::getline(lines, line);) EXPECT_LT(line.size(), 512u) << line.substr(0, 80);
}

/// One joint at 0 0 0 with a part that a skin holds, and one that hangs from it.
Scene rooted_scene() {
  Scene scene = rigid_scene();
  scene.nodes.clear();
  const uint32_t root = add_node(scene, "root", NodeKind::kJoint);
  const uint32_t body = add_node(scene, "Body", NodeKind::kMesh);
  const uint32_t hat = add_node(scene, "Hat", NodeKind::kMesh, root, {0, 2, 0});
  scene.nodes[body].mesh = 0;
  scene.nodes[body].skin = 0;
  scene.nodes[hat].mesh = 1;
  scene.meshes.push_back(triangle_mesh("Hat"));
  scene.skins.push_back({});
  scene.skins[0].joints = {root};
  scene.skins[0].joint_from_bind = {glm::mat4(1)};
  scene.meshes[0].influence_first = {0, 1, 2, 3};
  scene.meshes[0].influences = {{0, 1, {0, 0, 0}}, {0, 1, {1, 0, 0}}, {0, 1, {0, 1, 0}}};
  return scene;
}

TEST(Md5Export, ARootThatStartsElsewhereStandsBelowOriginWhereTheEngineTakesItsPlaceAway) {
  Scene scene = rooted_scene();
  scene.clips.push_back(clip_of({slide(0, 0, 0, 4)}));
  Md5WriteOptions options;
  options.root_starts_at_zero = true;
  EXPECT_TRUE(write(scene, options).has("numJoints 1 \n"));
  scene.clips.push_back(clip_of({slide(0, 0, 4, 0)}));
  scene.clips.back().name = "return";
  EXPECT_TRUE(write(scene).has("numJoints 1 \n"));
  const Written out = write(scene, options);
  EXPECT_TRUE(out.has("joints {\n\t\"origin\" -1 ( 0 0 0 ) ( 0 0 0 )\n\t\"root\" 0 ( 0 0 0 ) ( 0 0 0 )")) << out.mesh();
  const std::string& text = out.files.files.at(2).text;
  EXPECT_NE(text.find("baseframe {\n\t( 0 0 0 ) ( 0 0 0 )\n\t( 0 4 0 ) ( 0 0 0 )\n"), std::string::npos) << text;
}

TEST(Md5Export, ABindPoseOfItsOwnIsNoErrorOfWhatIsWritten) {
  Scene scene = rooted_scene();
  scene.clips.push_back(clip_of({slide(0, 0, 0, 4)}));
  EXPECT_EQ(write(scene).files.report["readBack"]["bind"]["samples"], 1);
  // Bound 3 m above where it stands: the joints' block has the rest pose, so that the hat is where the scene shows it.
  scene.skins[0].joint_from_bind[0][3] = {0, -3, 0, 1};
  for (Influence& influence : scene.meshes[0].influences) influence.position.y -= 3;
  const Written out = write(scene);
  EXPECT_EQ(out.files.report["readBack"]["bind"]["samples"], 1);
  EXPECT_EQ(out.files.report["readBack"]["bind"]["largest"], 0);
  EXPECT_LT(out.files.report["readBack"]["actions"][0]["largest"].get<double>(), 1e-6);
}

/// A cloth with an image and one that glows.
Scene painted_scene(const std::string& material) {
  Scene scene = rigid_scene();
  scene.materials[0].name = material;
  for (const auto& [name, role] :
       {std::pair{"art/cloth.png", TextureRole::kDiffuse}, {"art/embers.png", TextureRole::kEmissive}}) {
    TextureSlot slot;
    slot.role = role;
    slot.texture = static_cast<uint32_t>(scene.textures.size());
    scene.materials[0].slots.push_back(slot);
    Texture texture;
    texture.name = name;
    texture.status = TextureStatus::kFound;
    texture.inside = name;
    scene.textures.push_back(texture);
  }
  return scene;
}
const ExportImages kPaint = {{0, {0x89, 'P', 'N', 'G', 1}}, {1, {0xFF, 0xD8, 0xFF, 2}}};

Written write(const Scene& scene, const Md5WriteOptions& options, const ExportImages& images) {
  Written out;
  Result<Md5Export> files = export_md5(scene, options, out.loss_report, images);
  EXPECT_TRUE(files.ok()) << (files.ok() ? "" : files.error().message());
  if (files) out.files = std::move(*files);
  return out;
}
std::vector<std::string> names_of(const Written& written) {
  std::vector<std::string> names;
  for (const TextFile& file : written.files.files) names.push_back(file.name);
  return names;
}

TEST(Md5Export, ImagesLieBesideTheModelUnderTheNamesOfTheEngine) {
  Md5WriteOptions options;
  options.companions = {"images"};
  options.shader_names = Md5ShaderNames::kBaseName;
  options.image_suffix = "_00_00";
  options.glow_suffix = "_glow";
  const Written quake = write(painted_scene("maps/Cloth.tga"), options, kPaint);
  EXPECT_EQ(names_of(quake), (std::vector<std::string>{"model.md5mesh", "cloth_00_00.png", "cloth_00_00_glow.jpg"}));
  EXPECT_EQ(quake.files.files[1].text, std::string("\x89PNG\x01"));
  EXPECT_EQ(quake.loss("images"), nullptr);

  options.glow_suffix.clear();
  options.image_name = "skin";
  const Written shared = write(painted_scene("Cloth"), options, kPaint);
  EXPECT_EQ(names_of(shared), (std::vector<std::string>{"model.md5mesh", "skin.png"}));
  ASSERT_NE(shared.loss("images"), nullptr);
  EXPECT_EQ(shared.loss("images")->count, 1u);  // what glows
}

TEST(Md5Export, ImagesOfADeclarationAreCalledAsItSays) {
  Md5WriteOptions options;
  options.companions = {"mtr", "images"};
  options.shader_names = Md5ShaderNames::kFolder;
  options.folder = options.shader_folder = "models/md5/flag";
  const Written out = write(painted_scene("Cloth"), options, kPaint);
  EXPECT_EQ(names_of(out), (std::vector<std::string>{"model.md5mesh", "model.mtr", "cloth.png", "embers.jpg"}));
  EXPECT_EQ(out.files.files[1].text,
            "models/md5/flag/Cloth\n{\n\tdiffusemap models/md5/flag/cloth\n"
            "\t{\n\t\tblend add\n\t\tmap models/md5/flag/embers\n\t}\n}\n\n");
  // Images of a material that names another folder of the game are there.
  const Written elsewhere = write(painted_scene("textures/base/cloth"), options, kPaint);
  EXPECT_EQ(names_of(elsewhere), (std::vector<std::string>{"model.md5mesh", "model.mtr"}));
  EXPECT_EQ(elsewhere.loss("images"), nullptr);
}

TEST(Md5Export, ADeclarationNamesNoImagesThatAreGuesses) {
  Md5WriteOptions options;
  options.companions = {"mtr"};
  Scene scene = painted_scene("Cloth");
  // As readers of formats without materials name what may lie beside the colours.
  scene.textures[1].name = "art/cloth_glow";
  scene.textures[1].inside.clear();
  scene.textures[1].status = TextureStatus::kMissing;
  const auto text = [&] { return write(scene, options).files.files.at(1).text; };
  EXPECT_EQ(text().find("add"), std::string::npos) << text();
  EXPECT_NE(text().find("diffusemap cloth"), std::string::npos) << text();
  scene.textures[1].name = "art/cloth_glow.tga";
  EXPECT_NE(text().find("blend add"), std::string::npos) << "the file itself names it";
}

TEST(Md5Export, CubesConfigurationNamesTheImageWithItsEnding) {
  Md5WriteOptions options;
  options.companions = {"md5.cfg", "images"};
  const Written out = write(painted_scene("Cloth"), options, kPaint);
  EXPECT_EQ(out.files.files[1].text, "md5load model.md5mesh\nmd5skin \"Flag\" \"Cloth.png\"\nmdlyaw 90\n");
}

TEST(Md5Export, DeclarationsHaveTheNamesThatGamesAskForWhateverTheFilesAreCalled) {
  Scene scene = skinned_scene();
  scene.clips.push_back(clip_of({slide(1, 1, 64, 128)}));
  scene.clips.back().name = "run N";
  Md5WriteOptions options;
  options.companions = {"md5.cfg", "def"};
  options.prefix_actions = true;
  options.frame_rate = 10;
  const Written out = write(scene, options);
  ASSERT_EQ(names_of(out), (std::vector<std::string>{"model.md5mesh", "model_run_N.md5anim", "md5.cfg", "model.def"}));
  const auto has = [&](size_t file, const char* text) {
    return out.files.files[file].text.find(text) != std::string::npos;
  };
  EXPECT_TRUE(has(2, "md5anim \"run N\" model_run_N.md5anim 10\n")) << out.files.files[2].text;
  EXPECT_TRUE(has(3, "\tanim run_N model_run_N.md5anim\n")) << out.files.files[3].text;
}

TEST(Md5Export, PartsOfOneMeshHaveNamesOfTheirOwnThatCubeDressesThemBy) {
  Scene scene = rigid_scene();
  Material blue;
  blue.name = "Blue";
  scene.materials.push_back(blue);
  Mesh& mesh = scene.meshes[0];
  mesh.positions.emplace_back(1, 1, 0);
  mesh.uv_layers[0].uv.emplace_back(1, 1);
  mesh.indices = {0, 1, 2, 1, 3, 2};
  mesh.primitives = {{0, 3, 0, ""}, {3, 3, 1, ""}};
  Md5WriteOptions options;
  options.companions = {"md5.cfg"};
  const Written out = write(scene, options);
  EXPECT_TRUE(out.has("\t// meshes: Flag\n\tshader \"Red Cloth\"\n"));
  EXPECT_TRUE(out.has("\t// meshes: Flag_2\n\tshader \"Blue\"\n")) << out.mesh();
  const std::string& config = out.files.files.at(1).text;
  EXPECT_NE(config.find("md5skin \"Flag\" \"Red Cloth\"\nmd5skin \"Flag_2\" \"Blue\"\n"), std::string::npos) << config;
}

TEST(Md5Export, NamesOfMaterialsLeadNoImageElsewhere) {
  Md5WriteOptions options;
  options.companions = {"images"};
  for (const char* name : {"../../evil", "/etc/evil", "c:/evil", "a//b/../c", "a\\..\\b", ".hidden", "a/"}) {
    const Written out = write(painted_scene(name), options, kPaint);
    EXPECT_EQ(names_of(out), std::vector<std::string>{"model.md5mesh"}) << name;
    ASSERT_NE(out.loss("images"), nullptr) << name;
    EXPECT_EQ(out.loss("images")->count, 2u) << name;
  }
}

TEST(Md5Export, ImagesInsideOfAFileThatAreNotWrittenAreNamed) {
  const Written out = write(painted_scene("Cloth"), {}, kPaint);
  EXPECT_EQ(names_of(out), std::vector<std::string>{"model.md5mesh"});
  ASSERT_NE(out.loss("images"), nullptr);
  EXPECT_EQ(out.loss("images")->count, 2u);
  Scene beside = painted_scene("Cloth");
  for (Texture& texture : beside.textures) texture.inside.clear();
  EXPECT_EQ(write(beside, {}, kPaint).loss("images"), nullptr);
}

TEST(Md5Export, VerticesHiddenByAScaleOfNothingAreNamed) {
  Scene scene = skinned_scene();
  const auto shrink = [](uint8_t component) {
    Curve curve = slide(2, component, 1, 0);
    curve.channel = Channel::kScale;
    return curve;
  };
  scene.clips.push_back(clip_of({shrink(0), shrink(1), shrink(2)}));
  const Written plain = write(scene);
  ASSERT_NE(plain.loss("hidden"), nullptr);
  EXPECT_EQ(plain.loss("hidden")->count, 1u);
  Md5WriteOptions options;
  options.one_file = true;
  options.companions = {"md5scale"};
  const Written scaled = write(scene, options);
  EXPECT_EQ(scaled.loss("hidden"), nullptr);
  EXPECT_EQ(scaled.loss("scale"), nullptr);
}

TEST(Md5Export, JointsWithoutVerticesLoseNoScale) {
  Scene scene = skinned_scene();
  for (Influence& influence : scene.meshes[0].influences) influence.joint = 0;
  Curve grow = slide(2, 0, 1, 3);
  grow.channel = Channel::kScale;
  scene.clips.push_back(clip_of({grow}));
  EXPECT_EQ(write(scene).loss("scale"), nullptr);
}

TEST(Md5Export, AScaleThatMovesIsNamedWithTheErrorOfTheVertices) {
  Scene scene = skinned_scene();
  Curve grow = slide(2, 0, 1, 3);
  grow.channel = Channel::kScale;
  scene.clips.push_back(clip_of({grow}));
  const Written out = write(scene);
  ASSERT_NE(out.loss("scale"), nullptr);
  EXPECT_EQ(out.loss("scale")->count, 1u);
  EXPECT_NEAR(out.loss("scale")->largest, 2, 1e-6);
  // The vertex stands a metre from the joint; at the end it ought to be three away.
  EXPECT_NEAR(out.files.report["readBack"]["actions"][0]["largest"].get<double>(), 2, 1e-5);
}

TEST(Md5Export, AJointBelowAScaledOneStaysInItsPlace) {
  Scene scene = skinned_scene();
  Clip clip = clip_of({});
  for (uint8_t axis = 0; axis < 3; ++axis) {
    clip.curves.push_back(slide(1, axis, 1, 2));
    clip.curves.back().channel = Channel::kScale;
  }
  scene.clips.push_back(clip);
  Md5WriteOptions options;
  options.frame_rate = 1;
  // The spine is half a metre above the hips, then twice that.
  const std::string text = write(scene, options).files.files.at(1).text;
  EXPECT_NE(text.find("frame 0 {\n\t0 0 0 0 0 0\n\t0 0 1 0 0 0\n\t0 0 0.5 0 0 0\n"), std::string::npos) << text;
  EXPECT_NE(text.find("frame 1 {\n\t0 0 0 0 0 0\n\t0 0 1 0 0 0\n\t0 0 1 0 0 0\n"), std::string::npos) << text;
}

TEST(Md5Export, WhatAnActionLeavesStandsAsTheModelDoes) {
  // Each slides another joint, the first of them twice, with another one in between.
  Scene scene = skinned_scene();
  for (const uint32_t joint : {1u, 2u, 1u}) {
    scene.clips.push_back(clip_of({slide(joint, 0, 0, 3)}));
    scene.clips.back().name = "slide" + std::to_string(scene.clips.size());
  }
  Md5WriteOptions options;
  options.frame_rate = 1;
  const Written out = write(scene, options);
  ASSERT_EQ(out.files.files.size(), 4u);
  EXPECT_EQ(out.files.files[1].text, out.files.files[3].text);
  EXPECT_NE(out.files.files[1].text, out.files.files[2].text);
  for (const auto& action : out.files.report["readBack"]["actions"]) EXPECT_LT(action["largest"].get<double>(), 1e-5);
}

TEST(Md5Export, VerticesWithoutWeightsAreHeldByTheNearestJoint) {
  Scene scene = skinned_scene();
  const uint32_t joints = 40;
  for (uint32_t k = 0; k < joints; ++k)
    add_node(scene, "far" + std::to_string(k), NodeKind::kJoint, kNone, {10.0f * static_cast<float>(k + 1), 0, 0});
  Mesh& mesh = scene.meshes[0];
  mesh.positions = {{101, 0, 0}, {244, 0, 0}, {399, 1, 0}};
  mesh.influences.clear();
  mesh.influence_first.assign(mesh.positions.size() + 1, 0);
  const Written out = write(scene);
  ASSERT_NE(out.loss("weights"), nullptr);
  EXPECT_EQ(out.loss("weights")->count, 3u);
  std::istringstream lines(out.mesh());
  std::vector<std::string> names, holders;
  for (std::string line; std::getline(lines, line);) {
    if (line.starts_with("\t\"")) names.push_back(line.substr(2, line.find('"', 2) - 2));
    size_t number = 0, joint = 0;
    if (std::sscanf(line.c_str(), "\tweight %zu %zu", &number, &joint) == 2) holders.push_back(names.at(joint));
  }
  std::sort(holders.begin(), holders.end());
  EXPECT_EQ(holders, (std::vector<std::string>{"far23", "far39", "far9"}));
}

/// The header of the one animation of a scene whose hips slide by these keys.
std::string header_of(std::vector<Key> keys, double tolerance = 0) {
  Scene scene = skinned_scene();
  Clip clip = clip_of({slide(1, 1, 0, 0)});
  clip.duration_s = keys.back().time_s;
  clip.curves[0].keys = std::move(keys);
  scene.clips.push_back(clip);
  Md5WriteOptions options;
  options.tolerance = tolerance;
  const std::string text = write(scene, options).files.files.at(1).text;
  const size_t from = text.find("numFrames");
  return text.substr(from, text.find("numAnimatedComponents") - from);
}

TEST(Md5Export, TheRateIsTheLeastOneOfWhichAllKeysAreFrames) {
  EXPECT_EQ(header_of({{0, 0}, {8, 64}}), "numFrames 81 \nnumJoints 4 \nframeRate 10 \n");
  EXPECT_EQ(header_of({{0, 0}, {3.0 / 24, 64}, {5.0 / 24, 0}}), "numFrames 6 \nnumJoints 4 \nframeRate 24 \n");
  EXPECT_EQ(header_of({{0, 0}, {0.5, 64}, {0.5 + 1.0 / 15, 0}}), "numFrames 18 \nnumJoints 4 \nframeRate 30 \n");
}

TEST(Md5Export, KeysAtNoRateGetTheLeastOneThatKeepsTheTolerance) {
  // The path has a corner at 1/pi, where the speed changes by 4.61 m/s. Straight between frames h apart it is cut by
  // 4.61 * h * f * (1 - f), where f is how far between them the corner is: 0.069 m with 10 frames a second, 0.057 with
  // 12, 0.054 with 15, 0.054 with 20, 0.044 with 24, and 0.007 with 25.
  const double corner = 0.31830988618;
  EXPECT_EQ(header_of({{0, 0}, {corner, 64}, {1, 0}}, 0.1), "numFrames 11 \nnumJoints 4 \nframeRate 10 \n");
  EXPECT_EQ(header_of({{0, 0}, {corner, 64}, {1, 0}}, 0.02), "numFrames 26 \nnumJoints 4 \nframeRate 25 \n");
}

TEST(Md5Export, AScaleThatStaysIsPartOfTheMesh) {
  Scene scene = skinned_scene();
  Curve grown = slide(2, 0, 3, 3);
  grown.channel = Channel::kScale;
  scene.clips.push_back(clip_of({grown, slide(1, 1, 64, 65)}));
  const Written out = write(scene);
  EXPECT_EQ(out.loss("scale"), nullptr);
  EXPECT_TRUE(out.has("weight 2 2 1 ( 0 3 0 )\n")) << out.mesh();
  EXPECT_LT(out.files.report["readBack"]["actions"][0]["largest"].get<double>(), 1e-6);
}

TEST(Md5Export, ATinyScaleThatStaysIsPartOfTheMeshToo) {
  // A mesh in steps of 1/65535, which its bind matrices bring back.
  Scene scene = skinned_scene();
  Clip clip = clip_of({slide(1, 1, 64, 65)});
  for (uint8_t axis = 0; axis < 3; ++axis) {
    clip.curves.push_back(slide(2, axis, 1.0 / 65535, 1.0 / 65535));
    clip.curves.back().channel = Channel::kScale;
  }
  scene.clips.push_back(clip);
  const Written out = write(scene);
  EXPECT_EQ(out.loss("scale"), nullptr);
  EXPECT_LT(out.files.report["readBack"]["actions"][0]["largest"].get<double>(), 1e-6);
}

TEST(Md5Export, JointsAboveTheLimitAreRefusedWithTheNumbersOrMerged) {
  Scene scene = skinned_scene();
  add_node(scene, "tag", NodeKind::kJoint, 2, {0, 10, 0});
  Md5WriteOptions options;
  options.engine = "Small Engine";
  options.limits.joints = 4;
  LossReport loss_report;
  const auto refused = export_md5(scene, options, loss_report);
  ASSERT_FALSE(refused.ok());
  EXPECT_STREQ(refused.error().code()->id, "EXPORT_ENGINE");
  EXPECT_NE(refused.error().message().find("has 5 joints, Small Engine takes 4 at most"), std::string::npos)
      << refused.error().message();
  options.reduce_joints = true;
  Written merged = write(scene, options);
  EXPECT_TRUE(merged.has("numJoints 4 \n"));
  EXPECT_FALSE(merged.has("\"tag\""));  // it holds nothing, so it goes first
  options.limits.joints = 3;
  merged = write(scene, options);
  EXPECT_TRUE(merged.has("numJoints 3 \n"));
  EXPECT_LT(merged.files.report["readBack"]["bind"]["largest"].get<double>(), 1e-6);
}

TEST(Md5Export, NumbersOfParentsAboveTheLimitAreRefusedOrMerged) {
  Scene scene = skinned_scene();
  uint32_t parent = 2;
  for (int i = 0; i < 10; ++i) parent = add_node(scene, "tail", NodeKind::kJoint, parent, {0, 1, 0});
  Md5WriteOptions options;
  options.engine = "Small Engine";
  options.limits.parent = 6;
  LossReport loss_report;
  const auto refused = export_md5(scene, options, loss_report);
  ASSERT_FALSE(refused.ok());
  EXPECT_NE(refused.error().message().find("as the number of a joint with children, Small Engine takes 6 at most"),
            std::string::npos)
      << refused.error().message();
  options.reduce_joints = true;
  const Written merged = write(scene, options);
  EXPECT_TRUE(merged.has("numJoints 9 \n"));
  ASSERT_NE(merged.loss("joints"), nullptr);
  EXPECT_LT(merged.files.report["readBack"]["bind"]["largest"].get<double>(), 1e-6);
}

/// The largest distance of a vertex in any action, on frames and between them.
double off_by(const Written& out) {
  double largest = 0;
  for (const auto& action : out.files.report["readBack"]["actions"])
    largest = std::max({largest, action["largest"].get<double>(), action["between"].get<double>()});
  return largest;
}

TEST(Md5Export, VerticesThatAScaleMovesGetJointsOfTheirOwnWhenAsked) {
  Scene scene = skinned_scene();
  Curve grow = slide(2, 0, 1, 3);
  grow.channel = Channel::kScale;
  scene.clips.push_back(clip_of({grow}));
  Md5WriteOptions options;
  options.bake = true;
  const Written out = write(scene, options);
  EXPECT_EQ(out.loss("scale"), nullptr);
  ASSERT_NE(out.loss("baked"), nullptr);
  EXPECT_EQ(out.loss("baked")->count, 1u);
  // The vertex stands a metre beside the spine, at 0 1 1.5; the other two keep their joints.
  EXPECT_TRUE(out.has("numJoints 5 \n")) << out.mesh();
  EXPECT_TRUE(out.has("\t\"vertex1\" 0 ( 0 1 1.5 ) ( 0 0 0 ) // origin\n")) << out.mesh();
  EXPECT_TRUE(out.has("weight 2 4 1 ( 0 0 0 )\n") || out.has("weight 1 4 1 ( 0 0 0 )\n")) << out.mesh();
  EXPECT_LT(off_by(out), 1e-5);
  const std::string& anim = out.files.files.at(1).text;
  EXPECT_NE(anim.find("\t0 3 1.5 0 0 0\n}\n"), std::string::npos) << "three metres away at the end\n" << anim;
}

/// A square of two triangles whose upper corners an animated shape key lifts by two.
Scene shaped_scene() {
  Scene scene = rigid_scene();
  Mesh& mesh = scene.meshes[0];
  mesh.positions = {{0, 0, 0}, {1, 0, 0}, {1, 1, 0}, {0, 1, 0}};
  mesh.indices = {0, 1, 2, 0, 2, 3};
  mesh.primitives[0].index_count = 6;
  mesh.uv_layers[0].uv.resize(4);
  ShapeKey basis, up;
  basis.name = "Basis", up.name = "up";
  basis.positions = up.positions = mesh.positions;
  up.positions[2].y = up.positions[3].y = 3;
  mesh.shapes = {basis, up};
  Curve lift;
  lift.target_kind = TargetKind::kShape;
  lift.target = 0, lift.sub_target = 1;
  lift.channel = Channel::kOther;
  lift.path = "value";
  lift.interpolation = Interpolation::kLinear;
  lift.keys = {{.time_s = 0, .value = 0}, {.time_s = 1, .value = 1}};
  scene.clips.push_back(clip_of({lift}));
  return scene;
}

TEST(Md5Export, AnActionOfShapeKeysAloneIsBakedWhenAsked) {
  const Written plain = write(shaped_scene());
  ASSERT_NE(plain.loss("shapes"), nullptr);
  EXPECT_NEAR(plain.loss("shapes")->largest, 2, 1e-6);
  ASSERT_NE(plain.loss("actions"), nullptr) << "nothing but shape keys moves";
  Md5WriteOptions options;
  options.bake = true;
  const Written out = write(shaped_scene(), options);
  EXPECT_EQ(out.loss("shapes"), nullptr);
  EXPECT_EQ(out.loss("actions"), nullptr);
  ASSERT_NE(out.loss("baked"), nullptr);
  EXPECT_EQ(out.loss("baked")->count, 2u);
  ASSERT_EQ(out.files.files.size(), 2u);
  EXPECT_LT(off_by(out), 1e-5);
  // Both corners go one way, and share the joint of the first of them: at 1 1 0, two higher at the end. The node is at
  // 3 1 2 in the axes of the engine.
  EXPECT_TRUE(out.has("numJoints 2 \n")) << out.mesh();
  EXPECT_NE(out.files.files[1].text.find("\t3 2 5 0 0 0\n"), std::string::npos) << out.files.files[1].text;
}

TEST(Md5Export, WhatMovesForAMomentOfALongActionIsBaked) {
  Scene scene = shaped_scene();
  // Up and back within a tenth of a second of a minute.
  scene.clips.back().curves[0].keys = {{.time_s = 0, .value = 0},
                                       {.time_s = 31.6, .value = 0},
                                       {.time_s = 31.65, .value = 1},
                                       {.time_s = 31.7, .value = 0},
                                       {.time_s = 60, .value = 0}};
  scene.clips.back().duration_s = 60;
  Md5WriteOptions options;
  options.bake = true;
  const Written out = write(scene, options);
  ASSERT_NE(out.loss("baked"), nullptr);
  EXPECT_EQ(out.loss("baked")->count, 2u);
  EXPECT_LT(off_by(out), 1e-3 * 3.7) << "a thousandth of the size";
}

TEST(Md5Export, WhatHandlesMoveBetweenKeysIsBaked) {
  Scene scene = shaped_scene();
  // At rest at every key and half-way between them; up and down by 0.29 of the shape on either side of that.
  Curve& lift = scene.clips.back().curves[0];
  lift.interpolation = Interpolation::kBezier;
  lift.handles = HandleKind::kFull;
  lift.keys.clear();
  for (int k = 0; k <= 8; ++k) {
    lift.keys.push_back({.time_s = double(k),
                         .value = 0,
                         .left_time_s = k - 1.0 / 3,
                         .left_value = -1,
                         .right_time_s = k + 1.0 / 3,
                         .right_value = 1});
  }
  scene.clips.back().duration_s = 8;
  Md5WriteOptions options;
  options.bake = true;
  const Written out = write(scene, options);
  ASSERT_NE(out.loss("baked"), nullptr);
  EXPECT_EQ(out.loss("baked")->count, 2u);
  EXPECT_LT(off_by(out), 0.05);
}

TEST(Md5Export, VerticesThatMoveAsOneShareABakedJoint) {
  Scene scene = shaped_scene();
  // The same corner once more, for another normal.
  Mesh& mesh = scene.meshes[0];
  mesh.positions.push_back(mesh.positions[2]);
  for (ShapeKey& shape : mesh.shapes) shape.positions.push_back(shape.positions[2]);
  mesh.uv_layers[0].uv.emplace_back(1, 1);
  mesh.indices[4] = 4;
  Md5WriteOptions options;
  options.bake = true;
  const Written out = write(scene, options);
  EXPECT_TRUE(out.has("numJoints 2 \n")) << out.mesh();
  EXPECT_EQ(out.loss("baked")->count, 3u);
}

TEST(Md5Export, BakedVerticesShareAJointWithinTheTolerance) {
  Scene scene = shaped_scene();
  scene.meshes[0].shapes[1].positions[3].y += 0.1f;
  Md5WriteOptions options;
  options.bake = true;
  // One goes a tenth farther than the other.
  for (const auto& [tolerance, joints] : {std::pair(0.1, "numJoints 3 \n"), std::pair(0.25, "numJoints 2 \n")}) {
    options.tolerance = tolerance;
    const Written out = write(scene, options);
    EXPECT_TRUE(out.has(joints)) << out.mesh();
    EXPECT_LE(off_by(out), tolerance);
  }
}

TEST(Md5Export, StoredFramesAreBakedFrameByFrame) {
  Scene scene = rigid_scene();
  Mesh& mesh = scene.meshes[0];
  VertexFrames& frames = mesh.frames.emplace();
  // The first corner goes up by ten steps of a tenth in each frame.
  frames.layout = VertexFrames::Layout::kBytes;
  frames.vertex_count = 3;
  frames.frame_count = 4;
  frames.grids = {{glm::vec3(0.1f), glm::vec3(0)}};
  frames.directions = {{0, 0, 1}};
  frames.names = {"run1", "run2", "run3", "run4"};
  mesh.positions = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}};
  mesh.normals.assign(3, {0, 0, 1});
  for (int frame = 0; frame < 4; ++frame) {
    for (const int number : {0, 0, 10 * frame, 0, 10, 0, 0, 0, 0, 10, 0, 0})
      frames.rows.push_back(static_cast<uint8_t>(number));
  }
  Clip clip;
  clip.name = "run", clip.frame_rate = 10, clip.frame_count = 4, clip.duration_s = 0.4;
  FrameRun& run = clip.runs.emplace_back();
  run.meshes = {0}, run.frames = {0, 1, 2, 3};
  run.ends_s = {0.1, 0.2, 0.3, 0.4}, run.period_s = 0.4;
  scene.clips = {clip};
  Md5WriteOptions options;
  options.bake = true;
  options.frame_rate = 10;
  options.open_loops = true;
  const Written out = write(scene, options);
  EXPECT_TRUE(out.has("numJoints 2 \n")) << out.mesh();
  EXPECT_EQ(out.loss("baked")->count, 1u);
  ASSERT_EQ(out.files.files.size(), 2u);
  EXPECT_NE(out.files.files[1].text.find("numFrames 4"), std::string::npos) << out.files.files[1].text;
  EXPECT_LT(off_by(out), 1e-5);
}

TEST(Md5Export, BakedJointsAboveTheLimitAreRefusedWithTheNumbers) {
  Md5WriteOptions options;
  options.engine = "Small Engine";
  options.bake = true;
  options.limits.joints = 1;
  LossReport loss_report;
  const auto refused = export_md5(shaped_scene(), options, loss_report);
  ASSERT_FALSE(refused.ok());
  EXPECT_STREQ(refused.error().code()->id, "EXPORT_ENGINE");
  EXPECT_NE(refused.error().message().find("has 2 joints, Small Engine takes 1 at most, 1 of vertices"),
            std::string::npos)
      << refused.error().message();
}

TEST(Md5Export, JointsThatHoldNothingAreAddedWhereTheEngineWantsAsManyAsMeshes) {
  Scene scene = rigid_scene();
  for (const char* name : {"unused", "other"}) {
    scene.meshes.push_back(triangle_mesh(name));
    const uint32_t node = add_node(scene, name, NodeKind::kMesh);
    scene.nodes[node].mesh = static_cast<uint32_t>(scene.meshes.size() - 1);
  }
  EXPECT_TRUE(write(scene).has("numJoints 1 \nnumMeshes 3 \n"));
  Md5WriteOptions options;
  options.limits.meshes_by_joints = true;
  options.needs_animation = true;
  const Written out = write(scene, options);
  EXPECT_TRUE(out.has("numJoints 3 \nnumMeshes 3 \n")) << out.mesh();
  EXPECT_TRUE(out.has("\t\"unused\" 0 ( 0 0 0 ) ( 0 0 0 ) // origin\n\t\"unused_2\" 0 ( 0 0 0 )")) << out.mesh();
  ASSERT_NE(out.loss("joints"), nullptr);
  EXPECT_EQ(out.loss("joints")->count, 2u);
  EXPECT_LT(out.files.report["readBack"]["actions"][0]["largest"].get<double>(), 1e-6);
  options.limits.joints = 2;
  LossReport loss_report;
  EXPECT_FALSE(export_md5(scene, options, loss_report).ok()) << "three meshes, two joints at most";
}

TEST(Md5Export, DegenerateTrianglesAndUnusedVerticesAreLeftOut) {
  Scene scene = rigid_scene();
  Mesh& mesh = scene.meshes[0];
  mesh.positions.push_back({5, 5, 5});
  mesh.positions.push_back(mesh.positions[1]);
  mesh.uv_layers[0].uv.resize(5);
  mesh.indices = {0, 1, 2, 0, 1, 4};
  mesh.primitives[0].index_count = 6;
  const Written out = write(scene);
  EXPECT_TRUE(out.has("numverts 3 \n")) << out.mesh();
  EXPECT_TRUE(out.has("numtris 1 \n"));
  ASSERT_NE(out.loss("triangles"), nullptr);
  EXPECT_EQ(out.loss("triangles")->count, 1u);
}

TEST(Md5Export, VerticesThatDifferInTheirNormalsOnlyAreOne) {
  Scene scene = rigid_scene();
  Mesh& mesh = scene.meshes[0];
  mesh.normal_rule = NormalRule::kStored;
  mesh.positions = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {1, 0, 0}, {0, 1, 0}, {1, 1, 1}};
  mesh.uv_layers[0].uv = {{0, 0}, {1, 0}, {0, 1}, {1, 0}, {0.5, 1}, {1, 1}};
  mesh.normals.assign(6, {0, 0, 1});
  mesh.normals[3] = {1, 0, 0};
  mesh.indices = {0, 1, 2, 3, 4, 5};
  mesh.primitives[0].index_count = 6;
  const Written out = write(scene);
  EXPECT_TRUE(out.has("numverts 5 \n")) << out.mesh();  // the seam of texture coordinates stays
  ASSERT_NE(out.loss("normals"), nullptr);
  EXPECT_EQ(out.loss("normals")->count, 1u);
}

TEST(Md5Export, MeshesOverALimitAreSplit) {
  Scene scene = rigid_scene();
  Mesh& mesh = scene.meshes[0];
  mesh.positions.clear(), mesh.indices.clear(), mesh.uv_layers.clear();
  for (uint32_t t = 0; t < 10; ++t) {
    for (const glm::vec3& p : {glm::vec3(0, 0, t), glm::vec3(1, 0, t), glm::vec3(0, 1, t)}) {
      mesh.indices.push_back(static_cast<uint32_t>(mesh.positions.size()));
      mesh.positions.push_back(p);
    }
  }
  mesh.primitives[0].index_count = 30;
  Md5WriteOptions options;
  options.limits.mesh_triangles = 4;
  const Written out = write(scene, options);
  EXPECT_TRUE(out.has("numMeshes 3 \n"));
  ASSERT_NE(out.loss("meshes"), nullptr);
  EXPECT_EQ(out.loss("meshes")->count, 2u);
  EXPECT_LT(out.files.report["readBack"]["bind"]["largest"].get<double>(), 1e-6);
}

TEST(Md5Export, AModelWithoutTrianglesIsRefused) {
  Scene scene;
  add_node(scene, "only", NodeKind::kJoint);
  LossReport loss_report;
  const auto out = export_md5(scene, {}, loss_report);
  ASSERT_FALSE(out.ok());
  EXPECT_STREQ(out.error().code()->id, "NOTHING_TO_SHOW");
}

TEST(Md5Export, WhatIsWrittenOpensWithoutAMessage) {
  Scene scene = skinned_scene();
  scene.clips.push_back(clip_of({slide(1, 1, 64, 80), slide(1, 2, 0, 30)}));
  const Written out = write(scene);
  Document document(Limits{});
  for (const TextFile& file : out.files.files)
    document.add_file(file.name, std::vector<uint8_t>(file.text.begin(), file.text.end()));
  ASSERT_TRUE(document.load());
  for (const Message& message : document.diagnostics().messages())
    EXPECT_GE(static_cast<int>(message.severity), static_cast<int>(Severity::kInfo)) << message.text;
}

TEST(Md5Export, ASequenceOfTheModelReplacedIsFilledByNumber) {
  Scene scene = skinned_scene();
  scene.clips.push_back(clip_of({slide(1, 1, 64, 128)}));
  Md5WriteOptions options;
  options.engine = "Quake";
  options.one_file = true;
  options.name = "ogre";
  options.sequences = {{"stand", 3}, {"GO", 14}};
  const Written out = write(scene, options);
  ASSERT_EQ(out.files.files.size(), 2u);
  EXPECT_NE(out.files.files[1].text.find("numFrames 17 \n"), std::string::npos);
  EXPECT_NE(out.files.files[1].text.find("frameRate 10 \n"), std::string::npos);
  ASSERT_NE(out.loss("sequences"), nullptr);
  ASSERT_NE(out.loss("frames"), nullptr);
  EXPECT_EQ(out.loss("frames")->count, 3u);  // 11 frames of a second, 14 wanted
  EXPECT_EQ(out.files.report["sequences"][1]["first"], 3);
}

TEST(Md5Export, NumbersWithoutAnEndAreRefused) {
  Scene scene = skinned_scene();
  scene.clips.push_back(clip_of({slide(1, 1, 64, 3e38), slide(2, 1, 0, 3e38)}));
  LossReport loss_report;
  const auto out = export_md5(scene, {}, loss_report);
  ASSERT_FALSE(out.ok());
  EXPECT_STREQ(out.error().code()->id, "NOT_FINITE");
}

TEST(Md5Options, SayWhatIsWrong) {
  const std::pair<const char*, const char*> kCases[] = {{R"({"front": "up"})", "front"},
                                                        {R"({"scale": 0})", "scale"},
                                                        {R"({"limits": {"joints": 1.5}})", "joints"},
                                                        {R"({"companions": ["exe"]})", "companions"},
                                                        {R"({"sequences": [{"name": "x"}]})", "sequences"},
                                                        {R"({"rootMotion": "fly"})", "rootMotion"}};
  for (const auto& [text, member] : kCases) {
    const auto options = md5_options(nlohmann::json::parse(text));
    ASSERT_FALSE(options.ok()) << text;
    EXPECT_STREQ(options.error().code()->id, "EXPORT_OPTION");
    EXPECT_NE(options.error().message().find(member), std::string::npos) << options.error().message();
  }
}

}  // namespace
}  // namespace vitrine::md5_export
