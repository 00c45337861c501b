// Binaries written again.

#include "formats/qmsh/codes.h"
#include "formats/qmsh/read/binary_read.h"
#include "formats/qmsh/write/file.h"
#include "support.h"

namespace vitrine::qmsh::test {
namespace {

TEST(BinaryWriter, GivesBackEveryFileOfTheCorpusByteForByte) {
  const auto root = kShared / "corpus/qmsh";
  if (!std::filesystem::exists(root)) GTEST_SKIP() << "no corpus at " << root;
  size_t files = 0;
  for (const auto& entry : std::filesystem::recursive_directory_iterator(root)) {
    const auto extension = entry.path().extension();
    if (extension != ".qmsh" && extension != ".phy") continue;
    SCOPED_TRACE(entry.path().filename());
    const auto bytes = read_bytes(entry.path());
    const Limits limits;
    Budget budget(limits.heap_bytes);
    Diagnostics diagnostics;
    const auto model = read_binary(bytes, limits, budget, diagnostics);
    ASSERT_TRUE(model.ok());
    const auto written = write_binary(*model);
    ASSERT_TRUE(written.ok());
    EXPECT_EQ(*written, bytes);
    ++files;
  }
  EXPECT_EQ(files, 61u);
}

class BinaryVersions : public ::testing::TestWithParam<int> {
 protected:
  void SetUp() override {
    bytes_ = read_bytes(kData / "valid" / ("flag_v" + std::to_string(GetParam()) + ".qmsh"));
    file_ = load(bytes_, "flag.qmsh");
    ASSERT_TRUE(file_.ok);
  }
  std::vector<uint8_t> bytes_;
  Loaded file_;
};
/// Those that have points and cameras.
class BinaryVersionsFrom12 : public BinaryVersions {};

TEST_P(BinaryVersions, AreAccountedForAndWrittenBackByteForByte) {
  EXPECT_EQ(file_.info["version"], GetParam());
  EXPECT_EQ(file_.info["bytesConsumed"], bytes_.size());
  EXPECT_EQ(file_.find(kTrailing), nullptr);
  EXPECT_EQ(file_.find(kOffset), nullptr);
  EXPECT_EQ(file_.find(kBounds), nullptr);
  const Limits limits;
  Budget budget(limits.heap_bytes);
  Diagnostics diagnostics;
  const auto model = read_binary(bytes_, limits, budget, diagnostics);
  ASSERT_TRUE(model.ok());
  const auto written = write_binary(*model);
  ASSERT_TRUE(written.ok());
  EXPECT_EQ(*written, bytes_);
}

TEST_P(BinaryVersions, HoldTheFlagInDirectXAxes) {
  const Scene& scene = file_.scene;
  ASSERT_EQ(scene.meshes.size(), 1u);
  ASSERT_EQ(scene.meshes[0].primitives.size(), 3u);
  EXPECT_EQ(scene.meshes[0].primitives[0].name, "Flag.Cloth");
  // The flag's corner (2, 0, 0.5), scaled (1, 1, 2), turned a quarter about z, moved by (1, 2, 3): (1, 4, 4). y and z
  // swap.
  Bounds box;
  for (uint32_t i = 0; i < 9; ++i) box.add(scene.meshes[0].positions[scene.meshes[0].indices[i]]);
  EXPECT_NEAR(box.max.z, 4, 1e-6);
  EXPECT_NEAR(box.min.y, 3, 1e-6);
  EXPECT_NEAR(box.max.y, 5, 1e-6);
  // Blender's bone matrix with rows and columns 2 and 3 swapped; Upper stands one above Lower, along Lower's third
  // axis.
  ASSERT_EQ(scene.nodes[0].name, "Lower");
  ASSERT_EQ(scene.nodes[1].name, "Upper");
  const glm::mat4 rest = scene.rest_matrices[scene.nodes[1].rest];
  EXPECT_NEAR(rest[3].z, 1, 1e-6);
  ASSERT_EQ(scene.clips.size(), 1u);
  const Clip& wave = scene.clips[0];
  EXPECT_NEAR(wave.duration_s, 0.5, 1e-6);
  ASSERT_EQ(wave.poses->times_s.size(), 3u);
  // Half-way: QuatZ 0.5, QuatW 0.5 as the curves say, written (x, z, y, -w); LocX has reached 0.5 at the second key.
  const Transform& key = wave.poses->transforms[3];
  EXPECT_NEAR(key.rotation.y, 0.5, 1e-6);
  EXPECT_NEAR(key.rotation.w, -0.5, 1e-6);
  EXPECT_NEAR(key.translation.x, 0.5, 1e-6);
}

TEST_P(BinaryVersionsFrom12, HoldThePointAndTheCamera) {
  ASSERT_EQ(file_.info["points"].size(), 1u);
  const auto& point = file_.info["points"][0];
  EXPECT_EQ(point["name"], "hit");
  EXPECT_EQ(point["bone"], "Upper");
  EXPECT_EQ(point["type"], "CUBE");
  EXPECT_EQ(point["position"][1], 2.0);
  EXPECT_EQ(point["size"][0], 1.0);
  if (GetParam() >= 14) {
    EXPECT_EQ(point["size"][1], 2.0);
  }  // y and z swapped
  if (GetParam() >= 13) {
    EXPECT_EQ(file_.info["camera"]["position"], (nlohmann::json{3.0, 1.5, -4.0}));
  }
}

INSTANTIATE_TEST_SUITE_P(Binary, BinaryVersions, ::testing::Values(10, 12, 13, 14, 16, 18, 19, 20, 21, 22));
INSTANTIATE_TEST_SUITE_P(Binary, BinaryVersionsFrom12, ::testing::Values(12, 13, 14, 16, 18, 19, 20, 21, 22));

/// From version 16 on, a submesh of a model with tangents names a normal map.
TEST(BinaryWriter, WritesNormalMapsFromVersion16On) {
  for (const int version : {14, 16, 22}) {
    SCOPED_TRACE(version);
    const auto bytes = read_bytes(kData / "valid" / ("flag_v" + std::to_string(version) + ".qmsh"));
    const Limits limits;
    Budget budget(limits.heap_bytes);
    Diagnostics diagnostics;
    auto model = read_binary(bytes, limits, budget, diagnostics);
    ASSERT_TRUE(model.ok());
    ASSERT_FALSE(model->has(kFlagTangents));
    model->flags |= kFlagTangents;
    model->tangents.assign(8, glm::vec3(1, 0, 0)), model->binormals.assign(8, glm::vec3(0, 0, 1));
    const auto written = write_binary(*model);
    ASSERT_TRUE(written.ok());
    // A tangent and a binormal for each of the 8 vertices; the length of an empty name for each of the 3 submeshes.
    EXPECT_EQ(written->size(), bytes.size() + 8 * 24 + (version < 16 ? 0 : 3));
  }
}

struct BadBinary {
  const char* what;
  size_t at;
  uint8_t byte;
  const Code* code;
  uint64_t offset;
};

TEST(BadBinaries, EndInTheirErrorWithOffset) {
  const auto good = read_bytes(kData / "valid" / "flag_v10.qmsh");
  ASSERT_FALSE(good.empty());
  const Loaded file = load(good, "flag.qmsh");
  const auto section = [&](size_t i) { return file.info["sections"][i]["offset"].get<size_t>(); };
  const BadBinary table[] = {
      {"version", 7, '1', &kVersion, 6},
      {"guard byte of the vertices", section(1), 1, &kGuard, section(1)},
      {"guard byte of the bones", section(4), 9, &kGuard, section(4)},
      {"triangle index", section(2) + 2, 0xFF, &kTriangleIndex, section(2) + 1},
      {"submesh range", section(3) + 4, 0x7F, &kSubmeshTriangles, section(3) + 1},
      {"bone parent", section(4) + 1, 5, &kBoneParent, section(4) + 1},
      {"position that is no number", section(1) + 4, 0x7F, &kNotFinite, section(1) + 1},
  };
  for (const BadBinary& bad : table) {
    SCOPED_TRACE(bad.what);
    auto bytes = good;
    bytes[bad.at] = bad.byte;
    if (bad.code == &kNotFinite) bytes[bad.at - 1] = 0x80;
    const Loaded broken = load(bytes, "flag.qmsh");
    EXPECT_FALSE(broken.ok);
    EXPECT_TRUE(broken.scene.nodes.empty());
    const Message& message = broken.diagnostics.messages().back();
    EXPECT_STREQ(message.code->id, bad.code->id) << message.text;
    EXPECT_EQ(message.offset, bad.offset);
  }
}

TEST(BadBinaries, EveryTruncationIsAnErrorOrAnOffsetWarning) {
  for (const char* name : {"flag_v10.qmsh", "flag_v13.qmsh", "flag_v20.qmsh", "flag_v22.qmsh"}) {
    const auto good = read_bytes(kData / "valid" / name);
    for (size_t length = 0; length < good.size(); ++length) {
      const Loaded cut = load(std::span(good).first(length), "flag.qmsh");
      EXPECT_FALSE(cut.ok) << name << " cut to " << length;
    }
  }
}

TEST(Texts, EveryTruncationIsAnErrorOrTold) {
  for (const char* name : {"flag_v10.qmsh.tmp", "flag_v16.qmsh.tmp", "flag_v21.qmsh.tmp", "tokens.qmsh.tmp"}) {
    auto good = read_bytes(kData / "valid" / name);
    while (!good.empty() && good.back() <= ' ') good.pop_back();
    for (size_t length = 0; length < good.size(); ++length) {
      const Loaded cut = load(std::span(good).first(length), "flag.qmsh.tmp");
      const auto& messages = cut.diagnostics.messages();
      const bool told =
          std::any_of(messages.begin(), messages.end(), [](const Message& m) { return m.code == &kOptional; });
      EXPECT_EQ(cut.ok, told) << name << " cut to " << length;
    }
  }
}

TEST(Bytes, AnySingleChangeGivesAValueOrAnError) {
  for (const char* name : {"flag_v22.qmsh", "flag_v10.qmsh.tmp"}) {
    const auto good = read_bytes(kData / "valid" / name);
    ASSERT_FALSE(good.empty());
    size_t loaded = 0, refused = 0;
    for (size_t at = 0; at < good.size(); ++at) {
      for (const int to : {0, 1, 0x7F, 0x80, 0xFF, good[at] ^ 0xFF}) {
        auto bytes = good;
        bytes[at] = static_cast<uint8_t>(to);
        // `load` fails the test when something loads that does not validate.
        const Loaded changed = load(bytes, name);
        ++(changed.ok ? loaded : refused);
      }
    }
    EXPECT_GT(loaded, 0u);
    EXPECT_GT(refused, 0u);
  }
}

}  // namespace
}  // namespace vitrine::qmsh::test
