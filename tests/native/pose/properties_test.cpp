#include "pose/properties.h"

#include <gtest/gtest.h>

#include "pose/sample.h"

namespace vitrine::pose {
namespace {

Curve curve_of(TargetKind kind, std::string path, uint8_t component, std::vector<std::pair<double, double>> points) {
  Curve curve;
  curve.target_kind = kind;
  curve.target = 0;
  curve.path = std::move(path);
  curve.component = component;
  for (const auto& [time, value] : points) {
    curve.keys.push_back({});
    curve.keys.back().time_s = time;
    curve.keys.back().value = value;
  }
  return curve;
}

PropertyPose sampled(const Scene& scene, const std::vector<Curve>& curves, double time_s, PlayOptions options = {}) {
  Clip clip;
  clip.duration_s = 2;
  clip.curves = curves;
  PropertyPose pose = make_property_pose(scene);
  sample_properties(scene, clip, time_s, options, pose);
  return pose;
}

Scene one_material() {
  Scene scene;
  Material material;
  material.diffuse = {0.4f, 0.2f, 0.1f, 0.75f};
  material.specular = glm::vec3(0.5f);
  material.properties.push_back({"m_diff.intensity", {0.5}, {}});
  material.properties.push_back({"m_spec.intensity", {0.25}, {}});
  material.slots.resize(2);
  scene.materials.push_back(material);
  return scene;
}

TEST(Properties, PathsNameWhatTheyMove) {
  const auto kind = [](TargetKind target, std::string path) { return property_kind(curve_of(target, path, 0, {})); };
  EXPECT_EQ(kind(TargetKind::kMaterial, "m.diffuse_color"), PropertyKind::kDiffuseColor);
  EXPECT_EQ(kind(TargetKind::kMaterial, "t.diffuse_color"), PropertyKind::kDiffuseColor);
  EXPECT_EQ(kind(TargetKind::kMaterial, "m.halo.size"), PropertyKind::kHaloSize);
  EXPECT_EQ(kind(TargetKind::kTextureSlot, "t.offset"), PropertyKind::kSlotOffset);
  EXPECT_EQ(kind(TargetKind::kTextureSlot, "m.texture_slots[0].offse"), PropertyKind::kSlotOffset);
  EXPECT_EQ(kind(TargetKind::kTextureSlot, "m.texture_slots[0].scale"), PropertyKind::kSlotScale);
  EXPECT_EQ(kind(TargetKind::kLight, "l.energy"), PropertyKind::kEnergy);
  EXPECT_EQ(kind(TargetKind::kLight, "l.clip_end"), PropertyKind::kFar);
  EXPECT_EQ(kind(TargetKind::kCamera, "c.clip_end"), PropertyKind::kFar);
  EXPECT_EQ(kind(TargetKind::kCamera, "c.angle"), PropertyKind::kFov);
  EXPECT_EQ(kind(TargetKind::kShape, "v.value"), PropertyKind::kShapeValue);
  EXPECT_EQ(kind(TargetKind::kLight, "l.angle"), PropertyKind::kNone);
  EXPECT_EQ(kind(TargetKind::kMaterial, "m.diffuse_colo"), PropertyKind::kNone);
}

TEST(Properties, WithoutAClipTheyAreThoseOfTheFile) {
  Scene scene = one_material();
  scene.materials[0].slots[1].uv_offset = {0.25f, 0.5f};
  const PropertyPose pose = make_property_pose(scene);
  EXPECT_EQ(pose.materials[0].diffuse, glm::vec4(0.4f, 0.2f, 0.1f, 0.75f));
  EXPECT_EQ(pose.materials[0].halo_scale, 1);
  ASSERT_EQ(pose.slots.size(), 2u);
  EXPECT_EQ(pose.slots[1].offset, glm::vec2(0.25f, 0.5f));
}

TEST(Properties, AColourIsMultipliedByTheIntensityThatTheFileStates) {
  const Scene scene = one_material();
  const auto green = curve_of(TargetKind::kMaterial, "m.diffuse_color", 1, {{0, 0}, {2, 1}});
  const PropertyPose pose = sampled(scene, {green}, 1.5);
  // Green runs from 0 to 1 in two seconds, times one half; the other two stay.
  EXPECT_EQ(pose.materials[0].diffuse, glm::vec4(0.4f, 0.375f, 0.1f, 0.75f));
  const auto intensity = curve_of(TargetKind::kMaterial, "m.diffuse_intensity", 0, {{0, 1}});
  // 0.8, 0.4, 0.2 is the colour without its half.
  EXPECT_EQ(sampled(scene, {intensity}, 0).materials[0].diffuse, glm::vec4(0.8f, 0.4f, 0.2f, 0.75f));
}

TEST(Properties, AlphaIsHeldBetweenNoneAndAll) {
  const Scene scene = one_material();
  const auto alpha = curve_of(TargetKind::kMaterial, "m.alpha", 0, {{0, 0.5}, {2, 2.5}});
  EXPECT_FLOAT_EQ(sampled(scene, {alpha}, 0.25).materials[0].diffuse.w, 0.75f);
  EXPECT_EQ(sampled(scene, {alpha}, 1.5).materials[0].diffuse.w, 1);
}

TEST(Properties, GlowTakesTheDiffuseColour) {
  const Scene scene = one_material();
  const auto emit = curve_of(TargetKind::kMaterial, "m.emit", 0, {{0, 3}});
  EXPECT_EQ(sampled(scene, {emit}, 0).materials[0].emissive, 3.0f * glm::vec3(0.8f, 0.4f, 0.2f));
}

TEST(Properties, TexturesLampsCamerasAndShapesMove) {
  Scene scene = one_material();
  Light light;
  light.attenuation = {1, 0, 0.5f, 0};
  scene.lights.push_back(light);
  Camera camera;
  camera.fov_rad = 1;
  camera.near_plane = 0.5f;
  scene.cameras.push_back(camera);
  Mesh mesh;
  mesh.shapes = {{"Basis", 0, 0, {}}, {"Smile", 0, 0.5f, {}}};
  scene.meshes.push_back(mesh);
  auto offset = curve_of(TargetKind::kTextureSlot, "t.offset", 1, {{0, 0}, {2, 1}});
  offset.sub_target = 1;
  auto depth = curve_of(TargetKind::kTextureSlot, "t.offset", 2, {{0, 7}});
  depth.sub_target = 1;
  auto smile = curve_of(TargetKind::kShape, "v.value", 0, {{0, 0.25}});
  smile.sub_target = 1;
  const PropertyPose pose = sampled(scene,
                                    {offset, depth, smile, curve_of(TargetKind::kLight, "l.energy", 0, {{0, 2}}),
                                     curve_of(TargetKind::kLight, "l.color", 2, {{0, 0.5}}),
                                     curve_of(TargetKind::kCamera, "c.angle", 0, {{0, 1}, {2, 2}}),
                                     curve_of(TargetKind::kCamera, "c.clip_end", 0, {{0, 40}})},
                                    1);
  EXPECT_EQ(pose.slots[1].offset, glm::vec2(0, 0.5f));
  EXPECT_EQ(pose.slots[0].offset, glm::vec2(0));
  EXPECT_EQ(pose.lights[0].attenuation, glm::vec4(2, 0, 0.5f, 0));
  EXPECT_EQ(pose.lights[0].color, glm::vec3(1, 1, 0.5f));
  EXPECT_EQ(pose.cameras[0].fov_rad, 1.5f);
  EXPECT_EQ(pose.cameras[0].near_plane, 0.5f);
  EXPECT_EQ(pose.cameras[0].far_plane, 40);
  EXPECT_EQ(pose.shape_values, (std::vector<float>{0, 0.25f}));
}

TEST(Properties, ParticlesGrowWithTheSizeOfTheirHalo) {
  Scene scene = one_material();
  scene.materials[0].properties.push_back({"m_halo.size", {0.5}, {}});
  const auto size = curve_of(TargetKind::kMaterial, "m.halo.size", 0, {{0, 1.25}});
  EXPECT_EQ(sampled(scene, {size}, 0).materials[0].halo_scale, 2.5f);
}

TEST(Properties, TimeIsWrappedOrHeldAsForNodes) {
  const Scene scene = one_material();
  const auto alpha = curve_of(TargetKind::kMaterial, "m.alpha", 0, {{0, 0}, {2, 1}});
  EXPECT_FLOAT_EQ(sampled(scene, {alpha}, 2.5, {.loop = true}).materials[0].diffuse.w, 0.25f);
  EXPECT_FLOAT_EQ(sampled(scene, {alpha}, 2.5, {.loop = false}).materials[0].diffuse.w, 1);
}

TEST(Properties, CurvesOfNothingAndUnknownPathsMoveNothing) {
  const Scene scene = one_material();
  auto lost = curve_of(TargetKind::kMaterial, "m.alpha", 0, {{0, 0}});
  lost.target = kNone;
  const auto strange = curve_of(TargetKind::kMaterial, "m.translucency", 0, {{0, 0}});
  const PropertyPose pose = sampled(scene, {lost, strange}, 0);
  EXPECT_EQ(pose.materials[0].diffuse, scene.materials[0].diffuse);
}

}  // namespace
}  // namespace vitrine::pose
