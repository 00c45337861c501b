// Material and particle chunks.

#include <algorithm>
#include <cmath>

#include "formats/kri/write_chunks.h"

namespace vitrine::kri {
namespace {

/// A number the file was read with, or `fallback`.
float property(const std::vector<Property>& properties, std::string_view name, float fallback) {
  for (const Property& p : properties) {
    if (p.name == name && !p.numbers.empty()) return static_cast<float>(p.numbers[0]);
  }
  return fallback;
}

std::string text_property(const std::vector<Property>& properties, std::string_view name, const char* fallback) {
  for (const Property& p : properties) {
    if (p.name == name && !p.text.empty()) return p.text;
  }
  return fallback;
}

struct Tint {
  glm::vec3 color{0};
  float intensity = 1;
};

/// A colour as bytes times an intensity: the file's own where it came with one, else the largest component, so that
/// bytes keep as much as they can.
Tint tint_of(const glm::vec3& value, float own_intensity) {
  Tint tint;
  const float largest = std::max({value.x, value.y, value.z});
  tint.intensity = own_intensity > 0 ? std::max(own_intensity, largest) : largest > 0 ? largest : 1;
  tint.color = value / tint.intensity;
  return tint;
}

float emit_of(const Material& material, const glm::vec3& color) {
  const float largest = std::max({color.x, color.y, color.z});
  const float emissive = std::max({material.emissive.x, material.emissive.y, material.emissive.z});
  return largest > 0 ? emissive / largest : 0;
}

const char* target_word(TextureRole role) {
  switch (role) {
    case TextureRole::kDiffuse:
      return "color_diffuse";
    case TextureRole::kNormal:
      return "normal";
    case TextureRole::kSpecular:
      return "color_spec";
    case TextureRole::kEmissive:
      return "color_emission";
    case TextureRole::kReflection:
      return "mirror";
    case TextureRole::kHeight:
      return "displacement";
    case TextureRole::kOther:
      break;
  }
  return "warp";
}

uint32_t target_number(TextureRole role) {
  constexpr TextureRole kNumbered[] = {TextureRole::kDiffuse, TextureRole::kNormal, TextureRole::kEmissive,
                                       TextureRole::kSpecular, TextureRole::kReflection};
  const auto found = std::find(std::begin(kNumbered), std::end(kNumbered), role);
  return found == std::end(kNumbered) ? 1 : static_cast<uint32_t>(found - std::begin(kNumbered)) + 1;
}

/// "/" and the name without its folders, as the exporter wrote it.
std::string cut_path(const std::string& path, ExportLog& log) {
  const size_t slash = path.find_last_of("/\\");
  const std::string cut = "/" + (slash == std::string::npos ? path : path.substr(slash + 1));
  log.add(LogLevel::kPlain, 2, "FILE: " + path);
  if (cut != path) log.add(LogLevel::kWarning, 2, "path cut to: " + cut);
  return cut;
}

void write_slot_seed(ChunkWriter& chunks, const TextureSlot& slot, const std::string& path) {
  chunks.begin("tex");
  chunks.out().u8(target_number(slot.role));
  chunks.out().u8(4);                                       // UV
  chunks.out().u8(3);                                       // FLAT
  for (int flag = 0; flag < 3; ++flag) chunks.out().u8(1);  // repeat, mipmap, filter
  chunks.floats({slot.uv_offset.x, slot.uv_offset.y, 0, slot.uv_scale.x, slot.uv_scale.y, 1});
  chunks.out().padded(path, 64);
  chunks.end();
}

void write_slot_last(ChunkWriter& chunks, const TextureSlot& slot, const std::string& path) {
  chunks.begin("unit");
  chunks.text(target_word(slot.role));
  chunks.out().f32(slot.factor);
  chunks.text("");
  chunks.text("UV");
  chunks.text("FLAT");
  chunks.out().u8(slot.uv_layer);
  chunks.end();
  chunks.begin("u_apply");
  chunks.out().u8(1);
  chunks.text("MIX");
  chunks.text("TANGENT");
  for (int flag = 0; flag < 3; ++flag) chunks.out().u8(0);  // to intensity, invert, stencil
  chunks.color({1, 0, 1});                                  // Blender's default
  chunks.out().f32(1);
  chunks.end();
  chunks.begin("t_map");
  chunks.floats({slot.uv_offset.x, slot.uv_offset.y, 0, slot.uv_scale.x, slot.uv_scale.y, 1});
  chunks.end();
  chunks.begin("t_color");
  chunks.floats({1, 1, 1, 1, 1, 1});
  chunks.end();
  chunks.begin("t_path");
  chunks.text(path);
  chunks.out().u8(slot.role == TextureRole::kNormal);
  chunks.end();
  chunks.begin("t_samp");
  chunks.text("REPEAT");
  chunks.out().u8(1);
  chunks.out().u8(1);
  chunks.end();
}

void write_slots(ChunkWriter& chunks, const OutMaterial& out, ExportLog& log) {
  for (size_t s = 0; s < out.material.slots.size(); ++s) {
    const TextureSlot& slot = out.material.slots[s];
    log.add(LogLevel::kPlain, 1, "+map: " + std::to_string(s));
    if (out.texture_paths[s].empty()) log.add(LogLevel::kWarning, 2, "unknown image source");
    log.add(LogLevel::kPlain, 2,
            std::string("affects: ") + target_word(slot.role) + "(" + decimals(slot.factor, 2) + "),");
    log.add(LogLevel::kPlain, 2, "UV input, FLAT mapping");
    log.add(LogLevel::kPlain, 2, "layer: -> " + std::to_string(slot.uv_layer));
    log.add(LogLevel::kPlain, 2, "type: IMAGE");
    const std::string path = cut_path(out.texture_paths[s], log);
    chunks.is_seed() ? write_slot_seed(chunks, slot, path) : write_slot_last(chunks, slot, path);
  }
}

}  // namespace

Status write_material(ChunkWriter& chunks, const OutMaterial& out, ExportLog& log) {
  const Material& material = out.material;
  const bool seed = chunks.is_seed();
  const auto intensity = [&](const char* early, const char* late) {
    return property(material.properties, late, property(material.properties, early, 0));
  };
  const Tint diffuse = tint_of(glm::vec3(material.diffuse), intensity("mat.diffuseIntensity", "m_diff.intensity"));
  const Tint specular = tint_of(material.specular, intensity("mat.specularIntensity", "m_spec.intensity"));
  log.add(LogLevel::kPlain, 0, "[" + material.name + "] SURFACE");
  log.add(LogLevel::kInfo, 1, "shading: LAMBERT PHONG");
  chunks.begin("mat");
  chunks.name(material.name);
  if (seed) {
    chunks.color(material.emissive, 0);
    chunks.color(diffuse.color, material.diffuse.w);
    chunks.color(specular.color, 1);
    chunks.out().u8(0);  // LAMBERT
    chunks.out().u8(1);  // PHONG
    chunks.floats({diffuse.intensity, specular.intensity, material.hardness, 1});
    chunks.end();
  } else {
    chunks.out().u8(material.shadeless);
    chunks.out().u8(0);
    chunks.end();
    chunks.begin("m_surf");
    chunks.out().u8(material.shadeless);
    chunks.floats({0.5f, 1, 0});  // parallax, ambient, translucency
    chunks.end();
    chunks.begin("m_diff");
    chunks.color(diffuse.color);
    chunks.floats({material.diffuse.w, diffuse.intensity, emit_of(material, diffuse.color)});
    chunks.text("LAMBERT");
    chunks.end();
    chunks.begin("m_spec");
    chunks.color(specular.color);
    chunks.floats({1, specular.intensity, material.hardness});
    chunks.text("PHONG");
    chunks.end();
  }
  write_slots(chunks, out, log);
  return write_actions(chunks, out.actions, log);
}

void write_emitter(ChunkWriter& chunks, const Emitter& e, const OutScene& scene, bool has_uv, ExportLog& log) {
  const std::string material = e.material == kNone ? "" : scene.materials[e.material].material.name;
  const auto number = [&](const char* name, float fallback) { return property(e.properties, name, fallback); };
  const float jitter = number("p_dist.jitter", number("part.jitter", 1));
  log.add(LogLevel::kPlain, 1, "+particle: " + e.name + " [" + material + "], " + std::to_string(e.count) + " num");
  log.add(LogLevel::kInfo, 2,
          "emitter: [" + decimals(e.life_start_s / 0.04, 0) + "-" + decimals(e.life_end_s / 0.04, 0) + "] life " +
              decimals(e.lifetime_s / 0.04, 0));
  if (!has_uv) log.add(LogLevel::kWarning, 2, "emitter surface does not have UV");
  chunks.begin("part");
  chunks.out().u32(e.count);
  chunks.name(e.name);
  chunks.name(material);
  if (chunks.is_seed()) {
    chunks.out().u8(static_cast<uint32_t>(number("part.distribution", 0)));
    chunks.floats({jitter, e.life_start_s, e.life_end_s, e.lifetime_s, e.life_random, 0});
    chunks.floats({0, e.velocity_normal, 0, 0, 0, e.velocity_random});
    chunks.vec3(e.velocity);
    chunks.floats({0, 0, 0, e.size, e.size_random});
    chunks.end();
    return;
  }
  chunks.end();
  chunks.begin("p_life");
  chunks.floats({e.life_start_s, e.life_end_s, e.lifetime_s, e.life_random});
  chunks.end();
  chunks.begin("p_vel");
  chunks.vec3(e.velocity);
  chunks.floats({e.velocity_normal, number("p_vel.tangent", 0), number("p_vel.phase", 0), number("p_vel.object", 0),
                 e.velocity_random});
  chunks.end();
  chunks.begin("p_dist");
  chunks.text(text_property(e.properties, "p_dist.from", "FACE"));
  chunks.text(text_property(e.properties, "p_dist.distribution", "JIT"));
  chunks.out().f32(jitter);
  chunks.end();
  chunks.begin("p_phys");
  chunks.floats(
      {e.size, e.size_random, number("p_phys.brownian", 0), number("p_phys.drag", 0), number("p_phys.damp", 0)});
  chunks.end();
}

}  // namespace vitrine::kri
