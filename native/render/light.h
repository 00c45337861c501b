#pragma once
// The page's light (shaders/light.glsl): three lights that turn with the view, a sky over a floor, and the lamps of a
// file.

#include <glm/glm.hpp>
#include <vector>

#include "pose/properties.h"
#include "scene/scene.h"

namespace vitrine::render {

inline glm::vec3 unit(const glm::vec3& v) {
  const float square = glm::dot(v, v);
  return square > 0 ? v * (1.0f / std::sqrt(square)) : glm::vec3(0);
}
inline float smoothstep(float low, float high, float x) {
  float t = (x - low) / (high - low);
  t = t > 0 ? (t < 1 ? t : 1) : 0;
  return t * t * (3 - 2 * t);
}
/// Default reflectance of a surface at normal incidence.
inline constexpr float kReflectance = 0.035f;

inline float positive(float x) { return x > 0 ? x : 0; }

struct FileLight {
  LightKind kind = LightKind::kPoint;
  glm::vec3 place{0}, aim{0, 0, -1}, color{0};
  float outer_cosine = -1, inner_cosine = 1;
  glm::vec4 attenuation{1, 0, 0, 0};
};
/// The first eight lamps in the order of the nodes. `states`: one per light of the scene.
std::vector<FileLight> lamps_of(const Scene& scene, std::span<const glm::mat4> file_from_node,
                                std::span<const pose::LightState> states, const glm::dmat4& world_from_file);

struct LightRig {
  glm::vec3 key{0}, fill{0}, rim{0};  ///< towards the lights, world
  std::vector<FileLight> lamps;       ///< with any, the studio steps back

  LightRig() = default;
  LightRig(double rig_yaw_rad, std::vector<FileLight> file_lamps);
  /// Linear light from a point. n, v: unit vectors of the surface and towards the eye; `open`: how much of the sky it
  /// sees, 0..1; `gloss`: what it reflects straight on.
  glm::vec3 shade(const glm::vec3& albedo, const glm::vec3& gloss, const glm::vec3& world, const glm::vec3& n,
                  const glm::vec3& v, float open) const;
};

}  // namespace vitrine::render
