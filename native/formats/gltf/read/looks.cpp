// Materials, textures and images.

#include <algorithm>
#include <cmath>
#include <map>
#include <set>

#include "base/portable_math.h"
#include "formats/gltf/codes.h"
#include "formats/gltf/read/builder.h"
#include "formats/gltf/read/uri.h"
#include "formats/gltf/sentences.h"
#include "formats/lookup.h"

namespace vitrine::gltf {
namespace {

constexpr uint64_t kClampToEdge = 33071;

float share(double value) { return static_cast<float>(std::clamp(value, 0.0, 1.0)); }

/// Recognised by their first bytes, which are more reliable than a stated type.
const char* image_ending(std::span<const uint8_t> bytes) {
  const std::string_view text(reinterpret_cast<const char*>(bytes.data()), bytes.size());
  if (text.starts_with("\x89PNG")) return ".png";
  if (text.starts_with("\xFF\xD8\xFF")) return ".jpg";
  if (text.starts_with("RIFF") && text.size() > 12 && text.substr(8, 4) == "WEBP") return ".webp";
  if (text.starts_with("GIF8")) return ".gif";
  if (text.starts_with("DDS ")) return ".dds";
  if (text.starts_with("BM")) return ".bmp";
  return nullptr;
}

bool is_ktx2(std::span<const uint8_t> bytes) {
  const std::string_view text(reinterpret_cast<const char*>(bytes.data()), bytes.size());
  return text.starts_with("\xABKTX 20\xBB");
}

}  // namespace

/// An image is a file beside the model, or bytes inside of it: a view, or a `data:` address.
void Builder::read_image(const Object& image, Texture& texture) {
  const std::string name = image.text("name");
  const uint32_t view = image.index("bufferView", "bufferViews");
  if (!asset_.ok()) return;
  if (!name.empty()) texture.name = name;
  if (view == kNone) {
    const std::string uri = image.text("uri");
    if (uri.empty()) return asset_.fail(messages::kImageWithoutData, image.pointer());
    if (!is_data_address(uri)) {
      if (has_scheme(uri)) return asset_.fail(messages::kNoFileBeside, image.at("uri"), {uri.substr(0, 80)});
      const std::string path = percent_decoded(uri);
      texture.name = path;
      texture.is_address = true;
      texture.candidates.push_back(path);
      if (path != uri) texture.candidates.push_back(uri);
      return;
    }
  }
  uint64_t stride = 0;
  const std::span<const uint8_t> bytes = view != kNone ? asset_.view(view, stride) : asset_.resource(image);
  if (!asset_.ok()) return;
  if (is_ktx2(bytes)) return asset_.fail(messages::kImageIsBasisU, image.pointer());
  const char* ending = image_ending(bytes);
  if (ending == nullptr) return asset_.fail(messages::kUnknownImage, image.pointer());
  asset_.fail(asset_.context().budget.charge(bytes.size(), 1));
  if (!asset_.ok()) return;
  texture.bytes.assign(bytes.begin(), bytes.end());
  texture.inside = "#" + std::to_string(part_.textures.size()) + ending;
}

void Builder::read_textures() {
  const auto images = static_cast<uint32_t>(asset_.size("images"));
  // One of the scene's per image: samplers say no more than whether it repeats, which is the slots' to know.
  for (uint32_t i = 0; asset_.ok() && i < images; ++i) {
    Texture texture;
    texture.name = "image " + std::to_string(i);
    asset_.attempt("an image", [&] { read_image(asset_.element("images", i), texture); });
    part_.textures.push_back(std::move(texture));
  }
  const auto count = static_cast<uint32_t>(asset_.size("textures"));
  for (uint32_t i = 0; asset_.ok() && i < count; ++i) {
    TextureData data;
    asset_.attempt("a texture", [&] {
      const Object object = asset_.element("textures", i);
      data.image = object.index("source", "images");
      for (const char* name : {"EXT_texture_webp", "MSFT_texture_dds"}) {
        if (const auto extension = object.extension(name); extension && data.image == kNone)
          data.image = extension->index("source", "images");
      }
      if (data.image == kNone && object.extension("KHR_texture_basisu"))
        return asset_.fail(messages::kImageIsKtx2, object.pointer());
      const uint32_t sampler = object.index("sampler", "samplers");
      if (sampler == kNone) return;
      const Object wrap = asset_.element("samplers", sampler);
      data.clamp = wrap.whole("wrapS", 0) == kClampToEdge && wrap.whole("wrapT", 0) == kClampToEdge;
    });
    textures_.push_back(data);
  }
}

void Builder::read_materials() {
  const auto count = static_cast<uint32_t>(asset_.size("materials"));
  asset_.fail(asset_.context().budget.charge(count, sizeof(Material) + 128));
  const std::vector<TextRange> places = elements_of(asset_.container().json, "/materials");
  for (uint32_t i = 0; asset_.ok() && i < count; ++i) {
    Material material;
    material.name = "material " + std::to_string(i);
    if (i < places.size())
      material.source = {asset_.context().file, asset_.container().json_offset + places[i].offset, places[i].length};
    asset_.attempt("a part of a material", [&] { read_material(asset_.element("materials", i), material); });
    part_.materials.push_back(std::move(material));
  }
}

void Builder::read_material(const Object& object, Material& material) {
  material.name = object.text("name", material.name.c_str());
  material.tints = true;
  double base[4] = {1, 1, 1, 1}, metallic = 1, rough = 1;
  if (const auto pbr = object.object("pbrMetallicRoughness")) {
    pbr->numbers("baseColorFactor", base);
    metallic = pbr->number("metallicFactor", 1), rough = pbr->number("roughnessFactor", 1);
    add_slot(*pbr, "baseColorTexture", TextureRole::kDiffuse, material);
    add_slot(*pbr, "metallicRoughnessTexture", TextureRole::kOther, material);
  } else if (const auto old = object.extension("KHR_materials_pbrSpecularGlossiness")) {
    old->numbers("diffuseFactor", base);
    metallic = 0, rough = 1 - old->number("glossinessFactor", 1);
    add_slot(*old, "diffuseTexture", TextureRole::kDiffuse, material);
  }
  if (!asset_.ok()) return;
  material.diffuse = {share(base[0]), share(base[1]), share(base[2]), share(base[3])};
  const float metal = share(metallic);
  material.specular = glm::mix(glm::vec3(0.04f), glm::vec3(material.diffuse), metal);
  // The exponent whose highlight is as wide.
  const double r = std::clamp(rough, 0.05, 1.0);
  material.hardness = to_float(2 / (r * r * r * r) - 2);
  material.double_sided = object.flag("doubleSided");
  material.culling = material.double_sided ? Culling::kNone : Culling::kBack;
  material.shadeless = object.extension("KHR_materials_unlit").has_value();
  const std::string alpha = object.text("alphaMode", "OPAQUE");
  if (alpha == "MASK")
    material.alpha_mode = AlphaMode::kMask;
  else if (alpha == "BLEND")
    material.alpha_mode = AlphaMode::kBlend;
  else
    material.diffuse.w = 1;
  material.alpha_cutoff = to_float(object.number("alphaCutoff", 0.5));
  add_slot(object, "normalTexture", TextureRole::kNormal, material);
  add_slot(object, "occlusionTexture", TextureRole::kOther, material);
  read_glow(object, material);
}

/// With an image the colour is its factor, and only its strength is known to a slot.
void Builder::read_glow(const Object& object, Material& material) {
  double color[3] = {0, 0, 0}, strength = 1;
  object.numbers("emissiveFactor", color);
  if (const auto extension = object.extension("KHR_materials_emissive_strength"))
    strength = extension->number("emissiveStrength", 1);
  const glm::vec3 glow(to_float(color[0] * strength), to_float(color[1] * strength), to_float(color[2] * strength));
  const size_t before = material.slots.size();
  if (glow != glm::vec3(0)) add_slot(object, "emissiveTexture", TextureRole::kEmissive, material);
  if (material.slots.size() == before)
    material.emissive = glow;
  else
    material.slots.back().factor = std::max(glow.x, std::max(glow.y, glow.z));
}

void Builder::add_slot(const Object& owner, const char* key, TextureRole role, Material& material) {
  const auto info = owner.object(key);
  if (!info) return;
  const uint32_t number = info->index("index", "textures");
  uint64_t set = info->whole("texCoord", 0);
  if (!asset_.ok() || number == kNone || textures_[number].image == kNone) return;
  TextureSlot slot;
  slot.role = role;
  slot.texture = textures_[number].image;
  slot.clamp = textures_[number].clamp;
  if (role == TextureRole::kNormal) slot.factor = to_float(info->number("scale", 1));
  UvRotation rotation;
  if (const auto transform = info->extension("KHR_texture_transform")) {
    double offset[2] = {0, 0}, scale[2] = {1, 1};
    transform->numbers("offset", offset);
    transform->numbers("scale", scale);
    set = transform->whole("texCoord", set);
    rotation.angle_rad = to_float(transform->number("rotation", 0));
    slot.uv_offset = {to_float(offset[0]), to_float(offset[1])};
    slot.uv_scale = {to_float(scale[0]), to_float(scale[1])};
  }
  if (!asset_.ok()) return;
  slot.uv_layer = static_cast<uint32_t>(std::min<uint64_t>(set, kNone - 1));
  if (rotation.angle_rad != 0) {
    // A slot has no rotation: the coordinates are rotated, in a layer of their own.
    rotation.set = slot.uv_layer;
    rotation.offset = slot.uv_offset, rotation.scale = slot.uv_scale;
    rotation.material = static_cast<uint32_t>(part_.materials.size());
    rotation.slot = static_cast<uint32_t>(material.slots.size());
    uv_rotations_.push_back(rotation);
    slot.uv_offset = glm::vec2(0), slot.uv_scale = glm::vec2(1);
  }
  material.slots.push_back(slot);
}

/// Faces of a mirrored node are flipped. A material has one setting of sides for all its users, so where any of them is
/// mirrored, or may become so, both sides are drawn.
void Builder::show_mirrored() {
  bool any = false;
  for (const Clip& clip : part_.clips) {
    for (const Curve& curve : clip.curves) {
      if (curve.channel != Channel::kScale) continue;
      any |= std::any_of(curve.keys.begin(), curve.keys.end(), [](const Key& key) { return key.value < 0; });
    }
  }
  std::vector<uint8_t> mirrored(part_.nodes.size());
  for (size_t n = 0; n < part_.nodes.size(); ++n) {
    const Node& node = part_.nodes[n];
    const glm::vec3& s = node.local.scale;
    const bool rest = node.rest != kNone && glm::determinant(glm::mat3(part_.rest_matrices[node.rest])) < 0;
    const bool above = node.parent != kNone && mirrored[node.parent] != 0;
    mirrored[n] = ((s.x * s.y * s.z < 0) != rest) != above;
  }
  std::vector<uint8_t> both_sides(part_.meshes.size(), any);
  for (size_t n = 0; n < part_.nodes.size(); ++n) {
    const Node& node = part_.nodes[n];
    if (node.mesh == kNone || both_sides[node.mesh] != 0) continue;
    const auto is_mirrored = [&](uint32_t joint) { return mirrored[joint] != 0; };
    if (node.skin == kNone) {
      both_sides[node.mesh] = mirrored[n];
    } else {
      const std::vector<uint32_t>& joints = part_.skins[node.skin].joints;
      both_sides[node.mesh] = std::any_of(joints.begin(), joints.end(), is_mirrored);
    }
  }
  for (size_t m = 0; m < part_.meshes.size(); ++m) {
    if (both_sides[m] == 0) continue;
    for (const Primitive& primitive : part_.meshes[m].primitives) {
      if (primitive.material != kNone) part_.materials[primitive.material].culling = Culling::kNone;
    }
  }
}

/// uv' = T * R * S * uv, counter-clockwise about the upper left corner.
void Builder::fit_slots() {
  if (uv_rotations_.empty()) return;
  std::map<uint32_t, std::set<uint32_t>> users;  // the meshes that show a material
  for (uint32_t m = 0; m < part_.meshes.size(); ++m) {
    for (const Primitive& primitive : part_.meshes[m].primitives) users[primitive.material].insert(m);
  }
  for (const UvRotation& rotation : uv_rotations_) {
    size_t layer = 0;
    for (const uint32_t m : users[rotation.material]) layer = std::max(layer, part_.meshes[m].uv_layers.size());
    for (const uint32_t m : users[rotation.material]) add_rotated_uv(rotation, layer, part_.meshes[m]);
    if (!asset_.ok()) return;
    part_.materials[rotation.material].slots[rotation.slot].uv_layer = static_cast<uint32_t>(layer);
  }
}

void Builder::add_rotated_uv(const UvRotation& rotation, size_t layer, Mesh& mesh) {
  if (rotation.set >= mesh.uv_layers.size() || !asset_.ok()) return;
  asset_.fail(asset_.context().budget.charge(mesh.positions.size() * (layer + 1 - mesh.uv_layers.size()),
                                             sizeof(glm::vec2), mesh.source.offset));
  if (!asset_.ok()) return;
  while (mesh.uv_layers.size() < layer) mesh.uv_layers.push_back(UvLayer(mesh.uv_layers[0]));
  const double c = portable::cos(rotation.angle_rad), s = portable::sin(rotation.angle_rad);
  UvLayer rotated{"KHR_texture_transform", {}};
  for (const glm::vec2& uv : mesh.uv_layers[rotation.set].uv) {
    const double u = uv.x * rotation.scale.x, v = uv.y * rotation.scale.y;
    rotated.uv.emplace_back(to_float(c * u + s * v + rotation.offset.x), to_float(-s * u + c * v + rotation.offset.y));
  }
  mesh.uv_layers.push_back(std::move(rotated));
}

}  // namespace vitrine::gltf
