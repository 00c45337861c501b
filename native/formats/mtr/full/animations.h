#pragma once
// Animations that declarations name: by the paths of the game, whether they are among the files, and what actions are
// called.

#include <set>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "base/names.h"
#include "base/utf8.h"
#include "formats/format.h"
#include "formats/mtr/codes.h"
#include "formats/mtr/sentences.h"
#include "scene/scene.h"

namespace vitrine::mtr {

// Declarations name files by paths of the game, so only the last part counts, whatever its case.

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

// Animations that a list names for a model, and that are not among the files: named together, at the first one's place.

class MissingAnimations {
 public:
  void add(std::string_view file, uint64_t offset) {
    if (count_++ == 0) offset_ = offset;
    if (count_ <= kMostNames) names_ += (count_ > 1 ? ", " : "") + to_utf8(file.substr(0, kMostBytes));
  }

  /// `of` is what names them.
  void warn(Diagnostics& diagnostics, const std::string& of) const {
    if (count_ == 0) return;
    const std::string more = count_ > kMostNames ? " and " + std::to_string(count_ - kMostNames) + " more" : "";
    diagnostics.add(messages::kAnimationsMissing, offset_, {of, count_, names_, more});
  }

 private:
  static constexpr uint64_t kMostNames = 8;
  static constexpr size_t kMostBytes = 100;
  std::string names_;
  uint64_t count_ = 0, offset_ = 0;
};

// A game asks for an animation by the name that its declaration gives it, not by that of its file: so is the action
// called, unless another one has the name already.

class ActionNames {
 public:
  explicit ActionNames(Scene& scene) : scene_(scene) {}

  /// The first of several names for a file counts, in whichever declaration it is.
  void give(uint32_t clip, std::string_view name) {
    Clip& named = scene_.clips[clip];
    if (name.empty() || !given_.insert(clip).second || named.name != file_stem(scene_.files[named.file].name)) return;
    if (users_.empty())
      for (const Clip& clip : scene_.clips) ++users_[clip.name];
    uint32_t& taken = users_[std::string(name)];
    if (taken != 0) return;
    taken = 1;
    --users_[named.name];
    named.name = name;
  }

 private:
  Scene& scene_;
  std::set<uint32_t> given_;
  std::unordered_map<std::string, uint32_t> users_;  ///< of names: how many actions are called so
};

}  // namespace vitrine::mtr
