#pragma once
// Sentences of the QMSH export.
#include "export/codes.h"

namespace vitrine::says {

inline constexpr Sentence kQmshTooLarge{kLimitCount,
                                        "{} vertices and {} triangles so far; a QMSH binary holds 65535 of each"};
inline constexpr Sentence kQmshTooManyBones{kLimitCount, "{} bones; a QMSH binary holds 255"};

}  // namespace vitrine::says
