#pragma once
// From joints in the model to joints in their parents, rounded as they are written.

#include <span>

#include "formats/md5/write/rig.h"

namespace vitrine::md5_export {

struct Local {
  glm::vec3 position{0};
  StoredRotation rotation;
  Rigid rigid() const { return {glm::normalize(rotation.rebuilt), glm::dvec3(position)}; }
};

/// Each joint relative to its parent as a reader will have it, so that rounding does not add up along a chain.
/// `worlds` becomes what a reader makes of the result; `locals` is as long.
void make_locals(const Rig& rig, std::span<Rigid> worlds, std::span<Local> locals);

}  // namespace vitrine::md5_export
