// Vertices that are stored for every frame: morph targets, weights over time, and tags.

#include <gtest/gtest.h>

#include <cmath>

#include "formats/gltf/write/glb_support.h"
#include "formats/gltf/write/read_back.h"

namespace vitrine::test {
namespace {

/// The triangle in four frames of bytes: at rest, raised by 8, at rest again, raised by 8 again.
Scene frames_scene() {
  Scene scene = triangle_scene();
  Mesh& mesh = scene.meshes[0];
  VertexFrames& frames = mesh.frames.emplace();
  frames.layout = VertexFrames::Layout::kBytes;
  frames.frame_count = 4;
  frames.vertex_count = 3;
  frames.grids = {{glm::vec3(2), glm::vec3(-1, 0, 0)}};
  frames.directions = {{0, 0, 1}, {1, 0, 0}};
  frames.names = {"rest", "up", "rest2", "up2"};
  for (uint32_t f = 0; f < 4; ++f) {
    const uint8_t z = f % 2 == 1 ? 4 : 0, direction = f % 2;
    frames.rows.insert(frames.rows.end(), {0, 0, z, direction, 10, 0, z, direction, 0, 20, z, direction});
  }
  mesh.positions = {{-1, 0, 0}, {19, 0, 0}, {-1, 40, 0}};
  Clip clip;
  clip.name = "hop";
  clip.duration_s = 0.4;
  FrameRun& run = clip.runs.emplace_back();
  run.meshes = {0};
  run.frames = {0, 1, 2, 3};
  run.ends_s = {0.1, 0.2, 0.3, 0.4};
  run.period_s = 0.4;
  scene.clips.push_back(clip);
  return scene;
}

Glb closed(const Scene& scene) {
  GlbOptions options;
  options.close_loops = true;
  return glb_of(scene, {}, options);
}

using Numbers = std::vector<float>;

TEST(GlbFrames, FramesThatLookTheSameShareATarget) {
  const Glb glb = glb_of(frames_scene());
  const auto& primitive = glb.json["meshes"][0]["primitives"][0];
  ASSERT_EQ(primitive["targets"].size(), 1u);
  EXPECT_EQ(glb.floats(primitive["targets"][0]["POSITION"]), (Numbers{0, 0, 8, 0, 0, 8, 0, 0, 8}));
  EXPECT_EQ(glb.floats(primitive["targets"][0]["NORMAL"]), (Numbers{1, 0, -1, 1, 0, -1, 1, 0, -1}));
  EXPECT_EQ(glb.json["meshes"][0]["extras"]["targetNames"], nlohmann::json({"up"}));
  const auto track = glb.track("Leaf", "weights");
  EXPECT_EQ(track.interpolation, "LINEAR");
  EXPECT_EQ(track.times, (Numbers{0, 0.1f, 0.2f, 0.3f}));
  EXPECT_EQ(track.values, (Numbers{0, 1, 0, 1}));
}

TEST(GlbFrames, ALoopIsClosedOnDemand) {
  const auto track = closed(frames_scene()).track("Leaf", "weights");
  EXPECT_EQ(track.times, (Numbers{0, 0.1f, 0.2f, 0.3f, 0.4f}));
  EXPECT_EQ(track.values, (Numbers{0, 1, 0, 1, 0}));
}

TEST(GlbFrames, AreBetweenFramesWhatGamesShow) {
  Scene scene = frames_scene();
  const Glb glb = glb_of(scene);
  auto asset = glb::Asset::read(glb.bytes);
  ASSERT_TRUE(asset.ok());
  std::vector<glm::dvec3> found, normals;
  asset->pose(0, 0.125);
  asset->vertices(0, found, &normals);
  ASSERT_EQ(found.size(), 3u);
  EXPECT_NEAR(found[1].x, 19, 1e-6);
  EXPECT_NEAR(found[1].z, 6, 1e-6);
  EXPECT_NEAR(normals[1].x / normals[1].z, 3, 1e-5);
  EXPECT_EQ(glb.report["actions"][0]["samples"], 32);
  EXPECT_LT(glb.report["actions"][0]["relative"], 1e-7);
}

TEST(GlbFrames, AFrameOfNoLengthIsAJump) {
  Scene scene = frames_scene();
  scene.clips[0].runs[0].ends_s = {0.1, 0.1, 0.3, 0.4};
  const auto track = glb_of(scene).track("Leaf", "weights");
  ASSERT_EQ(track.times.size(), 4u);
  EXPECT_LT(track.times[1], track.times[2]);
  EXPECT_NEAR(track.times[1], 0.1, 1e-6);
  EXPECT_EQ(track.times[2], 0.1f);
}

TEST(GlbFrames, OneFrameIsAnActionThatStands) {
  Scene scene = frames_scene();
  FrameRun& run = scene.clips[0].runs[0];
  run.frames = {1}, run.ends_s = {0.1}, run.period_s = 0;
  const auto up = glb_of(scene).track("Leaf", "weights");
  EXPECT_EQ(up.values, (Numbers{1}));
  run.frames = {2};
  const Glb rest = glb_of(scene);
  EXPECT_TRUE(rest.track("Leaf", "weights").values.empty());
  EXPECT_EQ(rest.json["animations"].size(), 1u);
}

TEST(GlbFrames, AMeshThatStandsHasNoTargets) {
  Scene scene = frames_scene();
  auto& rows = scene.meshes[0].frames->rows;
  for (size_t i = 12; i < rows.size(); ++i) rows[i] = rows[i - 12];
  const Glb glb = glb_of(scene);
  EXPECT_FALSE(glb.json["meshes"][0]["primitives"][0].contains("targets"));
  EXPECT_EQ(glb.json["animations"].size(), 1u);
}

TEST(GlbFrames, TagsMoveAsNodes) {
  Scene scene = frames_scene();
  Node tag;
  tag.name = "tag_head";
  tag.parent = 0;
  tag.tag = 0;
  scene.nodes.push_back(tag);
  TagTrack track;
  track.places.resize(4);
  track.places[1].origin = {3, 4, 5};
  track.places[2].axes[0] = {0, 1, 0}, track.places[2].axes[1] = {-1, 0, 0};
  scene.tag_tracks.push_back(track);
  scene.clips[0].runs[0].nodes = {1};
  const Glb straight = glb_of(scene);
  EXPECT_EQ(straight.track("tag_head", "translation").values, (Numbers{0, 0, 0, 3, 4, 5, 0, 0, 0, 0, 0, 0}));
  const float half = std::sqrt(0.5f);
  const auto turned = straight.track("tag_head", "rotation");
  ASSERT_EQ(turned.values.size(), 16u);
  EXPECT_NEAR(turned.values[10], half, 1e-6);
  EXPECT_NEAR(turned.values[11], half, 1e-6);
  EXPECT_EQ(straight.loss("shear"), nullptr);
  scene.tag_tracks[0].places[3].axes[0] = {1, 0.5f, 0};
  const Glb skewed = glb_of(scene);
  ASSERT_NE(skewed.loss("shear"), nullptr);
  EXPECT_EQ((*skewed.loss("shear"))["count"], 1);
}

TEST(GlbFrames, TooManyAreRefusedBeforeTheyAreMade) {
  Scene scene = frames_scene();
  FrameRun& run = scene.clips[0].runs[0];
  VertexFrames& frames = *scene.meshes[0].frames;
  // 20,000 frames of three vertices are small, 20,000 keys that weigh each of them are 1.6 GB.
  frames.frame_count = 20'000;
  frames.rows.assign(size_t{12} * frames.frame_count, 0);
  frames.names.assign(frames.frame_count, "");
  run.frames.resize(frames.frame_count), run.ends_s.resize(frames.frame_count);
  for (uint32_t k = 0; k < frames.frame_count; ++k) run.frames[k] = k, run.ends_s[k] = 0.1 * (k + 1);
  run.period_s = run.ends_s.back();
  EXPECT_EQ(glb_error(scene), "LIMIT_COUNT");
}

}  // namespace
}  // namespace vitrine::test
