// Materials as metallic-roughness ones, and the images in them.

#include <algorithm>
#include <cmath>

#include "formats/gltf/write/builder.h"
#include "scene/textures.h"

namespace vitrine {
namespace {

constexpr const char* kRoleNames[] = {"diffuse", "normal", "specular", "emissive", "reflection", "height", "other"};

bool is_png(const std::vector<uint8_t>& bytes) { return bytes.size() > 8 && bytes[0] == 0x89 && bytes[1] == 'P'; }
bool is_jpeg(const std::vector<uint8_t>& bytes) { return bytes.size() > 3 && bytes[0] == 0xFF && bytes[1] == 0xD8; }

/// Names images that only some hosts decode.
const char* kind_of(const std::string& file) {
  std::string ending = file.substr(file.size() - std::min<size_t>(file.size(), 5));
  std::transform(ending.begin(), ending.end(), ending.begin(),
                 [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c + 'a' - 'A') : c; });
  return ending == ".webp" ? " (WEBP, which only browsers decode)" : "";
}

double share(double value) { return std::clamp(value, 0.0, 1.0); }

}  // namespace

uint32_t GlbBuilder::texture(uint32_t scene_texture, bool clamp) {
  const auto [found, is_new] = texture_numbers_.try_emplace(scene_texture, kNone);
  if (!is_new) return found->second;
  const auto given = images.find(scene_texture);
  const Texture& from = scene.textures[scene_texture];
  if (given == images.end() || (!is_png(given->second) && !is_jpeg(given->second))) {
    if (from.file == kNone)
      tally.missing_images.push_back("'" + glb_text(from.name) + "'");
    else
      tally.unread_images.push_back("'" + glb_text(from.name) + "'" + kind_of(scene.files[from.file].name));
    return kNone;
  }
  const auto [image, is_first] = image_numbers_.try_emplace(given->second, static_cast<uint32_t>(image_list.size()));
  if (is_first) {
    image_list.push_back({{"name", glb_text(from.name)},
                          {"mimeType", is_png(given->second) ? "image/png" : "image/jpeg"},
                          {"bufferView", buffer.image(given->second)}});
    if (from.file != kNone) image_list.back()["extras"] = {{"file", glb_text(scene.files[from.file].name)}};
  }
  found->second = static_cast<uint32_t>(textures.size());
  const int wrap = clamp ? 33071 : 10497;
  const Json sampler = {{"magFilter", 9729}, {"minFilter", 9987}, {"wrapS", wrap}, {"wrapT", wrap}};
  auto same = std::find(samplers.begin(), samplers.end(), sampler);
  if (same == samplers.end()) same = samplers.insert(samplers.end(), sampler);
  textures.push_back({{"name", glb_text(from.name)}, {"sampler", same - samplers.begin()}, {"source", image->second}});
  return found->second;
}

Json GlbBuilder::texture_info(const TextureSlot& slot, size_t uv_layers) {
  if (slot.uv_layer >= uv_layers) return nullptr;
  const uint32_t number = texture(slot.texture, slot.clamp);
  if (number == kNone) return nullptr;
  Json out = {{"index", number}};
  if (slot.uv_layer != 0) out["texCoord"] = slot.uv_layer;
  if (slot.uv_offset != glm::vec2(0) || slot.uv_scale != glm::vec2(1)) {
    // Rows count from the top in glTF.
    const double y = scene.axes.uv_origin_top ? slot.uv_offset.y : 1.0 - slot.uv_offset.y - slot.uv_scale.y;
    out["extensions"]["KHR_texture_transform"] = {{"offset", glb_numbers({slot.uv_offset.x, y})},
                                                  {"scale", glb_numbers({slot.uv_scale.x, slot.uv_scale.y})}};
    transforms_textures = true;
  }
  return out;
}

bool GlbBuilder::has_normal_map(uint32_t scene_material) const {
  if (scene_material == kNone) return false;
  const TextureSlot* slot = slot_of(scene.materials[scene_material], TextureRole::kNormal);
  return slot != nullptr && images.contains(slot->texture);
}

uint32_t GlbBuilder::material(uint32_t scene_material, size_t uv_layers) {
  // Meshes with fewer texture layers than the material asks for get it without those images.
  size_t layers = 0;
  if (scene_material != kNone) {
    for (const TextureSlot& slot : scene.materials[scene_material].slots)
      layers = std::max(layers, std::min<size_t>(slot.uv_layer + size_t{1}, uv_layers));
  }
  const auto [found, is_new] =
      material_numbers_.try_emplace({scene_material, layers}, static_cast<uint32_t>(materials.size()));
  if (!is_new) return found->second;
  materials.push_back(nullptr);
  static const Material kUnstated;
  const Material& from = scene_material == kNone ? kUnstated : scene.materials[scene_material];
  Json pbr = Json::object();
  glm::dvec4 base(from.diffuse);
  Json color_texture = nullptr, normal_texture = nullptr, emissive_texture = nullptr;
  uint64_t slots_left = 0;
  if (const TextureSlot* slot = slot_of(from, TextureRole::kDiffuse)) color_texture = texture_info(*slot, layers);
  if (const TextureSlot* slot = slot_of(from, TextureRole::kNormal)) {
    normal_texture = texture_info(*slot, layers);
    if (!normal_texture.is_null() && slot->factor != 1) normal_texture["scale"] = slot->factor;
  }
  float glow = 1;
  if (const TextureSlot* slot = slot_of(from, TextureRole::kEmissive)) {
    emissive_texture = texture_info(*slot, layers);
    if (from.declaration.line != 0 || from.tints) glow = slot->factor;
  }
  // An image stands in place of the colour; a declaration's colour tints it.
  if (!color_texture.is_null() && from.declaration.line == 0 && !from.tints) base = glm::dvec4(1, 1, 1, base.w);
  pbr["baseColorFactor"] = glb_numbers({share(base.x), share(base.y), share(base.z), share(base.w)});
  if (!color_texture.is_null()) pbr["baseColorTexture"] = color_texture;
  pbr["metallicFactor"] = 0;
  pbr["roughnessFactor"] = static_cast<float>(share(std::pow(2 / (std::max(0.0f, from.hardness) + 2.0), 0.25)));

  Json out = Json::object();
  if (scene_material != kNone) out["name"] = glb_text(from.name);
  out["pbrMetallicRoughness"] = std::move(pbr);
  if (!normal_texture.is_null()) out["normalTexture"] = std::move(normal_texture);
  const bool glows = from.emissive != glm::vec3(0) || !emissive_texture.is_null();
  if (glows) {
    const glm::dvec3 e = from.emissive == glm::vec3(0) ? glm::dvec3(glow) : glm::dvec3(from.emissive);
    out["emissiveFactor"] = glb_numbers({share(e.x), share(e.y), share(e.z)});
  }
  if (!emissive_texture.is_null()) out["emissiveTexture"] = std::move(emissive_texture);
  const bool textured = !color_texture.is_null();
  if (from.alpha_mode == AlphaMode::kMask && textured) {
    out["alphaMode"] = "MASK";
    out["alphaCutoff"] = std::max(0.0f, from.alpha_cutoff);
  } else if (from.alpha_mode == AlphaMode::kBlend || from.alpha_mode == AlphaMode::kAdd ||
             from.alpha_mode == AlphaMode::kFilter || (from.alpha_mode == AlphaMode::kOpaque && from.diffuse.w < 1)) {
    out["alphaMode"] = "BLEND";
  }
  if (from.double_sided) out["doubleSided"] = true;
  if (from.shadeless) {
    out["extensions"]["KHR_materials_unlit"] = Json::object();
    unlit = true;
  }

  if (scene_material != kNone) {
    Json extras = {{"diffuse", glb_numbers({from.diffuse.x, from.diffuse.y, from.diffuse.z, from.diffuse.w})},
                   {"specular", glb_vector(glm::dvec3(from.specular))},
                   {"hardness", from.hardness}};
    if (from.emissive != glm::vec3(0)) extras["emissive"] = glb_vector(glm::dvec3(from.emissive));
    if (from.alpha_mode == AlphaMode::kAdd) extras["blend"] = "add";
    if (from.alpha_mode == AlphaMode::kFilter) extras["blend"] = "filter";
    if (from.declaration.line != 0)
      extras["declaration"] = {{"name", glb_text(from.declaration.name)},
                               {"file", glb_text(scene.files[from.declaration.source.file].name)},
                               {"line", from.declaration.line}};
    Json more = Json::array();
    for (const TextureSlot& slot : from.slots) {
      if (slot.texture == kNone || &slot == slot_of(from, TextureRole::kDiffuse) ||
          &slot == slot_of(from, TextureRole::kNormal) || &slot == slot_of(from, TextureRole::kEmissive))
        continue;
      more.push_back({{"role", kRoleNames[static_cast<size_t>(slot.role)]},
                      {"image", glb_text(scene.textures[slot.texture].name)},
                      {"texCoord", slot.uv_layer},
                      {"factor", slot.factor}});
      slots_left += scene.textures[slot.texture].status == TextureStatus::kFound;
    }
    if (!more.empty()) extras["textures"] = std::move(more);
    if (!from.properties.empty()) extras["properties"] = glb_properties(from.properties);
    out["extras"] = glb_extras(from.extras, std::move(extras));
    if (material_uses_[scene_material]++ == 0) {
      tally.other_slots += slots_left;
      for (const TextureSlot& slot : from.slots)
        if (slot.texture != kNone) tally.turns += turns_of(scene.textures[slot.texture]) - 1;
      tally.additive += from.alpha_mode == AlphaMode::kAdd;
      tally.filters += from.alpha_mode == AlphaMode::kFilter;
    }
  }
  materials[found->second] = std::move(out);
  return found->second;
}

}  // namespace vitrine
