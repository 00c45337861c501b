// What the readers make of files, with numbers worked out by hand.

#include <algorithm>
#include <cmath>
#include <numbers>

#include "base/names.h"
#include "formats/md5/support.h"
#include "scene/fit.h"

namespace vitrine::md5test {
namespace {

constexpr double kNear = 1e-5;

void expect_near(const Point& got, const Point& want, const char* what) {
  for (size_t i = 0; i < 3; ++i) EXPECT_NEAR(got[i], want[i], kNear) << what << " component " << i;
}
/// Where a direction of the node's space points.
Point turned(const Matrix& m, const Point& v) {
  Point out;
  for (size_t r = 0; r < 3; ++r) out[r] = m[0][r] * v[0] + m[1][r] * v[1] + m[2][r] * v[2];
  return out;
}
Input changed(Input input, const std::string& from, const std::string& to) {
  const size_t at = input.bytes.find(from);
  EXPECT_NE(at, std::string::npos) << from;
  if (at != std::string::npos) input.bytes.replace(at, from.size(), to);
  return input;
}
std::vector<Point> posed(const Document& document, uint32_t frame) {
  const Scene& scene = document.scene;
  return skin(scene, mesh_nodes(scene)[0], world_matrices(scene, &scene.clips[0], frame));
}

// The orientation ( 0 0.6 0 ) has w = 0.8; as the conjugate it maps x to (0.28, 0, 0.96) and z to (-0.96, 0, 0.28).
const std::vector<Point> kFlag = {{1, 0, 10}, {0, 4, 13}, {-1.78, -0.5, 15.04}, {-1.52, 0, 14.36}};

TEST(Md5Mesh, VerticesStandWhereTheirWeightsPutThem) {
  for (const char* file : {"flag.md5mesh", "cr_only.md5mesh", "nul_tail.md5mesh", "no_close.md5mesh"}) {
    SCOPED_TRACE(file);
    const Document document = load({data_file(std::string("valid/") + file)});
    ASSERT_TRUE(document.opened());
    const Mesh& mesh = document.scene.meshes[0];
    ASSERT_EQ(mesh.positions.size(), 4u);
    const auto world = world_matrices(document.scene, nullptr, 0);
    const auto skinned = skin(document.scene, mesh_nodes(document.scene)[0], world);
    for (size_t v = 0; v < 4; ++v) {
      expect_near(to_point(mesh.positions[v]), kFlag[v], "stored");
      expect_near(skinned[v], kFlag[v], "skinned");
    }
  }
}

TEST(Md5Mesh, JointsAreNodesWithLocalTransformsAndMeshesNodesWithASkin) {
  const Document document = load({data_file("valid/flag.md5mesh")});
  const Scene& scene = document.scene;
  ASSERT_EQ(scene.nodes.size(), 4u);
  EXPECT_EQ(scene.nodes[1].name, "spine");
  EXPECT_EQ(scene.nodes[1].kind, NodeKind::kJoint);
  EXPECT_EQ(scene.nodes[1].parent, 0u);
  expect_near(to_point(scene.nodes[1].local.translation), {0, 0, 4}, "spine");
  EXPECT_NEAR(scene.nodes[1].local.rotation.y, -0.6f, 1e-6);
  EXPECT_NEAR(scene.nodes[1].local.rotation.w, 0.8f, 1e-6);
  // Head and spine are turned alike, so the head is not turned relative to it: (0, 0, 4) back through the spine.
  expect_near(to_point(scene.nodes[2].local.translation), {0.96 * 4, 0, 0.28 * 4}, "head");
  EXPECT_EQ(scene.nodes[2].rest, kNone);
  EXPECT_EQ(scene.nodes[3].kind, NodeKind::kMesh);
  EXPECT_EQ(scene.nodes[3].skin, 0u);
  EXPECT_TRUE(scene.skins[0].joint_from_bind.empty());
  EXPECT_EQ(scene.meshes[0].name, "flag");  // of the comment, not of the shader
  EXPECT_EQ(scene.meshes[0].normal_rule, NormalRule::kRecompute);
  EXPECT_EQ(scene.axes.up, Up::kZ);
  EXPECT_EQ(scene.axes.handedness, Handedness::kRight);
  EXPECT_EQ(scene.axes.front_face, FrontFace::kClockwise);
}

TEST(Md5Mesh, JointsTurnTheShorterWay) {
  // About y, as w and y of the conjugate: (0.6, -0.8) for the spine, (0.6, 0.8) for the head. From one to the other it
  // is (0.6, 0.8) twice, (-0.28, 0.96), which is (0.28, -0.96) as well.
  const Input input = changed(data_file("valid/flag.md5mesh"), "\"spine\"\t0 ( 0 0 14 ) ( 0 0.6 0 )",
                              "\"spine\"\t0 ( 0 0 14 ) ( 0 0.8 0 )");
  const Document document =
      load({changed(input, "\"head\"\t1 ( 0 0 18 ) ( 0 0.6 0 )", "\"head\"\t1 ( 0 0 18 ) ( 0 -0.8 0 )")});
  ASSERT_TRUE(document.opened());
  const glm::quat& q = document.scene.nodes[2].local.rotation;
  EXPECT_NEAR(q.w, 0.28, kNear);
  EXPECT_NEAR(q.y, -0.96, kNear);
}

TEST(Md5Mesh, WeightsThatDoNotSumTo1AreSaid) {
  const Input input = data_file("valid/flag.md5mesh");
  EXPECT_FALSE(load({input}).has("MD5_WEIGHT_SUM"));
  const Document document = load({changed(input, "weight 2 1 0.75", "weight 2 1 0.85")});
  const Message* message = document.find("MD5_WEIGHT_SUM");
  ASSERT_NE(message, nullptr);
  EXPECT_EQ(message->line, 19u);  // of vertex 1, whose weights are 0.25 and 0.85
  EXPECT_NE(message->text.find("vertex 1 sum to 1.1"), std::string::npos) << message->text;
}

TEST(Md5Mesh, EveryWeightSumThatIsToldHasItsLineHoweverManyThereAre) {
  std::string text =
      "MD5Version 10\ncommandline \"\"\nnumJoints 1\nnumMeshes 4096\njoints {\n"
      "\"root\" -1 ( 0 0 0 ) ( 0 0 0 )\n}\n";
  for (int i = 0; i < 4096; ++i)
    text +=
        "mesh {\nshader \"s\"\nnumverts 3\nvert 0 ( 0 0 ) 0 1\nvert 1 ( 1 0 ) 1 1\nvert 2 ( 0 1 ) 2 1\n"
        "numtris 1\ntri 0 0 1 2\nnumweights 3\nweight 0 0 1 ( 0 0 0 )\nweight 1 0 0.5 ( 4 0 0 )\n"
        "weight 2 0 1 ( 0 4 0 )\n}\n";
  const Document document = load({{"many.md5mesh", text}});
  EXPECT_EQ(document.diagnostics.count(Severity::kWarning), 4096u);
  const auto& messages = document.diagnostics.messages();
  ASSERT_EQ(messages.size(), 64u);
  for (uint32_t i = 0; i < 64; ++i) {
    EXPECT_EQ(messages[i].line, 12 + 13 * i) << "of vertex 1 of mesh " << i;
    EXPECT_EQ(messages[i].path, "meshes[" + std::to_string(i) + "].vertices[1]");
  }
}

TEST(Md5Mesh, JointsAndMeshesKnowTheirPlaceInTheFile) {
  const Input input = data_file("valid/flag.md5mesh");
  const Document document = load({input});
  const SourceRange& joint = document.scene.nodes[1].source;
  EXPECT_EQ(input.bytes.substr(joint.offset, joint.length), "\"spine\"\t0 ( 0 0 14 ) ( 0 0.6 0 )");
  const SourceRange& mesh = document.scene.meshes[0].source;
  EXPECT_EQ(mesh.offset, input.bytes.find("mesh {"));
  EXPECT_EQ(mesh.offset + mesh.length, input.bytes.rfind('}') + 1);
}

TEST(Md5Mesh, TexturesAreLookedForUnderTheNamesTheEnginesUse) {
  const Document document = load({data_file("valid/flag.md5mesh")});
  const Scene& scene = document.scene;
  const Material& material = scene.materials[0];
  EXPECT_EQ(material.name, "models/test/flag");
  ASSERT_EQ(material.slots.size(), 5u);
  const auto candidates = [&](size_t slot) { return scene.textures[material.slots[slot].texture].candidates; };
  const auto has = [&](size_t slot, const char* name) {
    const auto list = candidates(slot);
    return std::find(list.begin(), list.end(), name) != list.end();
  };
  EXPECT_EQ(candidates(0)[0], "models/test/flag.tga");
  EXPECT_TRUE(has(0, "flag.png"));
  EXPECT_TRUE(has(0, "models/test/flag_d.jpg"));
  EXPECT_EQ(material.slots[1].role, TextureRole::kNormal);
  EXPECT_TRUE(has(1, "models/test/flag_local.tga"));
  EXPECT_EQ(material.slots[2].role, TextureRole::kSpecular);
  EXPECT_TRUE(has(2, "flag_s.dds"));
  EXPECT_EQ(material.slots[3].role, TextureRole::kHeight);
  EXPECT_TRUE(has(3, "flag_h.jpeg"));
  EXPECT_EQ(material.slots[4].role, TextureRole::kEmissive);
  EXPECT_TRUE(has(4, "models/test/flag_glow.tga"));
  EXPECT_TRUE(has(4, "flag_00_00_luma.png"));
  EXPECT_TRUE(has(0, "models/test/flag.wal"));
  EXPECT_TRUE(has(0, "flag_00_00.lmp"));
}

TEST(Md5Mesh, PathsOfSomebodysDiskAreReducedToTheirFileName) {
  const Document document =
      load({changed(data_file("valid/flag.md5mesh"), "models/test/flag", "f:\\\\art\\\\Flag.TGA")});
  const auto& candidates = document.scene.textures[0].candidates;
  EXPECT_EQ(candidates[0], "Flag.TGA");
  for (const std::string& name : candidates) EXPECT_EQ(name.find('/'), std::string::npos) << name;
}

TEST(Md5Mesh, WithoutAShaderTheNamesOfTheFileAndOfTheFolderServe) {
  const Document document = load({changed(data_file("valid/flag.md5mesh"), "shader \"models/test/flag\"", "")});
  const auto& diffuse = document.scene.textures[0].candidates;
  const auto& normal = document.scene.textures[1].candidates;
  EXPECT_EQ(diffuse[0], "flag.tga");
  EXPECT_EQ(std::count(diffuse.begin(), diffuse.end(), "diffuse.png"), 1);
  EXPECT_EQ(std::count(normal.begin(), normal.end(), "normal.png"), 1);
  EXPECT_EQ(document.find("MD5_MISSING_KEY")->line, 17u);
}

TEST(Md5Mesh, DialectsAreReadAndToldApart) {
  const Document document = load({data_file("valid/dialects.md5mesh")});
  ASSERT_TRUE(document.opened());
  const Scene& scene = document.scene;
  EXPECT_EQ(document.info[0]["commandline"], "c:\\maya\\new.mb //srv/a");  // no escapes, strings join
  EXPECT_EQ(scene.nodes[0].name, "a b");
  EXPECT_EQ(scene.nodes[1].name, "other/joint.L");
  expect_near(to_point(scene.nodes[1].local.translation), {16, 1, 8}, "hex, exponent, octal");
  ASSERT_EQ(scene.meshes.size(), 2u);
  EXPECT_EQ(scene.meshes[0].name, "second name");
  EXPECT_EQ(scene.materials[0].properties[0].text, "noAnimate vertexColor");
  // Vertices and weights land where their numbers say.
  EXPECT_EQ(scene.meshes[0].uv_layers[0].uv[1], glm::vec2(1, 0));
  expect_near(to_point(scene.meshes[0].positions[0]), {0, 0, 0}, "vertex 0");
  expect_near(to_point(scene.meshes[0].positions[1]), {17, 1.25, 8}, "vertex 1");
  for (const char* code : {"MD5_UNKNOWN_KEY", "MD5_INDEX_ORDER", "MD5_OCTAL", "MD5_NUMBER_FORM", "MD5_NUM_MESHES",
                           "MD5_MISSING_KEY", "MD5_NOT_CLOSED", "MD5_GAME_REFUSES"})
    EXPECT_TRUE(document.has(code)) << code;
  const Message* hint = document.find("MD5_GAME_REFUSES");
  EXPECT_EQ(hint->severity, Severity::kHint);
  EXPECT_EQ(hint->line, 4u);  // numTransforms is the first thing the game does not know
  EXPECT_EQ(hint->column, 1u);
}

TEST(Md5Dialects, JunkBehindACompleteFileIsLeftOutWithAWarning) {
  const Input mesh = data_file("valid/flag.md5mesh"), anim = data_file("valid/wave.md5anim");
  const auto lines = [](const std::string& text) { return std::count(text.begin(), text.end(), '\n') + 1u; };
  const Document clean = load({mesh, anim});
  for (const std::string junk : {"}", "0", "\"not closed", "[]\x01\x7f 12 }", "} frame 0 {"}) {
    SCOPED_TRACE(junk);
    const Document document = load({{mesh.name, mesh.bytes + "\n" + junk}, {anim.name, anim.bytes + "\n" + junk}});
    ASSERT_TRUE(document.opened());
    ASSERT_EQ(document.scene.clips.size(), 1u);
    EXPECT_EQ(document.scene.clips[0].frame_count, clean.scene.clips[0].frame_count);
    EXPECT_EQ(document.scene.meshes.size(), clean.scene.meshes.size());
    const Message* warning = document.find("MD5_TRAILING");
    ASSERT_NE(warning, nullptr);
    EXPECT_EQ(warning->severity, Severity::kWarning);
    EXPECT_EQ(warning->line, lines(mesh.bytes + "\n"));
    EXPECT_NE(warning->text.find("after the last block"), std::string::npos);
  }
  const std::string half = anim.bytes.substr(0, anim.bytes.rfind("frame"));
  EXPECT_FALSE(load({mesh, {anim.name, half + "}"}}).opened()) << "a frame is missing";
}

TEST(Md5Scale, FactorsMoveTheVerticesOfTheirJointAndNoOtherJoint) {
  const Document plain = load({data_file("valid/flag.md5mesh"), data_file("valid/wave.md5anim")});
  const Document scaled =
      load({data_file("valid/flag.md5mesh"), data_file("valid/wave.md5anim"), data_file("valid/wave.md5scale")});
  ASSERT_TRUE(plain.opened() && scaled.opened());
  const size_t joints = plain.scene.nodes.size();
  ASSERT_EQ(scaled.scene.nodes.size(), joints + 2);
  EXPECT_EQ(scaled.scene.nodes[joints].name, "head.scale");
  const Clip& clip = scaled.scene.clips.at(0);
  ASSERT_EQ(clip.curves.size(), 6u);
  const auto values = [&](size_t curve) {
    std::vector<std::pair<double, double>> out;
    for (const Key& key : clip.curves[curve].keys) out.emplace_back(key.time_s * clip.frame_rate, key.value);
    return out;
  };
  using Steps = std::vector<std::pair<double, double>>;
  EXPECT_EQ(values(0), (Steps{{0, 1}, {2, 0.25}}));
  EXPECT_EQ(values(3), (Steps{{0, 1}, {1, 0.5}, {2, 2}}));
  for (const Curve& curve : clip.curves) EXPECT_EQ(curve.interpolation, Interpolation::kStep);
  for (const Skin& skin : scaled.scene.skins) EXPECT_EQ(std::count(skin.joints.begin(), skin.joints.end(), joints), 1);
  // The head's own place in the spine is scaled in frame 2 as well, that of the spine in the hips never.
  const auto& before = *plain.scene.clips[0].frames;
  for (size_t at = 0; at < before.translations.size(); ++at)
    EXPECT_EQ(clip.frames->translations[at], (at == 8 ? 0.25f : 1.0f) * before.translations[at]) << at;
}

TEST(Md5Scale, WithoutItsAnimationNothingIsScaledAndThatIsTold) {
  const Document alone = load({data_file("valid/flag.md5mesh"), data_file("valid/wave.md5scale")});
  EXPECT_TRUE(alone.opened());
  EXPECT_TRUE(alone.has("MD5_SCALE"));
}

TEST(Md5Scale, ManyJointsThatAreNotHereAreToldAtTheirPlaces) {
  std::string text = "{\n";
  for (int i = 0; i < 50'000; ++i) text += "\"joint" + std::to_string(i) + "\": { \"1\": 2 },\n";
  const Document document = load({data_file("valid/flag.md5mesh"),
                                  data_file("valid/wave.md5anim"),
                                  {"wave.md5scale", text + "\"head\": { \"1\": 2 } }\n"}});
  ASSERT_TRUE(document.opened());
  EXPECT_EQ(document.scene.nodes.back().name, "head.scale");
  EXPECT_EQ(document.scene.clips.at(0).curves.size(), 3u);
  EXPECT_EQ(document.diagnostics.count(Severity::kWarning), 50'000u);
  for (const Message& message : document.diagnostics.messages()) {
    const std::string line = text.substr(message.offset, text.find(':', message.offset) - message.offset);
    EXPECT_NE(message.text.find(line.substr(1, line.size() - 2)), std::string::npos) << message.text;
  }
}

TEST(Md5Mesh, AParentMayStandBehindItsChild) {
  Input input = changed(data_file("valid/flag.md5mesh"), "\"hips\"\t-1", "\"hips\"\t2");
  input = changed(input, "\"spine\"\t0", "\"spine\"\t2");
  input = changed(input, "\"head\"\t1", "\"head\"\t-1");
  const Document document = load({input});
  ASSERT_TRUE(document.opened());
  const Scene& scene = document.scene;
  EXPECT_EQ(scene.nodes[0].name, "head");
  const auto skinned = skin(scene, mesh_nodes(scene)[0], world_matrices(scene, nullptr, 0));
  for (size_t v = 0; v < 4; ++v) expect_near(skinned[v], kFlag[v], "skinned");
  EXPECT_EQ(document.find("MD5_PARENT_ORDER")->line, 8u);
}

TEST(Md5Mesh, SharedWeightsAreCopiedToEachVertex) {
  const Document document = load({changed(data_file("valid/flag.md5mesh"), "( 0 1 ) 4 2", "( 0 1 ) 1 2")});
  ASSERT_TRUE(document.opened());
  const Mesh& mesh = document.scene.meshes[0];
  EXPECT_EQ(mesh.influence_first, (std::vector<uint32_t>{0, 1, 3, 4, 6}));
  expect_near(to_point(mesh.positions[3]), kFlag[1], "vertex 3");
}

TEST(Md5Mesh, TwoModelsOfOneDocumentKeepTheirOwnIndices) {
  const Document document = load({data_file("valid/flag.md5mesh"), data_file("valid/flag.md5mesh")});
  const Scene& scene = document.scene;
  ASSERT_EQ(scene.nodes.size(), 8u);
  EXPECT_EQ(scene.nodes[5].parent, 4u);
  EXPECT_EQ(scene.nodes[7].mesh, 1u);
  EXPECT_EQ(scene.nodes[7].skin, 1u);
  EXPECT_EQ(scene.meshes[1].primitives[0].material, 1u);
  EXPECT_EQ(scene.materials[0].slots.size(), 5u);
  EXPECT_EQ(scene.materials[1].slots[0].texture, 5u);
  expect_near(skin(scene, 7, world_matrices(scene, nullptr, 0))[2], kFlag[2], "second model");
}

TEST(Md5Anim, FlaggedComponentsReplaceThoseOfTheBaseFrame) {
  for (const char* file : {"wave.md5anim", "crlf.md5anim"}) {
    SCOPED_TRACE(file);
    const Document document = load({data_file("valid/flag.md5mesh"), data_file(std::string("valid/") + file)});
    ASSERT_TRUE(document.opened());
    const Clip& clip = document.scene.clips[0];
    EXPECT_EQ(clip.frame_count, 3u);
    EXPECT_DOUBLE_EQ(clip.duration_s, 2.0 / 12);
    EXPECT_EQ(clip.root_node, 0u);
    // Frame 0: the head hangs 4 above the turned spine, at (-3.84, 0, 15.12).
    expect_near(posed(document, 0)[3], {-3.44, 0, 12.92}, "frame 0");
    expect_near(posed(document, 2)[0], {3, 0, 10}, "frame 2");
    EXPECT_EQ(clip.frames->bounds[2].max, glm::vec3(4, 5, 20));
  }
}

TEST(Md5Anim, DeviationsOfRealExportersAreToldAndPlayed) {
  const Document document = load({data_file("valid/blender.md5anim")});
  ASSERT_TRUE(document.opened());
  for (const char* code : {"MD5_FRAME_RATE", "MD5_ANIM_ROOTS", "MD5_ANIM_FLAGS", "MD5_BOUNDS_COUNT", "MD5_FRAME_ORDER"})
    EXPECT_TRUE(document.has(code)) << code;
  const Clip& clip = document.scene.clips[0];
  EXPECT_DOUBLE_EQ(clip.frame_rate, 24);
  EXPECT_EQ(clip.frames->animated_bits[2], 4);  // 68 without its unknown bit
  EXPECT_EQ(clip.frames->bounds.size(), 3u);
}

TEST(Md5Anim, WithoutAModelItShowsItsOwnJoints) {
  const Document document = load({data_file("valid/wave.md5anim")});
  const Scene& scene = document.scene;
  ASSERT_EQ(scene.nodes.size(), 3u);
  EXPECT_EQ(scene.nodes[2].name, "head");
  EXPECT_TRUE(scene.clips[0].playable);
  expect_near(world_matrices(scene, nullptr, 0)[2][3], {-3.84, 0, 15.12}, "head at rest");
  expect_near(world_matrices(scene, &scene.clips[0], 2)[0][3], {2, 0, 10}, "hips in frame 2");
}

/// Tracks by names alone, as they are looked for: the same place, then equal names, then names that differ in case.
std::vector<uint32_t> plain_fit(const std::vector<std::string>& joints, const std::vector<std::string>& tracks) {
  std::vector<uint32_t> out(joints.size(), kNone);
  std::vector<bool> used(tracks.size(), false);
  const auto take = [&](size_t j, size_t t) { out[j] = static_cast<uint32_t>(t), used[t] = true; };
  for (size_t j = 0; j < std::min(joints.size(), tracks.size()); ++j)
    if (joints[j] == tracks[j]) take(j, j);
  for (const bool any_case : {false, true}) {
    const std::vector<bool> taken = used;
    for (size_t j = 0; j < joints.size(); ++j) {
      if (out[j] != kNone) continue;
      size_t t = 0;
      while (t < tracks.size() &&
             (taken[t] || !(any_case ? equal_ignoring_case(tracks[t], joints[j]) : tracks[t] == joints[j])))
        ++t;
      if (t < tracks.size() && !used[t]) take(j, t);
    }
  }
  return out;
}

std::vector<uint32_t> names_fit(const std::vector<std::string>& joints, const std::vector<std::string>& tracks) {
  Scene scene;
  Skeleton skeleton;
  std::vector<FitTrack> raw;
  for (const std::string& name : joints) {
    skeleton.nodes.push_back(static_cast<uint32_t>(scene.nodes.size()));
    skeleton.parents.push_back(-1);
    scene.nodes.emplace_back().name = name;
  }
  for (const std::string& name : tracks) raw.emplace_back().name = name;
  skeleton.joint_count = static_cast<uint32_t>(joints.size());
  fit(scene, skeleton, raw, FitRule::kNames);
  return skeleton.fit.track;
}

TEST(Md5Fit, NamesAreFoundAsThePlainRuleFindsThem) {
  const std::vector<std::string> names = {"a", "A", "b", "", "B"};
  const auto list = [&](uint32_t code) {
    std::vector<std::string> out;
    for (; code != 0; code /= 6)
      if (code % 6 != 0) out.push_back(names[code % 6 - 1]);
    return out;
  };
  for (uint32_t joints = 1; joints < 1296; joints += 7) {
    for (uint32_t tracks = 1; tracks < 1296; tracks += 11)
      ASSERT_EQ(names_fit(list(joints), list(tracks)), plain_fit(list(joints), list(tracks)))
          << joints << " " << tracks;
  }
}

TEST(Md5Fit, ManyLongNamesThatDifferAtTheirEnds) {
  constexpr uint32_t kMany = 4096;
  std::vector<std::string> joints, tracks;
  for (uint32_t i = 0; i < kMany; ++i) {
    joints.push_back(std::string(2000, 'n') + std::to_string(i));
    tracks.push_back(std::string(2000, i % 2 == 0 ? 'n' : 'N') + std::to_string(kMany - 1 - i));
  }
  const std::vector<uint32_t> found = names_fit(joints, tracks);
  for (uint32_t i = 0; i < kMany; ++i) ASSERT_EQ(found[i], kMany - 1 - i);
}

TEST(Md5Fit, NamesThatDifferInCaseMatch) {
  const Document document =
      load({data_file("valid/flag.md5mesh"), changed(data_file("valid/wave.md5anim"), "\"spine\"", "\"SPINE\"")});
  const auto& fit = document.info[1]["fit"][0];
  EXPECT_EQ(fit["how"], "name-case");
  EXPECT_EQ(fit["joints"][1]["matched"], "name-case");
  EXPECT_EQ(fit["joints"][1]["track"], "SPINE");
  expect_near(posed(document, 0)[3], {-3.44, 0, 12.92}, "frame 0");
}

TEST(Md5Fit, TheSameTreeUnderOtherNamesMatchesByItsShape) {
  Input anim = changed(data_file("valid/wave.md5anim"), "\"hips\"", "\"Bip01\"");
  anim = changed(anim, "\"spine\"", "\"Bip02\"");
  anim = changed(anim, "\"head\"", "\"Bip03\"");
  const Document document = load({data_file("valid/flag.md5mesh"), anim});
  EXPECT_EQ(document.info[1]["fit"][0]["how"], "hierarchy");
  EXPECT_TRUE(document.has("FIT_NAMES"));
  expect_near(posed(document, 0)[3], {-3.44, 0, 12.92}, "frame 0");
}

TEST(Md5Fit, AJointThatTheAnimationLacksKeepsItsBindPoseUnderItsMovingParent) {
  Input anim = changed(data_file("valid/wave.md5anim"), "\"head\"", "\"tail\"");
  anim = changed(anim, "\t1 4 3", "\t0 4 3");  // and it hangs elsewhere, so the trees differ too
  const Document document = load({data_file("valid/flag.md5mesh"), anim});
  const auto& fit = document.info[1]["fit"][0];
  EXPECT_EQ(fit["matched"], 2);
  EXPECT_EQ(fit["joints"][2]["matched"], "none");
  EXPECT_TRUE(fit["joints"][2].contains("reason"));
  EXPECT_EQ(fit["unusedTracks"][0], "tail");
  EXPECT_NE(document.find("FIT_PARTIAL")->text.find("'head'"), std::string::npos);
  // The spine of frame 0 stands and is turned as in the bind pose: so is the head.
  expect_near(posed(document, 0)[3], kFlag[3], "frame 0");
  expect_near(posed(document, 0)[2], kFlag[2], "frame 0");
}

TEST(Md5Fit, AJointWithAnotherParentStandsWhereTheAnimationHasIt) {
  // In the animation the head hangs on the hips: at (0, 0, 14), not turned.
  const Document document =
      load({data_file("valid/flag.md5mesh"), changed(data_file("valid/wave.md5anim"), "\t1 4 3", "\t0 4 3")});
  const Scene& scene = document.scene;
  EXPECT_EQ(scene.clips[0].frames->track_count, 4u);  // three of the file, one computed
  const auto world = world_matrices(scene, &scene.clips[0], 0);
  expect_near(world[2][3], {0, 0, 14}, "head");
  expect_near(turned(world[2], {1, 0, 0}), {1, 0, 0}, "head's x");
  EXPECT_TRUE(document.info[1]["fit"][0]["joints"][2].contains("reason"));
}

TEST(Md5Fit, ManyJointsUnderALongChainWithoutTracksStandWhereTheAnimationHasThem) {
  constexpr int kChain = 2000, kLeaves = 1000, kFrames = 200;
  std::string mesh = "MD5Version 10\ncommandline \"\"\nnumJoints " + std::to_string(1 + kChain + kLeaves) +
                     "\nnumMeshes 1\njoints {\n\"root\" -1 ( 0 0 0 ) ( 0 0 0 )\n";
  for (int i = 1; i <= kChain; ++i)
    mesh +=
        "\"c" + std::to_string(i) + "\" " + std::to_string(i - 1) + " ( " + std::to_string(i) + " 0 0 ) ( 0 0 0 )\n";
  std::string anim = "MD5Version 10\ncommandline \"\"\nnumFrames " + std::to_string(kFrames) + "\nnumJoints " +
                     std::to_string(1 + kLeaves) +
                     "\nframeRate 24\nnumAnimatedComponents 0\nhierarchy {\n\"root\" -1 0 0\n";
  std::string base = "( 0 0 0 ) ( 0 0 0 )\n";
  for (int i = 0; i < kLeaves; ++i) {
    const std::string name = "\"l" + std::to_string(i) + "\" ";
    mesh += name + std::to_string(kChain) + " ( 0 0 0 ) ( 0 0 0 )\n";
    anim += name + "0 0 0\n";
    base += "( 0 0 " + std::to_string(i) + " ) ( 0 0 0 )\n";
  }
  mesh += "}\nmesh {\nshader \"s\"\nnumverts 0\nnumtris 0\nnumweights 0\n}\n";
  anim += "}\nbounds {\n";
  for (int i = 0; i < kFrames; ++i) anim += "( 0 0 0 ) ( 0 0 0 )\n";
  anim += "}\nbaseframe {\n" + base + "}\n";
  for (int i = 0; i < kFrames; ++i) anim += "frame " + std::to_string(i) + " { }\n";
  const Document document = load({{"a.md5mesh", mesh}, {"a.md5anim", anim}});
  ASSERT_TRUE(document.opened());
  const SampledFrames& frames = *document.scene.clips.at(0).frames;
  ASSERT_EQ(frames.track_count, 1u + 2 * kLeaves);
  for (const size_t frame : {0, kFrames - 1}) {
    for (size_t i = 0; i < kLeaves; ++i) {
      const glm::vec3 want(-kChain, 0, static_cast<float>(i));
      ASSERT_EQ(frames.translations[frame * frames.track_count + 1 + kLeaves + i], want) << i;
    }
  }
}

TEST(Md5Fit, AnAnimationOfAnotherSkeletonSaysWhyItCannotPlay) {
  Input anim = changed(data_file("valid/wave.md5anim"), "\"hips\"", "\"wheel\"");
  anim = changed(anim, "\"spine\"", "\"axle\"");
  anim = changed(anim, "\t1 4 3", "\t0 4 3");  // another tree as well
  const Document document = load({data_file("valid/flag.md5mesh"), anim});
  EXPECT_TRUE(document.opened());
  const Clip& clip = document.scene.clips[0];
  EXPECT_FALSE(clip.playable);
  EXPECT_EQ(clip.why_not, "only 1 of its 3 joints are in the model 'flag'");
  EXPECT_TRUE(document.has("ACTION_MOVES_NOTHING"));
  EXPECT_EQ(document.scene.meshes.size(), 1u);
}

TEST(Md5Fit, OneAnimationMovesEveryModelItFits) {
  const Document document =
      load({data_file("valid/flag.md5mesh"), data_file("valid/flag.md5mesh"), data_file("valid/wave.md5anim")});
  const Scene& scene = document.scene;
  const auto world = world_matrices(scene, &scene.clips[0], 2);
  for (const uint32_t node : mesh_nodes(scene)) expect_near(skin(scene, node, world)[0], {3, 0, 10}, "vertex 0");
  EXPECT_EQ(document.info[2]["fit"].size(), 2u);
}

TEST(Md5Quaternion, OneLongerThanOneIsExactAtRestAndLeavesNoTraceInAnAnimation) {
  // w = sqrt(|1 - 1.21|); the matrix of the longer quaternion, not of the normalised one: it scales across its axis.
  const Input mesh = changed(data_file("valid/flag.md5mesh"), "14 ) ( 0 0.6 0 )", "14 ) ( 0 1.1 0 )");
  const Document document = load({mesh, data_file("valid/wave.md5anim")});
  const Scene& scene = document.scene;
  const double d = 1 - 2 * 1.21, s = 2 * 1.1 * -std::sqrt(0.21);
  const Point want = {0.5 * d + 2 * s, -0.5, -0.5 * s + 2 * d + 14};
  expect_near(to_point(scene.meshes[0].positions[2]), want, "stored");
  const auto rest = skin(scene, mesh_nodes(scene)[0], world_matrices(scene, nullptr, 0));
  expect_near(rest[2], want, "skinned");
  expect_near(rest[3], {0.5 * (-2 * d + s) + 0.5 * -1.52, 0, 0.5 * (2 * s + d + 14) + 0.5 * (18 - 1.64)},
              "skinned, child of it");
  EXPECT_TRUE(scene.nodes[1].rest_is_bind);
  expect_near(posed(document, 0)[3], {-3.44, 0, 12.92}, "frame 0");
}

TEST(Md5Camera, LooksAlongTheFirstRowOfItsMatrix) {
  const Document document = load({data_file("valid/path.md5camera")});
  ASSERT_TRUE(document.opened());
  const Scene& scene = document.scene;
  const Camera& camera = scene.cameras[0];
  EXPECT_EQ(camera.fov_rule, FovRule::kHorizontal4by3);
  EXPECT_NEAR(camera.fov_rad, std::numbers::pi / 2, 1e-6);
  const Clip& clip = scene.clips[0];
  EXPECT_EQ(clip.camera_node, 0u);
  EXPECT_EQ(clip.frames->cuts, std::vector<uint32_t>{1});
  EXPECT_DOUBLE_EQ(clip.duration_s, 2.0 / 24);  // four frames, of which the cut takes one
  EXPECT_NEAR(clip.frames->fov_rad[3], 50 * std::numbers::pi / 180, 1e-6);
  const auto world = world_matrices(scene, &clip, 2);
  expect_near(world[0][3], {0, 9, 0}, "position");
  expect_near(turned(world[0], to_point(camera.look)), {0.28, -0.96, 0}, "look");
  expect_near(turned(world[0], to_point(camera.up)), {0, 0, 1}, "up");
}

TEST(Md5Camera, CutsWithAViewOfTheirOwnBecomeStillCameras) {
  const Document document = load({data_file("valid/vr_cuts.md5camera")});
  ASSERT_TRUE(document.opened());
  const Scene& scene = document.scene;
  ASSERT_EQ(scene.cameras.size(), 3u);
  EXPECT_EQ(scene.nodes[1].name, "vr_cuts cut 0");
  const auto world = world_matrices(scene, nullptr, 0);
  expect_near(world[1][3], {5, 0, 1}, "position of the first");
  expect_near(turned(world[1], {1, 0, 0}), {0.28, -0.96, 0}, "look of the first");
  expect_near(world[2][3], {0, 8, 0}, "the second has the place of the frame behind the cut");
  expect_near(turned(world[2], {1, 0, 0}), {0, 1, 0}, "yaw 90 looks left");
  EXPECT_EQ(document.info[0]["cuts"][0]["pos"][0], 5);
  EXPECT_EQ(document.info[0]["cuts"][1]["rotA"][1], 90);
  EXPECT_EQ(document.find("MD5_GAME_REFUSES")->line, 9u);
}

TEST(Md5Camera, CutsOutOfOrderAreSortedAndTold) {
  Input input = changed(data_file("valid/path.md5camera"), "numCuts 1", "numCuts 2");
  input = changed(input, "\t1\n", "\t2 1\n");
  const Document document = load({input});
  ASSERT_TRUE(document.opened());
  EXPECT_EQ(document.scene.clips[0].frames->cuts, (std::vector<uint32_t>{1, 2}));
  EXPECT_EQ(document.find("MD5_CUT_ORDER")->line, 9u);
  EXPECT_EQ(document.find("MD5_CUT_ORDER")->column, 4u);
}

TEST(Md5Camera, TwoCutsAtOneFramePassOverTheOneBehindIt) {
  Input input = changed(data_file("valid/path.md5camera"), "numCuts 1", "numCuts 2");
  input = changed(input, "\t1\n", "\t1 1\n");
  const Document document = load({input});
  ASSERT_TRUE(document.opened());
  EXPECT_EQ(document.scene.clips[0].frames->cuts, (std::vector<uint32_t>{1, 2}));
}

TEST(Md5Version6, MeshesAndAnimationsOfTheAlphaPlay) {
  const Document document = load({data_file("valid/alpha.md5mesh"), data_file("valid/alpha.md5anim")});
  ASSERT_TRUE(document.opened());
  const Scene& scene = document.scene;
  EXPECT_TRUE(document.has("MD5_EXPERIMENTAL"));
  expect_near(to_point(scene.meshes[0].positions[1]), {0, 1, 14}, "the first row is where x goes");
  expect_near(to_point(scene.meshes[0].positions[2]), {-2, 0, 14}, "the second row is where y goes");
  const Clip& clip = scene.clips[0];
  ASSERT_TRUE(clip.playable);
  EXPECT_EQ(clip.frame_count, 3u);
  EXPECT_DOUBLE_EQ(clip.frame_rate, 24);
  EXPECT_EQ(clip.frames->bounds[1].min.x, -1);
  EXPECT_EQ(clip.frames->bounds[1].max.x, 1);
  expect_near(world_matrices(scene, &clip, 2)[1][3], {0, 0, 16}, "hips at 12, spine 4 above");
  expect_near(posed(document, 0)[1], {0, 0, 13}, "pitch 90 looks down");
}

TEST(Md5Sniff, TheKindComesFromTheContent) {
  const struct {
    const char* file;
    const char* kind;
  } cases[] = {{"flag.md5mesh", "md5mesh"},     {"wave.md5anim", "md5anim"},     {"path.md5camera", "md5camera"},
               {"alpha.md5mesh", "md5mesh.v6"}, {"alpha.md5anim", "md5anim.v6"}, {"dialects.md5mesh", "md5mesh"}};
  for (const auto& one : cases) {
    const Input input = data_file(std::string("valid/") + one.file);
    const std::vector<uint8_t> bytes(input.bytes.begin(), input.bytes.end());
    const FormatRow* row = find_format(bytes, "renamed.txt");
    ASSERT_NE(row, nullptr) << one.file;
    EXPECT_STREQ(row->kind, one.kind);
  }
  EXPECT_EQ(load({{"a.md5mesh", "MD4Version 10"}}).errors, std::vector<std::string>{"UNKNOWN_FORMAT"});
  EXPECT_EQ(load({{"a.md5anim", "MD5Version 10 "}}).errors, std::vector<std::string>{"TRUNCATED"});
}

}  // namespace
}  // namespace vitrine::md5test
