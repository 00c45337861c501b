// Materials and their texture units.

#include <cmath>

#include "formats/kri/builder.h"
#include "formats/kri/codes.h"

namespace vitrine::kri {
namespace {

glm::vec3 color_of(const Record& fields, std::string_view name) {
  return glm::vec3(fields.f32(name, 0), fields.f32(name, 1), fields.f32(name, 2)) / 255.0f;
}

float finite_or(float value, float fallback) { return std::isfinite(value) ? value : fallback; }

TextureRole role_of(std::string_view target) {
  if (target.starts_with("colordiff") || target == "color_diffuse" || target == "diffuse") return TextureRole::kDiffuse;
  if (target == "normal") return TextureRole::kNormal;
  if (target == "coloremission" || target == "color_emission" || target == "emit") return TextureRole::kEmissive;
  if (target == "colorspec" || target == "color_spec" || target == "color_specular" || target == "specular" ||
      target == "hardness") {
    return TextureRole::kSpecular;
  }
  if (target == "colorreflection" || target == "color_reflection" || target == "mirror")
    return TextureRole::kReflection;
  return target == "displacement" ? TextureRole::kHeight : TextureRole::kOther;
}

/// The seed's numbers: 1 diffuse, 2 normal, 3 emission, 4 specular, 5 reflection.
TextureRole role_of(double target) {
  constexpr TextureRole kRoles[] = {TextureRole::kOther,    TextureRole::kDiffuse,  TextureRole::kNormal,
                                    TextureRole::kEmissive, TextureRole::kSpecular, TextureRole::kReflection};
  return target <= 5 ? kRoles[static_cast<size_t>(target)] : TextureRole::kOther;
}

/// Properties of the last slot stand under its number.
std::string unit_prefix(const Material& material) { return "unit" + std::to_string(material.slots.size() - 1) + "."; }

}  // namespace

void Builder::add_material(const Frame& frame, const Decoded& decoded) {
  const Record& fields = decoded.fields;
  Material material;
  material.name = fields.text("name");
  material.source = range(frame);
  unit_has_image_ = unit_has_input_ = false;
  if (fields.has("diffuse")) {
    material.diffuse = glm::vec4(color_of(fields, "diffuse") * finite_or(fields.f32("diffuseIntensity"), 1),
                                 fields.f32("diffuse", 3) / 255);
    material.specular = color_of(fields, "specular") * finite_or(fields.f32("specularIntensity"), 1);
    material.emissive = color_of(fields, "emissive");
    material.hardness = finite_or(fields.f32("hardness"), material.hardness);
  }
  material.shadeless = fields.number("shadeless") != 0;
  if (material.diffuse.w < 1) material.alpha_mode = AlphaMode::kBlend;
  add_properties(frame.name, fields, material.properties);
  materials_.push_back(std::move(material));
}

void Builder::add_material_part(const Frame& frame, const Record& fields) {
  if (!needs(frame, materials_.empty() ? kNone : 0, "material")) return;
  Material& material = materials_.back();
  if (frame.name == "m_diff") {
    const float alpha = finite_or(fields.f32("alpha", 0, 1), 1);
    material.diffuse = glm::vec4(color_of(fields, "color") * finite_or(fields.f32("intensity"), 1), alpha);
    material.alpha_mode = alpha < 1 ? AlphaMode::kBlend : AlphaMode::kOpaque;
    if (fields.has("emit")) material.emissive = color_of(fields, "color") * finite_or(fields.f32("emit"), 0);
  } else if (frame.name == "m_spec") {
    material.specular = color_of(fields, "color") * finite_or(fields.f32("intensity"), 1);
    material.hardness = finite_or(fields.f32("hardness"), material.hardness);
  } else if (frame.name == "m_emis") {
    material.emissive = color_of(fields, "color") * finite_or(fields.f32("emit"), 0);
  } else if (frame.name == "m_surf") {
    material.shadeless = fields.number("shadeless") != 0;
  }
  add_properties(frame.name, fields, material.properties);
}

void Builder::add_unit(const Frame& frame, const Decoded& decoded) {
  if (!needs(frame, materials_.empty() ? kNone : 0, "material")) return;
  const Record& fields = decoded.fields;
  Material& material = materials_.back();
  // A unit is one `unit` or `mapin` and one `tex` or group of t_ chunks, whichever comes first.
  bool& part_is_there = frame.name == "tex" ? unit_has_image_ : unit_has_input_;
  if (material.slots.empty() || part_is_there) {
    material.slots.emplace_back();
    unit_has_image_ = unit_has_input_ = false;
  }
  part_is_there = true;
  TextureSlot& slot = material.slots.back();
  if (fields.has("target")) slot.role = role_of(fields.number("target"));
  const std::vector<Record>& targets = fields.rows("targets");
  const std::string prefix = unit_prefix(material) + "unit.targets.";
  for (size_t i = 0; i < targets.size(); ++i) {
    const std::string_view word = targets[i].text("name");
    const TextureRole role = role_of(word);
    material.properties.push_back({prefix + std::string(word), {finite_or(targets[i].f32("factor", 0, 1), 1)}, {}});
    if (i == 0 || role == TextureRole::kDiffuse) {  // the colour is what a viewer shows first
      slot.role = role;
      slot.factor = finite_or(targets[i].f32("factor", 0, 1), 1);
    }
  }
  if (fields.has("layer")) slot.uv_layer = static_cast<uint32_t>(fields.number("layer"));
  add_unit_part(frame, fields);
}

void Builder::add_unit_part(const Frame& frame, const Record& fields) {
  if (!needs(frame, materials_.empty() ? kNone : 0, "material")) return;
  Material& material = materials_.back();
  if (!needs(frame, material.slots.empty() ? kNone : 0, "texture unit")) return;
  TextureSlot& slot = material.slots.back();
  if (fields.has("offset")) {
    slot.uv_offset = {finite_or(fields.f32("offset", 0), 0), finite_or(fields.f32("offset", 1), 0)};
    slot.uv_scale = {finite_or(fields.f32("scale", 0), 1), finite_or(fields.f32("scale", 1), 1)};
  }
  if (fields.has("path")) set_texture(fields.text("path"));
  const std::string prefix = unit_prefix(material) + std::string(frame.name);
  add_properties(prefix, fields, material.properties);
  if (fields.empty()) material.properties.push_back({prefix, {1}, {}});  // t_noise, t_zero, t_cube: there, that is all
}

void Builder::set_texture(std::string_view path) {
  if (path.empty()) return;  // a slot without image
  TextureSlot& slot = materials_.back().slots.back();
  const auto [known, is_new] = texture_numbers_.try_emplace(std::string(path), static_cast<uint32_t>(textures_.size()));
  slot.texture = known->second;
  if (!is_new) return;
  Texture texture;
  texture.name = path;
  // The exporter writes "/" + file name, or earlier Blender's own "//folder/name" (relative to the scene).
  const std::string_view relative = path.substr(std::min(path.find_first_not_of('/'), path.size()));
  if (!relative.empty()) texture.candidates.emplace_back(relative);
  if (const size_t slash = relative.find_last_of("/\\"); slash != std::string_view::npos) {
    texture.candidates.emplace_back(relative.substr(slash + 1));
  }
  textures_.push_back(std::move(texture));
}

}  // namespace vitrine::kri
