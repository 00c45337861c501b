#include "render/overlay.h"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "render/light.h"

namespace vitrine::render {
namespace {

constexpr glm::vec4 kAmber(0.98f, 0.69f, 0.22f, 1);
/// Particles without a material.
constexpr glm::vec4 kPale(0.75f, 0.78f, 0.82f, 0.85f);
constexpr float kJointRadius = 2.5f;
/// Corners of the faces of a bone: head, four around it, tail.
constexpr uint32_t kBoneFaces[24] = {0, 2, 1, 0, 3, 2, 0, 4, 3, 0, 1, 4, 5, 1, 2, 5, 2, 3, 5, 3, 4, 5, 4, 1};

/// Nodes that move vertices, whatever else they are; a skinned mesh that follows itself is none. Pivots, where there is
/// nothing but pivots.
std::vector<bool> joints_of(const Scene& scene) {
  std::vector<bool> joint(scene.nodes.size(), false);
  const auto add = [&](NodeKind kind) {
    for (size_t i = 0; i < joint.size(); ++i) joint[i] = joint[i] || scene.nodes[i].kind == kind;
  };
  add(NodeKind::kJoint);
  for (const Skin& skin : scene.skins) {
    for (const uint32_t node : skin.joints) {
      if (scene.nodes[node].skin == kNone) joint[node] = true;
    }
  }
  if (is_bare(scene) && std::find(joint.begin(), joint.end(), true) == joint.end()) add(NodeKind::kEmpty);
  return joint;
}

/// Blender's halos add to what is behind them by this share.
float halo_add(const Material& material) {
  for (const Property& property : material.properties) {
    if (property.name == "m_halo.add" && property.numbers.size() == 1)
      return std::clamp(static_cast<float>(property.numbers[0]), 0.0f, 1.0f);
  }
  return 0;
}

glm::dvec3 place_of(const glm::mat4& file_from_node, const glm::dmat4& world_from_file) {
  return glm::dvec3(world_from_file * glm::dvec4(file_from_node[3]));
}

}  // namespace

bool is_bare(const Scene& scene) {
  return std::all_of(scene.meshes.begin(), scene.meshes.end(), [](const Mesh& mesh) { return mesh.indices.empty(); });
}

Model skeleton_model(const Scene& scene, std::span<const glm::mat4> file_from_node, const glm::dmat4& world_from_file) {
  const std::vector<bool> joint = joints_of(scene);
  Model model;
  ModelMesh mesh;
  for (size_t i = 0; i < scene.nodes.size(); ++i) {
    const uint32_t parent = scene.nodes[i].parent;
    if (!joint[i] || parent == kNone || !joint[parent]) continue;
    const glm::vec3 head(place_of(file_from_node[parent], world_from_file)),
        tail(place_of(file_from_node[i], world_from_file));
    const glm::vec3 along = tail - head;
    const float size = std::sqrt(glm::dot(along, along));
    if (!(size > 0)) continue;
    const glm::vec3 axis = along / size;
    const glm::vec3 side = unit(glm::cross(axis, std::fabs(axis.y) < 0.9f ? glm::vec3(0, 1, 0) : glm::vec3(1, 0, 0)));
    const glm::vec3 other = glm::cross(axis, side), ring = head + along * 0.14f;
    const float radius = size * 0.07f;
    const glm::vec3 corner[6] = {
        head, ring + side * radius, ring + other * radius, ring - side * radius, ring - other * radius, tail};
    for (const uint32_t c : kBoneFaces) mesh.world.push_back(corner[c]);
  }
  mesh.indices.resize(mesh.world.size());
  std::iota(mesh.indices.begin(), mesh.indices.end(), 0);
  model.meshes.push_back(std::move(mesh));
  Surface surface;
  surface.layer = Layer::kBone;
  surface.diffuse = kAmber;
  surface.indices = model.meshes[0].indices;
  model.surfaces.push_back(surface);
  return model;
}

void add_joints(const Scene& scene, std::span<const glm::mat4> file_from_node, const glm::dmat4& world_from_file,
                const Screen& screen, std::vector<Disc>& out) {
  const std::vector<bool> joint = joints_of(scene);
  for (size_t i = 0; i < scene.nodes.size(); ++i) {
    if (!joint[i]) continue;
    const glm::dvec4 clip = screen.clip(place_of(file_from_node[i], world_from_file));
    const double w = clip.w;
    if (!(w > 0 && std::abs(clip.x) <= w && std::abs(clip.y) <= w && std::abs(clip.z) <= w)) continue;
    const glm::dvec2 at = screen.pixel(clip);
    Disc disc;
    disc.x = static_cast<float>(at.x), disc.y = static_cast<float>(at.y);
    disc.radius_x = disc.radius_y = kJointRadius;
    disc.color = kAmber;
    out.push_back(disc);
  }
}

void add_particles(const RenderScene& source, const glm::dmat4& world_from_file, const View& view, const Screen& screen,
                   std::vector<Disc>& out) {
  const ToneTables& tone = tone_tables();
  for (const ParticleBatch& swarm : source.swarms) {
    const uint32_t material = source.scene->emitters[swarm.emitter].material;
    glm::vec4 color = kPale;
    float add = 0;
    if (material != kNone) {
      const pose::MaterialState& state = source.materials[material];
      color = glm::vec4(glm::vec3(state.diffuse) + state.emissive, state.diffuse.w);
      add = halo_add(source.scene->materials[material]);
    }
    const glm::vec3 shown = display_color(tone, glm::vec3(color));
    for (const pose::Particle& particle : swarm.particles) {
      const glm::dvec4 clip = screen.clip(glm::dvec3(world_from_file * glm::dvec4(particle.position, 1)));
      if (!(clip.w > 0 && std::abs(clip.z) <= clip.w)) continue;
      const glm::dvec2 at = screen.pixel(clip);
      // Fades in and out, and grows with age.
      const float age = particle.life_s > 0 ? particle.age : 0.4f;
      const float alpha = color.w * smoothstep(0, 0.12f, age) * (1 - smoothstep(0.45f, 1, age));
      Disc disc;
      disc.is_joint = false;
      disc.add = add;
      disc.x = static_cast<float>(at.x), disc.y = static_cast<float>(at.y);
      const double scale = particle.radius / clip.w * 0.5;
      disc.radius_x = static_cast<float>(scale / view.half_width * screen.width);
      disc.radius_y = static_cast<float>(scale / view.half_height * screen.height);
      disc.depth = static_cast<float>(screen.depth(clip));
      disc.color = glm::vec4(shown, alpha);
      if (disc.radius_x > 0 && disc.radius_x < 1e5f && disc.radius_y > 0 && disc.radius_y < 1e5f) out.push_back(disc);
    }
  }
}

glm::vec4 disc_color(const Disc& disc, int32_t px, int32_t py) {
  const float dx = static_cast<float>(px) + 0.5f - disc.x, dy = static_cast<float>(py) + 0.5f - disc.y;
  if (disc.is_joint) {
    // With a dark rim, so that it shows on any model.
    const auto within = [&](float radius) {
      return std::clamp(radius - std::sqrt(dx * dx + dy * dy) + 0.5f, 0.0f, 1.0f);
    };
    const float core = within(disc.radius_x - 1.25f);
    const glm::vec3 color = glm::vec3(0.08f) + (glm::vec3(disc.color) - glm::vec3(0.08f)) * core;
    return glm::vec4(color, 1) * within(disc.radius_x);
  }
  const float u = dx / disc.radius_x, v = dy / disc.radius_y;
  const float alpha = disc.color.w * (1 - smoothstep(0.1f, 1, u * u + v * v));
  return glm::vec4(glm::vec3(disc.color) * alpha, alpha * (1 - disc.add));
}

}  // namespace vitrine::render
