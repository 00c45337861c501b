#include "render/light.h"

#include <algorithm>
#include <cmath>

#include "base/portable_math.h"

namespace vitrine::render {
namespace {

constexpr size_t kMostLamps = 8;
/// How tightly gleams are bundled.
constexpr float kExponentFactor = (28.0f + 8.0f) / 25.13f;
/// Part of the studio's light beside file lights, so that far sides keep their shape.
constexpr float kStudio = 0.3f;

float power28(float x) {
  const float x2 = x * x, x4 = x2 * x2, x8 = x4 * x4, x16 = x8 * x8;
  return x16 * x8 * x4;
}

/// Light that a surface reflects towards v from a light of strength 1 in direction l: a factor of the albedo, and a
/// gleam.
struct Answer {
  float diffuse = 0;
  glm::vec3 gleam{0};
};
Answer lit(const glm::vec3& gloss, const glm::vec3& n, const glm::vec3& v, const glm::vec3& l, float wrap) {
  const float n_l = glm::dot(n, l);
  Answer out;
  out.diffuse = positive((n_l + wrap) / (1 + wrap));
  if (n_l > 0) {
    const glm::vec3 h = unit(l + v);
    const float glancing = 1 - positive(glm::dot(h, v)), squared = glancing * glancing;
    const float bundle = power28(positive(glm::dot(n, h)));
    for (int k = 0; k < 3; ++k) {
      // A surface without reflection at normal incidence has none at grazing angles either.
      const float f0 = gloss[k], most = 50 * f0 < 1 ? 50 * f0 : 1;
      const float fresnel = f0 + positive(most - f0) * (squared * squared * glancing);
      out.gleam[k] = fresnel * kExponentFactor * bundle * n_l;
    }
  }
  return out;
}

glm::vec3 lamp_light(const FileLight& lamp, const glm::vec3& albedo, const glm::vec3& gloss, const glm::vec3& world,
                     const glm::vec3& n, const glm::vec3& v) {
  const bool parallel = lamp.kind == LightKind::kSun || lamp.kind == LightKind::kHemi;
  const glm::vec3 towards = lamp.place - world;
  const float d = std::sqrt(glm::dot(towards, towards));
  const glm::vec3 l = parallel ? -lamp.aim : towards / std::max(d, 1e-9f);
  const glm::vec4& q = lamp.attenuation;
  float strength = parallel ? q.x : positive(1 - q.w * d) * q.x / std::max(1 + q.y * d + q.z * d * d, 1e-6f);
  if (lamp.kind == LightKind::kSpot)
    strength *= smoothstep(lamp.outer_cosine, lamp.inner_cosine, -glm::dot(l, lamp.aim));
  if (lamp.kind == LightKind::kArea) strength *= positive(-glm::dot(l, lamp.aim));
  const glm::vec3 color = lamp.color * strength;
  if (lamp.kind == LightKind::kHemi) return albedo * color * (0.5f + 0.5f * glm::dot(n, l));
  const Answer answer = lit(gloss, n, v, l, 0);
  return color * (albedo * answer.diffuse + answer.gleam);
}

}  // namespace

std::vector<FileLight> lamps_of(const Scene& scene, std::span<const glm::mat4> file_from_node,
                                std::span<const pose::LightState> states, const glm::dmat4& world_from_file) {
  std::vector<FileLight> lamps;
  for (size_t i = 0; i < scene.nodes.size() && lamps.size() < kMostLamps; ++i) {
    const uint32_t number = scene.nodes[i].light;
    if (number == kNone || number >= states.size()) continue;
    const glm::dmat4 world_from_node = world_from_file * glm::dmat4(file_from_node[i]);
    const pose::LightState& state = states[number];
    FileLight lamp;
    lamp.kind = scene.lights[number].kind;
    lamp.place = glm::vec3(world_from_node[3]);
    // Blender's lamps shine along their own -z.
    lamp.aim = unit(glm::vec3(-world_from_node[2]));
    lamp.color = state.color;
    lamp.attenuation = state.attenuation;
    lamp.outer_cosine = static_cast<float>(portable::cos(state.spot_angle_rad / 2.0));
    lamp.inner_cosine = lamp.outer_cosine + (1 - lamp.outer_cosine) * std::clamp(state.spot_blend, 1e-3f, 1.0f);
    lamps.push_back(lamp);
  }
  return lamps;
}

LightRig::LightRig(double rig_yaw_rad, std::vector<FileLight> file_lamps) : lamps(std::move(file_lamps)) {
  const auto c = static_cast<float>(portable::cos(rig_yaw_rad)), s = static_cast<float>(portable::sin(rig_yaw_rad));
  const auto rotated = [&](const glm::vec3& v) {
    const glm::vec3 u = unit(v);
    return glm::vec3(c * u.x + s * u.z, u.y, -s * u.x + c * u.z);
  };
  key = rotated({-0.55f, 0.80f, 0.62f});
  fill = rotated({0.85f, 0.20f, 0.55f});
  rim = rotated({0.35f, 0.55f, -0.95f});
}

glm::vec3 LightRig::shade(const glm::vec3& albedo, const glm::vec3& gloss, const glm::vec3& world, const glm::vec3& n,
                          const glm::vec3& v, float open) const {
  const float up = 0.5f + 0.5f * n.y;
  const glm::vec3 floor(0.165f, 0.155f, 0.145f), zenith(0.34f, 0.365f, 0.405f);
  const glm::vec3 sky = floor + (zenith - floor) * up;

  const Answer a = lit(gloss, n, v, key, 0.12f), b = lit(gloss, n, v, fill, 0.25f), c = lit(gloss, n, v, rim, 0);
  const float edge = 1 - positive(glm::dot(n, v)), rim_share = 0.3f + edge * edge * edge;
  const glm::vec3 key_color = glm::vec3(1.12f, 1.05f, 0.965f) * (0.75f + 0.25f * open);
  const glm::vec3 fill_color(0.19f, 0.225f, 0.28f), rim_color = glm::vec3(0.42f, 0.46f, 0.53f) * rim_share;
  glm::vec3 sum = albedo * (key_color * a.diffuse + fill_color * b.diffuse + rim_color * c.diffuse) +
                  (key_color * a.gleam + fill_color * b.gleam + rim_color * c.gleam);
  if (!lamps.empty()) sum *= kStudio;
  sum += albedo * sky * open;
  for (const FileLight& lamp : lamps) sum += lamp_light(lamp, albedo, gloss, world, n, v);
  return sum;
}

}  // namespace vitrine::render
