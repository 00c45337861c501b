#pragma once
// Animated properties that do not belong to nodes: colours and textures of materials, lights, cameras and shape keys,
// at one time.

#include <cstdint>
#include <span>
#include <vector>

#include "pose/play_options.h"
#include "scene/scene.h"

namespace vitrine::pose {

/// Meaning of a curve that moves no node, by the last part of its path ("m.diffuse_color", "l.energy"; these are the
/// names of Blender's data, which KRI's engine has too). Names of 24 bytes in early files are cut: "t.offse".
enum class PropertyKind : uint8_t {
  kNone,
  kDiffuseColor,
  kDiffuseIntensity,
  kAlpha,
  kSpecularColor,
  kSpecularIntensity,
  kHardness,
  kEmit,
  kHaloSize,
  kSlotOffset,
  kSlotScale,
  kEnergy,
  kLightColor,
  kSpotAngle,
  kSpotBlend,
  kNear,
  kFar,
  kFov,
  kOrthoScale,
  kShapeValue,
};
PropertyKind property_kind(const Curve& curve);

// The four states are what hosts read: plain floats without gaps.
struct MaterialState {
  glm::vec4 diffuse{0.8f, 0.8f, 0.8f, 1};  ///< colour times intensity, alpha
  glm::vec3 specular{0};                   ///< colour times intensity
  float hardness = 0;
  glm::vec3 emissive{0};
  float halo_scale = 1;  ///< size of its particles over the size that the file gives
};
struct SlotState {
  glm::vec2 offset{0}, scale{1};
};
struct LightState {
  glm::vec3 color{1};
  glm::vec4 attenuation{1, 0, 0, 0};  ///< q0 (the energy), q1, q2, qs: max(0, 1 - qs d) q0 / (1 + q1 d + q2 d^2)
  float near_plane = 0, far_plane = 0, spot_angle_rad = 0, spot_blend = 0;
  float unused = 0;
};
struct CameraState {
  float fov_rad = 0, near_plane = 0, far_plane = 0, ortho_scale = 1;
};

/// All states of a scene. Made once; sampling allocates nothing.
struct PropertyPose {
  std::vector<MaterialState> materials;
  std::vector<SlotState> slots;      ///< of all materials, one after the other
  std::vector<uint32_t> first_slot;  ///< per material, and the end
  std::vector<LightState> lights;
  std::vector<CameraState> cameras;
  std::vector<float> shape_values;    ///< of all meshes, one after the other
  std::vector<uint32_t> first_shape;  ///< per mesh, and the end

  /// Factors of the material states: a clip moves one factor, the product is drawn.
  struct MaterialFactors {
    glm::vec3 diffuse_color{0}, specular_color{0};
    float diffuse_intensity = 1, specular_intensity = 1, emit = 0, halo_size = 0, stated_halo_size = 0;
  };
  std::vector<MaterialFactors> factors;
};

PropertyPose make_property_pose(const Scene& scene);
/// The values as stored.
void sample_bind_properties(const Scene& scene, PropertyPose& pose);
/// Adds what `clip` gives at `time_s` to a pose that was set to the stored values before.
void sample_properties(const Scene& scene, const Clip& clip, double time_s, const PlayOptions& options,
                       PropertyPose& pose);

}  // namespace vitrine::pose
