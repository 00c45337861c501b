#include "render/shader.h"

#include <cmath>
#include <utility>

namespace vitrine::render {
namespace {

template <class T>
T blended(const glm::vec3& w, const T& a, const T& b, const T& c) {
  return a * w.x + b * w.y + c * w.z;
}
template <class T>
T blended(const glm::vec3& w, std::span<const T> values, const Triangle& t) {
  return blended(w, values[t.vertex[0]], values[t.vertex[1]], values[t.vertex[2]]);
}

float alpha_of(const glm::vec3& w, const Surface& surface, const Triangle& t) {
  const auto a = [&](int i) { return static_cast<float>(surface.colors[t.vertex[i]].w); };
  return surface.colors.empty() ? 1 : (a(0) * w.x + a(1) * w.y + a(2) * w.z) / 255.0f;
}

struct UvAt {
  glm::vec2 at{0}, dx{0}, dy{0};
};
UvAt uv_of(const Weights& w, const Surface& surface, const Triangle& t) {
  UvAt out;
  if (surface.uv.empty()) return out;
  const glm::vec2 offset(surface.uv_transform), scale(surface.uv_transform.z, surface.uv_transform.w);
  out.at = blended(w.at, surface.uv, t) * scale + offset;
  out.dx = blended(w.dx, surface.uv, t) * scale;
  out.dy = blended(w.dy, surface.uv, t) * scale;
  return out;
}

}  // namespace

Weights weights_of(const Triangle& t, std::span<const Cut> cuts, int32_t x, int32_t y, bool derivatives) {
  // Screen-space weights from exact areas, then divided by depth.
  const auto area = [&](int a, int b) {
    return int64_t{t.x[b] - t.x[a]} * (y - t.y[a]) - int64_t{t.y[b] - t.y[a]} * (x - t.x[a]);
  };
  const int64_t a1 = area(2, 0), a2 = area(0, 1);
  const int64_t whole = int64_t{t.x[1] - t.x[0]} * (t.y[2] - t.y[0]) - int64_t{t.y[1] - t.y[0]} * (t.x[2] - t.x[0]);
  const double scale = 1.0 / static_cast<double>(whole);
  const double l1 = static_cast<double>(a1) * scale, l2 = static_cast<double>(a2) * scale;
  const glm::vec3 p(static_cast<float>(1 - l1 - l2) * t.inv_w[0], static_cast<float>(l1) * t.inv_w[1],
                    static_cast<float>(l2) * t.inv_w[2]);
  const float s = 1 / (p.x + p.y + p.z);
  Weights w;
  w.at = p * s;
  if (derivatives) {
    const double unit = kUnit * scale;
    const auto change = [&](double d1, double d2) {
      const glm::vec3 dp(static_cast<float>(-d1 - d2) * t.inv_w[0], static_cast<float>(d1) * t.inv_w[1],
                         static_cast<float>(d2) * t.inv_w[2]);
      return (dp - w.at * (dp.x + dp.y + dp.z)) * s;
    };
    w.dx = change(-(t.y[0] - t.y[2]) * unit, -(t.y[1] - t.y[0]) * unit);
    w.dy = change((t.x[0] - t.x[2]) * unit, (t.x[1] - t.x[0]) * unit);
  }
  if (t.cut != kNone) {
    const Cut& cut = cuts[t.cut];
    const auto whole_weights = [&](const glm::vec3& v) {
      return blended(v, cut.corner[0], cut.corner[1], cut.corner[2]);
    };
    w.at = whole_weights(w.at);
    if (derivatives) w.dx = whole_weights(w.dx), w.dy = whole_weights(w.dy);
  }
  return w;
}

Shader::Shader(const Model& model, const View& view, const Framing& framing, LightRig rig)
    : model_(model),
      rig_(std::move(rig)),
      eye_(view.eye),
      perspective_(view.perspective),
      ground_(static_cast<float>(framing.min.y)),
      size_(static_cast<float>(framing.radius)) {}

bool Shader::passes(const Drawn& drawn, const Triangle& t, int32_t x, int32_t y) const {
  const Surface& surface = model_.surfaces[t.surface];
  const Weights w = weights_of(t, drawn.cuts, x, y, true);
  const UvAt uv = uv_of(w, surface, t);
  const float alpha = surface.texture->sample(uv.at, uv.dx * 0.25f, uv.dy * 0.25f, surface.clamp).w;
  return surface.diffuse.w * alpha_of(w.at, surface, t) * alpha >= surface.cutoff;
}

glm::vec4 Shader::bone_color(const ModelMesh& mesh, const Triangle& t, const glm::vec3& v) const {
  const glm::vec3 &a = mesh.world[t.vertex[0]], &b = mesh.world[t.vertex[1]], &c = mesh.world[t.vertex[2]];
  const glm::vec3 n = unit(glm::cross(b - a, c - a));
  const float light = 0.55f + 0.45f * std::fabs(glm::dot(n, v));
  return glm::vec4(glm::vec3(model_.surfaces[t.surface].diffuse) * light, 1);
}

glm::vec4 Shader::color(const Drawn& drawn, const Triangle& t, int32_t x, int32_t y) const {
  const Surface& surface = model_.surfaces[t.surface];
  const ModelMesh& mesh = model_.meshes[surface.mesh];
  const bool mapped = surface.texture != nullptr || surface.normal_map != nullptr || surface.specular_map != nullptr ||
                      surface.glow_map != nullptr;
  const Weights w = weights_of(t, drawn.cuts, x, y, mapped);
  const glm::vec3 world = blended(w.at, std::span<const glm::vec3>(mesh.world), t);
  const glm::vec3 v = perspective_ ? unit(eye_ - world) : eye_;
  if (surface.layer == Layer::kBone) return bone_color(mesh, t, v);

  glm::vec4 base = surface.diffuse;
  if (!surface.colors.empty()) {
    glm::vec3 tint(0);
    // The bytes are blended, then decoded, as the page's shader does.
    for (int i = 0; i < 3; ++i) tint += glm::vec3(surface.colors[t.vertex[i]]) * w.at[i];
    const auto decoded = [&](float byte) {
      const float at = byte > 0 ? (byte < 255 ? byte : 255) : 0;
      const int i = static_cast<int>(at), next = i < 255 ? i + 1 : 255;
      return tone_.decode[i] + (tone_.decode[next] - tone_.decode[i]) * (at - static_cast<float>(i));
    };
    base *= glm::vec4(decoded(tint.x), decoded(tint.y), decoded(tint.z), alpha_of(w.at, surface, t));
  }
  UvAt uv;
  if (mapped) uv = uv_of(w, surface, t);
  if (surface.texture != nullptr) {
    const glm::vec4 texel = surface.texture->sample(uv.at, uv.dx, uv.dy, surface.clamp);
    base *= glm::vec4(glm::vec3(texel), surface.texture_alpha ? texel.w : 1);
  }
  if (surface.cutoff >= 0) base.w = 1;
  if (surface.layer == Layer::kFilter) {
    const auto shown = [&](float x) { return encode_srgb(tone_, x > 0 ? (x < 1 ? x : 1) : 0); };
    return {shown(base.x), shown(base.y), shown(base.z), 1};
  }

  glm::vec3 n = unit(mesh.normal_from_model * blended(w.at, mesh.normals, t));
  if (surface.normal_map != nullptr) {
    // The handedness turns the second axis, so that mirrored coordinates mirror the relief as well.
    const glm::vec4 tangent = blended(w.at, mesh.tangents, t);
    const glm::vec3 along = mesh.world_from_model * glm::vec3(tangent);
    const glm::vec3 axis = unit(along - n * glm::dot(n, along));
    const glm::vec3 relief = glm::vec3(surface.normal_map->sample(uv.at, uv.dx, uv.dy, surface.clamp)) * 2.0f - 1.0f;
    const float side = tangent.w * mesh.across > 0 ? 1.0f : -1.0f;
    if (tangent.w != 0) n = unit(axis * relief.x + glm::cross(n, axis) * (side * relief.y) + n * relief.z);
  }
  // Where normals are missing (degenerate triangles) the face itself decides.
  if (!(glm::dot(n, n) > 0.5f)) {
    const glm::vec3 &a = mesh.world[t.vertex[0]], &b = mesh.world[t.vertex[1]], &c = mesh.world[t.vertex[2]];
    n = unit(glm::cross(b - a, c - a));
    if (glm::dot(n, v) < 0) n = -n;
  }
  // Both sides of a triangle are lit. Near the silhouette a normal that leans away is mirrored, not turned around, or
  // the last row of pixels would show the light of the other side.
  const float facing = glm::dot(n, v);
  if (facing < 0) {
    const glm::vec3 mirrored = n - v * (2 * facing);
    const float away = t.front ? 0 : smoothstep(0.05f, 0.4f, -facing);
    n = t.front ? mirrored : unit(mirrored * (1 - away) - n * away);
  }
  const float up = (world.y - ground_) / size_, height = up > 0 ? (up < 1 ? up : 1) : 0;
  const float below = positive(-n.y) * 0.6f;
  const float open = 1 + (smoothstep(-0.25f, 0.35f, height) - 1) * below;
  const glm::vec3 albedo(base);
  // A white specular map reflects half of the light straight on.
  const glm::vec3 gloss = surface.specular_map != nullptr
                              ? glm::vec3(surface.specular_map->sample(uv.at, uv.dx, uv.dy, surface.clamp)) * 0.5f
                              : glm::vec3(kReflectance);
  glm::vec3 light = surface.emissive + (surface.shadeless ? albedo : rig_.shade(albedo, gloss, world, n, v, open));
  if (surface.glow_map != nullptr)
    light += glm::vec3(surface.glow_map->sample(uv.at, uv.dx, uv.dy, surface.clamp)) * surface.glow;
  return glm::vec4(display_color(tone_, light), 1) * base.w;
}

}  // namespace vitrine::render
