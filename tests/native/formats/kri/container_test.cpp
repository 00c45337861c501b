// Framing, layout selection and everything a broken file can do to them.

#include <gtest/gtest.h>

#include "formats/kri/read/container.h"
#include "formats/kri/read/layouts.h"
#include "kri_support.h"

namespace vitrine {
namespace {

using namespace test;

KriFile small_file() {
  KriFile file;
  file.chunk("mat", Writer().text("Red")).node("Box").triangle();
  file.chunk("entity", Writer().u16(1).text("Red").u16(0));
  return file;
}

TEST(KriContainer, AWholeFileIsAccountedFor) {
  const KriFile file = small_file();
  const Loaded loaded = load_kri(file.bytes());
  ASSERT_TRUE(loaded.status.ok());
  EXPECT_EQ(loaded.info["accounted"], file.bytes().size());
  EXPECT_EQ(loaded.diagnostics.messages().size(), 0u) << loaded.texts();
  ASSERT_EQ(loaded.scene.meshes.size(), 1u);
  EXPECT_EQ(loaded.scene.meshes[0].primitives[0].material, 0u);
}

struct BadFile {
  const char* what;
  Bytes bytes;
  const Code* code;
  uint64_t offset;
};

TEST(KriContainer, AFileThatIsNoSceneIsRefusedWithItsPlace) {
  const Bytes whole = small_file().bytes();
  const auto with = [&](size_t at, uint8_t value) {
    Bytes bytes = whole;
    bytes[at] = value;
    return bytes;
  };
  const BadFile cases[] = {
      {"empty", {}, &kri::kSignature, 0},
      {"11 bytes", Bytes(whole.begin(), whole.begin() + 11), &kri::kSignature, 0},
      {"another first chunk", with(0, 'q'), &kri::kSignature, 0},
      {"signature of two bytes", with(8, 2), &kri::kSignature, 8},
      {"no version", Bytes(whole.begin(), whole.begin() + 12), &kTruncated, 12},
      {"version 2", with(12, 2), &kri::kVersion, 12},
  };
  for (const BadFile& bad : cases) {
    const Loaded loaded = load_kri(bad.bytes);
    ASSERT_FALSE(loaded.status.ok()) << bad.what;
    EXPECT_EQ(loaded.status.error().code(), bad.code) << bad.what;
    EXPECT_EQ(loaded.status.error().offset(), bad.offset) << bad.what;
    EXPECT_TRUE(loaded.scene.nodes.empty());
  }
}

TEST(KriContainer, AnInterruptedExportKeepsWhatStandsBefore) {
  for (const bool zero_bytes_left : {false, true}) {
    KriFile file = small_file();
    file.node("Next").chunk("mesh", Writer().u16(3));
    file.chunk_of_size("v_pos", 0, zero_bytes_left ? Writer() : Writer().f32({0, 0, 0, 1, 1, 0, 0, 1}));
    const Loaded loaded = load_kri(file.bytes());
    ASSERT_TRUE(loaded.status.ok());
    EXPECT_TRUE(loaded.has(kri::kInterrupted, file.last())) << loaded.texts();
    EXPECT_EQ(loaded.info["interrupted"]["name"], "v_pos");
    EXPECT_EQ(loaded.info["interrupted"]["offset"], file.last());
    EXPECT_EQ(loaded.info["interrupted"]["bytes"], zero_bytes_left ? 0 : 32);
    EXPECT_EQ(loaded.info["accounted"], file.last());
    EXPECT_EQ(loaded.scene.meshes.size(), 1u);
    EXPECT_EQ(loaded.scene.nodes.size(), 2u);
  }
}

/// The raw bytes of an interrupted chunk can look like a header: a fixed string padded with NULs and more NULs.
TEST(KriContainer, RawBytesThatLookLikeAHeaderAreNotAChunk) {
  KriFile file;
  file.chunk("node", Writer().fixed("a", 24).fixed("", 24).f32({0, 0, 0, 1, 0, 0, 0, 1}));
  file.chunk_of_size("node", 0, Writer().fixed("cube", 24).fixed("", 24));
  const Loaded loaded = load_kri(file.bytes());
  ASSERT_TRUE(loaded.status.ok());
  EXPECT_TRUE(loaded.has(kri::kInterrupted, file.last())) << loaded.texts();
  EXPECT_EQ(loaded.info["chunks"].size(), 2u);
}

TEST(KriContainer, ChunksThatMayBeEmptyAreNoInterruption) {
  KriFile file;
  file.chunk("mat", Writer().text("A")).chunk("unit", Writer().u8(0).text("GLOBAL").text("FLAT"));
  file.chunk("t_noise").chunk("t_zero").chunk("t_cube");
  const Loaded loaded = load_kri(file.bytes());
  EXPECT_EQ(loaded.diagnostics.messages().size(), 0u) << loaded.texts();
  EXPECT_EQ(loaded.info["chunks"].size(), 6u);
}

TEST(KriContainer, AChunkLargerThanTheFileEndsItWithItsPlace) {
  KriFile file = small_file();
  file.chunk_of_size("node", 1000, Writer().text("x"));
  const Loaded loaded = load_kri(file.bytes());
  ASSERT_TRUE(loaded.status.ok());
  EXPECT_TRUE(loaded.has(kri::kChunkSize, file.last())) << loaded.texts();
  EXPECT_EQ(loaded.scene.meshes.size(), 1u);
}

TEST(KriContainer, GarbageAfterTheChunksIsReportedWithItsPlace) {
  for (const Bytes& tail : {Bytes{1, 2, 3}, Bytes(40, 0xEE)}) {
    Bytes bytes = small_file().bytes();
    const uint64_t at = bytes.size();
    bytes.insert(bytes.end(), tail.begin(), tail.end());
    const Loaded loaded = load_kri(bytes);
    ASSERT_TRUE(loaded.status.ok());
    EXPECT_TRUE(loaded.has(kri::kGarbage, at)) << loaded.texts();
    EXPECT_EQ(loaded.scene.meshes.size(), 1u);
  }
}

TEST(KriContainer, UnknownChunksAreSkippedAndListed) {
  KriFile file = small_file();
  file.chunk("x_new", Writer().u32(7));
  const uint64_t at = file.last();
  file.node("After");
  const Loaded loaded = load_kri(file.bytes());
  EXPECT_TRUE(loaded.has(kri::kUnknownChunk, at));
  EXPECT_EQ(loaded.scene.nodes.size(), 2u);
  const Json& listed = loaded.info["chunks"][loaded.info["chunks"].size() - 2];
  EXPECT_EQ(listed["name"], "x_new");
  EXPECT_EQ(listed["size"], 4);
  EXPECT_EQ(listed["consumed"], 0);
}

TEST(KriContainer, OneBadChunkDoesNotDisableOthersOfItsName) {
  KriFile file;
  file.node("Box").chunk("mesh", Writer().u16(1)).chunk("v_pos", Writer().f32({1, 2, 3, 1}));
  file.chunk("v_uv", Writer().text("one").f32({0, 0}));
  file.chunk("v_uv", Writer().text("bad").f32({0, 0, 0, 0}));
  const uint64_t bad = file.last();
  file.chunk("v_uv", Writer().text("two").f32({0.5f, 0.25f}));
  const Loaded loaded = load_kri(file.bytes());
  EXPECT_TRUE(loaded.has(kri::kChunkLayout, bad)) << loaded.texts();
  ASSERT_EQ(loaded.scene.meshes[0].uv_layers.size(), 2u);
  EXPECT_EQ(loaded.scene.meshes[0].uv_layers[1].name, "two");
  EXPECT_EQ(loaded.scene.meshes[0].uv_layers[1].uv[0], glm::vec2(0.5f, 0.25f));
}

TEST(KriContainer, EveryPrefixLoadsOrIsRefusedAndKeepsWholeChunks) {
  const Bytes whole = small_file().bytes();
  size_t loaded_count = 0;
  for (size_t size = 0; size < whole.size(); ++size) {
    const Loaded loaded = load_kri(std::span(whole).first(size));
    EXPECT_EQ(loaded.status.ok(), size > 12) << size;
    if (!loaded.status.ok()) continue;
    ++loaded_count;
    EXPECT_TRUE(validate(loaded.scene).ok()) << size;
    EXPECT_LE(loaded.info["accounted"], size);
    if (loaded.info["accounted"] < size) {
      EXPECT_FALSE(loaded.diagnostics.messages().empty()) << size;
    }
  }
  EXPECT_EQ(loaded_count, whole.size() - 13);
}

TEST(KriContainer, EachByteOverwrittenNeverBreaksTheScene) {
  const Bytes whole = small_file().bytes();
  for (size_t at = 0; at < whole.size(); ++at) {
    for (const uint8_t value :
         {uint8_t{0}, uint8_t{1}, uint8_t{0x7F}, uint8_t{0x80}, uint8_t{0xFF}, static_cast<uint8_t>(~whole[at])}) {
      Bytes bytes = whole;
      bytes[at] = value;
      const Loaded loaded = load_kri(bytes);
      if (!loaded.status.ok()) continue;
      EXPECT_TRUE(validate(loaded.scene).ok()) << at << " " << int{value};
    }
  }
}

TEST(KriContainer, LimitsAreKept) {
  Limits limits;
  limits.heap_bytes = 4000;
  EXPECT_EQ(load_kri(small_file().bytes(), limits).status.error().code(), &kLimitMemory);
  limits = {};
  limits.joints = 1;
  KriFile file;
  Writer bones;
  bones.u8(2);
  for (const char* name : {"a", "b"}) bones.text(name).u8(0).f32({0, 0, 0, 1, 0, 0, 0, 1});
  file.node("Rig").chunk("skel", bones);
  const Loaded loaded = load_kri(file.bytes(), limits);
  ASSERT_FALSE(loaded.status.ok());
  EXPECT_EQ(loaded.status.error().code(), &kLimitCount);
  EXPECT_TRUE(loaded.scene.nodes.empty());
}

// ---- layouts --------------------------------------------------------------------------------------------------------

struct LayoutCase {
  const char* name;
  Writer payload;
  kri::Strings strings;
  const char* layout;  ///< null = none fits
};

TEST(KriLayouts, AreChosenByExactFit) {
  const auto text = kri::Strings::kText, fixed = kri::Strings::kFixed, unknown = kri::Strings::kUnknown;
  const Writer diffuse = Writer().u32(0).u32(0).u32(0);
  const LayoutCase cases[] = {
      {"node", Writer().text("a").text("b").f32({0, 0, 0, 1, 0, 0, 0, 1}), unknown, "text"},
      {"node", Writer().fixed("a", 24).fixed("b", 24).f32({0, 0, 0, 1, 0, 0, 0, 1}), unknown, "fixed"},
      // A cut name fills its array and has no NUL.
      {"node", Writer().fixed("abcdefghijklmnopqrstuvwx", 24).fixed("b", 24).f32({0, 0, 0, 1, 0, 0, 0, 1}), unknown,
       "fixed"},
      {"node", Writer().text("a").text("b").f32({0, 0, 0, 1, 0, 0, 0}), unknown, nullptr},
      {"mat", Writer().fixed("Mat", 24).raw(std::string(12, '\1')).u8(0).u8(0).f32({1, 1, 1, 1}), unknown, "A"},
      // Blender's default name makes layout C as long as layout A: only the content tells.
      {"mat", Writer().text("Material").raw(std::string(12, '\1')).text("LAMBERT").text("COOKTORR").f32({1, 1, 1, 1}),
       unknown, "C"},
      {"mat",
       Writer().fixed("Mat", 24).raw(std::string(12, '\1')).fixed("LAMBERT", 12).fixed("PHONG", 12).f32({1, 1, 1, 1}),
       unknown, "B"},
      {"mat", Writer().text("Mat").u8(0).f32({0.5f, 0, 1, 0}), unknown, "D"},
      {"mat", Writer().text("Mat"), unknown, "E"},
      {"mat", Writer().text("Mat").u8(0).u8(1), unknown, "F"},
      {"lamp", Writer().u32(0).f32({1, 0, 0, 0}).u8(2).f32({1, 2, 3, 4}), fixed, "A"},
      {"lamp", Writer().u32(0).f32({1, 0, 0, 0}).fixed("SPOT", 8).f32({1, 2, 3, 4}), fixed, "B"},
      {"lamp", Writer().u32(0).f32({1, 0, 0, 0}).text("SPOT").f32({1, 2, 3, 4}), text, "C"},
      {"lamp", Writer().raw("\1\2\3").f32({1, 0, 0, 0}).text("POINT").f32({1, 2, 3, 4}), text, "D"},
      {"lamp", Writer().raw("\1\2\3").f32({1, 0, 0, 0}).text("LASER").f32({1, 2, 3, 4}), text, nullptr},
      {"m_surf", Writer().u8(1).f32({0, 0, 0}), text, "B"},
      {"m_surf", Writer().u8(1).f32({0, 0, 0, 0}), text, "A"},
      {"m_surf", Writer().u8(2).f32({0, 0, 0}), text, nullptr},
      {"m_diff", Writer().raw("\1\2\3").f32({1}).text("LAMBERT"), text, "A"},
      {"m_diff", Writer().raw("\1\2\3").f32({1, 1}).text("LAMBERT"), text, "B"},
      {"m_diff", Writer().raw("\1\2\3").f32({1, 1, 1}).text(""), text, "C"},
      {"m_spec", Writer().raw("\1\2\3").f32({1, 1}).text("PHONG"), text, "A"},
      {"m_spec", Writer().raw("\1\2\3").f32({1, 1, 1}).text("PHONG"), text, "B"},
      {"m_halo", Writer().f32({1, 1, 1}).u8(0), text, "B"},
      {"m_halo", Writer().raw("\1\2\3").f32({1, 1, 1, 1}), text, "A"},
      {"m_hair", Writer().f32({1, 1, 1, 1}).u8(0), text, "A"},
      {"m_hair", Writer().f32({1, 1, 1, 1}).u8(0).f32({-1}).text(""), text, "B"},
      {"tex", Writer().raw("\1\4\3").raw("\1\1\1").fixed("a.tga", 64), fixed, "A"},
      {"tex", Writer().raw("\1\4\3").raw("\1\1\1").f32({0, 0, 0, 1, 1, 1}).fixed("a.tga", 64), fixed, "B"},
      {"tex", Writer().raw("\1\3").raw("\1\1\1").f32({0, 0, 0, 1, 1, 1}).fixed("a.tga", 64), fixed, "C"},
      {"tex", Writer().raw("\1").raw("\1\1\1").f32({0, 0, 0, 1, 1, 1}).fixed("a.tga", 64), fixed, "D"},
      {"tex", Writer().raw("\1\1\1").f32({0, 0, 0, 1, 1, 1}).fixed("a.tga", 64), fixed, "E"},
      {"tex", Writer().raw("\1\1\1").f32({0, 0, 0, 1, 1, 1}).text(std::string(63, 'p')), text, "F"},
      {"mapin", Writer().fixed("UV", 12).fixed("UVTex", 8), fixed, "AB"},
      {"mapin", Writer().fixed("OBJECT", 12).fixed("Empty", 24), fixed, "AB"},
      {"mapin", Writer().fixed("ORCO", 12).fixed("CUBE", 8), fixed, "B"},
      {"mapin", Writer().fixed("GLOBAL", 12), fixed, "AB"},
      {"unit", Writer().u8(1).fixed("colordiff", 24).fixed("UV", 12).fixed("UVTex", 8), fixed, "A"},
      {"unit", Writer().text("colordiff").u8(0).text("UV").text("UVTex"), text, "B"},
      {"unit", Writer().text("colordiff").u8(0).text("UV").u8(0), text, "C"},
      {"unit", Writer().text("normal").u8(0).text("UV").text("FLAT").u8(0), text, "D"},
      {"unit", Writer().text("normal").f32({0.5f}).u8(0).text("UV").text("FLAT").u8(0), text, "E"},
      {"unit", Writer().u8(0).text("WARP").text("FLAT"), text, nullptr},
      {"u_apply", Writer().text("MIX").u8(0).u8(0).u8(0).raw("\1\2\3").f32({1}), text, "A"},
      {"u_apply", Writer().text("MIX").text("TANGENT").u8(0).u8(0).u8(0).raw("\1\2\3").f32({1}), text, "B"},
      {"u_apply", Writer().u8(1).text("MIX").text("TANGENT").u8(0).u8(0).u8(0).raw("\1\2\3").f32({1}), text, "C"},
      {"im_map", Writer().f32({1, 2, 3}), text, "sum"},
      {"t_map", Writer().f32({1, 2, 3}), text, nullptr},
      {"t_samp", Writer().u8(1).u8(0).u8(1), text, "A"},
      {"t_samp", Writer().text("REPEAT").u8(0).u8(1), text, "B"},
      {"t_blend", Writer().text("LINEAR").text("HORIZONTAL"), text, "A"},
      {"t_blend", Writer().text("LINEAR").u8(1), text, "B"},
      {"part",
       Writer().text("P").text("M").u32(5).u8(0).f32({1, 0, 1, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 0}),
       text, "B"},
      {"part", Writer().u32(5).f32({1, 0}).text("P").text("M"), text, "C"},
      {"part", Writer().u32(5).text("P").text("M"), text, "D"},
      {"p_rot", Writer(), text, "A"},
      {"p_rot", Writer().text("NONE").f32({1}), text, "B"},
      {"g_sock", Writer().u8(0).text("Fac").u8(1).f32({1}), text, ""},
      {"g_sock", Writer().u8(1).text("Out"), text, ""},
      {"g_links", Writer().u8(2).u8(0).u8(1).u8(3).u8(2).u8(4).u8(0), text, ""},
      {"g_links", Writer().u8(2).u8(0).u8(1), text, nullptr},
      {"action", Writer().fixed("Walk", 24).f32({1}), fixed, "fixed"},
      {"action", Writer().text("Walk").f32({1}), text, "text"},
      {"curve", Writer().text("l.energy").u8(1).u8(0).u16(1).u8(1).f32({0, 1, 1, 1}), text, "text"},
      {"curve", Writer().fixed("l.energy", 24).u8(1).u8(0).u16(0), fixed, "fixed"},
      {"av_seq", Writer().u8(0).u8(1).fixed("n.location", 24).u16(1).u8(0).f32({0, 1, 1, 1}), fixed, ""},
      {"a_bone", Writer().u8(0).u16(1).f32({0, 1, 2, 3}).u16(0).u16(0), fixed, ""},
      {"a_bone", Writer().u8(0).u16(1).f32({0, 1, 2}).u16(0).u16(0), fixed, nullptr},
      {"entity", Writer().u16(2).fixed("Mat", 24).u16(0), fixed, "fixed"},
      {"entity", Writer().u16(2).text("a").u16(0).text("b").u16(1).text("c").u16(0), text, "text+zeros"},
      {"entity", Writer().u16(2).text("a"), text, nullptr},
      {"v_uv", Writer().f32({0, 0, 1, 0, 0, 1}), fixed, "3f z=hand"},
      {"v_uv", Writer().f32({0, 0, 1, 1}), fixed, "2f"},
      {"v_pos", Writer().f32({0, 0, 0, 1, 1, 1}), fixed, "3f"},
      {"v_pos", Writer().f32({0, 0, 0, 1, 1, 1, 1, 1}), text, "4f w=hand"},
      {"v_pos", Writer().f32({0, 0, 0, 1, 1, 1, 1}), text, nullptr},
      {"v_ind", Writer().u16(1).u16(0).u16(1), text, nullptr},
      {"v_ind", Writer().u16(1).u16(0).u16(1).u16(0).u16(1), text, nullptr},
      {"v_color", Writer().text("Col").raw("\1\2\3\4\5\6"), text, "text+3B"},
      {"v_skin", Writer().raw(std::string(16, '\1')), text, "4x(weight,bone)"},
  };
  for (const LayoutCase& c : cases) {
    const kri::Frame frame{c.name, 0, c.payload.bytes()};
    const auto decoded = kri::decode(frame, c.strings, 2);
    ASSERT_EQ(decoded.has_value(), c.layout != nullptr) << c.name << " " << (c.layout ? c.layout : "none");
    if (decoded) {
      EXPECT_EQ(decoded->layout, c.layout) << c.name;
    }
  }
}

}  // namespace
}  // namespace vitrine
