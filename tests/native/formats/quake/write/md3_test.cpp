// Small scenes whose MD3 is worked out by hand, and normals against all that two bytes can say.

#include <gtest/gtest.h>

#include <cmath>

#include "base/byte_reader.h"
#include "formats/quake/write/export.h"
#include "formats/quake/write/normals.h"
#include "formats/quake/write/options.h"

namespace vitrine::md3_export {
namespace {

/// A triangle that an action lifts by two units within a second, with a tag beside it.
Scene lifted_scene() {
  Scene scene;
  scene.axes = kIdTechAxes;
  scene.axes.engine_units = true;
  Mesh mesh;
  mesh.name = "Flag";
  mesh.positions = {{0, 0, 0}, {1, 0, 0}, {0, 1.25f, 0}};
  mesh.normals = {{0, 0, 1}, {0, 0, 1}, {0, 0, 1}};
  mesh.normal_rule = NormalRule::kStored;
  mesh.indices = {0, 2, 1};
  mesh.uv_layers.push_back({"uv", {{0, 0}, {1, 0}, {0, 1}}});
  mesh.primitives = {{0, 3, kNone, "flag_l"}};
  scene.meshes.push_back(mesh);
  Node node;
  node.name = "Flag";
  node.kind = NodeKind::kMesh;
  node.mesh = 0;
  scene.nodes.push_back(node);
  Node tag;
  tag.name = "tag_top";
  tag.parent = 0;
  tag.local.translation = {0, 0, 3};
  scene.nodes.push_back(tag);
  Clip clip;
  clip.name = "Lift";
  clip.duration_s = 1;
  Curve curve;
  curve.target = 0;
  curve.target_kind = TargetKind::kNode;
  curve.channel = Channel::kTranslation;
  curve.component = 2;
  Key first, last;
  last.time_s = 1, last.value = 2;
  curve.keys = {first, last};
  clip.curves.push_back(curve);
  scene.clips.push_back(clip);
  return scene;
}

struct Written {
  Result<Md3Export> out;
  LossReport losses;
};
Written write(const Scene& scene, const char* engine = "", double rate = 2) {
  Md3WriteOptions options;
  if (*engine != '\0') {
    EXPECT_TRUE(take_engine(engine, options));
  }
  if (rate > 0) options.rate = rate;
  LossReport losses;
  Result<Md3Export> out = export_md3(scene, options, losses);
  return {std::move(out), std::move(losses)};
}

int32_t number(const Md3Export& file, uint64_t at) {
  ByteReader reader(file.bytes);
  reader.seek(at);
  return reader.i32();
}
int16_t half(const Md3Export& file, uint64_t at) {
  ByteReader reader(file.bytes);
  reader.seek(at);
  return static_cast<int16_t>(reader.u16());
}

TEST(Md3Export, LayoutOfATriangleWithATag) {
  const Written written = write(lifted_scene());
  ASSERT_TRUE(written.out.ok()) << written.out.error().message();
  const Md3Export& file = *written.out;
  // Three frames of 56, three tags of 112, a surface of 108 + 68 + 12 + 3 * 8 + 3 * 3 * 8.
  const int32_t frames = 108, tags = frames + 3 * 56, surface = tags + 3 * 112;
  EXPECT_EQ(number(file, 0), 0x33504449);
  EXPECT_EQ(number(file, 4), 15);
  EXPECT_EQ(number(file, 76), 3);
  EXPECT_EQ(number(file, 80), 1);
  EXPECT_EQ(number(file, 84), 1);
  EXPECT_EQ(number(file, 92), frames);
  EXPECT_EQ(number(file, 96), tags);
  EXPECT_EQ(number(file, 100), surface);
  EXPECT_EQ(number(file, 104), static_cast<int32_t>(file.bytes.size()));
  EXPECT_EQ(file.bytes.size(), static_cast<size_t>(surface + 108 + 68 + 12 + 24 + 72));
  const int rows = surface + 108 + 68 + 12 + 24;
  for (int frame = 0; frame < 3; ++frame) {
    EXPECT_EQ(half(file, rows + 24 * frame + 4), 64 * frame) << "lifted by one unit in half a second";
    EXPECT_EQ(half(file, rows + 24 * frame + 8 * 2 + 2), 80) << "1.25 units along y";
    const int32_t up = number(file, tags + 112 * frame + 64 + 8);
    EXPECT_EQ(__builtin_bit_cast(float, up), 3.0f + static_cast<float>(frame));
  }
  EXPECT_EQ(file.report["grid"]["largest"], 0.0);
  EXPECT_EQ(file.report["sequences"][0]["name"], "Lift");
}

/// Two triangles side by side, each a surface of its own; what `answer` is told and says.
Result<Md3Export> with_level(const Simplify& answer, const char* engine = "ioquake3") {
  Scene scene = lifted_scene();
  Mesh& mesh = scene.meshes[0];
  for (int k = 0; k < 3; ++k) {
    mesh.positions.push_back(mesh.positions[k] + glm::vec3(5, 0, 0));
    mesh.normals.push_back(mesh.normals[k]);
    mesh.uv_layers[0].uv.push_back(mesh.uv_layers[0].uv[k]);
  }
  mesh.indices = {0, 2, 1, 3, 5, 4};
  mesh.primitives = {{0, 3, kNone, "a"}, {3, 3, kNone, "b"}};
  Md3WriteOptions options;
  EXPECT_TRUE(take_engine(engine, options));
  options.rate = 2;
  options.shares = {0.5};
  LossReport losses;
  return export_md3(scene, options, losses, {}, answer);
}

TEST(Md3Export, ALevelHasTheTrianglesThatTheHostLeaves) {
  const auto out = with_level([](const SimplifyInput& in) {
    EXPECT_EQ(in.triangles, 1u);
    EXPECT_EQ(in.indices.size(), 6u);
    EXPECT_EQ(in.positions.size(), 18u);
    // A normal, texture coordinates, and the two frames that differ from the first.
    EXPECT_EQ(in.weights.size(), 3u + 2u + 2u * 3u);
    EXPECT_EQ(in.attributes.size(), 6u * in.weights.size());
    return std::vector<uint32_t>(in.indices.begin() + 3, in.indices.end());
  });
  ASSERT_TRUE(out.ok()) << out.error().message();
  const auto& level = out->report["levels"][0];
  EXPECT_EQ(level["name"], "model_1.md3");
  EXPECT_EQ(level["triangles"], 1);
  EXPECT_EQ(level["vertices"], 3);
  EXPECT_EQ(level["share"], 0.5);
  // From the origin to the nearest corner of the triangle that is left.
  EXPECT_NEAR(level["largest"].get<double>(), 5, 1e-6);
}

TEST(Md3Export, WhatAHostAnswersIsChecked) {
  for (const std::vector<uint32_t>& answer :
       {std::vector<uint32_t>{}, {0, 1}, {0, 1, 6}, {0, 1, 0xFFFFFFFF}, {0, 1, 3}}) {
    const auto out = with_level([&](const SimplifyInput&) { return answer; });
    ASSERT_FALSE(out.ok());
    EXPECT_STREQ(out.error().code()->id, "EXPORT_UNREADABLE");
  }
  const auto without = with_level({});
  ASSERT_FALSE(without.ok());
  EXPECT_STREQ(without.error().code()->id, "EXPORT_ENGINE");
}

TEST(Md3Export, TheWayBackOfALoopIsComparedToo) {
  Scene scene = lifted_scene();
  Key up, still_up, down;
  up.time_s = 0.5, up.value = 2;
  still_up.time_s = 0.75, still_up.value = 2;
  down.time_s = 1;
  scene.clips[0].curves[0].keys = {Key{}, up, still_up, down};
  const Written written = write(scene);
  ASSERT_TRUE(written.out.ok()) << written.out.error().message();
  const auto& action = written.out->report["readBack"]["actions"][0];
  EXPECT_EQ(action["frames"], 2);
  EXPECT_EQ(action["loop"], true);
  EXPECT_EQ(action["largest"], 0.0);
  EXPECT_EQ(action["between"], 1.0) << "half-way back the file is at 1, the action still at 2";
}

TEST(Md3Export, NamesThatAnEngineWouldCutAreOthers) {
  const Written written = write(lifted_scene(), "ioquake3");
  ASSERT_TRUE(written.out.ok());
  ASSERT_EQ(written.out->companions.size(), 2u);
  EXPECT_EQ(written.out->companions[0].text, "flag-l,flag-l\n");
  EXPECT_EQ(written.out->companions[1].name, "animation.cfg");
}

TEST(Md3Export, OffTheGridIsRefusedWithTheScaleThatFits) {
  Scene scene = lifted_scene();
  scene.nodes[0].local.translation.x = 1022.5f;
  const Written written = write(scene);
  ASSERT_FALSE(written.out.ok());
  EXPECT_STREQ(written.out.error().code()->id, "EXPORT_ENGINE");
  EXPECT_NE(written.out.error().message().find("0.5"), std::string::npos) << written.out.error().message();
  EXPECT_TRUE(write(scene, "gzdoom").out.ok()) << "MODELDEF scales it back";
}

TEST(Md3Export, WhatAnEngineRefusesIsRefused) {
  Scene scene = lifted_scene();
  scene.clips[0].duration_s = 200;
  scene.clips[0].curves[0].keys[1].time_s = 200;
  EXPECT_STREQ(write(scene, "ironwail", 10).out.error().code()->id, "EXPORT_ENGINE");
  EXPECT_TRUE(write(scene, "vkquake", 10).out.ok());
  scene.nodes[0].mesh = kNone;
  scene.nodes[0].kind = NodeKind::kEmpty;
  EXPECT_FALSE(write(scene, "vkquake", 10).out.ok()) << "tags alone";
  EXPECT_TRUE(write(scene, "fteqw", 10).out.ok());
  scene.nodes[1].name = "top";
  EXPECT_STREQ(write(scene).out.error().code()->id, "NOTHING_TO_SHOW");
}

TEST(Md3Normals, AStepIsTheLastOneThatIsNotBeyond) {
  constexpr double kTurn = 6.28318530717958647692528676656;
  for (const double steps : {255.0, 256.0, 1023.0 / 4}) {
    const Circle circle(steps);
    for (int k = 0; k < steps; ++k)
      for (const double share : {1e-7, 0.1, 0.5, 0.9, 1 - 1e-7}) {
        const double angle = (k + share) * kTurn / steps;
        if (angle >= kTurn) continue;
        EXPECT_EQ(circle.before(Bearing(std::cos(angle), std::sin(angle))), k) << steps << " " << share;
      }
  }
}

TEST(Md3Normals, NothingThatTwoBytesSayIsNearer) {
  for (const double steps : {255.0, 256.0, 1023.0 / 4}) {
    const NormalCode code(steps);
    for (int k = 0; k < 40; ++k) {
      const double z = std::cos(0.11 + k * 0.0763), around = k * 2.39996;
      const double r = std::sqrt(1 - z * z);
      const glm::dvec3 n(r * std::cos(around), r * std::sin(around), z);
      double most = -1;
      // To the half turn: the other half says the same directions once more.
      for (int a = 0; a <= 128; ++a)
        for (int b = 0; b < 256; ++b)
          most = std::max(most, glm::dot(n, code.decoded({static_cast<uint8_t>(a), static_cast<uint8_t>(b)})));
      EXPECT_NEAR(glm::dot(n, code.decoded(code.nearest(n))), most, 1e-9) << steps << " " << k;
    }
  }
  EXPECT_EQ(NormalCode(255).coded({0, 0, 1}).by_id, (Angles{0, 0}));
  EXPECT_EQ(NormalCode(255).coded({0, 0, -1}).by_id, (Angles{128, 0}));
  EXPECT_EQ(NormalCode(255).coded({0, 1, 0}).by_id, (Angles{63, 63}));
}

}  // namespace
}  // namespace vitrine::md3_export
