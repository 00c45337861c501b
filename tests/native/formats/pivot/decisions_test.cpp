// Where the description of the format is silent, and what a loader must check: one fact each, on files made here.

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "pivot_support.h"

namespace vitrine {
namespace {

using namespace test;

/// A file field by field.
class PivotFile {
 public:
  explicit PivotFile(uint16_t objects, std::string_view name = "TESTSCENE", uint16_t version = 1) {
    writer_.fixed(name, 10).u16(version).u16(2).raw("hi").u16(objects);
  }
  PivotFile& object(uint16_t flags, uint16_t children, std::string_view name, uint16_t surfaces = 0,
                    std::initializer_list<float> rotation = {0, 0, 0, 1}) {
    at_ = size();
    text(flags, children, name).u16(surfaces);
    writer_.f32({1, 2, 3}).f32(rotation).f32({1, 1, 1});
    return *this;
  }
  PivotFile& bones(std::initializer_list<std::string_view> names) {
    writer_.u16(static_cast<uint32_t>(names.size()));
    for (const std::string_view name : names) writer_.u16(static_cast<uint32_t>(name.size())).raw(name);
    return *this;
  }
  /// A triangle across z; `skin` follows every vertex of a skinned object.
  PivotFile& surface(const Writer& skin = {}) {
    writer_.u32(3).u32(3);
    for (const auto& [x, y] : {std::pair{0.0f, 0.0f}, {1.0f, 0.0f}, {0.0f, 1.0f}}) {
      writer_.f32({x, y, 0, x, y, 0.5f, 0, 0, 1});
      raw(skin.bytes());
    }
    writer_.u32(0).u32(1).u32(2);
    return *this;
  }
  PivotFile& raw(const Bytes& bytes) {
    for (const uint8_t byte : bytes) writer_.u8(byte);
    return *this;
  }
  uint64_t last() const { return at_; }  ///< offset of the last object
  size_t size() const { return writer_.bytes().size(); }
  const Bytes& bytes() const { return writer_.bytes(); }

 private:
  Writer& text(uint16_t flags, uint16_t children, std::string_view name) {
    return writer_.u16(flags).u16(children).u16(static_cast<uint32_t>(name.size())).raw(name);
  }
  Writer writer_;
  uint64_t at_ = 0;
};

Writer influences(std::initializer_list<uint32_t> ids, std::initializer_list<float> weights) {
  Writer writer;
  for (const uint32_t id : ids) writer.u16(id);
  return writer.f32(weights);
}

TEST(PivotDecisions, AnyPrintableNameAndAnyVersionAreAccepted) {
  const Loaded loaded = load_pivot(PivotFile(1, "Any name", 65535).object(0, 0, "a").bytes());
  ASSERT_TRUE(loaded.status.ok());
  EXPECT_EQ(loaded.info["formatName"], "Any name");
  EXPECT_EQ(loaded.info["version"], 65535);
  EXPECT_EQ(loaded.info["serviceText"], "hi");
}

TEST(PivotDecisions, CountsHaveNoSign) {
  PivotFile file(40000);
  for (int i = 0; i < 40000; ++i) file.object(0, 0, "");
  const Loaded loaded = load_pivot(file.bytes());
  ASSERT_TRUE(loaded.status.ok()) << loaded.status.error().message();
  EXPECT_EQ(loaded.scene.nodes.size(), 40000u);
}

TEST(PivotDecisions, ChildrenStandAfterTheSurfacesOfTheirParent) {
  const Loaded loaded =
      load_pivot(PivotFile(3).object(1, 1, "parent", 1).surface().object(0, 0, "child").object(0, 0, "next").bytes());
  ASSERT_TRUE(loaded.status.ok());
  EXPECT_EQ(loaded.scene.nodes[1].parent, 0u);
  EXPECT_EQ(loaded.scene.nodes[2].parent, kNone);
}

TEST(PivotDecisions, FlagsThatContradictTheRecordAreSaid) {
  // Surfaces without the geometry flag: read, but the object stays a pivot.
  PivotFile silent(1);
  silent.object(0, 0, "a", 1).surface();
  const Loaded pivot = load_pivot(silent.bytes());
  ASSERT_TRUE(pivot.status.ok());
  EXPECT_EQ(pivot.scene.nodes[0].kind, NodeKind::kEmpty);
  EXPECT_TRUE(pivot.scene.meshes.empty());
  EXPECT_TRUE(pivot.has(pivot::kFlags, silent.last())) << pivot.texts();
  // Skinned without geometry: the bones are read because the flag says so.
  PivotFile skinned(1);
  skinned.object(2, 0, "a").bones({"b"});
  const Loaded bones = load_pivot(skinned.bytes());
  ASSERT_TRUE(bones.status.ok());
  EXPECT_TRUE(bones.has(pivot::kFlags, skinned.last()));
  // Unknown bits are ignored.
  PivotFile more(1);
  more.object(0x8004, 0, "a");
  EXPECT_TRUE(load_pivot(more.bytes()).has(pivot::kUnknownFlags, more.last()));
}

TEST(PivotDecisions, ANameIsPaidForByEverySurface) {
  PivotFile file(1);
  file.object(1, 0, std::string(60000, 'n'), 5000).surface();
  file.raw(Bytes(8 * 4999));  // neither vertices nor indices
  const Loaded loaded = load_pivot(file.bytes());
  ASSERT_FALSE(loaded.status.ok());
  EXPECT_EQ(loaded.status.error().code(), &kLimitMemory);
}

TEST(PivotDecisions, TheThirdTextureCoordinateIsIgnored) {
  const Loaded loaded = load_pivot(PivotFile(1).object(1, 0, "a", 1).surface().bytes());
  ASSERT_EQ(loaded.scene.meshes[0].uv_layers.size(), 1u);
  EXPECT_EQ(loaded.scene.meshes[0].uv_layers[0].uv[1], glm::vec2(1, 0));
}

TEST(PivotDecisions, AQuaternionWithoutLengthIsNoTurn) {
  PivotFile file(1);
  file.object(0, 0, "a", 0, {0, 0, 0, 0});
  const Loaded loaded = load_pivot(file.bytes());
  EXPECT_EQ(loaded.scene.nodes[0].local.rotation, glm::quat(1, 0, 0, 0));
  EXPECT_TRUE(loaded.has(pivot::kZeroRotation, file.last()));
  const Loaded long_one = load_pivot(PivotFile(1).object(0, 0, "a", 0, {0, 0, 3, 4}).bytes());
  EXPECT_LT(std::abs(long_one.scene.nodes[0].local.rotation.z - 0.6f), 1e-6f);
}

TEST(PivotDecisions, BonesAreFoundByNameAndDuplicatesAreSaid) {
  PivotFile file(3);
  file.object(0, 0, "bone").object(0, 0, "bone").object(3, 0, "skin", 1);
  file.bones({"bone"}).surface(influences({0, 0xFFFF, 7, 0}, {1, 0, 0, 0}));
  const Loaded loaded = load_pivot(file.bytes());
  ASSERT_TRUE(loaded.status.ok());
  EXPECT_EQ(loaded.info["objects"][2]["bones"][0]["object"], 0) << "the first in the file";
  EXPECT_TRUE(loaded.has(pivot::kBoneName, file.last())) << loaded.texts();
  // Slots without weight are not looked at: their ids may be anything.
  EXPECT_EQ(loaded.info["objects"][2]["skin"]["droppedById"], 0);
}

TEST(PivotDecisions, MeshesThatAreBonesAreHidden) {
  PivotFile file(2);
  file.object(1, 0, "bone", 1)
      .surface()
      .object(3, 0, "skin", 1)
      .bones({"bone"})
      .surface(influences({0, 0, 0, 0}, {1, 0, 0, 0}));
  const Loaded loaded = load_pivot(file.bytes());
  EXPECT_TRUE(loaded.scene.nodes[0].hidden);
  EXPECT_FALSE(loaded.scene.nodes[1].hidden);
  EXPECT_EQ(loaded.info["objects"][0]["bone"], true);
}

TEST(PivotDecisions, WeightsAreRepairedAndCounted) {
  const float nan = std::numeric_limits<float>::quiet_NaN();
  struct Case {
    std::initializer_list<float> weights;
    size_t influences;
    float first;
    bool rigid;
  };
  for (const Case& item : {Case{{0.5f, 0.25f, 0, 0}, 2, 0.5f / 0.75f, false}, Case{{nan, -1, 0.5f, 0}, 1, 1, false},
                           Case{{0, 0, 0, 0}, 1, 1, true}, Case{{1e-7f, 0, 0, 0}, 1, 1, true}}) {
    PivotFile file(3);
    file.object(0, 0, "b0").object(0, 0, "b1").object(3, 0, "skin", 1);
    file.bones({"b0", "b1"}).surface(influences({0, 1, 0, 1}, item.weights));
    const Loaded loaded = load_pivot(file.bytes());
    ASSERT_TRUE(loaded.status.ok());
    const Mesh& mesh = loaded.scene.meshes[0];
    EXPECT_EQ(mesh.influence_first[1], item.influences);
    EXPECT_NEAR(mesh.influences[0].weight, item.first, 1e-6);
    EXPECT_EQ(loaded.has(pivot::kNoWeights, file.last()), item.rigid) << loaded.texts();
  }
}

TEST(PivotDecisions, SurfacesAreNamedByTheirObject) {
  const Loaded loaded = load_pivot(PivotFile(1).object(1, 0, "box", 2).surface().surface().bytes());
  ASSERT_EQ(loaded.scene.meshes[0].primitives.size(), 2u);
  EXPECT_EQ(loaded.scene.meshes[0].primitives[1].name, "box/1");
  EXPECT_TRUE(loaded.scene.materials.empty());
}

TEST(PivotDecisions, BytesAtTheEndAreRefusedUnlessForced) {
  PivotFile file(1);
  file.object(1, 0, "a", 1).surface();
  const uint64_t end = file.size();
  file.raw({1, 2, 3, 4, 5});
  const Loaded strict = load_pivot(file.bytes());
  ASSERT_FALSE(strict.status.ok());
  EXPECT_EQ(strict.status.error().code(), &pivot::kTrailing);
  EXPECT_EQ(strict.status.error().offset(), end);
  const Loaded forced = load_pivot(file.bytes(), {&pivot::kForce});
  ASSERT_TRUE(forced.status.ok());
  EXPECT_TRUE(forced.has(pivot::kTrailing, end)) << forced.texts();
  EXPECT_EQ(forced.diagnostics.count(Severity::kError), 0u);
  EXPECT_EQ(forced.scene.meshes.size(), 1u);
  EXPECT_EQ(forced.info["accounted"], end);
}

// -- the checks
// --------------------------------------------------------------------------------------------------------

TEST(PivotChecks, ObjectsAreNestedAThousandLevelsDeepAtMost) {
  for (const uint16_t levels : {uint16_t{1025}, uint16_t{1026}}) {
    PivotFile file(levels);
    for (uint16_t i = 0; i < levels; ++i) file.object(0, i + 1 < levels ? 1 : 0, "");
    const auto parsed = pivot::parse(file.bytes(), pivot::kDialects[0], nullptr);
    EXPECT_EQ(parsed.ok(), levels == 1025);
    if (!parsed) {
      EXPECT_EQ(parsed.error().code(), &pivot::kDepth);
      EXPECT_EQ(parsed.error().offset(), 18u + 1024 * 48);
    }
  }
}

TEST(PivotChecks, CountsThatOverflow32BitsDoNotFit) {
  // 0x0FFFFFFF vertices of 36 bytes and 0x55555556 indices wrap around 2^32.
  PivotFile file(1);
  file.object(1, 0, "a", 1);
  const uint64_t at = file.size();
  file.raw(Writer().u32(0x0FFFFFFF).u32(0x55555556).bytes());
  const auto parsed = pivot::parse(file.bytes(), pivot::kDialects[0], nullptr);
  ASSERT_FALSE(parsed.ok());
  EXPECT_EQ(parsed.error().code(), &pivot::kSurfaceSize);
  EXPECT_EQ(parsed.error().offset(), at);
}

TEST(PivotChecks, IndicesAreWholeTriangles) {
  for (const uint32_t indices : {4u, 5u}) {
    PivotFile file(1);
    file.object(1, 0, "a", 1);
    const uint64_t at = file.size();
    Writer surface;
    surface.u32(1).u32(indices).f32({0, 0, 0, 0, 0, 0, 0, 0, 1});
    for (uint32_t i = 0; i < indices; ++i) surface.u32(0);
    const auto parsed = pivot::parse(file.raw(surface.bytes()).bytes(), pivot::kDialects[0], nullptr);
    ASSERT_FALSE(parsed.ok()) << indices;
    EXPECT_EQ(parsed.error().code(), &pivot::kIndexMultiple);
    EXPECT_EQ(parsed.error().offset(), at + 4);
  }
}

TEST(PivotChecks, NormalsOfASkinnedObjectTurnWithIt) {
  PivotFile file(2);
  const float half = std::sqrt(0.5f);
  file.object(0, 0, "bone").object(3, 0, "skin", 1, {0, half, 0, half}).bones({"bone"});
  file.surface(influences({0, 0, 0, 0}, {1, 0, 0, 0}));
  const Loaded loaded = load_pivot(file.bytes());
  ASSERT_EQ(loaded.scene.meshes.size(), 1u) << loaded.texts();
  // A quarter turn about y brings z to x.
  for (const auto& n : loaded.scene.meshes[0].normals)
    EXPECT_LT(glm::distance(glm::vec3(n), glm::vec3(1, 0, 0)), 1e-6f);
}

TEST(PivotChecks, ASkinnedObjectWithoutBonesIsRigid) {
  PivotFile file(1);
  file.object(3, 0, "a", 1).bones({}).surface(influences({0, 0, 0, 0}, {1, 0, 0, 0}));
  const Loaded loaded = load_pivot(file.bytes());
  ASSERT_TRUE(loaded.status.ok());
  EXPECT_TRUE(loaded.has(pivot::kNoBones, file.last()));
  EXPECT_EQ(loaded.scene.nodes[0].skin, kNone);
}

TEST(PivotChecks, ABoneMayHangOnItsOwnMesh) {
  PivotFile file(2);
  file.object(3, 1, "skin", 1).bones({"bone"}).surface(influences({0, 0, 0, 0}, {1, 0, 0, 0})).object(0, 0, "bone");
  const Loaded loaded = load_pivot(file.bytes());
  ASSERT_TRUE(loaded.status.ok()) << loaded.texts();
  EXPECT_EQ(loaded.diagnostics.count(Severity::kWarning), 0u) << loaded.texts();
  const auto worlds = worlds_of(loaded.scene);
  const auto posed = posed_positions(loaded.scene, 0, worlds);
  EXPECT_LT(glm::length(posed[1] - glm::dvec3(2, 2, 3)), 1e-6) << "the bind pose is the stored one";
}

}  // namespace
}  // namespace vitrine
