#include "session/load/textures.h"

#include <algorithm>
#include <array>
#include <optional>
#include <string_view>

#include "base/names.h"
#include "formats/lookup.h"

namespace vitrine {

bool is_image_name(std::string_view name) {
  static constexpr std::array<std::string_view, 13> kEndings = {
      ".png", ".jpg", ".jpeg", ".tga", ".dds", ".webp", ".gif", ".bmp", ".pcx", ".lmp", ".wal", ".ktx", ".ktx2"};
  if (ends_ignoring_case(name, ".gz")) name.remove_suffix(3);
  return std::any_of(kEndings.begin(), kEndings.end(),
                     [&](std::string_view ending) { return ends_ignoring_case(name, ending); });
}

std::vector<Found> find_images(const Scene& scene, const std::vector<std::string_view>& images) {
  FileLookup files;
  for (const Texture& texture : scene.textures)
    for (const std::string& candidate : texture.candidates) files.want(candidate);
  for (const Texture& texture : scene.textures)
    if (is_absolute_path(texture.name)) files.want(texture.name);
  // The models' places show where the root of all files is.
  for (const SourceFile& file : scene.files) files.add(file.name, kNone);
  for (uint32_t i = 0; i < images.size(); ++i)
    if (!images[i].empty()) files.add(images[i], i);
  std::vector<uint32_t> named_in(scene.textures.size(), kNone);
  for (const Material& material : scene.materials)
    for (const TextureSlot& slot : material.slots)
      if (slot.texture != kNone && named_in[slot.texture] == kNone) named_in[slot.texture] = material.source.file;
  std::vector<std::optional<LookupFrom>> from(scene.files.size());
  // Images of no material are those of the first model.
  const auto model =
      std::find_if(scene.files.begin(), scene.files.end(), [](const SourceFile& file) { return file.role == "mesh"; });
  const LookupFrom first = files.from(model == scene.files.end() ? std::string_view() : model->name);
  std::vector<Found> out;
  for (size_t i = 0; i < scene.textures.size(); ++i) {
    const Texture& texture = scene.textures[i];
    const uint32_t file = named_in[i];
    if (file < from.size() && !from[file]) from[file] = files.from(scene.files[file].name);
    const LookupFrom& there = file < from.size() ? *from[file] : first;
    Found found;
    // The author's own disk may be this one.
    if (is_absolute_path(texture.name)) found = files.find(there, {&texture.name, 1});
    if (found.file == kNone || found.by > FoundBy::kPath) {
      const Found other = files.find(there, texture.candidates, texture.is_address);
      if (other.file != kNone) found = other;
    }
    out.push_back(found);
  }
  return out;
}

void resolve_textures(Scene& scene) {
  std::vector<std::string_view> images(scene.files.size());
  for (size_t i = 0; i < images.size(); ++i)
    if (scene.files[i].role == "texture") images[i] = scene.files[i].name;
  const std::vector<Found> found = find_images(scene, images);
  for (size_t i = 0; i < found.size(); ++i) {
    Texture& texture = scene.textures[i];
    texture.file = found[i].file;
    texture.found_by = found[i].by;
    texture.steps = found[i].steps;
    texture.others = found[i].others;
    // A file that goes before what the model holds.
    if (texture.file != kNone && !texture.bytes.empty()) texture.bytes = {}, texture.inside.clear();
    const bool is_there = texture.file != kNone || !texture.bytes.empty();
    texture.status = is_there ? TextureStatus::kFound : TextureStatus::kMissing;
  }
}

}  // namespace vitrine
