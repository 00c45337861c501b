#pragma once
// A game asks for an animation by the name that its declaration gives it, not by that of its file: so is the action
// called, unless another one has the name already.

#include <algorithm>
#include <set>
#include <string_view>

#include "base/names.h"
#include "scene/scene.h"

namespace vitrine::mtr {

class ActionNames {
 public:
  explicit ActionNames(Scene& scene) : scene_(scene) {}

  /// The first of several names for a file counts, in whichever declaration it is.
  void give(uint32_t clip, std::string_view name) {
    Clip& named = scene_.clips[clip];
    if (name.empty() || !given_.insert(clip).second || named.name != file_stem(scene_.files[named.file].name)) return;
    const bool is_taken =
        std::any_of(scene_.clips.begin(), scene_.clips.end(), [&](const Clip& other) { return other.name == name; });
    if (!is_taken) named.name = name;
  }

 private:
  Scene& scene_;
  std::set<uint32_t> given_;
};

}  // namespace vitrine::mtr
