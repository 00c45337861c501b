// Material and texture chunks.

#include <algorithm>
#include <cmath>

#include "formats/kri/properties.h"
#include "formats/kri/write/chunks.h"

namespace vitrine::kri {
namespace {

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

/// The file's own number where it is still valid.
float emit_of(const Material& material, const glm::vec3& color, float own) {
  const float largest = std::max({color.x, color.y, color.z});
  const float emissive = std::max({material.emissive.x, material.emissive.y, material.emissive.z});
  const float emit = largest > 0 ? emissive / largest : 0;
  return std::abs(own - emit) < 1e-5f ? own : emit;
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

/// One texture slot with what it needs.
struct Unit {
  const TextureSlot& slot;
  const OutSlot& out;
  Properties properties;
  std::vector<std::pair<std::string, float>> targets;

  Unit(const OutMaterial& material, size_t number)
      : slot(material.material.slots[number]),
        out(material.slots[number]),
        properties(material.material.properties, "unit" + std::to_string(number) + "."),
        targets(properties.numbers_below("unit.targets.")) {
    if (targets.empty()) targets.emplace_back(target_word(slot.role), slot.factor);
  }
  std::string source() const { return properties.text("unit.source", "UV"); }
  std::string mapping() const {
    const std::string word = properties.text("unit.mapping", "");
    return word.empty() ? "FLAT" : word;
  }
  bool has_image() const { return !out.path.empty(); }
  const char* type() const {
    if (has_image()) return "IMAGE";
    if (properties.has("t_noise")) return "NOISE";
    return properties.has("t_blend.progression") ? "BLEND" : "NONE";
  }
};

void log_unit(const Unit& unit, size_t number, ExportLog& log) {
  log.add(LogLevel::kPlain, 1, "+map: " + std::to_string(number));
  std::string affects = "affects: ";
  for (const auto& [word, factor] : unit.targets) affects += word + "(" + decimals(factor, 2) + "), ";
  affects.pop_back();
  log.add(LogLevel::kPlain, 2, affects);
  if (unit.slot.role == TextureRole::kNormal)
    log.add(LogLevel::kInfo, 2, "normal space: " + unit.properties.text("u_apply.space", "TANGENT"));
  log.add(LogLevel::kPlain, 2, unit.source() + " input, " + unit.mapping() + " mapping");
  if (unit.source() == "UV") {
    if (!unit.out.has_layer) log.add(LogLevel::kWarning, 2, "failed to resolve UV layer");
    log.add(LogLevel::kPlain, 2, "layer: " + unit.out.layer + " -> " + std::to_string(unit.slot.uv_layer));
  }
  log.add(LogLevel::kPlain, 2, std::string("type: ") + unit.type());
}

/// "/" and the name without its folders, as the exporter wrote it; empty without an image.
std::string cut_path(const Unit& unit, ExportLog& log) {
  const std::string& path = unit.out.path;
  if (path.empty()) return {};
  const size_t slash = path.find_last_of("/\\");
  std::string cut = "/" + (slash == std::string::npos ? path : path.substr(slash + 1));
  log.add(LogLevel::kPlain, 2, "FILE: " + path);
  if (cut != path) log.add(LogLevel::kWarning, 2, "path cut to: " + cut);
  return cut;
}

void write_map(ChunkWriter& chunks, const TextureSlot& slot, float offset_z, float scale_z) {
  chunks.floats({slot.uv_offset.x, slot.uv_offset.y, offset_z, slot.uv_scale.x, slot.uv_scale.y, scale_z});
}

void write_unit_seed(ChunkWriter& chunks, const Unit& unit, const std::string& path) {
  const Properties& own = unit.properties;
  const auto byte = [&](const char* name, float fallback) {
    chunks.out().u8(static_cast<uint32_t>(own.number(name, fallback)));
  };
  chunks.begin("tex");
  chunks.out().u8(target_number(unit.slot.role));
  byte("tex.gentype", 4);  // UV
  byte("tex.mapping", 3);  // FLAT
  for (const char* flag : {"tex.repeat", "tex.mipmap", "tex.filter"}) byte(flag, 1);
  write_map(chunks, unit.slot, own.number("tex.offset", 0, 2), own.number("tex.scale", 1, 2));
  chunks.out().padded(path, 64);
  chunks.end();
}

void write_unit_input(ChunkWriter& chunks, const Unit& unit) {
  const Properties& own = unit.properties;
  chunks.begin("unit");
  for (const auto& [word, factor] : unit.targets) {
    chunks.text(word);
    chunks.out().f32(factor);
  }
  chunks.text("");
  chunks.text(unit.source());
  chunks.text(unit.mapping());
  if (unit.source() == "UV") chunks.out().u8(unit.slot.uv_layer);
  if (unit.source() == "OBJECT") chunks.text(own.text("unit.object", ""));
  chunks.end();
  chunks.begin("u_apply");
  chunks.out().u8(own.number("u_apply.enabled", 1) != 0);
  chunks.text(own.text("u_apply.blend", "MIX"));
  chunks.text(own.text("u_apply.space", "TANGENT"));
  for (const char* flag : {"u_apply.toIntensity", "u_apply.invert", "u_apply.stencil"})
    chunks.out().u8(own.number(flag, 0) != 0);
  constexpr float kBlendersDefault[] = {255, 0, 255};
  for (size_t c = 0; c < 3; ++c)
    chunks.out().u8(static_cast<uint32_t>(own.number("u_apply.color", kBlendersDefault[c], c)));
  chunks.out().f32(own.number("u_apply.default", 1));
  chunks.end();
  chunks.begin("t_map");
  write_map(chunks, unit.slot, own.number("t_map.offset", 0, 2), own.number("t_map.scale", 1, 2));
  chunks.end();
  chunks.begin("t_color");
  for (size_t c = 0; c < 3; ++c) chunks.out().f32(own.number("t_color.color", 1, c));
  for (const char* name : {"t_color.brightness", "t_color.contrast", "t_color.saturation"})
    chunks.out().f32(own.number(name, 1));
  chunks.end();
}

void write_unit_last(ChunkWriter& chunks, const Unit& unit, const std::string& path) {
  const Properties& own = unit.properties;
  write_unit_input(chunks, unit);
  if (own.has("t_blend.progression") && !unit.has_image()) {
    chunks.begin("t_blend");
    chunks.text(own.text("t_blend.progression", "LINEAR"));
    chunks.out().u8(own.number("t_blend.vertical", 0) != 0);
    chunks.end();
    return;
  }
  if (!unit.has_image()) {
    chunks.begin(own.has("t_noise") ? "t_noise" : "t_zero");
    chunks.end();
    return;
  }
  chunks.begin("t_path");
  chunks.text(path);
  chunks.out().u8(unit.slot.role == TextureRole::kNormal);
  chunks.end();
  chunks.begin("t_samp");
  chunks.text(own.text("t_samp.extension", "REPEAT"));
  chunks.out().u8(own.number("t_samp.mipmap", 1) != 0);
  chunks.out().u8(own.number("t_samp.filter", 1) != 0);
  chunks.end();
}

void write_hair(ChunkWriter& chunks, const Properties& own) {
  if (!own.has("m_hair.root")) return;
  chunks.begin("m_hair");
  for (const char* name : {"m_hair.root", "m_hair.tip", "m_hair.shape", "m_hair.widthFade"})
    chunks.out().f32(own.number(name, 0));
  chunks.out().u8(own.number("m_hair.tangentShading", 0) != 0);
  chunks.out().f32(own.number("m_hair.blendDistance", -1));
  chunks.text(own.text("m_hair.uvLayer", ""));
  chunks.end();
}

void write_mirror(ChunkWriter& chunks, const Properties& own, ExportLog& log) {
  if (!own.has("m_mirr.reflectFactor")) return;
  chunks.begin("m_mirr");
  for (size_t c = 0; c < 3; ++c) chunks.out().u8(static_cast<uint32_t>(own.number("m_mirr.color", 255, c)));
  chunks.floats({own.number("m_mirr.one", 1), own.number("m_mirr.reflectFactor", 0)});
  chunks.end();
  log.add(LogLevel::kInfo, 1, "mirror: " + decimals(own.number("m_mirr.reflectFactor", 0), 2) + " reflection");
}

}  // namespace

bool is_halo(const Material& material) { return Properties(material.properties).has("m_halo.size"); }

Status write_material(ChunkWriter& chunks, const OutMaterial& out, ExportLog& log) {
  const Material& material = out.material;
  const bool seed = chunks.is_seed(), halo = is_halo(material);
  const Properties own(material.properties);
  const auto intensity = [&](const char* early, const char* late) { return own.number(late, own.number(early, 0)); };
  const Tint diffuse = tint_of(glm::vec3(material.diffuse), intensity("mat.diffuseIntensity", "m_diff.intensity"));
  const Tint specular = tint_of(material.specular, intensity("mat.specularIntensity", "m_spec.intensity"));
  // The first generation has LAMBERT alone, and COOKTORR or PHONG.
  const std::string diffuse_model = seed ? "LAMBERT" : own.text("m_diff.model", halo ? "" : "LAMBERT");
  std::string specular_model = own.text("m_spec.model", "");
  if (specular_model.empty()) specular_model = own.number("mat.specularModel", 1) == 0 ? "COOKTORR" : "PHONG";
  if (seed && specular_model != "COOKTORR") specular_model = "PHONG";

  log.add(LogLevel::kPlain, 0, "[" + material.name + "] " + (halo ? "HALO" : "SURFACE"));
  if (halo) {
    log.add(LogLevel::kInfo, 1,
            "size: " + decimals(own.number("m_halo.size", 0), 2) + ", hardness: " +
                decimals(own.number("m_halo.hardness", 0), 0) + ", add: " + decimals(own.number("m_halo.add", 0), 2));
  } else {
    log.add(LogLevel::kInfo, 1, "shading: " + diffuse_model + " " + specular_model);
  }
  chunks.begin("mat");
  chunks.name(material.name);
  if (seed) {
    chunks.color(material.emissive, own.number("mat.emissive", 0, 3) / 255);
    chunks.color(diffuse.color, material.diffuse.w);
    chunks.color(specular.color, own.number("mat.specular", 255, 3) / 255);
    chunks.out().u8(0);
    chunks.out().u8(specular_model == "PHONG");
    chunks.floats({diffuse.intensity, specular.intensity, material.hardness, own.number("mat.ambient", 1)});
    chunks.end();
    if (halo) log.add(LogLevel::kWarning, 1, "unsupported type: this generation has no halo");
  } else {
    chunks.out().u8(material.shadeless);
    chunks.out().u8(own.number("mat.tangentShading", 0) != 0);
    chunks.end();
    write_hair(chunks, own);
    if (halo) {
      chunks.begin("m_halo");
      chunks.floats({own.number("m_halo.size", 0), own.number("m_halo.hardness", 0), own.number("m_halo.add", 0)});
      chunks.out().u8(own.number("m_halo.useTexture", 0) != 0);
      chunks.end();
    } else {
      chunks.begin("m_surf");
      chunks.out().u8(material.shadeless);
      chunks.floats({own.number("m_surf.parallax", 0.5f), own.number("m_surf.ambient", own.number("mat.ambient", 1)),
                     own.number("m_surf.translucency", 0)});
      chunks.end();
    }
    chunks.begin("m_diff");
    chunks.color(diffuse.color);
    chunks.floats(
        {material.diffuse.w, diffuse.intensity, emit_of(material, diffuse.color, own.number("m_diff.emit", 0))});
    chunks.text(diffuse_model);
    chunks.end();
    if (!halo) {
      chunks.begin("m_spec");
      chunks.color(specular.color);
      chunks.floats({own.number("m_spec.alpha", 1), specular.intensity, material.hardness});
      chunks.text(specular_model);
      chunks.end();
      write_mirror(chunks, own, log);
    }
  }
  for (size_t s = 0; s < material.slots.size(); ++s) {
    const Unit unit(out, s);
    log_unit(unit, s, log);
    const std::string path = cut_path(unit, log);
    seed ? write_unit_seed(chunks, unit, path) : write_unit_last(chunks, unit, path);
  }
  return write_actions(chunks, out.actions, log);
}

}  // namespace vitrine::kri
