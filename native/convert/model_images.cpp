#include "convert/model_images.h"

#include <algorithm>
#include <cmath>
#include <cstdint>

#include "base/argument.h"
#include "scene/textures.h"

namespace vitrine {
namespace {

/// Engines make mip maps, some of them from powers of two only.
constexpr uint32_t kSide = 4;
constexpr uint8_t kRgb = 2, kRgba = 6;  // colour types of PNG

uint8_t byte_of(float value) {
  return static_cast<uint8_t>(std::lround(255 * (value > 0 ? std::min(value, 1.0f) : 0.0f)));
}
uint8_t srgb_byte(float linear) {
  if (!(linear > 0.0031308f)) return byte_of(12.92f * linear);
  return byte_of(1.055f * std::pow(std::min(linear, 1.0f), 1 / 2.4f) - 0.055f);
}

void add_u32(std::string& out, uint32_t value) {
  for (int shift = 24; shift >= 0; shift -= 8) out += static_cast<char>(value >> shift & 0xFF);
}

uint32_t png_crc(const std::string& bytes) {
  uint32_t crc = 0xFFFFFFFFu;
  for (const char byte : bytes) {
    crc ^= static_cast<uint8_t>(byte);
    for (int bit = 0; bit < 8; ++bit) crc = crc >> 1 ^ ((crc & 1) != 0 ? 0xEDB88320u : 0);
  }
  return ~crc;
}

void add_chunk(std::string& out, const std::string& type, const std::string& data) {
  add_u32(out, static_cast<uint32_t>(data.size()));
  out += type + data;
  add_u32(out, png_crc(type + data));
}

/// A zlib stream of one stored block (RFC 1950, RFC 1951 3.2.4).
std::string stored_block(const std::string& data) {
  uint32_t a = 1, b = 0;  // Adler-32
  for (const char byte : data) {
    a = (a + static_cast<uint8_t>(byte)) % 65521;
    b = (b + a) % 65521;
  }
  const auto size = static_cast<uint16_t>(data.size()), other = static_cast<uint16_t>(~size);
  std::string out = {0x78, 0x01, 0x01};
  for (const uint16_t word : {size, other}) {
    out += static_cast<char>(word & 0xFF);
    out += static_cast<char>(word >> 8);
  }
  out += data;
  add_u32(out, b << 16 | a);
  return out;
}

}  // namespace

std::string plain_png(const glm::vec4& color, bool with_alpha) {
  std::string pixel;
  for (int k = 0; k < 3; ++k) pixel += static_cast<char>(srgb_byte(color[k]));
  if (with_alpha) pixel += static_cast<char>(byte_of(color.w));
  std::string row(1, '\0'), rows;  // a row begins with its filter
  for (uint32_t x = 0; x < kSide; ++x) row += pixel;
  for (uint32_t y = 0; y < kSide; ++y) rows += row;

  std::string header;
  add_u32(header, kSide);
  add_u32(header, kSide);
  for (const uint8_t byte : {uint8_t{8}, with_alpha ? kRgba : kRgb, uint8_t{0}, uint8_t{0}, uint8_t{0}})
    header += static_cast<char>(byte);

  std::string out = "\x89PNG\r\n\x1A\n";
  add_chunk(out, "IHDR", header);
  add_chunk(out, "IDAT", stored_block(rows));
  add_chunk(out, "IEND", "");
  return out;
}

const char* image_ending(const std::vector<uint8_t>& bytes) {
  if (bytes.size() > 2 && bytes[0] == 0x89 && bytes[1] == 'P') return ".png";
  if (bytes.size() > 2 && bytes[0] == 0xFF && bytes[1] == 0xD8) return ".jpg";
  return ".tga";
}

namespace {

/// A name in a path keeps at least as many bytes.
constexpr size_t kLeastName = 8;

bool is_path(const std::string& name) { return name.find_first_of("/\\") != std::string::npos; }

/// White says nothing, and the other is what readers fill in.
bool is_stated(const glm::vec4& color) {
  return glm::vec3(color) != glm::vec3(0.8f) && glm::vec3(color) != glm::vec3(1);
}

size_t room_for(const ImageRules& rules) {
  if (rules.bytes == 0) return 0;
  const size_t taken = rules.place == ImagePlace::kGame ? rules.folder.size() + 1 : 4;  // ".png"
  return rules.bytes > taken + kLeastName ? rules.bytes - taken : kLeastName;
}

}  // namespace

ModelImages::ModelImages(const Scene& scene, const ImageRules& rules, const ExportImages& given)
    : scene_(scene), rules_(rules), given_(given), names_(room_for(rules)) {}

const ModelImages::Image& ModelImages::image_of(uint32_t number) {
  const auto known = by_material_.find(number);
  if (known != by_material_.end()) return images_[known->second];
  const Material none, &material = number == kNone ? none : scene_.materials[number];
  const TextureSlot* slot = slot_of(material, TextureRole::kDiffuse);
  const uint32_t texture = slot != nullptr && given_.contains(slot->texture) ? slot->texture : kNone;
  if (texture != kNone) {
    const auto [same, is_new] = by_texture_.try_emplace(texture, images_.size());
    if (!is_new) {
      by_material_[number] = same->second;
      return images_[same->second];
    }
  }
  // A declared material is asked for by its own name, which scripts of the game may know.
  const bool declared = material.declaration.line != 0;
  std::string from = slot == nullptr || declared ? material.name : scene_.textures[slot->texture].name;
  if (image_base_name(from).empty()) from = material.name.empty() ? rules_.name : material.name;
  by_material_[number] = images_.size();
  images_.push_back({names_.take(plain_name(image_base_name(from), "image")), texture, number});
  return images_.back();
}

std::optional<std::string> ModelImages::name_of(uint32_t number) {
  if (!writes()) return {};
  if (number != kNone) {
    const Material& material = scene_.materials[number];
    const TextureSlot* slot = slot_of(material, TextureRole::kDiffuse);
    const bool is_given = slot != nullptr && given_.contains(slot->texture);
    if (is_path(material.name) && (rules_.place == ImagePlace::kGame || !is_given)) return {};
  }
  const Image& image = image_of(number);
  if (rules_.place == ImagePlace::kGame) return rules_.folder.empty() ? image.stem : rules_.folder + "/" + image.stem;
  return image.stem + (image.texture == kNone ? ".png" : image_ending(given_.at(image.texture)));
}

void ModelImages::add(std::vector<TextFile>& files, LossReport& loss_report) const {
  uint64_t stand_ins = 0, tinted = 0;
  for (const Image& image : images_) {
    const Material none, &material = image.material == kNone ? none : scene_.materials[image.material];
    if (image.texture != kNone) {
      const std::vector<uint8_t>& bytes = given_.at(image.texture);
      files.push_back({image.stem + image_ending(bytes), {bytes.begin(), bytes.end()}});
      continue;
    }
    files.push_back({image.stem + ".png", plain_png(material.diffuse, material.alpha_mode != AlphaMode::kOpaque)});
    const TextureSlot* slot = slot_of(material, TextureRole::kDiffuse);
    stand_ins += slot != nullptr && scene_.textures[slot->texture].name != material.name;
  }
  for (const auto& [number, at] : by_material_) {
    if (number == kNone || images_[at].texture == kNone) continue;
    const Material& material = scene_.materials[number];
    tinted += material.tints && is_stated(material.diffuse);
  }
  loss_report.add("images", stand_ins,
                  counted(stand_ins, "material has", "materials have") +
                      " an image of one colour instead of its own, which is missing or not decoded");
  loss_report.add("materials", tinted,
                  "base colours are left out of " + counted(tinted, "material", "materials") +
                      " with an image, because the file has no colours");
}

}  // namespace vitrine
