#pragma once
// From joints in the model to joints in their parents, rounded as they are written.

#include <vector>

#include "formats/md5/write/rig.h"

namespace vitrine::md5_export {

struct Local {
  glm::vec3 position{0};
  StoredRotation rotation;
  Rigid rigid() const { return {glm::normalize(rotation.rebuilt), glm::dvec3(position)}; }
};

/// Each joint relative to its parent as a reader will have it, so that rounding does not add up along a chain.
/// `worlds` becomes what a reader makes of the result.
inline void make_locals(const Rig& rig, std::vector<Rigid>& worlds, std::vector<Local>& locals) {
  locals.resize(worlds.size());
  for (size_t j = 0; j < worlds.size(); ++j) {
    const uint32_t parent = rig.joints[j].parent;
    const Rigid exact = parent == kNone ? worlds[j] : inverse(worlds[parent]) * worlds[j];
    locals[j].position = glm::vec3(exact.translation);
    locals[j].rotation = stored(exact.rotation);
    worlds[j] = parent == kNone ? locals[j].rigid() : worlds[parent] * locals[j].rigid();
  }
}

}  // namespace vitrine::md5_export
