#include "render/model.h"

#include <algorithm>

#include "scene/textures.h"

namespace vitrine::render {
namespace {

/// The default diffuse colour of a format.
constexpr float kUnstatedDiffuse = 0.8f;
/// Linear albedo of everything without a texture: warm neutral clay.
constexpr glm::vec3 kClay(0.36f, 0.345f, 0.325f);

bool is_unstated(const glm::vec4& c) { return c.x == c.y && c.y == c.z && c.x == kUnstatedDiffuse; }

/// True by the material in the file, or if a clip fades it.
bool is_blended(const Material& material, const glm::vec4& diffuse) {
  if (material.alpha_mode == AlphaMode::kAdd || material.alpha_mode == AlphaMode::kFilter) return true;
  const bool faded = diffuse.w < 1;
  if (material.alpha_mode == AlphaMode::kBlend) return faded || material.diffuse.w == 1;
  return faded && material.alpha_mode == AlphaMode::kOpaque;
}

const Texture* image_of(const RenderScene& source, const TextureSlot* slot) {
  if (slot == nullptr) return nullptr;
  const uint32_t texture = texture_at(*source.scene, slot->texture, source.time_s);
  return texture < source.textures.size() && !source.textures[texture].empty() ? &source.textures[texture] : nullptr;
}

/// The inverse transpose; what is flat keeps the matrix itself.
glm::mat3 normal_matrix(const glm::dmat4& m) {
  const glm::dvec3 x(m[0]), y(m[1]), z(m[2]);
  const double determinant = glm::dot(x, glm::cross(y, z));
  if (determinant == 0) return glm::mat3(glm::vec3(x), glm::vec3(y), glm::vec3(z));
  return glm::mat3(glm::vec3(glm::cross(y, z) / determinant), glm::vec3(glm::cross(z, x) / determinant),
                   glm::vec3(glm::cross(x, y) / determinant));
}

void set_material(const RenderScene& source, const Mesh& mesh, const PosedMesh& posed, uint32_t number,
                  size_t first_slot, Surface& surface) {
  const Scene& scene = *source.scene;
  const Material& material = scene.materials[number];
  const pose::MaterialState& state = source.materials[number];
  const TextureSlot* slot = slot_of(material, TextureRole::kDiffuse);
  surface.texture = image_of(source, slot);
  // White and a declaration's colour only tint an image; where that is missing, clay stands in for it.
  const bool declared = material.declaration.line != 0 || material.tints;
  const bool tint = slot != nullptr && (declared || glm::vec3(state.diffuse) == glm::vec3(1));
  const bool stated = (!is_unstated(material.diffuse) || !is_unstated(state.diffuse)) && !tint;
  const glm::vec3 color = surface.texture != nullptr ? (declared ? glm::vec3(state.diffuse) : glm::vec3(1))
                          : stated                   ? glm::vec3(state.diffuse)
                                                     : kClay;
  surface.diffuse = glm::vec4(color, state.diffuse.w);
  surface.emissive = state.emissive;
  surface.shadeless = material.shadeless && (surface.texture != nullptr || !declared);
  surface.culling = material.culling;
  surface.texture_alpha = material.alpha_mode != AlphaMode::kOpaque;
  if (surface.texture != nullptr && material.alpha_mode == AlphaMode::kMask) surface.cutoff = material.alpha_cutoff;
  if (is_blended(material, state.diffuse))
    surface.layer = material.alpha_mode == AlphaMode::kAdd      ? Layer::kAdd
                    : material.alpha_mode == AlphaMode::kFilter ? Layer::kFilter
                                                                : Layer::kBlend;
  // Light and thin glass darken nothing.
  surface.casts_shadow = material.alpha_mode != AlphaMode::kAdd && material.alpha_mode != AlphaMode::kFilter &&
                         (material.alpha_mode != AlphaMode::kBlend || material.diffuse.w >= 0.5f);
  const uint32_t layer = slot != nullptr ? slot->uv_layer : 0;
  surface.uv = layer < mesh.uv_layers.size() ? std::span(mesh.uv_layers[layer].uv) : std::span<const glm::vec2>();
  if (slot != nullptr) {
    const pose::SlotState& at = source.slots[first_slot + static_cast<size_t>(slot - material.slots.data())];
    surface.uv_transform = glm::vec4(at.offset, at.scale);
    surface.clamp = slot->clamp;
  }
  if (!surface.uv.empty()) {
    surface.specular_map = image_of(source, slot_of(material, TextureRole::kSpecular));
    const TextureSlot* glow = slot_of(material, TextureRole::kEmissive);
    surface.glow_map = image_of(source, glow);
    if (surface.glow_map != nullptr) surface.glow = glow->factor;
  }
  if (!posed.tangents.empty() && (!mesh.tangent_frames.empty() || !mesh.uv_layers.empty()))
    surface.normal_map = image_of(source, slot_of(material, TextureRole::kNormal));
}

}  // namespace

std::vector<bool> normal_maps(const Scene& scene) {
  std::vector<bool> maps(scene.textures.size(), false), colors(scene.textures.size(), false);
  for (const Material& material : scene.materials) {
    for (const TextureSlot& slot : material.slots) {
      if (slot.texture != kNone) (slot.role == TextureRole::kNormal ? maps : colors)[slot.texture] = true;
    }
  }
  for (size_t i = 0; i < maps.size(); ++i) maps[i] = maps[i] && !colors[i];
  return maps;
}

std::vector<bool> textures_drawn(const Scene& scene) {
  std::vector<bool> drawn(scene.textures.size(), false);
  for (const Material& material : scene.materials) {
    for (const TextureRole role :
         {TextureRole::kDiffuse, TextureRole::kNormal, TextureRole::kSpecular, TextureRole::kEmissive}) {
      if (const TextureSlot* slot = slot_of(material, role))
        std::fill_n(drawn.begin() + slot->texture, turns_of(scene.textures[slot->texture]), true);
    }
  }
  return drawn;
}

Model build_model(const RenderScene& source, const glm::dmat4& world_from_file) {
  const Scene& scene = *source.scene;
  Model model;
  const bool mirrored = glm::dot(glm::cross(glm::dvec3(world_from_file[0]), glm::dvec3(world_from_file[1])),
                                 glm::dvec3(world_from_file[2])) < 0;
  model.counter_clockwise_is_front = (scene.axes.front_face == FrontFace::kCounterClockwise) != mirrored;
  std::vector<size_t> first_slot(scene.materials.size(), 0);
  for (size_t i = 1; i < first_slot.size(); ++i)
    first_slot[i] = first_slot[i - 1] + scene.materials[i - 1].slots.size();

  for (const PosedMesh& posed : source.meshes) {
    const Node& node = scene.nodes[posed.node];
    if (node.hidden) continue;
    const Mesh& mesh = scene.meshes[node.mesh];
    const glm::dmat4 world_from_model =
        posed.skinned ? world_from_file : world_from_file * glm::dmat4(source.file_from_node[posed.node]);
    ModelMesh out;
    out.normals = posed.normals;
    out.tangents = posed.tangents;
    out.normal_from_model = normal_matrix(world_from_model);
    out.world_from_model = glm::mat3(world_from_model);
    // Green points up in the image, but in Direct3D's left-handed files down; v counts from the edge that the file
    // states.
    const bool along_v = !scene.axes.uv_origin_top || scene.axes.handedness == Handedness::kLeft;
    out.across = along_v == (glm::determinant(glm::dmat3(world_from_model)) < 0) ? -1.0f : 1.0f;
    out.world.reserve(posed.positions.size());
    for (const glm::vec3& p : posed.positions) out.world.push_back(glm::vec3(world_from_model * glm::dvec4(p, 1)));
    const auto number = static_cast<uint32_t>(model.meshes.size());
    model.meshes.push_back(std::move(out));
    for (const Primitive& primitive : mesh.primitives) {
      const uint32_t material = primitive.material;
      if (material != kNone && scene.materials[material].hidden) continue;
      Surface surface;
      surface.mesh = number;
      surface.indices = std::span(mesh.indices).subspan(primitive.first_index, primitive.index_count);
      if (!mesh.uv_layers.empty()) surface.uv = mesh.uv_layers[0].uv;
      if (!mesh.color_layers.empty()) surface.colors = mesh.color_layers[0].color;
      if (material != kNone) set_material(source, mesh, posed, material, first_slot[material], surface);
      // Where v counts from the last row of the image.
      if (!scene.axes.uv_origin_top) {
        surface.uv_transform.y = 1 - surface.uv_transform.y;
        surface.uv_transform.w = -surface.uv_transform.w;
      }
      model.surfaces.push_back(surface);
    }
  }
  return model;
}

void add_triangles(const Model& model, const Screen& screen, bool (*wanted)(const Surface&), Drawn& out) {
  TriangleSetup setup(screen, out.triangles, out.cuts);
  std::vector<glm::vec4> clip;
  uint32_t mesh_of_clip = kNone;
  for (uint32_t s = 0; s < model.surfaces.size(); ++s) {
    const Surface& surface = model.surfaces[s];
    if (!wanted(surface)) continue;
    setup.cull(surface.culling);
    const ModelMesh& mesh = model.meshes[surface.mesh];
    if (mesh_of_clip != surface.mesh) {
      mesh_of_clip = surface.mesh;
      clip.clear();
      clip.reserve(mesh.world.size());
      for (const glm::vec3& p : mesh.world) clip.push_back(glm::vec4(screen.clip(glm::dvec3(p))));
    }
    for (size_t i = 0; i + 2 < surface.indices.size(); i += 3) {
      const uint32_t vertex[3] = {surface.indices[i], surface.indices[i + 1], surface.indices[i + 2]};
      const glm::vec4 corner[3] = {clip[vertex[0]], clip[vertex[1]], clip[vertex[2]]};
      setup.add(corner, vertex, s, model.counter_clockwise_is_front);
    }
  }
}

}  // namespace vitrine::render
