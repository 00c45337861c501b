#include "scene/surfaces.h"

#include <iterator>

#include "scene/textures.h"

namespace vitrine {

std::vector<Surface> surfaces_of(const Scene& scene, uint32_t file) {
  std::vector<Surface> out;
  for (uint32_t m = 0; m < scene.meshes.size(); ++m) {
    if (scene.meshes[m].source.file != file) continue;
    for (uint32_t p = 0; p < scene.meshes[m].primitives.size(); ++p) out.push_back({m, p});
  }
  return out;
}

std::string_view surface_name(const Scene& scene, const Surface& surface) {
  const Mesh& mesh = scene.meshes[surface.mesh];
  const std::string& name = mesh.primitives[surface.primitive].name;
  return name.empty() ? mesh.name : name;
}

SurfaceImages::SurfaceImages(Scene& scene) : scene_(scene) {}

Status SurfaceImages::put_on(const Surface& surface, const std::string& shader, std::string_view folder, bool hidden,
                             Budget& budget, uint64_t offset) {
  const uint32_t from = scene_.meshes[surface.mesh].primitives[surface.primitive].material;
  const auto [place, is_new] = numbers_.try_emplace({from, shader}, static_cast<uint32_t>(made_.size()));
  VITRINE_CHECK(budget.charge(1, sizeof(chosen_[0]), offset));
  chosen_.push_back({surface, place->second});
  if (!is_new) return ok_status();
  VITRINE_CHECK(budget.charge(1, sizeof(Made) + 2048 + 4 * shader.size() + texture_bytes(shader, folder), offset));
  Made& made = made_.emplace_back();
  made.from = from;
  if (from != kNone) made.material = scene_.materials[from];
  made.material.name = shader;
  made.material.hidden = hidden;
  made.material.declaration = {};
  made.material.slots.clear();
  if (!hidden) {
    made.texture = texture_of(shader, folder);
    made.material.slots.push_back({});
  }
  return ok_status();
}

void SurfaceImages::finish() {
  std::vector<uint32_t> users(scene_.materials.size(), 0);
  std::vector<bool> may_go(scene_.textures.size(), false), taken(scene_.materials.size(), false);
  for (const auto& [surface, number] : chosen_)
    scene_.meshes[surface.mesh].primitives[surface.primitive].material = kNone;
  for (const Mesh& mesh : scene_.meshes) {
    for (const Primitive& primitive : mesh.primitives)
      if (primitive.material != kNone) ++users[primitive.material];
  }
  for (const Emitter& emitter : scene_.emitters)
    if (emitter.material != kNone) ++users[emitter.material];
  std::vector<uint32_t> numbers;
  for (Made& made : made_) {
    if (!made.material.slots.empty()) {
      made.material.slots[0].texture = static_cast<uint32_t>(scene_.textures.size());
      scene_.textures.push_back(std::move(made.texture));
    }
    // A material that nothing else has is replaced.
    if (made.from != kNone && users[made.from] == 0 && !taken[made.from]) {
      taken[made.from] = true;
      for (const TextureSlot& slot : scene_.materials[made.from].slots)
        if (slot.texture < may_go.size()) may_go[slot.texture] = true;
      scene_.materials[made.from] = std::move(made.material);
      numbers.push_back(made.from);
    } else {
      numbers.push_back(static_cast<uint32_t>(scene_.materials.size()));
      scene_.materials.push_back(std::move(made.material));
    }
  }
  for (const auto& [surface, number] : chosen_)
    scene_.meshes[surface.mesh].primitives[surface.primitive].material = numbers[number];
  drop_unused_textures(scene_, may_go);
}

}  // namespace vitrine
