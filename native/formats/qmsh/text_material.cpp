#include "formats/qmsh/text_material.h"

#include <algorithm>

#include "formats/qmsh/names.h"

namespace vitrine::qmsh {
namespace {

Property number(const char* name, double value) { return {name, {value}, {}}; }
Property color(const char* name, const glm::vec3& v) { return {name, {v.x, v.y, v.z}, {}}; }

}  // namespace

void TextMaterials::add_slot(Material& material, TextureRole role, const std::string& name,
                             std::vector<std::string> candidates, float factor) {
  const auto known = std::find_if(textures.begin(), textures.end(), [&](const Texture& t) { return t.name == name; });
  TextureSlot slot;
  slot.role = role;
  slot.texture = static_cast<uint32_t>(scene_.textures.size() + static_cast<size_t>(known - textures.begin()));
  slot.factor = factor;
  if (known == textures.end()) {
    Texture texture;
    texture.name = name;
    texture.candidates = std::move(candidates);
    textures.push_back(std::move(texture));
  }
  material.slots.push_back(slot);
}

uint32_t TextMaterials::add(const TextMaterial& text) {
  if (text.name.empty()) return kNone;
  const auto base = static_cast<uint32_t>(scene_.materials.size());
  for (size_t i = 0; i < materials.size(); ++i) {
    if (materials[i].name == text.name) return base + static_cast<uint32_t>(i);
  }
  Material material;
  material.name = text.name;
  material.source = {file_, text.offset, 0};
  material.specular = text.specular * text.specular_intensity;
  material.hardness = static_cast<float>(text.hardness);
  if (text.has_colors) {
    material.diffuse = glm::vec4(text.diffuse * text.diffuse_intensity, 1);
    material.properties.push_back(color("diffuseColor", text.diffuse));
    material.properties.push_back(number("diffuseIntensity", text.diffuse_intensity));
    material.properties.push_back(color("specularColor", text.specular));
    material.properties.push_back(number("specularIntensity", text.specular_intensity));
  }
  if (version_ == 10) {
    // Names only: the game's own table led from them to images.
    add_slot(material, TextureRole::kDiffuse, text.name, image_candidates(text.name, false), 1);
    material.diffuse = glm::vec4(1);
  }
  for (const TextTexture& t : text.textures) {
    const std::vector<std::string> candidates{base_name(t.name)};
    if (t.diffuse >= 0) {
      if (t.diffuse != 1) diffuse_factors.add(text.offset, text.name);
      add_slot(material, TextureRole::kDiffuse, t.name, candidates, t.diffuse);
      material.diffuse = glm::vec4(1);
      material.alpha_mode = AlphaMode::kMask;
    }
    if (t.normal >= 0) add_slot(material, TextureRole::kNormal, t.name, candidates, t.normal);
    if (t.specular >= 0 || t.specular_color >= 0)
      add_slot(material, TextureRole::kSpecular, t.name, candidates, std::max(t.specular, 0.0f));
    if (t.specular_color >= 0) material.properties.push_back(number("specularMapColorFactor", t.specular_color));
  }
  materials.push_back(std::move(material));
  return base + static_cast<uint32_t>(materials.size() - 1);
}

}  // namespace vitrine::qmsh
