// Skins of Doom 3: other shaders on the same meshes.

#include "formats/details.h"
#include "formats/mtr/apply.h"
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
  std::vector<Material> materials = scene.materials, made;
  std::vector<Texture> textures;
  std::vector<bool> may_go(scene.textures.size(), false);
  for (size_t m = 0; m < materials.size(); ++m) {
    Material& material = materials[m];
    if (file_of[m] >= scene.files.size()) continue;
    const auto make = maker_of(scene.files[file_of[m]].format);
    if (make == nullptr) continue;
    const std::string own = canonical(material.name);
    const auto found = std::find_if(replaces.begin(), replaces.end(), [&](const Replacement& one) {
      return one.from == "*" || canonical(one.from) == own;
    });
    if (found == replaces.end()) continue;
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
