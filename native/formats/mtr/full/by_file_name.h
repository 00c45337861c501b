#pragma once
// Declarations name files by paths of the game, so only the last part counts, whatever its case.

#include <span>
#include <string>
#include <unordered_map>
#include <vector>

#include "base/names.h"
#include "scene/scene.h"

namespace vitrine::mtr {

class ByFileName {
 public:
  void add(std::string_view path, uint32_t number) { numbers_[lower_case(base_name(path))].push_back(number); }
  /// What was added for files of that name, in that order.
  std::span<const uint32_t> of(std::string_view path) const {
    const auto found = numbers_.find(lower_case(base_name(path)));
    return found == numbers_.end() ? std::span<const uint32_t>() : found->second;
  }

 private:
  std::unordered_map<std::string, std::vector<uint32_t>> numbers_;
};

/// Actions by the animation file that they come from.
inline ByFileName actions_by_file(const Scene& scene) {
  ByFileName out;
  for (uint32_t c = 0; c < scene.clips.size(); ++c) {
    const Clip& clip = scene.clips[c];
    if (clip.frames && clip.camera_node == kNone && clip.file < scene.files.size())
      out.add(scene.files[clip.file].name, c);
  }
  return out;
}

}  // namespace vitrine::mtr
