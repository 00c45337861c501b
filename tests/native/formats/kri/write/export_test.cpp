// Any scene to KRI and back: both generations hold the same, nothing is lost that they can hold, and the log says what
// was written.

#include "formats/kri/write/export.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <glm/gtc/matrix_transform.hpp>
#include <nlohmann/json.hpp>

#include "formats/kri/kri_support.h"
#include "formats/pivot/rows.h"
#include "formats/pivot/write/export.h"
#include "pose/curve.h"
#include "scene/summary.h"

namespace vitrine {
namespace {

using namespace test;

uint32_t add_node(Scene& scene, const char* name, NodeKind kind, uint32_t parent, glm::vec3 at = {}) {
  Node node;
  node.name = name;
  node.kind = kind;
  node.parent = parent;
  node.local.translation = at;
  scene.nodes.push_back(node);
  return static_cast<uint32_t>(scene.nodes.size() - 1);
}

/// A tube around the z axis whose texture turns once round it, so that every kind of triangle occurs.
Mesh tube(const char* name, uint32_t rings, uint32_t sides) {
  Mesh mesh;
  mesh.name = name;
  mesh.normal_rule = NormalRule::kStored;
  mesh.uv_layers.push_back({"UV", {}});
  for (uint32_t r = 0; r <= rings; ++r) {
    for (uint32_t s = 0; s <= sides; ++s) {
      const float angle = 6.2831853f * static_cast<float>(s % sides) / static_cast<float>(sides);
      const glm::vec3 out(std::cos(angle), std::sin(angle), 0);
      mesh.positions.push_back(out + glm::vec3(0, 0, r));
      mesh.normals.push_back(out);
      const float turn = 0.7f * static_cast<float>(s) + 0.9f * static_cast<float>(r * r);
      mesh.uv_layers[0].uv.emplace_back(std::sin(turn) * static_cast<float>(s + 1),
                                        std::cos(turn) * static_cast<float>(r + 1));
    }
  }
  for (uint32_t r = 0; r < rings; ++r) {
    for (uint32_t s = 0; s < sides; ++s) {
      const uint32_t a = r * (sides + 1) + s, b = a + 1, c = a + sides + 1, d = c + 1;
      for (const uint32_t v : {a, b, d, a, d, c}) mesh.indices.push_back(v);
    }
  }
  const auto half = static_cast<uint32_t>(mesh.indices.size() / 6 * 3);
  mesh.primitives = {{0, half, 0, {}}, {half, static_cast<uint32_t>(mesh.indices.size()) - half, 1, {}}};
  return mesh;
}

Curve curve_of(TargetKind kind, uint32_t target, Channel channel, uint8_t component, const char* path,
               std::vector<double> values) {
  Curve curve;
  curve.target_kind = kind;
  curve.target = target;
  curve.channel = channel;
  curve.component = component;
  curve.path = path;
  for (size_t k = 0; k < values.size(); ++k) {
    Key key;
    key.time_s = 0.5 * static_cast<double>(k);
    key.value = values[k];
    curve.keys.push_back(key);
  }
  return curve;
}

/// A skinned tube on two bones, a lamp, a camera, two materials, an emitter and actions; all in KRI's own axes.
Scene stage_scene() {
  Scene scene;
  scene.axes.up = Up::kZ;
  scene.axes.forward = {0, -1, 0};
  scene.axes.uv_origin_top = false;
  const uint32_t rig = add_node(scene, "Rig", NodeKind::kEmpty, kNone, {1, 2, 3});
  const uint32_t root = add_node(scene, "Root", NodeKind::kJoint, rig);
  const uint32_t tip = add_node(scene, "Tip", NodeKind::kJoint, root);
  scene.nodes[root].rest = 0;
  scene.nodes[tip].rest = 1;
  scene.rest_matrices = {glm::translate(glm::mat4(1), glm::vec3(0, 0, 0.5f)),
                         glm::translate(glm::mat4(1), glm::vec3(0, 0, 2))};
  const uint32_t body = add_node(scene, "Body", NodeKind::kMesh, rig);
  const uint32_t plain = add_node(scene, "Plain", NodeKind::kMesh, kNone, {5, 0, 0});
  const uint32_t lamp = add_node(scene, "Lamp", NodeKind::kLight, kNone, {0, 0, 9});
  const uint32_t eye = add_node(scene, "Eye", NodeKind::kCamera, plain, {0, -9, 0});
  const uint32_t sparks = add_node(scene, "Sparks", NodeKind::kEmitter, body);

  for (const char* name : {"Red", "Blue"}) {
    Material material;
    material.name = name;
    material.diffuse = {1, 0.2f, 0.4f, 1};
    material.specular = {0.6f, 0.6f, 0.6f};
    material.hardness = 40;
    scene.materials.push_back(material);
  }
  Texture wood;
  wood.name = "/wood.tga";
  wood.candidates = {"wood.tga"};
  scene.textures.push_back(wood);
  scene.materials[0].slots.push_back({TextureRole::kDiffuse, 0, 0, {0.25f, 0}, {2, 2}, 1});

  Mesh skinned = tube("Body", 4, 6);
  skinned.influence_first = {0};
  const glm::vec3 rig_at(1, 2, 3);
  for (glm::vec3& p : skinned.positions) {
    const float share = p.z / 4;
    skinned.influences.push_back({1, 1 - share, p - glm::vec3(0, 0, 0.5f)});
    if (share > 0) skinned.influences.push_back({2, share, p - glm::vec3(0, 0, 2.5f)});
    skinned.influence_first.push_back(static_cast<uint32_t>(skinned.influences.size()));
    p += rig_at;  // a skinned mesh lives in scene space
  }
  scene.meshes.push_back(skinned);
  Mesh flat = tube("Plain", 3, 5);
  flat.color_layers.push_back({"Col", std::vector<glm::u8vec4>(flat.positions.size(), {10, 200, 30, 255})});
  flat.shapes.push_back({"Basis", 0, 0, flat.positions});
  flat.shapes.push_back({"Wide", 0, 0.25f, flat.positions});
  for (glm::vec3& p : flat.shapes[1].positions) p *= 1.5f;
  scene.meshes.push_back(flat);
  Skin skin;
  skin.name = "Rig";
  skin.joints = {body, root, tip};
  skin.joint_from_bind = {glm::translate(glm::mat4(1), -rig_at),
                          glm::translate(glm::mat4(1), -rig_at - glm::vec3(0, 0, 0.5f)),
                          glm::translate(glm::mat4(1), -rig_at - glm::vec3(0, 0, 2.5f))};
  scene.skins.push_back(skin);
  scene.nodes[body].mesh = 0;
  scene.nodes[body].skin = 0;
  scene.nodes[plain].mesh = 1;

  Light light;
  light.name = "Lamp";
  light.kind = LightKind::kSpot;
  light.color = {1, 0.6f, 0.2f};
  light.attenuation = {1, 0, 0.01f, 0.1f};
  light.near_plane = 1;
  light.far_plane = 30;
  light.spot_angle_rad = 0.8f;
  light.spot_blend = 0.15f;
  scene.lights.push_back(light);
  scene.nodes[lamp].light = 0;
  Camera camera;
  camera.name = "Eye";
  camera.fov_rule = FovRule::kHorizontal;
  camera.fov_rad = 0.9f;
  camera.near_plane = 0.1f;
  camera.far_plane = 100;
  camera.active = true;
  scene.cameras.push_back(camera);
  scene.nodes[eye].camera = 0;
  Emitter emitter;
  emitter.name = "Sparks";
  emitter.count = 500;
  emitter.material = 1;
  emitter.life_start_s = 0.04f;
  emitter.life_end_s = 4;
  emitter.lifetime_s = 2;
  emitter.velocity_normal = 1;
  emitter.size = 0.05f;
  scene.emitters.push_back(emitter);
  scene.nodes[sparks].emitter = 0;

  Clip walk;
  walk.name = "Walk";
  walk.duration_s = 1;
  for (uint8_t c = 0; c < 3; ++c)
    walk.curves.push_back(curve_of(TargetKind::kNode, tip, Channel::kTranslation, c, "", {0, 0.5 + c, 1}));
  const double turns[4][3] = {{0, 0.6, 0}, {0, 0, 0}, {0, 0, 1}, {1, 0.8, 0}};
  for (uint8_t c = 0; c < 4; ++c) {
    walk.curves.push_back(
        curve_of(TargetKind::kNode, root, Channel::kRotationQuat, c, "", {turns[c][0], turns[c][1], turns[c][2]}));
  }
  scene.clips.push_back(walk);
  Clip glow;
  glow.name = "Glow";
  glow.duration_s = 1;
  glow.curves.push_back(curve_of(TargetKind::kLight, 0, Channel::kOther, 0, "l.energy", {1, 2, 1}));
  glow.curves[0].before = glow.curves[0].after = Extension::kExtrapolate;
  scene.clips.push_back(glow);
  return scene;
}

KriExport exported(const Scene& scene, KriExportOptions options = {}) {
  LossReport loss_report;
  auto result = export_kri(scene, options, loss_report);
  EXPECT_TRUE(result.ok());
  return result.ok() ? std::move(*result) : KriExport{};
}

/// What both generations can hold.
Scene common_part(Scene scene) {
  for (Node& node : scene.nodes) node.source = {};
  for (Mesh& mesh : scene.meshes) {
    mesh.source = {};
    mesh.color_layers.clear();
    mesh.shapes.clear();
    if (mesh.uv_layers.empty()) mesh.normals.clear(), mesh.tangents.clear(), mesh.tangent_frames.clear();
    if (mesh.uv_layers.size() > 1) mesh.uv_layers.resize(1);
    for (UvLayer& layer : mesh.uv_layers) layer.name.clear();
  }
  for (Material& material : scene.materials) {
    material.source = {};
    material.properties.clear();
    material.emissive = {};
    material.shadeless = false;
    for (TextureSlot& slot : material.slots) slot.factor = 1, slot.uv_layer = 0;
  }
  for (Light& light : scene.lights) light.properties.clear();
  for (Emitter& emitter : scene.emitters) emitter.properties.clear();
  for (Clip& clip : scene.clips) {
    clip.source = {};
    std::erase_if(clip.curves, [](const Curve& curve) { return curve.target_kind == TargetKind::kShape; });
    for (Curve& curve : clip.curves) curve.source = {};
  }
  std::erase_if(scene.clips, [](const Clip& clip) { return clip.curves.empty(); });
  return scene;
}

/// The digest of each table by itself, so that a difference names its place.
std::vector<std::string> table_digests(const Scene& scene) {
  std::vector<std::string> out;
  const auto add = [&](auto&& keep) {
    Scene part;
    keep(part);
    out.push_back(digest_text(part));
  };
  add([&](Scene& s) { s.nodes = scene.nodes; });
  add([&](Scene& s) { s.meshes = scene.meshes; });
  add([&](Scene& s) { s.skins = scene.skins; });
  add([&](Scene& s) { s.materials = scene.materials; });
  add([&](Scene& s) { s.textures = scene.textures; });
  add([&](Scene& s) { s.lights = scene.lights; });
  add([&](Scene& s) { s.emitters = scene.emitters; });
  add([&](Scene& s) { s.clips = scene.clips; });
  return out;
}

void expect_equal_generations(const Scene& scene) {
  const Loaded seed = load_kri(exported(scene, {.generation = kri::Generation::kSeed}).bytes);
  const Loaded last = load_kri(exported(scene, {.generation = kri::Generation::kLast}).bytes);
  ASSERT_TRUE(seed.status.ok() && last.status.ok());
  EXPECT_TRUE(validate(seed.scene).ok());
  EXPECT_TRUE(validate(last.scene).ok());
  // Each generation weighs the tangents of a vertex in its own way, so meshes may be divided elsewhere.
  const auto without_meshes = [](Scene part) {
    part = common_part(std::move(part));
    part.meshes.clear();
    return table_digests(part);
  };
  EXPECT_EQ(without_meshes(seed.scene), without_meshes(last.scene));
  EXPECT_EQ(seed.scene.meshes.size(), last.scene.meshes.size());
  EXPECT_EQ(seed.info["accounted"], seed.info["bytes"]);
  EXPECT_EQ(last.info["accounted"], last.info["bytes"]);
  // A second round trip changes nothing: what came from KRI goes back as it was.
  const Loaded again = load_kri(exported(last.scene).bytes);
  ASSERT_EQ(again.scene.meshes.size(), last.scene.meshes.size());
  for (size_t m = 0; m < again.scene.meshes.size(); ++m) {
    const Mesh &a = again.scene.meshes[m], &b = last.scene.meshes[m];
    EXPECT_EQ(a.indices, b.indices);
    ASSERT_EQ(a.positions.size(), b.positions.size());
    if (!b.tangent_frames.empty()) {
      EXPECT_EQ(a.tangent_frames, b.tangent_frames);
    }
    for (size_t v = 0; v < a.positions.size(); ++v) {
      EXPECT_LT(glm::length(a.positions[v] - b.positions[v]), 1e-5f * (1 + glm::length(b.positions[v])));
    }
  }
}

TEST(KriExport, BothGenerationsHoldTheSame) { expect_equal_generations(stage_scene()); }

TEST(KriExport, FilesOfOtherRevisionsComeBackFromBothGenerations) {
  for (const char* name : {"105-3a30012-rich.scene", "012-10210b3-rich.scene"}) {
    SCOPED_TRACE(name);
    const Bytes bytes = read_file(std::string(VITRINE_TEST_DATA) + "/kri/reference/" + name);
    ASSERT_FALSE(bytes.empty());
    expect_equal_generations(load_kri(bytes).scene);
  }
}

TEST(KriExport, TheFileOfAnArtistComesBackFromBothGenerations) {
  const Bytes bytes = read_file(std::string(VITRINE_SHARED) + "/corpus/kri/real/asm_169a98a.scene");
  if (bytes.empty()) GTEST_SKIP() << "corpus/kri/real is absent";
  expect_equal_generations(load_kri(bytes).scene);
}

TEST(KriExport, TheLastGenerationBringsEverythingBack) {
  const Scene scene = stage_scene();
  const KriExport out = exported(scene);
  const Loaded loaded = load_kri(out.bytes);
  ASSERT_TRUE(loaded.status.ok());
  EXPECT_EQ(loaded.diagnostics.messages().size(), 0u) << loaded.texts();
  const Scene& back = loaded.scene;
  ASSERT_EQ(back.nodes.size(), scene.nodes.size());
  for (const Node& node : scene.nodes) {
    const auto found =
        std::find_if(back.nodes.begin(), back.nodes.end(), [&](const Node& n) { return n.name == node.name; });
    ASSERT_NE(found, back.nodes.end()) << node.name;
    EXPECT_EQ(found->kind, node.kind) << node.name;
    EXPECT_EQ(found->local.translation, node.local.translation) << node.name;
    EXPECT_EQ(found->parent == kNone, node.parent == kNone) << node.name;
    if (node.parent != kNone) {
      EXPECT_EQ(back.nodes[found->parent].name, scene.nodes[node.parent].name);
    }
  }
  ASSERT_EQ(back.materials.size(), 2u);
  EXPECT_EQ(back.materials[0].diffuse, scene.materials[0].diffuse);
  EXPECT_EQ(back.materials[0].hardness, 40);
  ASSERT_EQ(back.materials[0].slots.size(), 1u);
  EXPECT_EQ(back.textures[back.materials[0].slots[0].texture].name, "/wood.tga");
  EXPECT_EQ(back.materials[0].slots[0].uv_scale, glm::vec2(2, 2));
  EXPECT_EQ(back.lights[0].attenuation, scene.lights[0].attenuation);
  EXPECT_EQ(back.lights[0].spot_angle_rad, scene.lights[0].spot_angle_rad);
  EXPECT_EQ(back.cameras[0].fov_rad, scene.cameras[0].fov_rad);
  EXPECT_TRUE(back.cameras[0].active);
  EXPECT_EQ(back.emitters[0].count, 500u);
  EXPECT_EQ(back.emitters[0].lifetime_s, 2);
  ASSERT_EQ(back.meshes.size(), 2u);
  EXPECT_EQ(back.meshes[1].color_layers[0].color[0], glm::u8vec4(10, 200, 30, 255));
  EXPECT_EQ(back.meshes[1].shapes[1].name, "Wide");
  EXPECT_EQ(back.meshes[1].shapes[1].value, 0.25f);
  // The tube has both materials, each with its area.
  ASSERT_EQ(back.meshes[0].primitives.size(), 2u);
  EXPECT_EQ(back.meshes[0].primitives[1].material, 1u);
}

TEST(KriExport, ActionsMoveTheSameWay) {
  const Scene scene = stage_scene();
  const Scene back = load_kri(exported(scene).bytes).scene;
  ASSERT_EQ(back.clips.size(), 2u);
  const auto clip_named = [](const Scene& s, const std::string& name) {
    return std::find_if(s.clips.begin(), s.clips.end(), [&](const Clip& c) { return c.name == name; });
  };
  for (const Clip& clip : scene.clips) {
    const auto found = clip_named(back, clip.name);
    ASSERT_NE(found, back.clips.end());
    EXPECT_EQ(found->duration_s, clip.duration_s);
    ASSERT_EQ(found->curves.size(), clip.curves.size());
    for (const Curve& curve : clip.curves) {
      const auto same = std::find_if(found->curves.begin(), found->curves.end(), [&](const Curve& c) {
        return c.channel == curve.channel && c.component == curve.component && c.target_kind == curve.target_kind;
      });
      ASSERT_NE(same, found->curves.end());
      for (const double t : {-0.5, 0.0, 0.25, 0.5, 0.8, 1.0, 1.5}) {
        EXPECT_NEAR(pose::evaluate(*same, t), pose::evaluate(curve, t), 1e-6) << clip.name << " " << t;
      }
    }
  }
}

TEST(KriExport, TheLogEnumeratesWhatWasWritten) {
  const KriExport out = exported(stage_scene());
  const std::string text = out.log.text();
  for (const char* line : {"Settings:\n",
                           "\tData: nquc\n",
                           "\tQuat interpolation: yes\n",
                           "\tTick: 0.04\n",
                           "Started.\n",
                           "[Red] SURFACE\n",
                           "\t(i) shading: LAMBERT PHONG\n",
                           "\t\taffects: color_diffuse(1.00),\n",
                           "\t\tFILE: /wood.tga\n",
                           "ARMATURE Rig None\n",
                           "MESH Body Rig\n",
                           "MESH Plain None\n",
                           "LAMP Lamp None\n",
                           "CAMERA Eye Plain\n",
                           "\tSPOT type, 30.0 distance\n",
                           "\t(i) spherical limit\n",
                           "\tfalloff: INVERSE_SQUARE, 0.0000 q1, 0.0100 q2\n",
                           "\t(i) active\n",
                           "\tdist: [0.10-100.00], fov: 0.90\n",
                           "\t2 bones\n",
                           "\t(i) UV layers: 1\n",
                           "\t(i) Color layers: 1\n",
                           "\t+shape: 0.250 [Wide]\n",
                           "\t+particle: Sparks [Blue], 500 num\n",
                           "\t\t(i) emitter: [1-100] life 50\n",
                           "\t+anim: Walk, 25 frames, 2 groups\n",
                           "\t\tlocation[3], rotation_quaternion[4]\n",
                           "\t+anim: Glow, 25 frames, 0 groups\n",
                           "avg tangent accuracy\n",
                           "avg handness\n",
                           "avg vertex usage\n",
                           "bone weights: 0 empty, ",
                           "Done.\n"}) {
    EXPECT_NE(text.find(line), std::string::npos) << line << text;
  }
  const nlohmann::ordered_json json = out.log.json();
  EXPECT_EQ(json["errors"], 0);
  EXPECT_EQ(json["lines"].size(), out.log.lines().size());
  uint64_t infos = 0;
  for (const auto& line : json["lines"]) infos += line["level"] == "info";
  EXPECT_EQ(json["infos"], infos);
  EXPECT_NE(text.find(out.log.summary() + "\n"), std::string::npos);
}

TEST(KriExport, StatisticsAreThoseOfTheFile) {
  const KriExport out = exported(stage_scene());
  const Scene back = load_kri(out.bytes).scene;
  ASSERT_EQ(out.meshes.size(), 2u);
  for (size_t m = 0; m < 2; ++m) {
    EXPECT_EQ(out.meshes[m].vertices, back.meshes[m].positions.size());
    EXPECT_EQ(out.meshes[m].triangles, back.meshes[m].indices.size() / 3);
    EXPECT_EQ(out.meshes[m].negatives_after[0], out.meshes[m].triangles);
    EXPECT_GT(out.meshes[m].clones, 0u);
  }
}

TEST(KriExport, OtherAxesStandUprightAndKeepTheirOutside) {
  Scene scene = stage_scene();
  scene.axes = {};  // y up, right-handed, v from the top
  const Scene back = load_kri(exported(scene).bytes).scene;
  // y up becomes z up: (x, y, z) -> (x, -z, y).
  const auto plain = std::find_if(back.nodes.begin(), back.nodes.end(), [](const Node& n) { return n.name == "Lamp"; });
  EXPECT_LT(glm::length(plain->local.translation - glm::vec3(0, -9, 0)), 1e-6f);
  scene.axes.handedness = Handedness::kLeft;
  const Scene mirrored = load_kri(exported(scene).bytes).scene;
  for (const Scene* s : {&back, &mirrored}) {
    for (const Mesh& mesh : s->meshes) {
      for (size_t k = 0; k < mesh.indices.size(); k += 3) {
        const auto p = [&](size_t c) { return mesh.positions[mesh.indices[k + c]]; };
        const auto n = [&](size_t c) { return mesh.normals[mesh.indices[k + c]]; };
        const glm::vec3 face = glm::cross(p(1) - p(0), p(2) - p(0));
        // Middles of divided edges have frames far from the surface, so the sum of three may be small but not reversed.
        if (glm::dot(n(0), n(1)) > 0.2f && glm::dot(n(1), n(2)) > 0.2f) {
          EXPECT_GT(glm::dot(face, n(0) + n(1) + n(2)), 0);
        }
      }
    }
  }
}

Bounds box_of_texture(const Mesh& mesh) {
  Bounds box;
  for (const glm::vec2& uv : mesh.uv_layers[0].uv) box.add(glm::vec3(uv, 0));
  return box;
}

TEST(KriExport, TextureCoordinatesCountFromTheBottom) {
  Scene scene = stage_scene();
  scene.axes.uv_origin_top = true;
  const Bounds given = box_of_texture(scene.meshes[1]);
  const Bounds back = box_of_texture(load_kri(exported(scene).bytes).scene.meshes[1]);
  EXPECT_NEAR(back.min.y, 1 - given.max.y, 1e-5);
  EXPECT_NEAR(back.max.y, 1 - given.min.y, 1e-5);
}

TEST(KriExport, NormalsOfAScaledNodeHaveTheLengthOne) {
  Scene scene = stage_scene();
  Mesh& body = scene.meshes[0];
  body.uv_layers.clear();  // without a layer the normals are written as they are, and as no turn of the surface
  scene.nodes[3].local.scale = glm::vec3(2);
  for (const kri::Generation generation : {kri::Generation::kSeed, kri::Generation::kLast}) {
    const Scene back = load_kri(exported(scene, {.generation = generation}).bytes).scene;
    ASSERT_FALSE(back.meshes[0].normals.empty());
    for (const glm::vec3& n : back.meshes[0].normals) {
      EXPECT_NEAR(glm::length(n), 1, 1e-5);
      EXPECT_NEAR(n.z, 0, 1e-5);  // of the tube around z
    }
  }
}

TEST(KriExport, StraightMovesKeepTheirKeysInOtherAxesAndTurnsByAnglesDoNot) {
  Scene scene = stage_scene();
  scene.axes = {};
  const auto keys_of = [&](Channel channel) {
    scene.clips.resize(1);
    scene.clips[0].curves = {curve_of(TargetKind::kNode, 4, channel, 0, "", {0, 1})};  // from 0 to 0.5 s
    LossReport loss_report;
    const auto written = export_kri(scene, {}, loss_report);
    const auto& losses = loss_report.losses();
    const bool lost = std::any_of(losses.begin(), losses.end(), [](const Loss& loss) { return loss.what == "curves"; });
    return std::pair(load_kri(written->bytes).scene.clips.at(0).curves.at(0).keys.size(), lost);
  };
  EXPECT_EQ(keys_of(Channel::kTranslation), std::pair(size_t{2}, false));
  // A frame every 0.04 s, and the last key.
  EXPECT_EQ(keys_of(Channel::kRotationEuler), std::pair(size_t{14}, true));
}

TEST(KriExport, ACurveThatItHasNoWordForIsCountedWhereverItStands) {
  Scene scene = stage_scene();
  scene.axes = {};
  const Curve moves = curve_of(TargetKind::kNode, 4, Channel::kTranslation, 0, "", {0, 1}),
              other = curve_of(TargetKind::kNode, 4, Channel::kOther, 0, "spin", {0, 1});
  scene.clips.resize(1);
  for (const std::vector<Curve>& curves : {std::vector{other, moves}, std::vector{moves, other}}) {
    scene.clips[0].curves = curves;
    LossReport loss_report;
    ASSERT_TRUE(export_kri(scene, {}, loss_report).ok());
    uint64_t lost = 0;
    for (const Loss& loss : loss_report.losses()) lost += loss.what == "curves" ? loss.count : 0;
    EXPECT_EQ(lost, 1u);
  }
}

TEST(PivotExport, TextureCoordinatesCountFromTheTopInItsOwnAxesToo) {
  Scene scene;
  add_node(scene, "Sheet", NodeKind::kMesh, kNone);
  scene.nodes[0].mesh = 0;
  Mesh mesh = tube("Sheet", 2, 5);
  for (Primitive& primitive : mesh.primitives) primitive.material = kNone;
  scene.meshes.push_back(mesh);
  for (const bool top : {true, false}) {
    scene.axes.uv_origin_top = top;
    LossReport loss_report;
    const auto bytes = export_pivot(scene, {}, loss_report);
    ASSERT_TRUE(bytes.ok());
    const Scene back = load_row(pivot::rows()[0], *bytes).scene;
    const Bounds given = box_of_texture(mesh), read = box_of_texture(back.meshes.at(0));
    EXPECT_EQ(back.axes.uv_origin_top, true);
    EXPECT_NEAR(read.min.y, top ? given.min.y : 1 - given.max.y, 1e-5);
    EXPECT_NEAR(read.max.y, top ? given.max.y : 1 - given.min.y, 1e-5);
  }
}

TEST(PivotExport, AnySceneStandsUprightWithItsVertices) {
  const Scene scene = stage_scene();
  for (const pivot::Dialect& dialect : pivot::kDialects) {
    LossReport loss_report;
    const auto bytes = export_pivot(scene, {.dialect = dialect}, loss_report);
    ASSERT_TRUE(bytes.ok());
    const Loaded loaded = load_row(pivot::rows()[0], *bytes);
    ASSERT_TRUE(loaded.status.ok()) << loaded.status.error().message();
    EXPECT_EQ(loaded.info["dialect"], pivot::dialect_id(dialect));
    ASSERT_EQ(loaded.scene.nodes.size(), scene.nodes.size());
    ASSERT_EQ(loaded.scene.meshes.size(), 2u);
    EXPECT_EQ(loaded.scene.meshes[0].indices.size(), scene.meshes[0].indices.size());
    // Z up becomes Y up: (x, y, z) -> (x, z, -y). Surfaces have vertices of their own, so boxes are compared.
    Bounds expected, have;
    for (const glm::vec3& p : scene.meshes[0].positions) expected.add({p.x, p.z, -p.y});
    for (const glm::vec3& p : loaded.scene.meshes[0].positions) have.add(p);
    EXPECT_LT(glm::length(have.min - expected.min), 1e-5f);
    EXPECT_LT(glm::length(have.max - expected.max), 1e-5f);
    for (const char* what : {"actions", "materials", "cameras", "layers", "shapes"}) {
      const auto& losses = loss_report.losses();
      EXPECT_TRUE(std::any_of(losses.begin(), losses.end(), [&](const Loss& loss) { return loss.what == what; }))
          << what;
    }
    // No triangle had to be turned: the winding was taken over with the axes.
    EXPECT_EQ(loaded.diagnostics.count(Severity::kWarning), 0u) << loaded.texts();
  }
}

TEST(KriExport, NamesStayDifferentWhenTheyAreCut) {
  Scene scene;
  scene.axes.up = Up::kZ;
  for (const char* name : {"a name that is longer than 24 bytes: one", "a name that is longer than 24 bytes: two"}) {
    add_node(scene, name, NodeKind::kEmpty, scene.nodes.empty() ? kNone : 0);
  }
  const Scene back = load_kri(exported(scene, {.generation = kri::Generation::kSeed}).bytes).scene;
  ASSERT_EQ(back.nodes.size(), 2u);
  EXPECT_EQ(back.nodes[0].name, "a name that is longer th");
  EXPECT_EQ(back.nodes[1].name, "a name that is longer .1");
  EXPECT_EQ(back.nodes[1].parent, 0u);
}

}  // namespace
}  // namespace vitrine
