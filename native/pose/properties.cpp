#include "pose/properties.h"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <limits>
#include <string_view>

#include "pose/curve.h"
#include "pose/sample.h"

namespace vitrine::pose {
namespace {

static_assert(sizeof(MaterialState) == 12 * sizeof(float));
static_assert(sizeof(SlotState) == 4 * sizeof(float));
static_assert(sizeof(LightState) == 12 * sizeof(float));
static_assert(sizeof(CameraState) == 4 * sizeof(float));

struct Name {
  TargetKind target;
  std::string_view attribute;
  PropertyKind kind;
};
constexpr Name kNames[] = {
    {TargetKind::kMaterial, "diffuse_color", PropertyKind::kDiffuseColor},
    {TargetKind::kMaterial, "diffuse_intensity", PropertyKind::kDiffuseIntensity},
    {TargetKind::kMaterial, "alpha", PropertyKind::kAlpha},
    {TargetKind::kMaterial, "specular_color", PropertyKind::kSpecularColor},
    {TargetKind::kMaterial, "specular_intensity", PropertyKind::kSpecularIntensity},
    {TargetKind::kMaterial, "specular_hardness", PropertyKind::kHardness},
    {TargetKind::kMaterial, "emit", PropertyKind::kEmit},
    {TargetKind::kMaterial, "halo.size", PropertyKind::kHaloSize},
    {TargetKind::kTextureSlot, "offset", PropertyKind::kSlotOffset},
    {TargetKind::kTextureSlot, "scale", PropertyKind::kSlotScale},
    {TargetKind::kLight, "energy", PropertyKind::kEnergy},
    {TargetKind::kLight, "color", PropertyKind::kLightColor},
    {TargetKind::kLight, "spot_size", PropertyKind::kSpotAngle},
    {TargetKind::kLight, "spot_blend", PropertyKind::kSpotBlend},
    {TargetKind::kLight, "clip_start", PropertyKind::kNear},
    {TargetKind::kLight, "clip_end", PropertyKind::kFar},
    {TargetKind::kCamera, "angle", PropertyKind::kFov},
    {TargetKind::kCamera, "ortho_scale", PropertyKind::kOrthoScale},
    {TargetKind::kCamera, "clip_start", PropertyKind::kNear},
    {TargetKind::kCamera, "clip_end", PropertyKind::kFar},
    {TargetKind::kShape, "value", PropertyKind::kShapeValue},
};
/// Names in fixed strings end after so many bytes.
constexpr size_t kFixedName = 24;

/// The number that a file states for a material beyond the model's own fields, by the first of `names` there is.
float stated(const Material& material, std::initializer_list<std::string_view> names, float otherwise) {
  for (const std::string_view name : names) {
    for (const Property& p : material.properties) {
      if (p.name == name && p.numbers.size() == 1 && std::isfinite(p.numbers[0]))
        return static_cast<float>(p.numbers[0]);
    }
  }
  return otherwise;
}

glm::vec3 without(const glm::vec3& product, float factor) {
  return factor != 0 && factor != 1 ? product / factor : product;
}

/// Keys are finite, but what they and their handles add up to need not be.
float finite(double value) {
  constexpr double kMost = std::numeric_limits<float>::max();
  return std::isnan(value) ? 0.0f : static_cast<float>(std::clamp(value, -kMost, kMost));
}

void set_component(glm::vec3& to, const Curve& curve, float value) {
  if (curve.component < 3) to[curve.component] = value;
}

void move_material(const Curve& curve, PropertyKind kind, float value, PropertyPose& pose) {
  MaterialState& state = pose.materials[curve.target];
  PropertyPose::MaterialFactors& factors = pose.factors[curve.target];
  switch (kind) {
    case PropertyKind::kDiffuseColor:
      set_component(factors.diffuse_color, curve, value);
      break;
    case PropertyKind::kDiffuseIntensity:
      factors.diffuse_intensity = value;
      break;
    case PropertyKind::kAlpha:
      state.diffuse.w = std::clamp(value, 0.0f, 1.0f);
      return;
    case PropertyKind::kSpecularColor:
      set_component(factors.specular_color, curve, value);
      break;
    case PropertyKind::kSpecularIntensity:
      factors.specular_intensity = value;
      break;
    case PropertyKind::kHardness:
      state.hardness = value;
      return;
    case PropertyKind::kEmit:
      factors.emit = value;
      break;
    case PropertyKind::kHaloSize:
      factors.halo_size = value;
      break;
    default:
      return;
  }
  const bool diffuse = kind == PropertyKind::kDiffuseColor || kind == PropertyKind::kDiffuseIntensity;
  if (diffuse) state.diffuse = glm::vec4(factors.diffuse_color * factors.diffuse_intensity, state.diffuse.w);
  if (kind == PropertyKind::kSpecularColor || kind == PropertyKind::kSpecularIntensity)
    state.specular = factors.specular_color * factors.specular_intensity;
  // Emission has the diffuse colour.
  if (kind == PropertyKind::kEmit || (kind == PropertyKind::kDiffuseColor && factors.emit != 0))
    state.emissive = factors.diffuse_color * factors.emit;
  if (kind == PropertyKind::kHaloSize && factors.stated_halo_size > 0)
    state.halo_scale = std::max(0.0f, factors.halo_size / factors.stated_halo_size);
}

void move_slot(const Curve& curve, PropertyKind kind, float value, PropertyPose& pose) {
  if (curve.component > 1) return;  // images have two dimensions
  SlotState& slot = pose.slots[pose.first_slot[curve.target] + curve.sub_target];
  (kind == PropertyKind::kSlotOffset ? slot.offset : slot.scale)[curve.component] = value;
}

void move_light(const Curve& curve, PropertyKind kind, float value, PropertyPose& pose) {
  LightState& light = pose.lights[curve.target];
  switch (kind) {
    case PropertyKind::kEnergy:
      light.attenuation.x = value;
      break;
    case PropertyKind::kLightColor:
      set_component(light.color, curve, value);
      break;
    case PropertyKind::kSpotAngle:
      light.spot_angle_rad = value;
      break;
    case PropertyKind::kSpotBlend:
      light.spot_blend = value;
      break;
    case PropertyKind::kNear:
      light.near_plane = value;
      break;
    case PropertyKind::kFar:
      light.far_plane = value;
      break;
    default:
      break;
  }
}

void move_camera(const Curve& curve, PropertyKind kind, float value, PropertyPose& pose) {
  CameraState& camera = pose.cameras[curve.target];
  switch (kind) {
    case PropertyKind::kFov:
      camera.fov_rad = value;
      break;
    case PropertyKind::kOrthoScale:
      camera.ortho_scale = value;
      break;
    case PropertyKind::kNear:
      camera.near_plane = value;
      break;
    case PropertyKind::kFar:
      camera.far_plane = value;
      break;
    default:
      break;
  }
}

void sample_property(const Curve& curve, double at_s, PropertyPose& pose) {
  const PropertyKind kind = property_kind(curve);
  if (kind == PropertyKind::kNone) return;
  const float value = finite(evaluate(curve, at_s));
  switch (curve.target_kind) {
    case TargetKind::kMaterial:
      move_material(curve, kind, value, pose);
      break;
    case TargetKind::kTextureSlot:
      if (curve.sub_target != kNone) move_slot(curve, kind, value, pose);
      break;
    case TargetKind::kLight:
      move_light(curve, kind, value, pose);
      break;
    case TargetKind::kCamera:
      move_camera(curve, kind, value, pose);
      break;
    case TargetKind::kShape:
      if (curve.sub_target != kNone) pose.shape_values[pose.first_shape[curve.target] + curve.sub_target] = value;
      break;
    case TargetKind::kNode:
      break;
  }
}

}  // namespace

PropertyKind property_kind(const Curve& curve) {
  std::string_view attribute = curve.path;
  const bool cut = attribute.size() == kFixedName;
  if (attribute.size() > 2 && attribute[1] == '.') attribute.remove_prefix(2);
  if (const size_t index = attribute.rfind("]."); index != std::string_view::npos) attribute.remove_prefix(index + 2);
  for (const Name& name : kNames) {
    if (name.target != curve.target_kind) continue;
    if (name.attribute == attribute || (cut && !attribute.empty() && name.attribute.starts_with(attribute)))
      return name.kind;
  }
  return PropertyKind::kNone;
}

PropertyPose make_property_pose(const Scene& scene) {
  PropertyPose pose;
  pose.materials.resize(scene.materials.size());
  pose.factors.resize(scene.materials.size());
  pose.first_slot.push_back(0);
  for (const Material& material : scene.materials)
    pose.first_slot.push_back(pose.first_slot.back() + static_cast<uint32_t>(material.slots.size()));
  pose.slots.resize(pose.first_slot.back());
  pose.lights.resize(scene.lights.size());
  pose.cameras.resize(scene.cameras.size());
  pose.first_shape.push_back(0);
  for (const Mesh& mesh : scene.meshes)
    pose.first_shape.push_back(pose.first_shape.back() + static_cast<uint32_t>(mesh.shapes.size()));
  pose.shape_values.resize(pose.first_shape.back());
  for (size_t i = 0; i < scene.materials.size(); ++i) {
    PropertyPose::MaterialFactors& factors = pose.factors[i];
    factors.diffuse_intensity = stated(scene.materials[i], {"m_diff.intensity", "mat.diffuseIntensity"}, 1);
    factors.specular_intensity = stated(scene.materials[i], {"m_spec.intensity", "mat.specularIntensity"}, 1);
    factors.emit = stated(scene.materials[i], {"m_diff.emit", "m_emis.emit", "m_surf.emit", "mat.emit"}, 0);
    factors.halo_size = factors.stated_halo_size = stated(scene.materials[i], {"m_halo.size"}, 0);
  }
  sample_bind_properties(scene, pose);
  return pose;
}

void sample_bind_properties(const Scene& scene, PropertyPose& pose) {
  for (size_t i = 0; i < scene.materials.size(); ++i) {
    const Material& material = scene.materials[i];
    PropertyPose::MaterialFactors& factors = pose.factors[i];
    pose.materials[i] = {material.diffuse, material.specular, material.hardness, material.emissive, 1};
    factors.diffuse_color = without(glm::vec3(material.diffuse), factors.diffuse_intensity);
    factors.specular_color = without(material.specular, factors.specular_intensity);
    for (size_t s = 0; s < material.slots.size(); ++s)
      pose.slots[pose.first_slot[i] + s] = {material.slots[s].uv_offset, material.slots[s].uv_scale};
  }
  for (size_t i = 0; i < scene.lights.size(); ++i) {
    const Light& light = scene.lights[i];
    pose.lights[i] = {
        light.color, light.attenuation, light.near_plane, light.far_plane, light.spot_angle_rad, light.spot_blend, 0};
  }
  for (size_t i = 0; i < scene.cameras.size(); ++i) {
    const Camera& camera = scene.cameras[i];
    pose.cameras[i] = {camera.fov_rad, camera.near_plane, camera.far_plane, camera.ortho_scale};
  }
  size_t value = 0;
  for (const Mesh& mesh : scene.meshes) {
    for (const ShapeKey& shape : mesh.shapes) pose.shape_values[value++] = shape.value;
  }
  assert(value == pose.shape_values.size());
}

void sample_properties([[maybe_unused]] const Scene& scene, const Clip& clip, double time_s, const PlayOptions& options,
                       PropertyPose& pose) {
  assert(pose.materials.size() == scene.materials.size());
  const double at = time_in_cycle_s(clip, time_s, options);
  for (const Curve& curve : clip.curves) {
    if (curve.target_kind != TargetKind::kNode && curve.target != kNone && !curve.keys.empty())
      sample_property(curve, at, pose);
  }
}

}  // namespace vitrine::pose
