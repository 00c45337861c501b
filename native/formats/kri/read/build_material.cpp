// Materials and their texture units.

#include <cmath>

#include "formats/kri/codes.h"
#include "formats/kri/read/builder.h"

namespace vitrine::kri {
namespace {

glm::vec3 color_of(const Record& fields, const char* name) {
  const double* bytes = fields.numbers(name);
  return glm::vec3(bytes[0], bytes[1], bytes[2]) / 255.0f;
}

TextureRole role_of(std::string_view target) {
  struct Row {
    std::string_view target;
    TextureRole role;
  };
  static constexpr Row kRows[] = {
      {"color_diffuse", TextureRole::kDiffuse},
      {"diffuse", TextureRole::kDiffuse},
      {"normal", TextureRole::kNormal},
      {"coloremission", TextureRole::kEmissive},
      {"color_emission", TextureRole::kEmissive},
      {"emit", TextureRole::kEmissive},
      {"colorspec", TextureRole::kSpecular},
      {"color_spec", TextureRole::kSpecular},
      {"color_specular", TextureRole::kSpecular},
      {"specular", TextureRole::kSpecular},
      {"hardness", TextureRole::kSpecular},
      {"colorreflection", TextureRole::kReflection},
      {"color_reflection", TextureRole::kReflection},
      {"mirror", TextureRole::kReflection},
      {"displacement", TextureRole::kHeight},
  };
  for (const Row& row : kRows) {
    if (row.target == target) return row.role;
  }
  return target.starts_with("colordiff") ? TextureRole::kDiffuse : TextureRole::kOther;
}

/// Numbers of March 2010: 1 diffuse, 2 normal, 3 emission, 4 specular, 5 reflection.
TextureRole role_of(double target) {
  constexpr TextureRole kRoles[] = {TextureRole::kOther,    TextureRole::kDiffuse,  TextureRole::kNormal,
                                    TextureRole::kEmissive, TextureRole::kSpecular, TextureRole::kReflection};
  return target <= 5 ? kRoles[static_cast<size_t>(target)] : TextureRole::kOther;
}

/// Properties of the last slot stand under its number.
std::string unit_prefix(const Material& material) { return "unit" + std::to_string(material.slots.size() - 1) + "."; }

}  // namespace

Status Builder::add_material(const Frame& frame, const Decoded& decoded) {
  const Record& fields = decoded.fields;
  part_.materials.push_back({});
  Material& material = part_.materials.back();
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
  add_properties(frame, std::string(frame.name), fields, material.properties);
  return ok_status();
}

Status Builder::add_material_part(const Frame& frame, const Decoded& decoded) {
  const Record& fields = decoded.fields;
  Material& material = part_.materials.back();
  if (frame.is("m_diff")) {
    const float alpha = finite_or(fields.f32("alpha", 0, 1), 1);
    material.diffuse = glm::vec4(color_of(fields, "color") * finite_or(fields.f32("intensity"), 1), alpha);
    material.alpha_mode = alpha < 1 ? AlphaMode::kBlend : AlphaMode::kOpaque;
    if (fields.has("emit")) material.emissive = color_of(fields, "color") * finite_or(fields.f32("emit"), 0);
  } else if (frame.is("m_spec")) {
    material.specular = color_of(fields, "color") * finite_or(fields.f32("intensity"), 1);
    material.hardness = finite_or(fields.f32("hardness"), material.hardness);
  } else if (frame.is("m_emis")) {
    material.emissive = color_of(fields, "color") * finite_or(fields.f32("emit"), 0);
  } else if (frame.is("m_surf")) {
    material.shadeless = fields.number("shadeless") != 0;
  }
  add_properties(frame, std::string(frame.name), fields, material.properties);
  return ok_status();
}

Status Builder::add_unit(const Frame& frame, const Decoded& decoded) {
  const Record& fields = decoded.fields;
  Material& material = part_.materials.back();
  // A unit is one `unit` or `mapin` and one `tex` or group of t_ chunks, whichever comes first.
  bool& part_is_there = frame.is("tex") ? unit_has_image_ : unit_has_input_;
  if (material.slots.empty() || part_is_there) {
    material.slots.push_back({});
    unit_has_image_ = unit_has_input_ = false;
  }
  part_is_there = true;
  TextureSlot& slot = material.slots.back();
  if (fields.has("target")) slot.role = role_of(fields.number("target"));
  bool is_first = true;
  for (const Record& target : fields.rows()) {
    const std::string_view word = target.text("name");
    const TextureRole role = role_of(word);
    const float factor = finite_or(target.f32("factor", 0, 1), 1);
    material.properties.push_back({unit_prefix(material) + "unit.targets." + std::string(word), {factor}, {}});
    if (is_first || role == TextureRole::kDiffuse) {  // the colour is what a viewer shows first
      slot.role = role;
      slot.factor = factor;
    }
    is_first = false;
  }
  if (fields.has("layer")) slot.uv_layer = static_cast<uint32_t>(fields.number("layer"));
  return add_unit_part(frame, decoded);
}

Status Builder::add_unit_part(const Frame& frame, const Decoded& decoded) {
  const Record& fields = decoded.fields;
  Material& material = part_.materials.back();
  TextureSlot& slot = material.slots.back();
  if (fields.has("scale")) {
    for (int i = 0; i < 2; ++i) {
      slot.uv_offset[i] = finite_or(fields.f32("offset", static_cast<size_t>(i)), 0);
      slot.uv_scale[i] = finite_or(fields.f32("scale", static_cast<size_t>(i)), 1);
    }
  }
  if (fields.has("path")) set_texture(fields.text("path"));
  const std::string prefix = unit_prefix(material) + std::string(frame.name);
  add_properties(frame, prefix, fields, material.properties);
  if (fields.empty()) material.properties.push_back({prefix, {1}, {}});  // t_noise, t_zero, t_cube: that is all
  return ok_status();
}

void Builder::set_texture(std::string_view path) {
  if (path.empty()) return;  // a slot without image
  TextureSlot& slot = part_.materials.back().slots.back();
  const auto next = static_cast<uint32_t>(part_.textures.size());
  slot.texture = texture_numbers_.find_or_add(path, next);
  if (slot.texture != next) return;
  part_.textures.push_back({});
  Texture& texture = part_.textures.back();
  texture.name = path;
  // The exporter writes "/" + file name, or earlier Blender's own "//folder/name" (relative to the scene).
  const std::string_view relative = path.substr(std::min(path.find_first_not_of('/'), path.size()));
  if (!relative.empty()) texture.candidates.push_back(std::string(relative));
  if (const size_t slash = relative.find_last_of("/\\"); slash != std::string_view::npos) {
    texture.candidates.push_back(std::string(relative.substr(slash + 1)));
  }
}

}  // namespace vitrine::kri
