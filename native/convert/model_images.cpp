#include "convert/model_images.h"

#include <algorithm>

#include "base/argument.h"
#include "convert/plain_image.h"
#include "scene/textures.h"

namespace vitrine {
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
