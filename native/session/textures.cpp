#include "session/textures.h"

#include <algorithm>
#include <array>
#include <string_view>

#include "base/hash.h"
#include "base/names.h"
#include "geometry/hash_table.h"

namespace vitrine {
namespace {

std::string folded_path(std::string_view path) {
  std::string out(path);
  for (char& c : out) c = c == '\\' ? '/' : lower(c);
  while (out.starts_with("./")) out.erase(0, 2);
  return out;
}

uint64_t hash(std::string_view text) {
  Hash64 hash;
  hash.bytes(text.data(), text.size());
  return hash.value();
}

bool ends_in_path(std::string_view path, std::string_view tail) {
  return path.ends_with(tail) && (path.size() == tail.size() || path[path.size() - tail.size() - 1] == '/');
}

}  // namespace

bool is_image_name(std::string_view name) {
  static constexpr std::array<std::string_view, 11> kEndings = {".png", ".jpg", ".jpeg", ".tga", ".dds", ".webp",
                                                                ".gif", ".bmp", ".pcx",  ".lmp", ".wal"};
  return std::any_of(kEndings.begin(), kEndings.end(),
                     [&](std::string_view ending) { return ends_ignoring_case(name, ending); });
}

void resolve_textures(Scene& scene) {
  // Base name -> files with it, in order, so that a document of many textures and many files stays linear.
  geometry::FlatMap numbers;
  std::vector<std::vector<uint32_t>> by_base;
  std::vector<std::string> paths(scene.files.size());
  for (uint32_t i = 0; i < scene.files.size(); ++i) {
    if (scene.files[i].role != "texture") continue;
    paths[i] = folded_path(scene.files[i].name);
    const uint32_t number = numbers.find_or_add(hash(base_name(paths[i])));
    if (number == by_base.size()) by_base.emplace_back();
    by_base[number].push_back(i);
  }
  for (Texture& texture : scene.textures) {
    texture.status = TextureStatus::kMissing;
    texture.file = kNone;
    if (!texture.bytes.empty()) texture.status = TextureStatus::kFound;
    for (const std::string& candidate : texture.candidates) {
      std::string wanted = folded_path(candidate);
      wanted.erase(0, wanted.find_first_not_of('/'));
      const std::string_view base = base_name(wanted);
      const uint32_t number = numbers.find(hash(base));
      if (number == kNone) continue;
      for (const uint32_t file : by_base[number]) {
        if (base_name(paths[file]) != base) continue;  // another name with the same hash
        const bool whole = ends_in_path(paths[file], wanted);
        if (whole || texture.file == kNone) texture.file = file;
        if (whole) break;
      }
      if (texture.file == kNone) continue;
      texture.status = TextureStatus::kFound;
      break;
    }
  }
}

}  // namespace vitrine
