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
  while (path.starts_with("./") || path.starts_with(".\\")) path.remove_prefix(2);
  std::string out(path);
  for (char& c : out) c = c == '\\' ? '/' : lower(c);
  return out;
}

bool ends_in_path(std::string_view path, std::string_view tail) {
  return path.ends_with(tail) && (path.size() == tail.size() || path[path.size() - tail.size() - 1] == '/');
}

/// The files by every end of their paths that begins with a name; of several with one end the first.
class PathEnds {
 public:
  /// Ends longer than `longest` are not asked for.
  explicit PathEnds(size_t longest) : longest_(longest) {}

  void add(std::string path, uint32_t file) {
    Hash64 hash;
    for (size_t at = path.size(); at > 0 && path.size() - at < longest_; --at) {
      hash.bytes(&path[at - 1], 1);
      if (at > 1 && path[at - 2] != '/') continue;
      if (numbers_.find_or_add(hash.value()) == first_.size())
        first_.push_back({static_cast<uint32_t>(paths_.size()), file});
    }
    paths_.push_back(std::move(path));
  }
  /// kNone if no path ends in `end`.
  uint32_t find(std::string_view end) const {
    Hash64 hash;
    for (size_t at = end.size(); at > 0; --at) hash.bytes(&end[at - 1], 1);
    const uint32_t number = numbers_.find(hash.value());
    // Another end may have the same hash.
    return number != kNone && ends_in_path(paths_[first_[number].path], end) ? first_[number].file : kNone;
  }

 private:
  struct First {
    uint32_t path = 0, file = 0;
  };
  size_t longest_;
  geometry::FlatMap numbers_;
  std::vector<First> first_;
  std::vector<std::string> paths_;
};

}  // namespace

bool is_image_name(std::string_view name) {
  static constexpr std::array<std::string_view, 11> kEndings = {".png", ".jpg", ".jpeg", ".tga", ".dds", ".webp",
                                                                ".gif", ".bmp", ".pcx",  ".lmp", ".wal"};
  return std::any_of(kEndings.begin(), kEndings.end(),
                     [&](std::string_view ending) { return ends_ignoring_case(name, ending); });
}

void resolve_textures(Scene& scene) {
  size_t longest = 0;
  for (const Texture& texture : scene.textures)
    for (const std::string& candidate : texture.candidates) longest = std::max(longest, candidate.size());
  PathEnds files(longest);
  for (uint32_t i = 0; i < scene.files.size(); ++i)
    if (scene.files[i].role == "texture") files.add(folded_path(scene.files[i].name), i);
  for (Texture& texture : scene.textures) {
    texture.status = TextureStatus::kMissing;
    texture.file = kNone;
    if (!texture.bytes.empty()) texture.status = TextureStatus::kFound;
    for (const std::string& candidate : texture.candidates) {
      std::string wanted = folded_path(candidate);
      wanted.erase(0, wanted.find_first_not_of('/'));
      texture.file = files.find(wanted);
      if (texture.file == kNone) texture.file = files.find(base_name(wanted));
      if (texture.file == kNone) continue;
      texture.status = TextureStatus::kFound;
      break;
    }
  }
}

}  // namespace vitrine
