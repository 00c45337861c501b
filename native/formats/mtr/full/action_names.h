#pragma once
// A game asks for an animation by the name that its declaration gives it, not by that of its file: so is the action
// called, unless another one has the name already.

#include <set>
#include <string>
#include <string_view>
#include <unordered_map>

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
