#pragma once
// Sentences of the GLB export.
#include "convert/codes.h"

namespace vitrine::messages {

inline constexpr Sentence kGlbMeshesTooLarge{kLimitCount, "the meshes would take {} bytes, the limit is 1 GB"};
inline constexpr Sentence kGlbTooManyJoints{kLimitCount, "a skin has {} joints; the limit of a GLB is 65534"};
inline constexpr Sentence kGlbTooLarge{kLimitCount, "the file would be larger than 1 GB"};
inline constexpr Sentence kGlbNotFinite{kNotFinite, "a number of the scene is too large for single precision"};

}  // namespace vitrine::messages
