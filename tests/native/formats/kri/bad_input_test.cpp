// One defect per file: code, place, and what is kept. First what the framing and the layouts can meet, then the files
// that exporters of the past left behind when they died.

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "kri_support.h"

namespace vitrine {
namespace {

using namespace test;

constexpr float kNan = std::numeric_limits<float>::quiet_NaN();
constexpr float kInfinite = std::numeric_limits<float>::infinity();

/// A material, a node with a triangle, and a node with one bone: what every defect is added to.
KriFile sound_file() {
  KriFile file;
  file.chunk("mat", Writer().text("Red"));
  file.node("Rig").chunk("skel", Writer().u8(1).text("bone").u8(0).f32({0, 0, 0, 1, 0, 0, 0, 1}));
  file.node("Box").triangle();
  return file;
}

struct Defect {
  const char* what;
  const char* chunk;
  Writer payload;
  const Code* code;
  uint64_t inside = 0;  ///< of the message, from the chunk's header on
};

TEST(KriBadInput, OneBadChunkIsNamedAtItsPlaceAndTheRestIsKept) {
  const auto transform = [](float x) { return Writer().text("N").text("").f32({x, 0, 0, 1, 0, 0, 0, 1}); };
  const Writer key = Writer().u8(1).u8(0).u16(1).u8(0).f32({0, 1, 1, 1});
  const auto curve = [](std::string_view path, const Writer& pack) {
    Writer writer;
    writer.text(path);
    for (const uint8_t byte : pack.bytes()) writer.u8(byte);
    return writer;
  };
  const Defect defects[] = {
      // Layouts.
      {"a name longer than the chunk", "node", Writer().u8(200).raw("short"), &kri::kChunkLayout},
      {"a control character in a name", "node", Writer().text("a\nb").text("").f32({0, 0, 0, 1, 0, 0, 0, 1}),
       &kri::kChunkLayout},
      {"a float too few", "node", Writer().text("a").text("").f32({0, 0, 0, 1, 0, 0, 0}), &kri::kChunkLayout},
      {"a boolean of 2", "b_stat", Writer().u8(2).u8(0), &kri::kChunkLayout},
      {"a lamp of an unknown type", "lamp", Writer().raw("\1\2\3").f32({1, 0, 0, 0}).text("LASER").f32({1, 2, 0, 0}),
       &kri::kChunkLayout},
      {"a unit without source", "unit", Writer().u8(0).text("MOON").text("FLAT"), &kri::kChunkLayout},
      {"positions for one vertex of three", "v_pos", Writer().f32({0, 0, 0, 1}), &kri::kChunkLayout},
      {"more triangles counted than there are", "v_ind", Writer().u16(2).u16(0).u16(1).u16(2), &kri::kChunkLayout},
      {"a span without its name", "entity", Writer().u16(1), &kri::kChunkLayout},
      {"keys of half their size", "curve", curve("n.location", Writer().u8(3).u8(0).u16(2).u8(0).f32({0, 1, 1, 1})),
       &kri::kChunkLayout},
      {"an extrapolation of 7", "curve", curve("l.energy", Writer().u8(1).u8(0).u16(1).u8(7).f32({0, 1, 1, 1})),
       &kri::kChunkLayout},
      {"a bone count without bones", "skel", Writer().u8(3), &kri::kChunkLayout},
      // Unknown.
      {"a chunk that nobody wrote", "x_what", Writer().u32(1), &kri::kUnknownChunk},
      // Order.
      {"particle parts without a system", "p_life", Writer().f32({0, 1, 1, 0}), &kri::kChunkOrder},
      {"a curve without an action", "curve", curve("n.location", Writer().u8(3).u8(0).u16(2).u8(0).f32({0, 1, 1, 1})),
       &kri::kChunkOrder},
      {"a texture map without a unit", "t_map", Writer().f32({0, 0, 0, 1, 1, 1}), &kri::kChunkOrder},
      // Values.
      {"a node that is nowhere", "node", transform(kNan), &kri::kChunkValue},
      {"a rotation without length", "node", Writer().text("N").text("").f32({0, 0, 0, 1, 0, 0, 0, 0}),
       &kri::kChunkValue},
      {"a rotation of length 5", "node", Writer().text("N").text("").f32({0, 0, 0, 1, 0, 0, 3, 4}), &kri::kChunkValue},
      {"a camera of infinite angle", "cam", Writer().u8(1).f32({0.1f, 100, kInfinite}), &kri::kChunkValue},
      {"a lamp of no brightness at all", "lamp",
       Writer().raw("\1\2\3").f32({kNan, 0, 0, 0}).text("POINT").f32({1, 2, 0, 0}), &kri::kChunkValue},
      {"a halo of no hardness at all", "m_halo", Writer().f32({1, kNan, 0}).u8(0), &kri::kChunkValue},
      {"a diffuse colour of no intensity at all", "m_diff",
       Writer().raw("\1\2\3").f32({1, kInfinite, 0}).text("LAMBERT"), &kri::kChunkValue},
      {"an index beyond the vertices", "v_ind", Writer().u16(1).u16(0).u16(1).u16(3), &kri::kChunkValue, 12 + 2 + 4},
      {"an infinite texture coordinate", "v_uv", Writer().text("UV").f32({0, 0, kInfinite, 0, 0, 1}),
       &kri::kChunkValue},
      {"a shape that is nowhere", "v_shape", Writer().text("S").u8(0).f32({0}).f32({kNan, 0, 0, 1, 0, 0, 0, 1, 0}),
       &kri::kChunkValue},
      {"more triangles with a material than there are", "entity", Writer().u16(5).text("Red").u16(0),
       &kri::kChunkValue},
      // Twice.
      {"a second signature", "kri", Writer().u8(3), &kri::kDuplicate},
      {"a second mesh of one node", "mesh", Writer().u16(3), &kri::kDuplicate},
  };
  const Bytes sound = sound_file().bytes();
  for (const Defect& defect : defects) {
    SCOPED_TRACE(defect.what);
    KriFile file = sound_file();
    // The layout of a curve is looked at where the curve has an action.
    if (std::string_view(defect.chunk) == "curve" && defect.code == &kri::kChunkLayout)
      file.chunk("action", Writer().text("A").f32({1}));
    file.chunk(defect.chunk, defect.payload);
    const uint64_t at = file.last();
    file.node("After").triangle();
    const Loaded loaded = load_kri(file.bytes());
    ASSERT_TRUE(loaded.status.ok());
    EXPECT_TRUE(loaded.has(*defect.code, at + defect.inside)) << loaded.texts();
    EXPECT_TRUE(validate(loaded.scene).ok());
    for (const Material& material : loaded.scene.materials) {
      for (const Property& property : material.properties) {
        for (const double number : property.numbers) EXPECT_TRUE(std::isfinite(number)) << property.name;
      }
    }
    EXPECT_EQ(loaded.info["accounted"], file.bytes().size());
    EXPECT_GE(loaded.scene.meshes.size(), 2u) << "what stands before and after is there";
    EXPECT_EQ(load_kri(sound).diagnostics.messages().size(), 0u);
  }
}

TEST(KriBadInput, OfALongQuaternionTheDirectionCounts) {
  KriFile file;
  file.chunk("node", Writer().text("N").text("").f32({0, 0, 0, 1, 0, 0, 3, 4}));
  file.chunk("skel", Writer().u8(1).text("bone").u8(0).f32({0, 0, 0, 1, 0, 3, 0, 4}));
  const Loaded loaded = load_kri(file.bytes());
  const glm::quat& q = loaded.scene.nodes[0].local.rotation;
  EXPECT_NEAR(q.z, 0.6, 1e-6);
  EXPECT_NEAR(q.w, 0.8, 1e-6);
  // (0, 0.6, 0, 0.8): cos = 0.64 - 0.36, sin = 0.96, about y.
  const glm::mat4& rest = loaded.scene.rest_matrices[0];
  EXPECT_NEAR(rest[0][0], 0.28, 1e-6);
  EXPECT_NEAR(rest[0][2], -0.96, 1e-6);
  EXPECT_NEAR(rest[1][1], 1, 1e-6);
}

struct Lonely {
  const char* chunk;
  Writer payload;
};

TEST(KriBadInput, ChunksWithoutTheirObjectAreSkipped) {
  const Lonely chunks[] = {{"mesh", Writer().u16(3)},
                           {"cam", Writer().u8(1).f32({0.1f, 100, 1})},
                           {"lamp", Writer().raw("\1\2\3").f32({1, 0, 0, 0}).text("POINT").f32({1, 2, 0, 0})},
                           {"skel", Writer().u8(0)},
                           {"v_pos", Writer()},
                           {"v_ind", Writer().u16(0)},
                           {"v_skin", Writer()},
                           {"entity", Writer().u16(0)},
                           {"part", Writer().u32(1).text("p").text("m")},
                           {"m_surf", Writer().u8(1).f32({0, 0, 0})},
                           {"unit", Writer().u8(0).text("UV").text("FLAT").u8(0)},
                           {"curve", Writer().text("n.location").u8(3).u8(0).u16(0)}};
  for (const Lonely& lonely : chunks) {
    SCOPED_TRACE(lonely.chunk);
    KriFile file;
    file.chunk("grav", Writer().f32({0, 0, -9.8f})).chunk(lonely.chunk, lonely.payload);
    const uint64_t at = file.last();
    file.node("After");
    const Loaded loaded = load_kri(file.bytes());
    ASSERT_TRUE(loaded.status.ok());
    EXPECT_TRUE(loaded.has(kri::kChunkOrder, at)) << loaded.texts();
    EXPECT_EQ(loaded.scene.nodes.size(), 1u);
  }
}

TEST(KriBadInput, NamesThatNothingHasAreSaidAfterReading) {
  KriFile file;
  file.node("Child", "Mother");
  const uint64_t orphan = file.last();
  file.node("Early", "Late").node("Late").node("Box").triangle();
  file.chunk("entity", Writer().u16(1).text("Gold").u16(0));
  file.node("A", "B");
  file.node("B", "A");
  const uint64_t ring = file.last();
  const Loaded loaded = load_kri(file.bytes());
  ASSERT_TRUE(loaded.status.ok());
  EXPECT_TRUE(loaded.has(kri::kUnresolved, orphan)) << loaded.texts();
  EXPECT_NE(loaded.texts().find("Gold"), std::string::npos) << loaded.texts();
  EXPECT_TRUE(loaded.has(kri::kUnresolved, ring) || loaded.has(kri::kUnresolved, ring - 46)) << loaded.texts();
  // A child before its parent is no defect.
  for (const Node& node : loaded.scene.nodes) {
    if (node.name == "Early") {
      EXPECT_EQ(loaded.scene.nodes[node.parent].name, "Late");
    }
  }
}

TEST(KriBadInput, NumbersOfParticlesThatAreNoneAreLeftOut) {
  for (size_t odd = 0; odd < 20; ++odd) {
    Writer part = Writer().text("P").text("M").u32(5).u8(0);
    for (size_t i = 0; i < 20; ++i) part.f32({i == odd ? kNan : 1});
    KriFile file;
    file.node("Box").triangle().chunk("part", part);
    const Loaded loaded = load_kri(file.bytes());
    ASSERT_TRUE(loaded.status.ok()) << odd;
    EXPECT_TRUE(loaded.has(kri::kChunkValue, file.last())) << odd << loaded.texts();
    EXPECT_EQ(loaded.scene.emitters.size(), 1u) << odd;
    EXPECT_TRUE(validate(loaded.scene).ok()) << odd;
  }
}

TEST(KriBadInput, AChainOfAnyLengthIsNoDefect) {
  constexpr uint32_t kCount = 3000;
  KriFile file;
  file.node("0");
  for (uint32_t i = 1; i < kCount; ++i) file.node(std::to_string(i), std::to_string(i - 1));
  const Loaded loaded = load_kri(file.bytes());
  EXPECT_EQ(loaded.texts(), "");
  ASSERT_EQ(loaded.scene.nodes.size(), kCount);
  for (uint32_t i = 1; i < kCount; ++i) ASSERT_EQ(loaded.scene.nodes[i].parent, i - 1);
}

TEST(KriBadInput, NodesOfOneNameAreSaidAndTheFirstCounts) {
  KriFile file;
  file.node("Twin");
  file.node("Twin");
  const uint64_t second = file.last();
  file.node("Child", "Twin");
  const Loaded loaded = load_kri(file.bytes());
  EXPECT_TRUE(loaded.has(kri::kDuplicate, second)) << loaded.texts();
  EXPECT_EQ(loaded.scene.nodes[2].parent, 0u);
}

TEST(KriBadInput, WeightsWithoutBonesLeaveTheMeshRigid) {
  KriFile file;
  file.node("Box").triangle().chunk("v_skin", Writer().u32(0xFF).u32(0).u32(0xFF).u32(0).u32(0xFF).u32(0));
  const Loaded loaded = load_kri(file.bytes());
  EXPECT_TRUE(loaded.has(kri::kSkinWithoutBones, file.last())) << loaded.texts();
  EXPECT_TRUE(loaded.scene.meshes[0].influences.empty());
}

TEST(KriBadInput, WeightsOfMissingBonesGoToTheMesh) {
  KriFile file;
  file.node("Rig").chunk("skel", Writer().u8(1).text("bone").u8(0).f32({0, 0, 0, 1, 0, 0, 0, 1}));
  file.node("Box", "Rig").triangle();
  // (weight, bone): all on the bone; half on bone 9, which is not there; nothing at all.
  file.chunk("v_skin", Writer().u16(0x01FF).u16(0).u32(0).u16(0x0180).u16(0x097F).u32(0).u32(0).u32(0));
  const Loaded loaded = load_kri(file.bytes());
  EXPECT_TRUE(loaded.has(kri::kChunkValue, file.last())) << loaded.texts();
  const Mesh& mesh = loaded.scene.meshes[0];
  EXPECT_EQ(mesh.influence_first, (std::vector<uint32_t>{0, 1, 3, 4}));
  EXPECT_EQ(mesh.influences[2].joint, 0u);
  EXPECT_NEAR(mesh.influences[2].weight, 127 / 255.0, 1e-6);
  EXPECT_EQ(mesh.influences[3].weight, 1);
}

/// Where the exporter found no tangent it wrote (0, 0, 1, 0) with handedness 0: the normal is then the stored one.
TEST(KriBadInput, WhereNoTangentWasFoundTheStoredNormalCounts) {
  KriFile file;
  file.node("Box").chunk("mesh", Writer().u16(3));
  file.chunk("v_pos", Writer().f32({0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 1}));
  file.chunk("v_nor", Writer().f32({0.6f, 0, 0.8f, 0.6f, 0, 0.8f, 0.6f, 0, 0.8f}));
  file.chunk("v_quat", Writer().f32({0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1, 0}));
  file.chunk("v_uv", Writer().text("uv").f32({0, 0, 1, 0, 0, 1})).chunk("v_ind", Writer().u16(1).u16(0).u16(1).u16(2));
  const Loaded loaded = load_kri(file.bytes());
  ASSERT_EQ(loaded.scene.meshes.size(), 1u) << loaded.texts();
  const Mesh& mesh = loaded.scene.meshes[0];
  EXPECT_LT(glm::distance(glm::vec3(mesh.normals[0]), glm::vec3(0.6f, 0, 0.8f)), 1e-6f);
  EXPECT_NEAR(glm::dot(glm::vec3(mesh.tangents[0]), glm::vec3(0.6f, 0, 0.8f)), 0, 1e-6);
  // With a handedness it is half a turn about z, as any other quaternion.
  EXPECT_LT(glm::distance(glm::vec3(mesh.normals[2]), glm::vec3(0, 0, 1)), 1e-6f);
  EXPECT_LT(glm::distance(glm::vec3(mesh.tangents[2]), glm::vec3(-1, 0, 0)), 1e-6f);
}

TEST(KriBadInput, ActionsThatMoveNothingCannotPlay) {
  KriFile file;
  file.node("Box").chunk("action", Writer().text("A").f32({kNan}));
  const uint64_t action = file.last();
  file.chunk("curve", Writer().text("q.nothing").u8(1).u8(0).u16(1).u8(0).f32({0, 1, 1, 1}));
  const uint64_t curve = file.last();
  file.chunk("curve", Writer().text("n.location").u8(1).u8(0).u16(2).u8(0).f32({1, 0, 0, 0, 0, 0, 0, 0}));
  const uint64_t backwards = file.last();
  const Loaded loaded = load_kri(file.bytes());
  EXPECT_TRUE(loaded.has(kri::kChunkValue, action)) << loaded.texts();
  EXPECT_TRUE(loaded.has(kri::kUnresolved, curve));
  EXPECT_TRUE(loaded.has(kri::kChunkValue, backwards));
  ASSERT_EQ(loaded.scene.clips.size(), 1u);
  EXPECT_FALSE(loaded.scene.clips[0].playable);
  EXPECT_FALSE(loaded.scene.clips[0].why_not.empty());
}

// -- exporters that died
// ------------------------------------------------------------------------------------------------

struct Death {
  const char* revisions;
  const char* chunk;
  Writer written;  ///< of the payload, before it died
};

/// The size is patched when a chunk is done, so the last one has size 0 with raw bytes behind it.
TEST(KriBadInput, FilesThatExportersLeftWhenTheyDiedKeepWhatStandsBefore) {
  const Death deaths[] = {
      {"5bf4394 to 94f87ff: no mesh at all", "mesh", Writer()},
      {"before 28b966d: a vertex without weight", "v_skin", Writer().u32(0x010000FF).u32(0)},
      {"3e65344 to ec86cce: no such texture layer", "unit", Writer().text("colordiff").u8(0).text("UV")},
      {"8b78aaf: a chunk name of nine letters", "im_samp", Writer()},
      {"c1f7f8a on: a mirror material", "m_mirr", Writer().raw("\1\2\3").f32({1})},
      {"16686c5 to 2699c6e: a named layer in a material", "unit",
       Writer().text("color_diffuse").u8(0).text("UV").text("FLAT")},
      {"the last one: colours of a divided edge", "v_color", Writer().text("Col").raw("\1\2\3\4\5\6")},
      {"the last one: components of different length", "curve",
       Writer().text("s.location").u8(3).u8(1).u16(2).u8(0).f32({0, 1})},
      {"the last one: a vertex group that is no bone", "v_skin", Writer().u32(0x000001FF)},
      {"1bf2eb5: an undefined variable in curves", "curve", Writer().text("s.scale")},
      {"8d04e49 to e2cd042: a mesh without shapes", "v_shape", Writer()},
      {"a15f103 on: a name cut by its characters", "node", Writer().u8(2).raw("\xD0")},
  };
  for (const Death& death : deaths) {
    SCOPED_TRACE(death.revisions);
    KriFile file = sound_file();
    file.chunk("action", Writer().text("A").f32({1}));
    file.chunk_of_size(death.chunk, 0, death.written);
    const Loaded loaded = load_kri(file.bytes());
    ASSERT_TRUE(loaded.status.ok());
    EXPECT_TRUE(loaded.has(kri::kInterrupted, file.last())) << loaded.texts();
    EXPECT_EQ(loaded.info["interrupted"]["name"], death.chunk);
    EXPECT_EQ(loaded.info["interrupted"]["bytes"], death.written.bytes().size());
    EXPECT_EQ(loaded.scene.meshes.size(), 1u);
    EXPECT_EQ(loaded.scene.clips.size(), 1u);
    EXPECT_TRUE(validate(loaded.scene).ok());
  }
}

/// Layouts that committed revisions describe and could never write; a patched exporter could have.
TEST(KriBadInput, LayoutsThatCouldNotHappenAreReadAllTheSame) {
  for (const bool named : {false, true}) {
    KriFile file;
    file.chunk("node", Writer().fixed("Box", 24).fixed("", 24).f32({0, 0, 0, 1, 0, 0, 0, 1})).triangle();
    file.chunk("v_uv", named ? Writer().fixed("UVTex", 8).f32({0, 0, 1, 0, 0, 1}) : Writer().f32({0, 0, 1, 0, 0, 1}));
    const Loaded loaded = load_kri(file.bytes());
    EXPECT_EQ(loaded.diagnostics.messages().size(), 0u) << loaded.texts();
    ASSERT_EQ(loaded.scene.meshes[0].uv_layers.size(), 1u);
    EXPECT_EQ(loaded.scene.meshes[0].uv_layers[0].uv[1], glm::vec2(1, 0));
    EXPECT_EQ(loaded.info["chunks"].back()["layout"], named ? "fixed+2f" : "2f");
  }
}

TEST(KriBadInput, LongNamesOfTheFirstGenerationAreCutWithoutEnd) {
  KriFile file;
  file.chunk("node", Writer().fixed("abcdefghijklmnopqrstuvwx", 24).fixed("", 24).f32({0, 0, 0, 1, 0, 0, 0, 1}));
  const Loaded loaded = load_kri(file.bytes());
  EXPECT_EQ(loaded.scene.nodes[0].name, "abcdefghijklmnopqrstuvwx");
  EXPECT_EQ(loaded.diagnostics.messages().size(), 0u) << loaded.texts();
}

/// Until April 2010 a material without triangles wrote its count of 0 and its name in the middle of the spans.
TEST(KriBadInput, AMaterialWithoutTrianglesDoesNotEndTheSpans) {
  KriFile file;
  file.chunk("mat", Writer().text("Red")).chunk("mat", Writer().text("Blue"));
  file.node("Box").triangle().chunk("entity", Writer().u16(0).text("Red").u16(1).text("Blue").u16(0));
  const Loaded loaded = load_kri(file.bytes());
  ASSERT_EQ(loaded.scene.meshes[0].primitives.size(), 1u) << loaded.texts();
  EXPECT_EQ(loaded.scene.meshes[0].primitives[0].material, 1u);
  EXPECT_EQ(loaded.info["chunks"].back()["layout"], "text+zeros");
}

/// Counts are read without sign: 32,768 vertices and more broke the engine, not the file.
TEST(KriBadInput, CountsHaveNoSign) {
  KriFile file;
  file.node("Box").chunk("mesh", Writer().u16(40000));
  Writer positions;
  for (int v = 0; v < 40000; ++v) positions.f32({float(v), 0, 0, 1});
  file.chunk("v_pos", positions).chunk("v_ind", Writer().u16(1).u16(0).u16(1).u16(39999));
  const Loaded loaded = load_kri(file.bytes());
  ASSERT_EQ(loaded.scene.meshes.size(), 1u) << loaded.texts();
  EXPECT_EQ(loaded.scene.meshes[0].positions.size(), 40000u);
  EXPECT_EQ(loaded.scene.meshes[0].indices[2], 39999u);
}

}  // namespace
}  // namespace vitrine
