#pragma once
// Sentences of the QMSH export.
#include "convert/codes.h"

namespace vitrine::messages {

inline constexpr Sentence kQmshTooLarge{
    kLimitCount,
    "{} {vertex|vertices} and {} {triangle|triangles} so far; the limit of a QMSH binary is 65535 of each"};
inline constexpr Sentence kQmshTooManyBones{kLimitCount, "{} {bone|bones}; the limit of a QMSH binary is 255"};

inline constexpr Sentence kQmshSkeletons{
    kExportSkeletons, "the model has {} skeletons, a QMSH file can have one; choose it with the option armature: {}"};
inline constexpr Sentence kQmshNoArmature{kExportOption, "no skeleton '{}'; the model has {}"};

}  // namespace vitrine::messages
