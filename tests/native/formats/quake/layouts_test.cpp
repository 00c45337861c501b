// Small files of every layout: one tetrahedron (0,0,0) (10,0,0) (0,20,0) (0,0,30) in steps of the file's grid, worked
// out by hand.

#include <cmath>

#include "support.h"
#include "support/reference.h"

namespace vitrine::quake::test {
namespace {

Loaded load_data(const std::string& name) { return load(read_file(vitrine::test::kData / "quake" / name), name); }

void expect_vec(const glm::vec3& have, const glm::vec3& want) {
  for (int c = 0; c < 3; ++c) EXPECT_FLOAT_EQ(have[c], want[c]) << "component " << c;
}

template <class T>
void put(Bytes& bytes, size_t at, T value) {
  std::memcpy(&bytes[at], &value, sizeof value);
}

TEST(QuakeLayouts, MdlHasOneGridForAllFrames) {
  const Loaded loaded = load_data("valid/runs.mdl");
  ASSERT_TRUE(loaded.status.ok());
  ASSERT_TRUE(validate(loaded.scene).ok());
  const Mesh& mesh = loaded.scene.meshes[0];
  const auto first = vertices_of(mesh, {0, 0, 0}), between = vertices_of(mesh, {0, 1, 0.5});
  expect_vec(first[0].position, {-1, -2, -3});
  expect_vec(first[3].position, {-1, -2, 12});
  expect_vec(between[1].position, {4.25f, -2, -3});
  expect_vec(first[0].normal, {0, 0, 1});
  // A vertex on the seam of the triangle that faces back lies half the skin further.
  std::set<std::pair<float, float>> uv;
  for (const glm::vec2& one : mesh.uv_layers[0].uv) uv.emplace(one.x * 8, one.y * 4);
  EXPECT_EQ(uv, (std::set<std::pair<float, float>>{{0.5f, 0.5f}, {1.5f, 1.5f}, {3.5f, 2.5f}, {2.5f, 3.5f}}));
  ASSERT_EQ(loaded.scene.clips.size(), 1u);
  EXPECT_EQ(loaded.scene.clips[0].name, "run");
  EXPECT_DOUBLE_EQ(loaded.scene.clips[0].duration_s, 0.2);
}

TEST(QuakeLayouts, AnUnloopedRunEndsOnItsLastFrame) {
  const Loaded loaded = load_data("valid/runs.mdl");
  const Clip& clip = loaded.scene.clips[0];
  pose::PlayOptions once;
  once.loop = false;
  EXPECT_DOUBLE_EQ(pose::cycle_s(clip, once), 0.1);
  EXPECT_DOUBLE_EQ(pose::cycle_s(clip, {}), 0.2);
  EXPECT_EQ(pose::frames_at(clip.runs[0], 7, once).first, 1u);
  const FrameBlend back = pose::frames_at(clip.runs[0], 0.15, {});
  EXPECT_EQ(back.first, 1u);
  EXPECT_EQ(back.second, 0u);
  EXPECT_NEAR(back.fraction, 0.5, 1e-9);
  EXPECT_EQ(pose::frames_at(clip.runs[0], 0.2, {}).first, 0u);
}

TEST(QuakeLayouts, GroupsEndWhenTheySayAndSkinsCanBeChosen) {
  const Loaded loaded = load_data("valid/groups.mdl");
  ASSERT_TRUE(loaded.status.ok());
  const Clip* flame = loaded.clip("flame");
  ASSERT_NE(flame, nullptr);
  EXPECT_NEAR(flame->duration_s, 0.3, 1e-7);
  const FrameBlend at = pose::frames_at(flame->runs[0], 0.2, {});
  EXPECT_EQ(at.first, 1u);
  EXPECT_NEAR(at.fraction, 0.5, 1e-6);
  EXPECT_NE(loaded.clip("off"), nullptr);
  // Members of a group are chosen one by one, and have their ends.
  std::vector<std::string> skins;
  for (const auto& skin : loaded.info["skins"]) skins.push_back(skin["name"].get<std::string>());
  EXPECT_EQ(skins, (std::vector<std::string>{"0", "1", "1_1"}));
  // Colours from 224 on glow: an image of their own, the others black.
  ASSERT_EQ(loaded.scene.textures.size(), 2u);
  EXPECT_EQ(loaded.scene.textures[0].bytes[8 + 5], 5);
  EXPECT_EQ(loaded.scene.textures[1].bytes[8 + 5], 0);
  EXPECT_EQ(loaded.scene.textures[1].bytes[8 + 16], 224);
  EXPECT_EQ(loaded.scene.materials[0].slots[1].role, TextureRole::kEmissive);
}

TEST(QuakeLayouts, TheImagesOfAGroupOfSkinsTakeTurns) {
  Bytes bytes = read_file(vitrine::test::kData / "quake/valid/groups.mdl");
  constexpr size_t kGroup = 84 + 4 + 32, kEnds = kGroup + 8, kSecond = kEnds + 8 + 32;
  put(bytes, kEnds, 0.25f), put(bytes, kEnds + 4, 1.0f);
  bytes[kSecond] = 77;
  const auto loaded = [&](const char* skin) {
    ReadOptions options;
    options.skin = skin;
    return load(bytes, "x.mdl", {}, options);
  };
  const Loaded group = loaded("1");
  ASSERT_TRUE(group.status.ok());
  ASSERT_TRUE(validate(group.scene).ok());
  // Two images, and what glows of each.
  ASSERT_EQ(group.scene.textures.size(), 4u);
  EXPECT_EQ(group.scene.materials[0].slots[1].texture, 2u);
  EXPECT_EQ(group.scene.textures[1].bytes[8], 77);
  EXPECT_EQ(group.scene.textures[1].candidates[0], "x.mdl_1_1.tga");
  for (const uint32_t first : {0u, 2u}) {
    EXPECT_EQ(group.scene.textures[first].turns_s, (std::vector<float>{0.25f, 1}));
    // WinQuake's R_AliasSetupSkin: of the time modulo the last end, the first end that is greater.
    for (const auto& [time_s, turn] :
         {std::pair(0.0, 0u), {0.2, 0u}, {0.25, 1u}, {0.9, 1u}, {1.0, 0u}, {7.24, 0u}, {7.25, 1u}, {-0.1, 1u}})
      EXPECT_EQ(texture_at(group.scene, first, time_s), first + turn) << time_s;
  }
  EXPECT_EQ(texture_at(group.scene, 1, 0.9), 1u) << "it is not the first one of a group";
  for (const auto& [first, ends] : {std::pair(3u, std::vector<float>{1, 2}), {0u, {1, 0}}, {0u, {1, INFINITY}}}) {
    Scene odd = group.scene;
    odd.textures[first].turns_s = ends;
    EXPECT_FALSE(validate(odd).ok()) << first << " until " << ends.back();
  }
  // What stands still lasts as long as the group; what moves has its own time.
  ASSERT_NE(group.clip("off"), nullptr);
  EXPECT_DOUBLE_EQ(group.clip("off")->duration_s, 1);
  EXPECT_NEAR(group.clip("flame")->duration_s, 0.3, 1e-7);
  for (const auto& [skin, pixel] : {std::pair("1_0", 0), {"1_1", 77}, {"0", 0}}) {
    const Loaded one = loaded(skin);
    ASSERT_EQ(one.scene.textures.size(), 2u) << skin;
    EXPECT_TRUE(one.scene.textures[0].turns_s.empty()) << skin;
    EXPECT_EQ(one.scene.textures[0].bytes[8], pixel) << skin;
    EXPECT_EQ(one.clip("off")->duration_s, 0) << skin;
  }
}

TEST(QuakeLayouts, EqualEndsNeverShowTheSecondImage) {
  Bytes bytes = read_file(vitrine::test::kData / "quake/valid/groups.mdl");
  constexpr size_t kEnds = 84 + 4 + 32 + 8;
  put(bytes, kEnds, 0.1f), put(bytes, kEnds + 4, 0.1f);
  ReadOptions options;
  options.skin = "1";
  const Loaded loaded = load(bytes, "x.mdl", {}, options);
  for (const double time_s : {0.0, 0.05, 0.099, 0.15, 3.0})
    EXPECT_EQ(texture_at(loaded.scene, 0, time_s), 0u) << time_s;
}

TEST(QuakeLayouts, TheFlagOfMarkVMakesTheLastColourAHole) {
  Bytes bytes = read_file(vitrine::test::kData / "quake/valid/runs.mdl");
  const auto loaded = [&](uint8_t flags) {
    bytes[77] = flags;
    return load(bytes);
  };
  bytes[84 + 4] = 255;  // of the first pixel
  const Loaded plain = loaded(0), holey = loaded(0x40);
  EXPECT_EQ(plain.scene.materials[0].alpha_mode, AlphaMode::kOpaque);
  EXPECT_TRUE(plain.scene.textures[0].inside.ends_with("-0.lmp")) << plain.scene.textures[0].inside;
  EXPECT_EQ(holey.scene.materials[0].alpha_mode, AlphaMode::kMask);
  EXPECT_FLOAT_EQ(holey.scene.materials[0].alpha_cutoff, 0.666f);
  EXPECT_TRUE(holey.scene.textures[0].inside.ends_with("-0.holey.lmp")) << holey.scene.textures[0].inside;
  EXPECT_EQ(holey.scene.textures[0].bytes, plain.scene.textures[0].bytes);
  // What glows is an image of its own, and a hole does not.
  EXPECT_EQ(plain.scene.textures[1].bytes[8], 255);
  EXPECT_EQ(holey.scene.textures[1].bytes[8], 0);
}

TEST(QuakeLayouts, WideNumbersHaveTheirLowBytesBehindTheFrame) {
  const Loaded loaded = load_data("valid/wide.mdl");
  ASSERT_TRUE(loaded.status.ok());
  expect_vec(vertices_of(loaded.scene.meshes[0], {})[1].position, {4.25f, -1.875f, -3});
}

TEST(QuakeLayouts, HexenHasTextureCoordinatesOfItsOwn) {
  const Loaded loaded = load_data("valid/hexen.mdl");
  ASSERT_TRUE(loaded.status.ok());
  EXPECT_EQ(loaded.scene.meshes[0].positions.size(), 5u);
  EXPECT_EQ(loaded.scene.meshes[0].file_vertex_count, 4u);
}

TEST(QuakeLayouts, TheTestOf1996HasNamelessFrames) {
  const Loaded loaded = load_data("valid/qtest.mdl");
  ASSERT_TRUE(loaded.status.ok()) << loaded.status.error().message();
  expect_vec(vertices_of(loaded.scene.meshes[0], {})[3].position, {-1, -2, 12});
  ASSERT_EQ(loaded.scene.clips.size(), 1u);
  EXPECT_EQ(loaded.scene.clips[0].name, "frames");
}

TEST(QuakeLayouts, Md2HasAGridForEachFrame) {
  const Loaded loaded = load_data("valid/pains.md2");
  ASSERT_TRUE(loaded.status.ok());
  ASSERT_TRUE(validate(loaded.scene).ok());
  expect_vec(vertices_of(loaded.scene.meshes[0], {0, 0, 0})[1].position, {5, 0, 0});
  expect_vec(vertices_of(loaded.scene.meshes[0], {1, 1, 0})[1].position, {3.75f, 2, 3});
  std::vector<std::string> names;
  for (const Clip& clip : loaded.scene.clips) names.push_back(clip.name);
  EXPECT_EQ(names, (std::vector<std::string>{"stand", "pain1", "pain201"}));
  EXPECT_TRUE(load_data("valid/bare.md2").has(kCommands, 36));
}

TEST(QuakeLayouts, Md3CountsSixtyFourthsAndItsTagsTurn) {
  const Loaded loaded = load_data("valid/tagged.md3");
  ASSERT_TRUE(loaded.status.ok());
  ASSERT_TRUE(validate(loaded.scene).ok()) << validate(loaded.scene).error().message();
  const auto vertices = vertices_of(loaded.scene.meshes[0], {1, 1, 0});
  expect_vec(vertices[1].position, {11, 0, 0});
  expect_vec(vertices[5].position, {12, 0, 0});  // of the second surface
  ASSERT_EQ(loaded.scene.nodes.size(), 2u);
  EXPECT_EQ(loaded.scene.nodes[1].name, "tag_torso");
  // Half way of a quarter turn the axes are at 45 degrees and have length 1.
  const glm::dmat4 half = worlds_of(loaded.scene, &loaded.scene.clips[0], 0.05)[1];
  EXPECT_NEAR(half[0].x, std::sqrt(0.5), 1e-7);
  EXPECT_NEAR(half[0].y, std::sqrt(0.5), 1e-7);
  EXPECT_NEAR(half[3].x, 2, 1e-7);
  const Loaded tags = load_data("valid/tags.md3");
  ASSERT_TRUE(tags.status.ok());
  EXPECT_EQ(tags.scene.nodes.size(), 3u);
  EXPECT_TRUE(tags.scene.meshes.empty());
}

TEST(QuakeLayouts, NormalsWithoutADirectionAreThoseOfTheTriangles) {
  Bytes bytes = read_file(vitrine::test::kData / "quake/valid/runs.mdl");
  const size_t row = 84 + 36 + 48 + 64 + 28;
  ASSERT_EQ(bytes[row + 3], 5);
  bytes[row + 3] = 162;
  const Loaded loaded = load(bytes);
  ASSERT_TRUE(loaded.status.ok());
  EXPECT_TRUE(loaded.has(kNormal, row));
  // The triangles of this file are turned: those of the corner at the origin look along x, y and z.
  const glm::vec3 normal = vertices_of(loaded.scene.meshes[0], {})[0].normal;
  EXPECT_GT(normal.x + normal.y + normal.z, 1.2f);
}

TEST(QuakeLayouts, EachBrokenFileFailsAtItsField) {
  const std::tuple<const char*, const Code*, uint64_t> kBroken[] = {
      {"version.mdl", &kVersion, 4},  {"count.mdl", &kCount, 60},        {"empty.mdl", &kEmpty, 68},
      {"range.mdl", &kRange, 48},     {"index.mdl", &kIndex, 172},       {"cut.mdl", &kTruncated, 319},
      {"scale.mdl", &kNotFinite, 8},  {"interval.mdl", &kInterval, 248}, {"framesize.md2", &kFrameSize, 16},
      {"uv_index.md2", &kIndex, 158}, {"range.md2", &kRange, 56},        {"frames.md3", &kSurfaceFrames, 516},
      {"index.md3", &kIndex, 552},    {"range.md3", &kRange, 100},       {"tag.md3", &kNotFinite, 284}};
  for (const auto& [name, code, offset] : kBroken) {
    SCOPED_TRACE(name);
    const Loaded loaded = load_data(std::string("invalid/") + name);
    ASSERT_FALSE(loaded.status.ok());
    EXPECT_EQ(loaded.status.error().code(), code) << loaded.status.error().code()->id;
    EXPECT_EQ(loaded.status.error().offset(), offset);
  }
}

TEST(QuakeLayouts, AxesOfTagsHaveALengthThatAFloatHolds) {
  Bytes bytes = read_file(vitrine::test::kData / "quake/valid/tags.md3");
  constexpr size_t kTag = 220, kUp = kTag + 64 + 12 + 24;
  put(bytes, kUp, 3e38f);
  const Loaded one = load(bytes);
  ASSERT_TRUE(one.status.ok());
  EXPECT_TRUE(validate(one.scene).ok());
  // Each number is finite, the length of the three is not.
  put(bytes, kUp + 4, 3e38f);
  const Loaded two = load(bytes);
  ASSERT_FALSE(two.status.ok());
  EXPECT_EQ(two.status.error().code(), &kNotFinite);
  EXPECT_EQ(two.status.error().offset(), kTag + 64);
}

/// A count that no memory has is refused by the length of the file, or by the budget.
TEST(QuakeLayouts, CountsAreHeldAgainstTheFileAndTheBudget) {
  Bytes bytes = read_file(vitrine::test::kData / "quake/valid/tagged.md3");
  put<int32_t>(bytes, 80, 1 << 30);
  EXPECT_EQ(load(bytes).status.error().code(), &kRange);
  Limits limits;
  limits.heap_bytes = 4096;
  const Loaded small = load(read_file(vitrine::test::kData / "quake/valid/tagged.md3"), "a.md3", limits);
  ASSERT_FALSE(small.status.ok());
  EXPECT_EQ(small.status.error().code(), &kLimitMemory);
  limits = {};
  limits.vertices = 7;
  EXPECT_EQ(load(read_file(vitrine::test::kData / "quake/valid/tagged.md3"), "a.md3", limits).status.error().code(),
            &kLimitCount);
}

}  // namespace
}  // namespace vitrine::quake::test
