#include "scene/scene.h"

#include <gtest/gtest.h>

#include <functional>
#include <limits>

#include "scene/reach.h"
#include "scene/summary.h"
#include "scene/validate.h"

namespace vitrine {
namespace {

/// A skinned triangle with everything a scene can hold once.
Scene full_scene() {
  Scene scene;
  scene.nodes.resize(3);
  scene.nodes[0].name = "root";
  scene.nodes[0].kind = NodeKind::kJoint;
  scene.nodes[1].name = "arm";
  scene.nodes[1].kind = NodeKind::kJoint;
  scene.nodes[1].parent = 0;
  scene.nodes[2].name = "body";
  scene.nodes[2].kind = NodeKind::kMesh;
  scene.nodes[2].mesh = 0;
  scene.nodes[2].skin = 0;
  Mesh mesh;
  mesh.name = "body";
  mesh.positions = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}};
  mesh.normals = {{0, 0, 1}, {0, 0, 1}, {0, 0, 1}};
  mesh.uv_layers = {{"uv", {{0, 0}, {1, 0}, {0, 1}}}};
  mesh.indices = {0, 1, 2};
  mesh.primitives = {{0, 3, 0, ""}};
  mesh.influence_first = {0, 1, 3, 4};
  mesh.influences = {{0, 1, {0, 0, 0}}, {0, 0.5f, {1, 0, 0}}, {1, 0.5f, {1, 0, 0}}, {1, 0, {0, 1, 0}}};
  scene.meshes.push_back(mesh);
  scene.skins.push_back({"skin", {0, 1}, {}});
  scene.materials.resize(1);
  Clip clip;
  clip.name = "wave";
  clip.duration_s = 1;
  Curve curve;
  curve.target = 1;
  curve.channel = Channel::kTranslation;
  curve.keys = {{0, 0}, {1, 2}};
  clip.curves.push_back(curve);
  scene.clips.push_back(clip);
  Clip frames;
  frames.frame_count = 2;
  frames.frame_rate = 24;
  frames.frames.emplace();
  frames.frames->track_count = 1;
  frames.frames->translations.resize(2);
  frames.frames->rotations.resize(2, glm::quat(1, 0, 0, 0));
  frames.frames->bindings = {{0, 0}};
  scene.clips.push_back(frames);
  return scene;
}

TEST(Validate, AcceptsAWholeScene) {
  const Scene scene = full_scene();
  const Status status = validate(scene);
  ASSERT_TRUE(status) << status.error().path() << ": " << status.error().message();
}

struct Fault {
  const char* path;
  const Code* code;
  std::function<void(Scene&)> make;
};

TEST(Validate, NamesThePlaceOfEachFault) {
  const float nan = std::numeric_limits<float>::quiet_NaN();
  const std::vector<Fault> faults = {
      {"nodes[1].parent", &kBadIndex, [](Scene& s) { s.nodes[1].parent = 1; }},
      {"nodes[0].local", &kNotFinite, [&](Scene& s) { s.nodes[0].local.scale.y = nan; }},
      {"nodes[2].mesh", &kBadIndex, [](Scene& s) { s.nodes[2].mesh = 1; }},
      {"nodes[2].skin", &kBadIndex, [](Scene& s) { s.nodes[2].skin = 9; }},
      {"nodes[2].influences[2]", &kBadIndex, [](Scene& s) { s.meshes[0].influences[2].joint = 2; }},
      {"nodes[0].rest", &kBadIndex, [](Scene& s) { s.nodes[0].rest = 0; }},
      {"meshes[0].positions[1]", &kNotFinite,
       [&](Scene& s) { s.meshes[0].positions[1].x = std::numeric_limits<float>::infinity(); }},
      {"meshes[0].normals", &kBadIndex, [](Scene& s) { s.meshes[0].normals.pop_back(); }},
      {"meshes[0].normals[2]", &kNotFinite, [&](Scene& s) { s.meshes[0].normals[2].z = nan; }},
      {"meshes[0].uv", &kBadIndex, [](Scene& s) { s.meshes[0].uv_layers[0].uv.clear(); }},
      {"meshes[0].indices[2]", &kBadIndex, [](Scene& s) { s.meshes[0].indices[2] = 3; }},
      {"meshes[0].indices", &kBadIndex, [](Scene& s) { s.meshes[0].indices.push_back(0); }},
      {"meshes[0].indices", &kBadIndex,
       [](Scene& s) {
         s.meshes[0].indices.insert(s.meshes[0].indices.end(), {0, 1});
       }},
      {"meshes[0].primitives[0]", &kBadIndex, [](Scene& s) { s.meshes[0].primitives[0].material = 7; }},
      {"meshes[0].primitives[0]", &kBadIndex, [](Scene& s) { s.meshes[0].primitives[0].index_count = 6; }},
      {"meshes[0].primitives[0]", &kBadIndex,
       [](Scene& s) {
         s.meshes[0].primitives.insert(s.meshes[0].primitives.begin(), Primitive{3, 0, kNone, ""});
       }},
      {"meshes[0].primitives", &kBadIndex, [](Scene& s) { s.meshes[0].primitives.clear(); }},
      {"meshes[0].shapes", &kBadIndex,
       [](Scene& s) {
         ShapeKey shape;
         shape.positions = s.meshes[0].positions;
         shape.relative_to = 1;
         s.meshes[0].shapes.push_back(shape);
       }},
      {"meshes[0].influence_first", &kBadIndex, [](Scene& s) { s.meshes[0].influence_first.back() = 3; }},
      {"meshes[0].influence_first[1]", &kBadIndex,
       [](Scene& s) {
         s.meshes[0].influence_first = {0, 3, 2, 4};
       }},
      {"meshes[0].influences[0]", &kNotFinite, [&](Scene& s) { s.meshes[0].influences[0].weight = nan; }},
      {"skins[0].joints[1]", &kBadIndex, [](Scene& s) { s.skins[0].joints[1] = 3; }},
      {"skins[0].jointFromBind", &kBadIndex, [](Scene& s) { s.skins[0].joint_from_bind.resize(1); }},
      {"materials[0]", &kNotFinite, [&](Scene& s) { s.materials[0].alpha_cutoff = nan; }},
      {"materials[0]", &kNotFinite, [&](Scene& s) { s.materials[0].slots.emplace_back().uv_scale.y = nan; }},
      {"cameras[0]", &kNotFinite, [&](Scene& s) { s.cameras.emplace_back().far_plane = nan; }},
      {"lights[0]", &kNotFinite, [&](Scene& s) { s.lights.emplace_back().spot_blend = nan; }},
      {"emitters[0]", &kNotFinite, [&](Scene& s) { s.emitters.emplace_back().life_random = nan; }},
      {"emitters[0]", &kNotFinite, [&](Scene& s) { s.emitters.emplace_back().size_random = nan; }},
      {"emitters[0]", &kNotFinite, [&](Scene& s) { s.emitters.emplace_back().velocity.y = nan; }},
      {"clips[0].curves[0].target", &kBadIndex, [](Scene& s) { s.clips[0].curves[0].target = 3; }},
      {"clips[0].curves[0].component", &kBadIndex, [](Scene& s) { s.clips[0].curves[0].component = 3; }},
      {"clips[0].curves[0].keys[1]", &kBadIndex, [](Scene& s) { s.clips[0].curves[0].keys[1].time_s = -1; }},
      {"clips[0].curves[0].keys[0]", &kNotFinite, [&](Scene& s) { s.clips[0].curves[0].keys[0].value = nan; }},
      {"clips[1].frames", &kBadIndex, [](Scene& s) { s.clips[1].frames->rotations.pop_back(); }},
      {"clips[1].frameRate", &kBadIndex, [](Scene& s) { s.clips[1].frame_rate = 0; }},
      {"clips[1].bindings", &kBadIndex, [](Scene& s) { s.clips[1].frames->bindings[0].track = 1; }},
      {"clips[1].cuts[0]", &kBadIndex, [](Scene& s) { s.clips[1].frames->cuts = {2}; }},
  };
  for (const Fault& fault : faults) {
    Scene scene = full_scene();
    fault.make(scene);
    const Status status = validate(scene);
    ASSERT_FALSE(status) << "expected a fault at " << fault.path;
    EXPECT_EQ(status.error().path(), fault.path);
    EXPECT_EQ(status.error().code(), fault.code) << fault.path;
  }
}

Status check_valid_bind_pose(const Scene& scene) {
  std::vector<MeshReach> reaches;
  const Status status = validate(scene, reaches);
  EXPECT_TRUE(status);
  return status ? check_bind_pose(scene, reaches) : status;
}

TEST(BindPose, AcceptsAWholeScene) { EXPECT_TRUE(check_valid_bind_pose(full_scene())); }

TEST(BindPose, NamesWhatLeavesTheRangeOfAFloat) {
  const std::vector<Fault> faults = {
      // 3e38 + 3e38 and 1e20 * 1e20: each a float, their sum and product none.
      {"nodes[1]", &kNotFinite,
       [](Scene& s) { s.nodes[0].local.translation.x = s.nodes[1].local.translation.x = 3e38f; }},
      {"nodes[1]", &kNotFinite, [](Scene& s) { s.nodes[0].local.scale = s.nodes[1].local.scale = glm::vec3(1e20f); }},
      {"nodes[2]", &kNotFinite,
       [](Scene& s) {
         s.nodes[2].skin = kNone, s.nodes[2].local.scale.x = 1e30f;
         s.meshes[0].influences.clear(), s.meshes[0].influence_first.clear();
         s.meshes[0].positions[1].x = 1e10f;
       }},
      {"nodes[2]", &kNotFinite,
       [](Scene& s) {
         s.meshes[0].influences[1].position.x = s.meshes[0].influences[2].position.x = 3e38f;
         s.meshes[0].influences[2].weight = 1;
       }},
  };
  for (const Fault& fault : faults) {
    Scene scene = full_scene();
    fault.make(scene);
    const Status status = check_valid_bind_pose(scene);
    ASSERT_FALSE(status) << "expected a fault at " << fault.path;
    EXPECT_EQ(status.error().path(), fault.path);
    EXPECT_EQ(status.error().code(), fault.code);
  }
}

/// A key that moves the first vertex by `x` from the basis, which is as far as `basis` from the origin.
Scene with_shape(float basis, float x, float value) {
  Scene scene = full_scene();
  Mesh& mesh = scene.meshes[0];
  mesh.positions[0].x = basis;
  mesh.shapes = {{"basis", 0, 0, mesh.positions}, {"far", 0, value, mesh.positions}};
  mesh.shapes[1].positions[0].x += x;
  return scene;
}

TEST(BindPose, CountsTheShapesThatHaveAValue) {
  for (const bool skinned : {false, true}) {
    const auto fits = [&](float basis, float x, float value) {
      Scene scene = with_shape(basis, x, value);
      if (!skinned) {
        scene.nodes[2].skin = kNone;
        scene.meshes[0].influences.clear(), scene.meshes[0].influence_first.clear();
      }
      return static_cast<bool>(check_valid_bind_pose(scene));
    };
    EXPECT_TRUE(fits(1, 1e30f, 1e5f)) << skinned;
    EXPECT_FALSE(fits(1, 1e30f, 1e10f)) << skinned;
    EXPECT_FALSE(fits(1, 1e30f, -1e10f)) << skinned;
    EXPECT_TRUE(fits(1, 3e38f, 0)) << skinned;
  }
  // The difference of two floats is none.
  Scene scene = with_shape(-3e38f, 0, 0.5f);
  scene.meshes[0].shapes[1].positions[0].x = 3e38f;
  EXPECT_FALSE(check_valid_bind_pose(scene));
}

TEST(BindPose, LeavesWhatIsLargeButFits) {
  Scene scene = full_scene();
  scene.nodes[0].local.scale = glm::vec3(1e20f);
  scene.nodes[1].local.scale = glm::vec3(1e-20f);
  for (Influence& influence : scene.meshes[0].influences) influence.position *= 1e18f;
  EXPECT_TRUE(check_valid_bind_pose(scene));
}

TEST(Statistics, CountsNonZeroInfluencesOfOneVertex) {
  const Statistics s = statistics(full_scene());
  EXPECT_EQ(s.vertices, 3u);
  EXPECT_EQ(s.triangles, 1u);
  EXPECT_EQ(s.influences, 4u);
  EXPECT_EQ(s.max_influences, 2u);
  EXPECT_EQ(s.joints, 2u);
  EXPECT_EQ(s.curves, 1u);
  EXPECT_EQ(s.keys, 4u);
}

TEST(Statistics, CountsVerticesThatWereSplitAsTheFileHasThem) {
  Scene scene = full_scene();
  scene.meshes[0].file_vertex = {0, 1, 1};
  scene.meshes[0].file_vertex_count = 2;
  const Statistics s = statistics(scene);
  EXPECT_EQ(s.vertices, 2u);
  EXPECT_EQ(s.influences, 3u);
}

TEST(Digest, ChangesWithEveryPartAndOnlyThen) {
  const uint64_t base = digest(full_scene());
  EXPECT_EQ(base, digest(full_scene()));
  const std::vector<std::function<void(Scene&)>> changes = {
      [](Scene& s) { s.nodes[1].name = "leg"; },
      [](Scene& s) { s.meshes[0].positions[0].x = 1e-30f; },
      [](Scene& s) { s.meshes[0].influences[3].weight = 0.25f; },
      [](Scene& s) { s.materials[0].diffuse.w = 0.5f; },
      [](Scene& s) { s.clips[0].curves[0].keys[1].value = 3; },
      [](Scene& s) { s.clips[1].frames->rotations[1].x = 0.1f; },
      [](Scene& s) { s.axes.up = Up::kZ; },
  };
  for (size_t i = 0; i < changes.size(); ++i) {
    Scene scene = full_scene();
    changes[i](scene);
    EXPECT_NE(digest(scene), base) << "change " << i;
  }
  Scene negative_zero = full_scene();
  negative_zero.meshes[0].positions[0].x = -0.0f;
  EXPECT_EQ(digest(negative_zero), base);
  Scene renamed_file = full_scene();
  renamed_file.files.push_back({"a.md5mesh", 12, "mesh", "md5"});
  EXPECT_EQ(digest(renamed_file), base);
}

}  // namespace
}  // namespace vitrine
