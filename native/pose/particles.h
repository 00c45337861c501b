#pragma once
// Particles of emitters, drawn simply: everything about particle i follows from its number and the time, so that any
// moment can be shown without the ones before it.
//
// Blender's rules for a system of `count` particles: particle i is born at start + (end - start) * i / count and lives
// lifetime * (1 - random * r). It leaves a point of the emitting surface with the normal's velocity, the object's own
// and a random one, and flies straight. Forces are left out, and the swarm moves with its emitter.

#include <cstdint>
#include <glm/glm.hpp>
#include <memory>
#include <span>
#include <vector>

#include "scene/scene.h"

namespace vitrine::pose {

/// Layout that hosts read, 8 floats.
struct Particle {
  glm::vec3 position{0};  ///< file space
  float radius = 0;       ///< likewise
  float age = 0;          ///< 0..1 of its life; 0 for particles that never die (hair)
  float random = 0;       ///< 0..1, its own
  uint32_t number = 0;    ///< i
  float life_s = 0;
};

/// Where particles come from, in the emitter node's space.
struct EmittingSurface {
  struct Triangle {
    glm::vec3 a{0}, ab{0}, ac{0}, normal{0};
  };
  std::vector<Triangle> triangles;  ///< empty: everything leaves the origin along +Z
  std::vector<float> area_up_to;    ///< cumulative shares, ends in 1
  std::vector<glm::vec3> vertices;  ///< with their normals: for systems that emit from vertices
  std::vector<glm::vec3> vertex_normals;
};

struct ParticleSystem {
  uint32_t emitter = kNone;  ///< Scene::emitters
  uint32_t node = kNone;
  std::shared_ptr<const EmittingSurface> surface;
  double start_s = 0, end_s = 0, lifetime_s = 0;      ///< of emission; of one particle, 0 = never dies
  bool from_vertices = false, random_places = false;  ///< else from faces, evenly spaced
  uint32_t step = 1;                                  ///< every so manyth particle is shown
  std::vector<Particle> alive;                        ///< of the time sampled last; capacity for any time
};

/// Most particles of one system and of a scene that are shown at once.
inline constexpr uint32_t kMostParticles = 4096, kMostParticlesOfScene = 32768;

/// One system per node with an emitter that can be shown. `bind_world_from_node`: one matrix per node.
std::vector<ParticleSystem> plan_particles(const Scene& scene, std::span<const glm::dmat4> bind_world_from_node);
/// Fills `system.alive`. `size_scale` multiplies all radii. Allocates nothing.
void sample_particles(const Scene& scene, double time_s, std::span<const glm::dmat4> world_from_node, float size_scale,
                      ParticleSystem& system);
/// When the last particle of all is gone; 0 when none ever dies.
double particles_end_s(std::span<const ParticleSystem> systems);

}  // namespace vitrine::pose
