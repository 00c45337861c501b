#pragma once
#include <nlohmann/json.hpp>

#include "formats/format.h"

namespace vitrine::mtr {

/// The models that a script of Cube 2 hangs on others, as [{ parent, child, joint, offset, rotation }]: files of the
/// models, a joint of the parent, and the place in that joint's space, with a quaternion x, y, z, w. `md5load FILE`
/// numbers the models from 0; `md5tag JOINT TAG [X Y Z] [DEGREES about x, y, z]` names a place of the one before it;
/// `md5link PARENT CHILD TAG [X Y Z]` hangs one there, moved along the axes of the tag. `beside` are the files among
/// which `exec` finds its script, whose lines count where it is called.
nlohmann::ordered_json links_of(std::span<const uint8_t> script, std::span<const AddedFile> beside);

}  // namespace vitrine::mtr
