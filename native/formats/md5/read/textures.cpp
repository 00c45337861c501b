// From shader names to file names. The game looks a shader up among material declarations; without one it makes a
// material from the image of that name. Companion images follow the naming of id's artists.

#include <array>
#include <span>

#include "base/names.h"
#include "formats/lookup.h"
#include "formats/md5/build.h"

namespace vitrine::md5 {
namespace {

/// Extensions of Quake and Quake II, whose images use the game's palette; tried last.
constexpr const char* kPalettedExtensions[] = {".pcx", ".lmp", ".wal"};

struct Companion {
  TextureRole role;
  std::array<const char*, 4> suffixes;  ///< tried in order, null ends
  const char* folder_name;              ///< image of the model's folder in Cube engines, whose meshes name no shader
};
constexpr Companion kCompanions[] = {
    {TextureRole::kDiffuse, {"", "_d", "_00_00"}, "diffuse"},  // the last one is the Quake re-release's skin 0, frame 0
    {TextureRole::kNormal, {"_local", nullptr, nullptr}, "normal"},
    {TextureRole::kSpecular, {"_s", nullptr, nullptr}, nullptr},
    {TextureRole::kHeight, {"_h", nullptr, nullptr}, nullptr},
    {TextureRole::kEmissive, {"_glow", "_luma", "_00_00_glow", "_00_00_luma"}, nullptr},  // of Quake
};

size_t extension_bytes(std::string_view name) {
  const auto bytes_of = [&](std::span<const char* const> extensions) -> size_t {
    for (const char* extension : extensions) {
      if (ends_ignoring_case(name, extension)) return std::string_view(extension).size();
    }
    return 0;
  };
  const size_t bytes = bytes_of(kImageEndings);
  return bytes > 0 ? bytes : bytes_of(kPalettedExtensions);
}

void add_candidates(std::vector<std::string>& out, std::string_view stem, const Companion& companion) {
  for (const char* suffix : companion.suffixes) {
    if (suffix == nullptr) break;
    for (const char* extension : kImageEndings) out.push_back(std::string(stem) + suffix + extension);
  }
  if (companion.role != TextureRole::kDiffuse) return;
  for (const char* suffix : {"", "_00_00"}) {
    for (const char* extension : kPalettedExtensions) out.push_back(std::string(stem) + suffix + extension);
  }
}

}  // namespace

std::string_view shader_base_name(std::string_view shader) {
  shader = shader.substr(shader.find_last_of("/\\:") + 1);
  return shader.substr(0, shader.size() - extension_bytes(shader));
}

void add_material(const std::string& shader, const std::string& file_base_name, std::vector<Material>& materials,
                  std::vector<Texture>& textures) {
  Material material;
  material.name = shader;
  std::string path = shader.empty() ? file_base_name : shader;
  for (char& c : path) c = c == '\\' ? '/' : c;
  const std::string_view stem = std::string_view(path).substr(0, path.size() - extension_bytes(path));
  const std::string_view base = shader_base_name(path);
  for (const Companion& companion : kCompanions) {
    Texture texture;
    texture.name = path + companion.suffixes[0];
    if (companion.role == TextureRole::kDiffuse && stem.size() != path.size()) {
      if (!is_absolute_path(path)) texture.candidates.push_back(path);
      texture.candidates.push_back(path.substr(path.find_last_of('/') + 1));
    }
    if (!is_absolute_path(path)) add_candidates(texture.candidates, stem, companion);
    if (is_absolute_path(path) || base.size() != stem.size()) add_candidates(texture.candidates, base, companion);
    if (shader.empty() && companion.folder_name != nullptr) {
      for (const char* extension : kImageEndings)
        texture.candidates.push_back(companion.folder_name + std::string(extension));
    }
    material.slots.push_back({companion.role, static_cast<uint32_t>(textures.size())});
    textures.push_back(std::move(texture));
  }
  materials.push_back(std::move(material));
}

}  // namespace vitrine::md5
