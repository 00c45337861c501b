#pragma once
// Texts of messages of effect files, in the order of their codes.
#include "base/sentences.h"
#include "formats/vfx/codes.h"

namespace vitrine::vfx::messages {

inline constexpr Sentence kNoTag{kTag, "expected \"VFX0\""};
inline constexpr Sentence kEndsBeforeTable{kSize, "the file ends before its table"};
inline constexpr Sentence kNoRate{kRate, "the sample rate is 0"};
inline constexpr Sentence kBadEffect{kRow, "effect {}: {}"};
inline constexpr Sentence kOtherRate{kUnusualRate, "the sample rate is {}"};
inline constexpr Sentence kTableCut{kSizeDiffers,
                                    "{} {effect takes|effects take} {} bytes, {} {is|are} left: {} {effect is|effects "
                                    "are} whole, the others are left out"};
inline constexpr Sentence kBehindTable{kSizeDiffers, "{} {byte follows|bytes follow} after the last effect; left out"};
inline constexpr Sentence kReservedByte{kReserved, "effect {}: its reserved byte is not 0"};
inline constexpr Sentence kStartsBehindEnd{kStart, "effect {} starts after the end of the music"};

}  // namespace vitrine::vfx::messages
