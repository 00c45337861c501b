// The container and its binary chunk, byte by byte, and reading back what is damaged.

#include "formats/gltf/write/buffer.h"

#include <gtest/gtest.h>

#include <cstring>

#include "formats/gltf/write/read_back.h"

namespace vitrine::glb {
namespace {

uint32_t u32(const std::vector<uint8_t>& bytes, size_t at) {
  uint32_t value = 0;
  std::memcpy(&value, bytes.data() + at, 4);
  return value;
}

TEST(GlbContainer, ChunksAreWholeWordsAndTheHeaderCountsThem) {
  const std::vector<uint8_t> bin = {1, 2, 3, 4, 5};
  const auto bytes = write({{"a", "b"}}, bin);
  ASSERT_TRUE(bytes.ok());
  EXPECT_EQ(u32(*bytes, 0), 0x46546C67u);  // glTF
  EXPECT_EQ(u32(*bytes, 4), 2u);
  EXPECT_EQ(u32(*bytes, 8), bytes->size());
  EXPECT_EQ(u32(*bytes, 12), 12u);  // {"a":"b"} and three blanks
  EXPECT_EQ(std::string(bytes->begin() + 20, bytes->begin() + 32), "{\"a\":\"b\"}   ");
  EXPECT_EQ(u32(*bytes, 32), 8u);
  EXPECT_EQ(u32(*bytes, 36), 0x004E4942u);  // BIN
  EXPECT_EQ(std::vector<uint8_t>(bytes->begin() + 40, bytes->end()), (std::vector<uint8_t>{1, 2, 3, 4, 5, 0, 0, 0}));
}

TEST(GlbContainer, WithoutNumbersThereIsNoSecondChunk) {
  const auto bytes = write(Json::object(), {});
  ASSERT_TRUE(bytes.ok());
  EXPECT_EQ(bytes->size(), 24u);
}

TEST(GlbContainer, NamesThatAreNotUtf8GetReplacementCharacters) {
  const auto bytes = write({{"name", "\xFF"}}, {});
  ASSERT_TRUE(bytes.ok());
  EXPECT_NE(std::string(bytes->begin(), bytes->end()).find("\xEF\xBF\xBD"), std::string::npos);
}

TEST(GlbBuffer, PositionsHaveTheirRange) {
  Buffer buffer;
  const std::vector<float> values = {1, -2, 3, 0, 5, -6};
  const uint32_t number = buffer.vertices(values, 3, true);
  buffer.finish();
  const Json& accessor = buffer.accessors()[number];
  EXPECT_EQ(accessor["count"], 2);
  EXPECT_EQ(accessor["min"], (Json{0, -2, -6}));
  EXPECT_EQ(accessor["max"], (Json{1, 5, 3}));
  EXPECT_EQ(buffer.views()[0]["target"], 34962);
}

TEST(GlbBuffer, JointsAreBytesWhereAllFit) {
  Buffer buffer;
  const std::vector<uint16_t> narrow = {0, 255, 3, 4}, wide = {0, 256, 3, 4};
  EXPECT_EQ(buffer.joints(narrow), 0u);
  buffer.joints(wide);
  EXPECT_EQ(buffer.accessors()[0]["componentType"], 5121);
  EXPECT_EQ(buffer.accessors()[1]["componentType"], 5123);
  EXPECT_EQ(buffer.views()[1]["byteOffset"], 4);
  EXPECT_EQ(buffer.views()[1]["byteLength"], 8);
}

TEST(GlbBuffer, IndicesAre16BitsUnlessOneWouldMeanARestart) {
  for (const uint32_t highest : {65534u, 65535u}) {
    Buffer buffer;
    const std::vector<uint32_t> indices = {0, 1, 2, 0, 2, highest};
    const uint32_t view = buffer.indices(indices);
    buffer.index_run(view, 0, 3);
    buffer.index_run(view, 3, 3);
    const bool wide = highest == 65535;
    EXPECT_EQ(buffer.accessors()[1]["componentType"], wide ? 5125 : 5123);
    EXPECT_EQ(buffer.accessors()[1]["byteOffset"], wide ? 12 : 6);
    EXPECT_EQ(buffer.views()[view]["byteLength"], wide ? 24 : 12);
  }
}

TEST(GlbBuffer, PartsBeginAtWholeWords) {
  Buffer buffer;
  const std::vector<uint8_t> image = {1, 2, 3, 4, 5};
  const std::vector<float> values = {1, 2, 3};
  buffer.image(image);
  buffer.vertices(values, 3);
  EXPECT_EQ(buffer.views()[0]["byteLength"], 5);
  EXPECT_EQ(buffer.views()[1]["byteOffset"], 8);
  buffer.finish();
  EXPECT_EQ(buffer.size(), 20u);
}

TEST(GlbBuffer, EqualTimesAreStoredOnceAndBehindEverythingElse) {
  Buffer buffer;
  const std::vector<float> times = {0, 1}, values = {1, 2, 3, 4, 5, 6};
  const uint32_t first = buffer.times(times);
  const uint32_t keys = buffer.keys(values, 3);
  EXPECT_EQ(buffer.times(times), first);
  buffer.vertices(values, 3, true);
  buffer.finish();
  EXPECT_EQ(buffer.accessors()[first]["min"], Json{0});
  EXPECT_EQ(buffer.accessors()[first]["max"], Json{1});
  EXPECT_EQ(buffer.accessors()[keys]["byteOffset"], 8);
  EXPECT_EQ(buffer.views()[0]["byteOffset"], 24);
  EXPECT_EQ(buffer.views()[0]["byteLength"], 32);
  EXPECT_EQ(buffer.size(), 56u);
}

TEST(GlbBuffer, NumbersThatAreNotFiniteAreNoticed) {
  Buffer buffer;
  const std::vector<float> good = {1, 2, 3}, bad = {1, HUGE_VALF, 3};
  buffer.vertices(good, 3, true);
  EXPECT_TRUE(buffer.all_finite());
  buffer.keys(bad, 3);
  EXPECT_FALSE(buffer.all_finite());
}

/// A triangle on one joint that moves from x = 0 to x = 2 in a second, straight or by the given interpolation.
std::vector<uint8_t> moving_triangle(const char* interpolation, const std::vector<float>& keys) {
  Buffer buffer;
  const std::vector<float> positions = {0, 0, 0, 1, 0, 0, 0, 1, 0}, normals = {0, 0, 1, 0, 0, 1, 0, 0, 1};
  const std::vector<float> weights = {1, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0};
  const std::vector<uint16_t> joints(12, 0);
  const std::vector<uint32_t> indices = {0, 1, 2};
  std::vector<float> identity(16, 0);
  for (int i = 0; i < 16; i += 5) identity[static_cast<size_t>(i)] = 1;
  const std::vector<float> times = {0, 1};
  Json attributes = {{"POSITION", buffer.vertices(positions, 3, true)},
                     {"NORMAL", buffer.vertices(normals, 3)},
                     {"JOINTS_0", buffer.joints(joints)},
                     {"WEIGHTS_0", buffer.vertices(weights, 4)}};
  const uint32_t view = buffer.indices(indices);
  Json document = {{"asset", {{"version", "2.0"}}},
                   {"nodes", Json::array({{{"name", "joint"}}, {{"mesh", 0}, {"skin", 0}}})}};
  document["meshes"] = Json::array(
      {{{"primitives", Json::array({{{"attributes", attributes}, {"indices", buffer.index_run(view, 0, 3)}}})}}});
  document["skins"] = Json::array({{{"joints", {0}}, {"inverseBindMatrices", buffer.matrices(identity)}}});
  Json sampler = {{"input", buffer.times(times)}, {"interpolation", interpolation}, {"output", buffer.keys(keys, 3)}};
  Json channel = {{"sampler", 0}, {"target", {{"node", 0}, {"path", "translation"}}}};
  document["animations"] = Json::array({{{"channels", Json::array({channel})}, {"samplers", Json::array({sampler})}}});
  buffer.finish();
  document["accessors"] = buffer.accessors();
  document["bufferViews"] = buffer.views();
  document["buffers"] = Json::array({{{"byteLength", buffer.size()}}});
  return *write(document, buffer.bytes());
}

double x_at(const std::vector<uint8_t>& bytes, double time_s) {
  auto asset = Asset::read(bytes);
  EXPECT_TRUE(asset.ok());
  asset->pose(0, time_s);
  std::vector<glm::dvec3> vertices;
  asset->vertices(1, vertices);
  EXPECT_EQ(vertices.size(), 3u);
  EXPECT_DOUBLE_EQ(vertices[1].x, vertices[0].x + 1);
  return vertices[0].x;
}

TEST(GlbReadBack, PosesByTheRuleOfEachInterpolation) {
  const std::vector<uint8_t> step = moving_triangle("STEP", {0, 0, 0, 2, 0, 0});
  EXPECT_EQ(x_at(step, 0.75), 0);
  EXPECT_EQ(x_at(step, 1), 2);
  const std::vector<uint8_t> linear = moving_triangle("LINEAR", {0, 0, 0, 2, 0, 0});
  EXPECT_EQ(x_at(linear, 0.75), 1.5);
  EXPECT_EQ(x_at(linear, 5), 2);
  EXPECT_EQ(x_at(linear, -5), 0);
  // From 0 to 2 with slope 4 at the start and 0 at the end: 4 (t^3 - 2t^2 + t) + 2 (3t^2 - 2t^3); at 1/2: 1/2 + 1.
  const std::vector<uint8_t> cubic =
      moving_triangle("CUBICSPLINE", {0, 0, 0, 0, 0, 0, 4, 0, 0, 0, 0, 0, 2, 0, 0, 0, 0, 0});
  EXPECT_EQ(x_at(cubic, 0.5), 1.5);
}

TEST(GlbReadBack, EveryTruncationAndEveryChangedByteIsAValueOrAnError) {
  const std::vector<uint8_t> whole = moving_triangle("LINEAR", {0, 0, 0, 2, 0, 0});
  ASSERT_TRUE(Asset::read(whole).ok());
  for (size_t size = 0; size < whole.size(); ++size)
    EXPECT_FALSE(
        Asset::read(std::vector<uint8_t>(whole.begin(), whole.begin() + static_cast<std::ptrdiff_t>(size))).ok());
  std::vector<uint8_t> bytes = whole;
  std::vector<glm::dvec3> vertices, normals;
  for (size_t at = 0; at < bytes.size(); ++at) {
    for (const uint8_t value : {uint8_t{0}, uint8_t{'9'}, uint8_t{'-'}, uint8_t{0xFF}}) {
      bytes[at] = value;
      auto asset = Asset::read(bytes);
      if (!asset) continue;
      asset->pose(0, 0.5);
      for (uint32_t node = 0; node < asset->node_count(); ++node) {
        if (asset->mesh_of(node) != kNoIndex) asset->vertices(node, vertices, &normals);
      }
    }
    bytes[at] = whole[at];
  }
}

}  // namespace
}  // namespace vitrine::glb
