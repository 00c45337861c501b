#pragma once
// A posed scene as the rasteriser takes it: vertices in world space, and for every part what its pixels look like.

#include <glm/glm.hpp>
#include <span>
#include <vector>

#include "pose/particles.h"
#include "pose/properties.h"
#include "render/texture.h"
#include "render/triangle.h"
#include "scene/scene.h"

namespace vitrine::render {

/// A node with a mesh, posed: in file space when skinned, else in the node's.
struct PosedMesh {
  uint32_t node = 0;
  bool skinned = false;
  std::span<const glm::vec3> positions, normals;
  std::span<const glm::vec4> tangents;  ///< empty: without relief
};

/// The particles of a system that are alive.
struct ParticleBatch {
  uint32_t emitter = 0;
  std::span<const pose::Particle> particles;
};

/// Drawn model; all spans belong to one pose.
struct RenderScene {
  const Scene* scene = nullptr;
  std::vector<PosedMesh> meshes;
  std::span<const glm::mat4> file_from_node;
  std::span<const pose::MaterialState> materials;
  std::span<const pose::SlotState> slots;  ///< of all materials, one after the other
  std::span<const pose::LightState> lights;
  std::vector<ParticleBatch> swarms;
  double time_s = 0;                  ///< at which textures take turns
  std::span<const Texture> textures;  ///< by index of the scene's; empty where there is no image
};

/// Textures that hold directions, not colours: what nothing but normal slots names.
std::vector<bool> normal_maps(const Scene& scene);
/// Images that a picture reads: the first diffuse, normal, specular and glowing slot of every material.
std::vector<bool> textures_drawn(const Scene& scene);

enum class Layer : uint8_t { kOpaque, kBlend, kAdd, kFilter, kBone };

/// A run of triangles that look alike.
struct Surface {
  uint32_t mesh = 0;  ///< index into Model::meshes
  Layer layer = Layer::kOpaque;
  glm::vec4 diffuse{0.36f, 0.345f, 0.325f, 1};  ///< linear
  glm::vec3 emissive{0};
  bool shadeless = false;
  const Texture* texture = nullptr;
  const Texture* normal_map = nullptr;
  const Texture* specular_map = nullptr;  ///< stands in place of what every surface reflects
  const Texture* glow_map = nullptr;
  float glow = 0;      ///< strength of the glow map
  bool clamp = false;  ///< its images do not repeat
  Culling culling = Culling::kNone;
  bool texture_alpha = false;  ///< an opaque material's image may hold anything in its alpha
  float cutoff = -1;           ///< negative: no alpha test
  bool casts_shadow = true;
  std::span<const glm::vec2> uv;
  glm::vec4 uv_transform{0, 0, 1, 1};  ///< offset, scale
  std::span<const glm::u8vec4> colors;
  std::span<const uint32_t> indices;
};

struct ModelMesh {
  std::vector<glm::vec3> world;
  std::span<const glm::vec3> normals;
  std::span<const glm::vec4> tangents;
  std::vector<uint32_t> indices;  ///< of meshes that no scene holds
  glm::mat3 normal_from_model{1}, world_from_model{1};
  float across = 1;  ///< -1 where the second axis of a normal map runs against v, or the root mirrors
};

struct Model {
  std::vector<ModelMesh> meshes;
  std::vector<Surface> surfaces;
  bool counter_clockwise_is_front = true;
};
/// Hidden nodes and materials are left out.
Model build_model(const RenderScene& source, const glm::dmat4& world_from_file);

/// Triangles of the surfaces that `wanted` takes.
struct Drawn {
  std::vector<Triangle> triangles;
  std::vector<Cut> cuts;
};
void add_triangles(const Model& model, const Screen& screen, bool (*wanted)(const Surface&), Drawn& out);

}  // namespace vitrine::render
