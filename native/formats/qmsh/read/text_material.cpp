#include "formats/qmsh/read/text_build.h"

#include <algorithm>

#include "base/names.h"
#include "formats/qmsh/full/properties.h"
#include "formats/qmsh/read/names.h"

namespace vitrine::qmsh {
/// The image is new when it has no candidates yet.
Texture& TextMaterials::add_slot(Material& material, TextureRole role, const std::string& name, float factor) {
  const uint32_t i = textures_.find_or_add(name, static_cast<uint32_t>(part_.textures.size()));
  if (i == part_.textures.size()) part_.textures.emplace_back().name = name;
  TextureSlot& slot = material.slots.emplace_back();
  slot.role = role;
  slot.texture = i;
  slot.factor = factor;
  return part_.textures[i];
}

uint32_t TextMaterials::add(const TextMaterial& text) {
  if (text.name.empty()) return kNone;
  const auto next = static_cast<uint32_t>(part_.materials.size());
  if (const uint32_t known = materials_.find_or_add(text.name, next); known != next) return known;
  Material& material = part_.materials.emplace_back();
  material.name = text.name;
  material.source = {file_, text.offset, 0};
  material.specular = text.specular * text.specular_intensity;
  material.hardness = static_cast<float>(text.hardness);
  if (text.has_colors) material.diffuse = glm::vec4(text.diffuse * text.diffuse_intensity, 1);
  add_material_properties(text, material);
  if (version_ == 10) {
    // Names only: the game's own table led from them to images.
    Texture& texture = add_slot(material, TextureRole::kDiffuse, text.name, 1);
    if (texture.candidates.empty()) texture.candidates = image_candidates(text.name, false);
    material.diffuse = glm::vec4(1);
  }
  for (const TextTexture& t : text.textures) {
    const auto slot = [&](TextureRole role, float factor) {
      Texture& texture = add_slot(material, role, t.name, factor);
      if (texture.candidates.empty()) texture.candidates.emplace_back(base_name(t.name));
    };
    if (t.diffuse >= 0) {
      if (t.diffuse != 1) diffuse_factors.add(text.offset, {"{}", {text.name}});
      slot(TextureRole::kDiffuse, t.diffuse);
      material.diffuse = glm::vec4(1);
      material.alpha_mode = AlphaMode::kMask;
    }
    if (t.normal >= 0) slot(TextureRole::kNormal, t.normal);
    if (t.specular >= 0 || t.specular_color >= 0) slot(TextureRole::kSpecular, std::max(t.specular, 0.0f));
  }
  return next;
}

}  // namespace vitrine::qmsh
