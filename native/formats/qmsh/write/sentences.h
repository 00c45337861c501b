#pragma once
// Sentences of the QMSH export.
#include "convert/codes.h"

namespace vitrine::messages {

inline constexpr Sentence kQmshTooLarge{
    kLimitCount,
    "{} {vertex|vertices} and {} {triangle|triangles} so far; the limit of a QMSH binary is 65535 of each"};
inline constexpr Sentence kQmshTooManyBones{kLimitCount, "{} {bone|bones}; the limit of a QMSH binary is 255"};

}  // namespace vitrine::messages
