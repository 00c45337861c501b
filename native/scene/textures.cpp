#include "scene/textures.h"

#include <algorithm>
#include <cmath>

#include "base/names.h"

namespace vitrine {
namespace {

constexpr size_t kLongestPath = 4096, kShownOfPath = 255;

}  // namespace

Texture texture_of(std::string_view path, std::string_view folder) {
  Texture texture;
  if (path.size() > kLongestPath) {
    texture.name = path.substr(0, kShownOfPath);
    return texture;
  }
  texture.name = path;
  std::string_view stem = path;
  for (const char* ending : kImageEndings) {
    const size_t size = std::string_view(ending).size();
    if (path.size() > size && equal_ignoring_case(path.substr(path.size() - size), ending))
      stem = path.substr(0, path.size() - size);
  }
  const auto add = [&](std::string name) {
    if (std::find(texture.candidates.begin(), texture.candidates.end(), name) == texture.candidates.end())
      texture.candidates.push_back(std::move(name));
  };
  if (stem.size() != path.size()) {
    if (!folder.empty()) add(std::string(folder) + std::string(path));
    add(std::string(path));
  }
  for (const char* ending : kImageEndings) add(std::string(folder) + std::string(stem) + ending);
  // Where the game keeps what it compressed.
  if (folder.empty()) add("dds/" + std::string(stem) + ".dds");
  return texture;
}

uint64_t texture_bytes(std::string_view path, std::string_view folder) {
  // Its name, and as many candidates as there are endings, with two more.
  return path.size() > kLongestPath ? kShownOfPath
                                    : (kImageEndings.size() + 3) * (folder.size() + path.size() + sizeof(std::string));
}

uint32_t texture_at(const Scene& scene, uint32_t texture, double time_s) {
  const std::vector<float>& ends = scene.textures[texture].turns_s;
  if (ends.empty()) return texture;
  const double time = time_s - std::floor(time_s / ends.back()) * ends.back();
  const auto shown = std::find_if(ends.begin(), ends.end() - 1, [time](float end) { return end > time; });
  return texture + static_cast<uint32_t>(shown - ends.begin());
}

void drop_unused_textures(Scene& scene, const std::vector<bool>& may_go) {
  std::vector<bool> used(scene.textures.size(), false);
  for (const Material& material : scene.materials) {
    for (const TextureSlot& slot : material.slots)
      if (slot.texture != kNone) std::fill_n(used.begin() + slot.texture, turns_of(scene.textures[slot.texture]), true);
  }
  std::vector<uint32_t> number(scene.textures.size(), kNone);
  uint32_t kept = 0;
  for (uint32_t i = 0; i < scene.textures.size(); ++i) {
    if (!used[i] && i < may_go.size() && may_go[i]) continue;
    number[i] = kept;
    if (kept != i) scene.textures[kept] = std::move(scene.textures[i]);
    ++kept;
  }
  scene.textures.resize(kept);
  for (Material& material : scene.materials) {
    for (TextureSlot& slot : material.slots)
      if (slot.texture != kNone) slot.texture = number[slot.texture];
  }
}

}  // namespace vitrine
