#pragma once
// Sentences of the GLB export.

#include "base/sentences.h"
#include "convert/codes.h"
#include "formats/gltf/write/codes.h"

namespace vitrine::messages {

inline constexpr Sentence kGlbMeshesTooLarge{kLimitCount, "the meshes would take {} bytes, the limit is 1 GB"};
inline constexpr Sentence kGlbTooManyJoints{kLimitCount, "a skin has {} joints; the limit of a GLB is 65534"};
inline constexpr Sentence kGlbTooLarge{kLimitCount, "the file would be larger than 1 GB"};
inline constexpr Sentence kGlbNotFinite{kNotFinite, "a number of the scene is too large for single precision"};

}  // namespace vitrine::messages

namespace vitrine::glb::messages {

// Texts of messages of GLB files that are written, in the order of their codes.

inline constexpr Sentence kTooLarge{kLimitCount, "{} bytes; the limit of a GLB is 4294967295"};
inline constexpr Sentence kChunksDoNotFit{kReadBack, "the chunks of the file do not fit its size"};
inline constexpr Sentence kReferenceMissing{kReadBack, "the document refers to what is not in it"};

}  // namespace vitrine::glb::messages
