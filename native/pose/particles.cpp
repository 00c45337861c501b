#include "pose/particles.h"

#include <algorithm>
#include <cmath>
#include <string_view>

#include "base/portable_math.h"

namespace vitrine::pose {
namespace {

static_assert(sizeof(Particle) == 8 * sizeof(float));

/// A number in 0..1 that depends on nothing but the particle and what it is for (PCG's output function).
double chance(uint32_t particle, uint32_t purpose) {
  uint32_t state = particle * 747796405u + purpose * 2891336453u + 1u;
  state = ((state >> ((state >> 28u) + 4u)) ^ state) * 277803737u;
  state = (state >> 22u) ^ state;
  state = state * 747796405u + 2891336453u;
  state = ((state >> ((state >> 28u) + 4u)) ^ state) * 277803737u;
  return ((state >> 22u) ^ state) / 4294967296.0;
}

double fraction(double value) { return value - std::floor(value); }

float usable(float value, float otherwise) { return std::isfinite(value) ? value : otherwise; }

bool says(const Emitter& emitter, std::string_view name, std::string_view word) {
  return std::any_of(emitter.properties.begin(), emitter.properties.end(),
                     [&](const Property& p) { return p.name == name && p.text == word; });
}
bool says(const Emitter& emitter, std::string_view name, double number) {
  return std::any_of(emitter.properties.begin(), emitter.properties.end(), [&](const Property& p) {
    return p.name == name && p.numbers.size() == 1 && p.numbers[0] == number;
  });
}

bool has(const Emitter& emitter, std::string_view prefix) {
  return std::any_of(emitter.properties.begin(), emitter.properties.end(),
                     [&](const Property& p) { return std::string_view(p.name).starts_with(prefix); });
}

glm::vec3 unit_or(const glm::vec3& v, const glm::vec3& fallback) {
  const float length = glm::length(v);
  return length > 0 && std::isfinite(length) ? v / length : fallback;
}

/// The mesh of `mesh_node` as the emitter sees it: its bind shape, brought into the emitter's space.
EmittingSurface make_surface(const Scene& scene, uint32_t mesh_node, const glm::dmat4& emitter_from_mesh) {
  const Mesh& mesh = scene.meshes[scene.nodes[mesh_node].mesh];
  EmittingSurface surface;
  std::vector<glm::vec3>& points = surface.vertices;
  points.reserve(mesh.positions.size());
  for (const glm::vec3& p : mesh.positions) points.emplace_back(emitter_from_mesh * glm::dvec4(glm::dvec3(p), 1));
  surface.vertex_normals.assign(points.size(), glm::vec3(0));
  double area = 0;
  const float side = scene.axes.front_face == FrontFace::kClockwise ? -1.0f : 1.0f;
  for (size_t i = 0; i + 2 < mesh.indices.size(); i += 3) {
    const glm::vec3& a = points[mesh.indices[i]];
    const glm::vec3 ab = points[mesh.indices[i + 1]] - a, ac = points[mesh.indices[i + 2]] - a;
    const glm::vec3 across = side * glm::cross(ab, ac);
    const double twice = glm::length(glm::dvec3(across));
    if (!(twice > 0) || !std::isfinite(twice)) continue;
    area += twice;
    surface.triangles.push_back({a, ab, ac, unit_or(across, glm::vec3(0, 0, 1))});
    surface.area_up_to.push_back(static_cast<float>(area));
    for (size_t k = 0; k < 3; ++k) surface.vertex_normals[mesh.indices[i + k]] += across;
  }
  for (float& share : surface.area_up_to) share = static_cast<float>(share / area);
  if (!surface.area_up_to.empty()) surface.area_up_to.back() = 1;
  for (glm::vec3& n : surface.vertex_normals) n = unit_or(n, glm::vec3(0, 0, 1));
  return surface;
}

/// The node itself, or the one it was hung on, as formats with several systems per object do.
uint32_t mesh_node_of(const Scene& scene, uint32_t node) {
  if (scene.nodes[node].mesh != kNone) return node;
  const uint32_t parent = scene.nodes[node].parent;
  return parent != kNone && scene.nodes[parent].mesh != kNone ? parent : kNone;
}

struct Start {
  glm::vec3 position{0}, normal{0, 0, 1};
};

/// Even spacings (JIT, GRID) take steps of the golden ratio and its kin in two dimensions; RAND takes chances.
Start start_of(const ParticleSystem& system, uint32_t i) {
  const EmittingSurface& surface = *system.surface;
  if (surface.triangles.empty()) return {};
  const bool random = system.random_places;
  if (system.from_vertices) {
    const auto count = static_cast<uint32_t>(surface.vertices.size());
    const uint32_t v = random ? std::min(count - 1, static_cast<uint32_t>(chance(i, 1) * count)) : i % count;
    return {surface.vertices[v], surface.vertex_normals[v]};
  }
  constexpr double kGolden = 0.6180339887498949, kPlastic1 = 0.7548776662466927, kPlastic2 = 0.5698402909980532;
  const double along = random ? chance(i, 1) : fraction(0.5 + kGolden * i);
  double u = random ? chance(i, 2) : fraction(0.5 + kPlastic1 * i);
  double v = random ? chance(i, 3) : fraction(0.5 + kPlastic2 * i);
  if (u + v > 1) u = 1 - u, v = 1 - v;
  const auto found =
      std::upper_bound(surface.area_up_to.begin(), surface.area_up_to.end() - 1, static_cast<float>(along));
  const EmittingSurface::Triangle& t = surface.triangles[static_cast<size_t>(found - surface.area_up_to.begin())];
  return {t.a + static_cast<float>(u) * t.ab + static_cast<float>(v) * t.ac, t.normal};
}

glm::vec3 direction_of(uint32_t i) {
  constexpr double kTurn = 6.283185307179586;
  const double z = 2 * chance(i, 4) - 1, angle = kTurn * chance(i, 5), r = std::sqrt(std::max(0.0, 1 - z * z));
  return glm::vec3(r * portable::cos(angle), r * portable::sin(angle), z);
}

/// Most that can be alive at once.
uint64_t most_alive(const Emitter& emitter, const ParticleSystem& system) {
  const double span = system.end_s - system.start_s;
  if (!(system.lifetime_s > 0) || !(span > system.lifetime_s)) return emitter.count;
  return std::min<uint64_t>(emitter.count, static_cast<uint64_t>(emitter.count * (system.lifetime_s / span)) + 2);
}

}  // namespace

std::vector<ParticleSystem> plan_particles(const Scene& scene, std::span<const glm::dmat4> bind_world_from_node) {
  std::vector<ParticleSystem> systems;
  std::vector<std::shared_ptr<const EmittingSurface>> surfaces(scene.nodes.size() + 1);  // by mesh node; last: none
  uint64_t left = kMostParticlesOfScene;
  for (uint32_t node = 0; node < scene.nodes.size() && left > 0; ++node) {
    const uint32_t number = scene.nodes[node].emitter;
    if (number == kNone || scene.emitters[number].count == 0) continue;
    const Emitter& emitter = scene.emitters[number];
    ParticleSystem system;
    system.emitter = number;
    system.node = node;
    system.start_s = usable(emitter.life_start_s, 0);
    system.end_s = std::max<double>(system.start_s, usable(emitter.life_end_s, emitter.life_start_s));
    system.lifetime_s = has(emitter, "p_hair.") ? 0 : std::max(0.0f, usable(emitter.lifetime_s, 0));
    system.from_vertices = says(emitter, "p_dist.from", "VERT");
    system.random_places = says(emitter, "p_dist.distribution", "RAND") || says(emitter, "part.distribution", 1) ||
                           says(emitter, "m_dist.distribution", 1);
    const uint32_t mesh_node = mesh_node_of(scene, node);
    auto& known = mesh_node == kNone ? surfaces.back() : surfaces[mesh_node];
    if (known == nullptr) {
      EmittingSurface surface;
      if (mesh_node != kNone) {
        const glm::dmat4 emitter_from_file = glm::inverse(bind_world_from_node[node]);
        const bool skinned = scene.nodes[mesh_node].skin != kNone;  // then it lies in file space already
        surface = make_surface(scene, mesh_node,
                               skinned ? emitter_from_file : emitter_from_file * bind_world_from_node[mesh_node]);
      }
      known = std::make_shared<const EmittingSurface>(std::move(surface));
    }
    system.surface = known;
    const uint64_t wanted = most_alive(emitter, system), room = std::min<uint64_t>(left, kMostParticles);
    system.step = static_cast<uint32_t>((wanted + room - 1) / room);
    const uint64_t capacity = wanted / system.step + 1;
    left -= std::min(left, capacity);
    system.alive.reserve(capacity);
    systems.push_back(std::move(system));
  }
  return systems;
}

void sample_particles(const Scene& scene, double time_s, std::span<const glm::dmat4> world_from_node, float size_scale,
                      ParticleSystem& system) {
  system.alive.clear();
  const Emitter& emitter = scene.emitters[system.emitter];
  const glm::dmat4& world = world_from_node[system.node];
  const double span = system.end_s - system.start_s, interval = span / emitter.count;
  const bool dies = system.lifetime_s > 0;
  // The numbers of those that are born and not yet as old as any can get.
  double first = 0, last = emitter.count - 1.0;
  if (dies && time_s < system.start_s) return;
  if (dies && interval > 0) {
    last = std::min(last, std::floor((time_s - system.start_s) / interval));
    first = std::max(first, std::floor((time_s - system.lifetime_s - system.start_s) / interval));
  }
  if (!(first <= last)) return;
  // Velocities are in the file's units; of the emitter's transform only the rotation counts.
  glm::dmat3 rotation(world);
  for (int c = 0; c < 3; ++c) {
    const double length = glm::length(rotation[c]);
    rotation[c] = length > 0 ? rotation[c] / length : glm::dvec3(0);
  }
  const float along_normal = usable(emitter.velocity_normal, 0), at_random = usable(emitter.velocity_random, 0);
  const glm::vec3 own =
      glm::vec3(usable(emitter.velocity.x, 0), usable(emitter.velocity.y, 0), usable(emitter.velocity.z, 0));
  const float size = usable(emitter.size, 1) * size_scale, size_random = usable(emitter.size_random, 0),
              life_random = usable(emitter.life_random, 0);
  const auto step = uint64_t{system.step};
  const auto begin = (static_cast<uint64_t>(first) + step - 1) / step * step, end = static_cast<uint64_t>(last);
  for (uint64_t n = begin; n <= end && system.alive.size() < system.alive.capacity(); n += step) {
    const auto i = static_cast<uint32_t>(n);
    const double age_s = time_s - (system.start_s + interval * i);
    const double life_s = system.lifetime_s * (1 - std::clamp(double{life_random}, 0.0, 1.0) * chance(i, 6));
    if (dies && !(age_s >= 0 && age_s < life_s)) continue;
    const Start start = start_of(system, i);
    const glm::dvec3 velocity(start.normal * along_normal + own + direction_of(i) * at_random);
    const glm::dvec3 at = glm::dvec3(world * glm::dvec4(glm::dvec3(start.position), 1)) +
                          (dies ? rotation * velocity * age_s : glm::dvec3(0));
    const auto random = static_cast<float>(chance(i, 7));
    system.alive.push_back({glm::vec3(at), std::max(0.0f, size * (1 - size_random * random)),
                            dies ? static_cast<float>(age_s / life_s) : 0, random, i, static_cast<float>(life_s)});
  }
}

double particles_end_s(std::span<const ParticleSystem> systems) {
  double end = 0;
  for (const ParticleSystem& system : systems) {
    if (system.lifetime_s > 0) end = std::max(end, system.end_s + system.lifetime_s);
  }
  return end;
}

}  // namespace vitrine::pose
