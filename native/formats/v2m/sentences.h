#pragma once
// Texts of messages of V2 songs, in the order of their codes.
#include "base/sentences.h"
#include "formats/v2m/codes.h"

namespace vitrine::v2m::messages {

inline constexpr Sentence kNoDivision{kDivision, "the time division is 0"};
inline constexpr Sentence kGlobalsSize{kGlobals, "{} {byte|bytes} of globals"};
inline constexpr Sentence kPatchesBegin{kPatches, "the first patch begins at {} of {} {byte|bytes}"};
inline constexpr Sentence kPatchOrder{kPatches, "patch {} begins at {}, out of order"};
inline constexpr Sentence kLastPatch{kPatches, "the last patch is too short for its generation"};
inline constexpr Sentence kUnknownGeneration{kVersion, "{} bytes of globals and these patches fit no synth generation"};
inline constexpr Sentence kSpeechSize{kSpeech, "a speech block of {} {byte|bytes}, of which the file has {}"};
inline constexpr Sentence kTooManyTexts{kSpeech, "a speech block of {} {byte|bytes} is too short for {} {text|texts}"};
inline constexpr Sentence kTextOutside{kSpeech, "text {} begins at {} of {} bytes, outside the speech block"};
inline constexpr Sentence kTextWithoutEnd{kSpeech, "text {} has no end; it is taken up to the end of the block"};
inline constexpr Sentence kTextsRepeat{
    kSpeech, "the texts from number {} on are left out: they repeat more bytes than the song has"};
inline constexpr Sentence kNoSuchPatch{kProgram, "channel {} chooses patch {} of {}"};
inline constexpr Sentence kNotesWithoutProgram{kNoProgram, "channel {} has notes but no program change"};
inline constexpr Sentence kBytesFollow{kTrailing,
                                       "{} {byte follows the song and is|bytes follow the song and are} left out"};
inline constexpr Sentence kEndsInside{kTruncated, "the song ends inside {}"};

}  // namespace vitrine::v2m::messages
