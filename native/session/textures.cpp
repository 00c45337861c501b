#include "session/textures.h"

#include <algorithm>
#include <array>
#include <string_view>
#include <unordered_map>

namespace vitrine {
namespace {

std::string folded(std::string_view path) {
  std::string out(path);
  for (char& c : out) c = c == '\\' ? '/' : (c >= 'A' && c <= 'Z') ? static_cast<char>(c + 32) : c;
  while (out.starts_with("./")) out.erase(0, 2);
  return out;
}

std::string_view base_name(std::string_view path) { return path.substr(path.rfind('/') + 1); }

bool ends_in_path(std::string_view path, std::string_view tail) {
  return path.ends_with(tail) && (path.size() == tail.size() || path[path.size() - tail.size() - 1] == '/');
}

}  // namespace

bool is_image_name(std::string_view name) {
  static constexpr std::array<std::string_view, 8> kEndings = {".png", ".jpg",  ".jpeg", ".tga",
                                                               ".dds", ".webp", ".gif",  ".bmp"};
  const std::string lower = folded(name);
  return std::any_of(kEndings.begin(), kEndings.end(),
                     [&](std::string_view ending) { return lower.ends_with(ending); });
}

void resolve_textures(Scene& scene) {
  // Base name -> files with it, so that a document of many textures and many files stays linear.
  std::unordered_map<std::string, std::vector<uint32_t>> by_base;
  std::vector<std::string> paths(scene.files.size());
  for (uint32_t i = 0; i < scene.files.size(); ++i) {
    if (scene.files[i].role != "texture") continue;
    paths[i] = folded(scene.files[i].name);
    by_base[std::string(base_name(paths[i]))].push_back(i);
  }
  for (Texture& texture : scene.textures) {
    texture.status = TextureStatus::kMissing;
    texture.file = kNone;
    for (const std::string& candidate : texture.candidates) {
      std::string wanted = folded(candidate);
      wanted.erase(0, wanted.find_first_not_of('/'));
      const auto found = by_base.find(std::string(base_name(wanted)));
      if (found == by_base.end()) continue;
      texture.file = found->second.front();
      for (const uint32_t file : found->second) {
        if (ends_in_path(paths[file], wanted)) {
          texture.file = file;
          break;
        }
      }
      texture.status = TextureStatus::kFound;
      break;
    }
  }
}

}  // namespace vitrine
