// Skins of Doom 3: other shaders on the same meshes.

#include <algorithm>
#include <unordered_map>

#include "formats/details.h"
#include "formats/mtr/full/apply.h"
#include "formats/mtr/read.h"

namespace vitrine::mtr {
namespace {

/// Declared by the game itself; skins hide surfaces with it.
constexpr std::string_view kNoDraw = "textures/common/nodraw";

/// How the format of a scene's file makes a material of a shader; null for formats that name none.
auto maker_of(std::string_view format) -> decltype(FormatDetails::material_of_shader) {
  for (const FormatRow& row : formats()) {
    if (format == row.id && row.details->material_of_shader != nullptr) return row.details->material_of_shader;
  }
  return nullptr;
}

}  // namespace

Status wear(LoadContext& context, const std::vector<Replacement>& replaces, Scene& scene) {
  std::vector<uint32_t> file_of(scene.materials.size(), kNone);
  for (const Mesh& mesh : scene.meshes) {
    for (const Primitive& primitive : mesh.primitives)
      if (primitive.material != kNone) file_of[primitive.material] = mesh.source.file;
  }
  size_t for_all = replaces.size();
  std::unordered_map<std::string, size_t> by_name;
  for (size_t i = replaces.size(); i-- > 0;) {
    if (replaces[i].from == "*")
      for_all = i;
    else
      by_name[canonical(replaces[i].from)] = i;
  }
  std::vector<Material> materials = scene.materials, made;
  std::vector<Texture> textures;
  std::vector<bool> may_go(scene.textures.size(), false);
  for (size_t m = 0; m < materials.size(); ++m) {
    Material& material = materials[m];
    if (file_of[m] >= scene.files.size()) continue;
    const auto make = maker_of(scene.files[file_of[m]].format);
    if (make == nullptr) continue;
    const auto named = by_name.find(canonical(material.name));
    const size_t line = named == by_name.end() ? for_all : std::min(for_all, named->second);
    if (line == replaces.size()) continue;
    const Replacement* found = &replaces[line];
    // Five kinds of images under some twenty names each.
    VITRINE_CHECK(context.budget.charge(1, sizeof(Material) + 100 * (found->to.size() + 64), kNoOffset));
    for (const TextureSlot& slot : material.slots)
      if (slot.texture != kNone) may_go[slot.texture] = true;
    const size_t first = textures.size();
    made.clear();
    make(found->to, {}, made, textures);
    material.name = found->to;
    material.slots = std::move(made.front().slots);
    // Numbered from the textures made here, which come behind those of the scene.
    for (TextureSlot& slot : material.slots) slot.texture += static_cast<uint32_t>(scene.textures.size());
    material.hidden = canonical(found->to) == kNoDraw;
    if (material.hidden) material.slots.clear(), textures.resize(first);
  }
  scene.materials = std::move(materials);
  std::move(textures.begin(), textures.end(), std::back_inserter(scene.textures));
  drop_unused_textures(scene, may_go);
  return ok_status();
}

}  // namespace vitrine::mtr
