// The two fixtures with their worked numbers, small files by hand, switches, names, and what the writer makes.

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "base/utf8.h"
#include "formats/pivot/read/names.h"
#include "formats/pivot/write/export.h"
#include "formats/pivot/write/file.h"
#include "pivot_support.h"
#include "scene/summary.h"

namespace vitrine {
namespace {

using namespace test;

Bytes fixture(const char* name) { return read_file(std::string(VITRINE_TEST_DATA) + "/pivot/reference/" + name); }

glm::quat quarter_turn_z() { return {std::sqrt(0.5f), 0, 0, std::sqrt(0.5f)}; }

/// Two bones and a strip of three vertices: at the lower bone, half and half, at the upper bone.
Scene arm() {
  Scene scene;
  const auto add = [&](const char* name, NodeKind kind, uint32_t parent, glm::vec3 at) {
    Node node;
    node.name = name;
    node.kind = kind;
    node.parent = parent;
    node.local.translation = at;
    scene.nodes.push_back(node);
    return static_cast<uint32_t>(scene.nodes.size() - 1);
  };
  const uint32_t lower = add("lower", NodeKind::kJoint, kNone, {0, 0, 0});
  const uint32_t upper = add("upper", NodeKind::kJoint, lower, {0, 2, 0});
  const uint32_t mesh_node = add("strip", NodeKind::kMesh, kNone, {1, 0, 0});
  Mesh mesh;
  mesh.name = "strip";
  mesh.normal_rule = NormalRule::kStored;
  mesh.positions = {{0, 0, 0}, {1, 2, 0}, {0, 4, 0}};
  mesh.normals.assign(3, {0, 0, 1});
  mesh.uv_layers.push_back({"", {{0, 0}, {1, 0.5f}, {0, 1}}});
  mesh.indices = {0, 1, 2};
  mesh.primitives = {{0, 3, kNone, "strip/0"}};
  mesh.influence_first = {0, 1, 3, 4};
  mesh.influences = {{0, 1, {0, 0, 0}}, {0, 0.5f, {1, 2, 0}}, {1, 0.5f, {1, 0, 0}}, {1, 1, {0, 2, 0}}};
  Skin skin;
  skin.name = "strip";
  skin.joints = {lower, upper};
  skin.joint_from_bind = {glm::mat4(1), glm::translate(glm::mat4(1), glm::vec3(0, -2, 0))};
  scene.meshes.push_back(mesh);
  scene.skins.push_back(skin);
  scene.nodes[mesh_node].mesh = 0;
  scene.nodes[mesh_node].skin = 0;
  return scene;
}

Bytes written(const Scene& scene, const pivot::Dialect& dialect = {}) {
  std::vector<pivot::Lost> losses;
  auto bytes = pivot::write(scene, {.dialect = dialect}, losses);
  EXPECT_TRUE(bytes.ok());
  return bytes.ok() ? *bytes : Bytes{};
}

TEST(PivotFixture, StaticStandsAsWorkedByHand) {
  const Bytes bytes = fixture("static.bin");
  const Loaded loaded = load_pivot(bytes);
  ASSERT_TRUE(loaded.status.ok());
  const Scene& scene = loaded.scene;
  ASSERT_EQ(scene.nodes.size(), 2u);
  EXPECT_EQ(scene.nodes[0].name, "root");
  EXPECT_EQ(scene.nodes[0].kind, NodeKind::kEmpty);
  EXPECT_EQ(scene.nodes[1].name, "tri");
  EXPECT_EQ(scene.nodes[1].parent, 0u);
  EXPECT_EQ(scene.nodes[1].local.translation, glm::vec3(1, 2, 3));
  EXPECT_EQ(loaded.info["serviceText"], "demo");
  EXPECT_EQ(loaded.info["version"], 1);
  EXPECT_EQ(loaded.info["objects"][0]["offset"], 20);
  EXPECT_EQ(loaded.info["objects"][1]["offset"], 72);
  EXPECT_EQ(loaded.info["objects"][1]["surfaces"][0]["offset"], 123);
  Bounds bounds;
  for (const glm::dvec3& p : posed_positions(scene, 1, worlds_of(scene))) bounds.add(p);
  EXPECT_EQ(bounds.min, glm::vec3(1, 2, 3));
  EXPECT_EQ(bounds.max, glm::vec3(2, 3, 3));
}

TEST(PivotFixture, SkinnedBendsAsWorkedByHand) {
  const Bytes bytes = fixture("skinned.bin");
  Loaded loaded = load_pivot(bytes);
  ASSERT_TRUE(loaded.status.ok());
  Scene& scene = loaded.scene;
  const auto node = [&](const char* name) {
    return static_cast<uint32_t>(
        std::find_if(scene.nodes.begin(), scene.nodes.end(), [&](const Node& n) { return n.name == name; }) -
        scene.nodes.begin());
  };
  const Mesh& mesh = scene.meshes[0];
  const auto bind = posed_positions(scene, node("skin"), worlds_of(scene));
  for (size_t v = 0; v < bind.size(); ++v) EXPECT_LT(glm::length(bind[v] - glm::dvec3(mesh.positions[v])), 1e-6);
  scene.nodes[node("Bone1")].local.rotation = quarter_turn_z();
  const auto posed = posed_positions(scene, node("skin"), worlds_of(scene));
  const std::pair<glm::vec3, glm::dvec3> moved[] = {
      {{1, 4, 0}, {-2, 3, 0}}, {{0, 4, 0}, {-2, 2, 0}}, {{1, 2, 0}, {0.5, 2.5, 0}}, {{0, 2, 0}, {0, 2, 0}}};
  for (const auto& [from, to] : moved) {
    const auto at = std::find(mesh.positions.begin(), mesh.positions.end(), from);
    ASSERT_NE(at, mesh.positions.end());
    EXPECT_LT(glm::length(posed[static_cast<size_t>(at - mesh.positions.begin())] - to), 1e-6);
  }
}

TEST(PivotFixture, CorruptVariantsFailAtTheirPlace) {
  const Bytes bytes = fixture("static.bin");
  const auto with = [&](size_t at, std::initializer_list<uint8_t> values) {
    Bytes changed = bytes;
    std::copy(values.begin(), values.end(), changed.begin() + static_cast<std::ptrdiff_t>(at));
    return changed;
  };
  Bytes longer = bytes;
  longer.push_back(0);
  struct Case {
    Bytes bytes;
    const Code* code;
    uint64_t offset;
  };
  const Case cases[] = {{with(123, {0xFF, 0xFF, 0xFF, 0xFF}), &pivot::kSurfaceSize, 123},
                        {with(239, {3, 0, 0, 0}), &pivot::kIndexRange, 239},
                        {with(74, {1}), &pivot::kChildren, 74},
                        {with(131, {0, 0, 0xC0, 0x7F}), &pivot::kNonFinite, 131},
                        {with(0, {0x01}), &pivot::kFormatName, 0},
                        {longer, &pivot::kTrailing, 251},
                        {Bytes(bytes.begin(), bytes.begin() + 15), &pivot::kHeader, 0}};
  for (const Case& c : cases) {
    const auto parsed = pivot::parse(c.bytes, pivot::kDialects[0], nullptr);
    ASSERT_FALSE(parsed.ok());
    EXPECT_EQ(parsed.error().code(), c.code) << parsed.error().code()->id;
    EXPECT_EQ(parsed.error().offset(), c.offset);
  }
}

TEST(PivotWrite, AllEightDialectsAreDetectedAndEqual) {
  std::string first;
  for (const pivot::Dialect& dialect : pivot::kDialects) {
    const Loaded loaded = load_pivot(written(arm(), dialect));
    ASSERT_TRUE(loaded.status.ok()) << pivot::dialect_id(dialect);
    EXPECT_EQ(loaded.info["dialect"], pivot::dialect_id(dialect));
    EXPECT_TRUE(validate(loaded.scene).ok());
    if (first.empty()) first = digest_text(loaded.scene);
    EXPECT_EQ(digest_text(loaded.scene), first) << pivot::dialect_id(dialect);
  }
}

TEST(PivotWrite, ASceneComesBackAsItWas) {
  const Scene scene = arm();
  const Loaded loaded = load_pivot(written(scene));
  const Mesh& from = scene.meshes[0];
  const Mesh& to = loaded.scene.meshes[0];
  EXPECT_EQ(to.positions, from.positions);
  EXPECT_EQ(to.normals, from.normals);
  EXPECT_EQ(to.uv_layers[0].uv, from.uv_layers[0].uv);
  EXPECT_EQ(to.indices, from.indices);
  EXPECT_EQ(to.influence_first, from.influence_first);
  for (size_t k = 0; k < from.influences.size(); ++k) {
    EXPECT_EQ(to.influences[k].weight, from.influences[k].weight);
    EXPECT_EQ(to.influences[k].position, from.influences[k].position);
  }
  EXPECT_EQ(loaded.scene.nodes[2].local.translation, scene.nodes[2].local.translation);
  EXPECT_EQ(written(loaded.scene), written(scene));
}

TEST(PivotWrite, LossesAreNamed) {
  Scene scene = arm();
  scene.clips.emplace_back();
  scene.materials.emplace_back();
  Mesh& mesh = scene.meshes[0];
  for (int extra = 0; extra < 5; ++extra) {  // six bones on the last vertex
    Node bone;
    bone.name = "upper";
    bone.kind = NodeKind::kJoint;
    scene.skins[0].joints.push_back(static_cast<uint32_t>(scene.nodes.size()));
    scene.skins[0].joint_from_bind.emplace_back(1);
    scene.nodes.push_back(bone);
    mesh.influences.push_back({static_cast<uint32_t>(2 + extra), 0.1f, {0, 0, 0}});
  }
  mesh.influence_first.back() = static_cast<uint32_t>(mesh.influences.size());
  std::vector<pivot::Lost> losses;
  const auto bytes = pivot::write(scene, {}, losses);
  ASSERT_TRUE(bytes.ok());
  ASSERT_EQ(losses.size(), 4u);
  const std::pair<std::string, uint64_t> expected[] = {
      {"actions", 1}, {"materials", 1}, {"names", 5}, {"influences", 1}};
  for (size_t i = 0; i < 4; ++i) {
    EXPECT_EQ(losses[i].what, expected[i].first);
    EXPECT_EQ(losses[i].count, expected[i].second);
  }
  EXPECT_NEAR(losses[3].largest, 0.2 / 1.5, 1e-6);  // weights 1 and five times 0.1: two of the five go
  const Loaded loaded = load_pivot(*bytes);
  EXPECT_EQ(loaded.scene.meshes[0].influence_first.back() - loaded.scene.meshes[0].influence_first[2], 4u);
}

TEST(PivotWrite, WhatDoesNotFitIsAnError) {
  Scene scene = arm();
  std::vector<pivot::Lost> losses;
  scene.nodes[1].name.assign(0xFFFF, 'x');  // a length has 16 bits
  EXPECT_TRUE(pivot::write(scene, {}, losses).ok());
  scene.nodes[1].name += 'x';
  const auto bytes = pivot::write(scene, {}, losses);
  ASSERT_FALSE(bytes.ok());
  EXPECT_EQ(bytes.error().code(), &kLimitCount);
}

TEST(PivotWrite, CoordinatesFromTheBottomAreTurnedWhereTheAxesAreThoseOfTheKind) {
  Scene scene = arm();
  scene.axes.uv_origin_top = false;
  LossReport loss_report;
  const auto bytes = export_pivot(scene, {}, loss_report);
  ASSERT_TRUE(bytes.ok());
  const Mesh made = load_pivot(*bytes).scene.meshes.at(0);
  EXPECT_EQ(made.positions, scene.meshes[0].positions);
  EXPECT_EQ(made.uv_layers.at(0).uv, (std::vector<glm::vec2>{{0, 1}, {1, 0.5f}, {0, 0}}));
}

/// Five objects of 48 bytes and a name of 3 behind 17 bytes of header. The length of the service text, 00 01, is 256 in
/// the other byte order: the text then ends before the last two bytes, which are the end of a scale of 1 and no
/// objects.
TEST(PivotRead, AByteOrderWithoutObjectsGivesWayToTheOther) {
  Scene scene;
  for (const char* name : {"one", "two", "six", "ten", "and"}) scene.nodes.emplace_back().name = name;
  std::vector<pivot::Lost> losses;
  const auto bytes = pivot::write(scene, {.dialect = {.big_endian = true}, .service_text = "s"}, losses);
  ASSERT_TRUE(bytes.ok());
  ASSERT_EQ(bytes->size(), 10u + 2 + 2 + 256 + 2);
  const auto empty = pivot::parse(*bytes, {}, nullptr);
  ASSERT_TRUE(empty.ok());
  EXPECT_TRUE(empty->objects.empty());
  EXPECT_EQ(load_pivot(*bytes).scene.nodes.size(), 5u);
}

TEST(PivotRead, EveryPrefixOfAWrittenFileIsAnError) {
  const Bytes bytes = written(arm());
  for (size_t size = 0; size < bytes.size(); ++size) {
    const Loaded loaded = load_pivot(std::span(bytes).first(size));
    EXPECT_FALSE(loaded.status.ok()) << size;
    EXPECT_TRUE(loaded.scene.nodes.empty());
  }
}

TEST(PivotRead, EachByteOverwrittenNeverBreaksTheScene) {
  const Bytes bytes = written(arm());
  for (size_t at = 0; at < bytes.size(); ++at) {
    for (const uint8_t value :
         {uint8_t{0}, uint8_t{1}, uint8_t{0x7F}, uint8_t{0x80}, uint8_t{0xFF}, static_cast<uint8_t>(~bytes[at])}) {
      Bytes changed = bytes;
      changed[at] = value;
      const Loaded loaded = load_pivot(changed);
      if (loaded.status.ok()) {
        EXPECT_TRUE(validate(loaded.scene).ok()) << at << " " << int{value};
      }
    }
  }
}

TEST(PivotRead, SwitchesChangeAxesAndRotations) {
  Scene scene = arm();
  scene.nodes[1].local.rotation = quarter_turn_z();
  const Bytes bytes = written(scene);
  const Scene plain = load_pivot(bytes).scene;
  EXPECT_EQ(plain.axes.up, Up::kY);
  EXPECT_EQ(plain.axes.handedness, Handedness::kRight);
  EXPECT_TRUE(plain.axes.uv_origin_top);
  const Scene switched = load_pivot(bytes, {&pivot::kFlipV, &pivot::kConjugate, &pivot::kZUp, &pivot::kMirrorZ}).scene;
  EXPECT_EQ(switched.axes.up, Up::kZ);
  EXPECT_EQ(switched.axes.handedness, Handedness::kLeft);
  EXPECT_FALSE(switched.axes.uv_origin_top);
  EXPECT_EQ(switched.nodes[1].local.rotation, glm::conjugate(plain.nodes[1].local.rotation));
}

TEST(PivotRead, SniffsByStructureAloneAndByName) {
  const FormatRow& row = pivot::rows()[0];
  const Bytes bytes = written(arm());
  EXPECT_TRUE(row.sniff(bytes, "anything.bin"));
  const std::span<const uint8_t> cut = std::span(bytes).first(bytes.size() - 1);
  EXPECT_FALSE(row.sniff(cut, "anything.bin"));
  EXPECT_TRUE(row.sniff(cut, "Arm.PIVOT"));
  EXPECT_STREQ(find_format(bytes, "x")->kind, "pivot");
}

TEST(PivotRead, BonesFoundInAnotherCaseAndMissingOnes) {
  Bytes bytes = written(arm());
  const auto rename = [&](std::string_view from, std::string_view to, int occurrence) {
    auto at = bytes.begin();
    for (int i = 0; i <= occurrence; ++i) {
      at = std::search(at + (i > 0), bytes.end(), from.begin(), from.end());
      ASSERT_NE(at, bytes.end());
    }
    std::copy(to.begin(), to.end(), at);
  };
  rename("upper", "UPPER", 1);  // the bone list of `strip`; the object keeps its name
  rename("lower", "other", 1);
  const Loaded loaded = load_pivot(bytes);
  ASSERT_TRUE(loaded.status.ok());
  const Json& bones = loaded.info["objects"][2]["bones"];
  EXPECT_EQ(bones[0]["how"], "missing");
  EXPECT_EQ(bones[1]["how"], "case-insensitive");
  EXPECT_EQ(bones[1]["object"], 1);
  EXPECT_TRUE(loaded.has(pivot::kBoneName, loaded.info["objects"][2]["offset"].get<uint64_t>())) << loaded.texts();
  EXPECT_EQ(loaded.info["objects"][2]["skin"]["droppedByName"], 2);
  EXPECT_EQ(loaded.info["objects"][2]["skin"]["rigidVertices"], 1);
  EXPECT_EQ(loaded.scene.meshes[0].influences[1].weight, 1.0f);  // the half that was left is divided by its sum
}

TEST(PivotNames, AreUtf8WhenValidAndWindows1251Otherwise) {
  EXPECT_EQ(pivot::decode_name("bone"), "bone");
  EXPECT_EQ(pivot::decode_name("\xD0\x9A\xD0\xBE\xD1\x81\xD1\x82\xD1\x8C"), "\xD0\x9A\xD0\xBE\xD1\x81\xD1\x82\xD1\x8C");
  EXPECT_EQ(pivot::decode_name("\xCA\xEE\xF1\xF2\xFC"), "\xD0\x9A\xD0\xBE\xD1\x81\xD1\x82\xD1\x8C");  // the same word
  EXPECT_EQ(pivot::decode_name("\xA8\xB8"), "\xD0\x81\xD1\x91");                                      // U+0401 U+0451
  EXPECT_EQ(pivot::decode_name("\xB9"), "\xE2\x84\x96");                                              // U+2116
  EXPECT_STREQ(pivot::encoding_of("\xCA\xEE"), "windows-1251");
  EXPECT_FALSE(is_utf8("\xC0\x80"));
  EXPECT_FALSE(is_utf8("\xED\xA0\x80"));
  EXPECT_FALSE(is_utf8("\xE2\x84"));
  EXPECT_TRUE(is_utf8("\xF0\x9F\x98\x80"));
}

}  // namespace
}  // namespace vitrine
