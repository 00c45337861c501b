#pragma once
// Texts of messages of GLB files that are written, in the order of their codes.
#include "base/sentences.h"
#include "formats/gltf/write/codes.h"

namespace vitrine::glb::messages {

inline constexpr Sentence kTooLarge{kLimitCount, "{} bytes; the limit of a GLB is 4294967295"};
inline constexpr Sentence kChunksDoNotFit{kReadBack, "the chunks of the file do not fit its size"};
inline constexpr Sentence kReferenceMissing{kReadBack, "the document refers to what is not in it"};

}  // namespace vitrine::glb::messages
