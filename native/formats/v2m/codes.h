#pragma once
// Codes of the V2M reader.

#include <span>

#include "base/codes.h"

namespace vitrine::v2m {

inline constexpr Code kTruncated{"V2M_TRUNCATED", Severity::kError,
                                 "The song is shorter than its own counts; get a complete copy."};
inline constexpr Code kDivision{"V2M_DIVISION", Severity::kError, "The time division is 0: this is not a V2M song."};
inline constexpr Code kGlobals{"V2M_GLOBALS", Severity::kError,
                               "The block of global parameters is larger than any known synthesizer's."};
inline constexpr Code kPatches{"V2M_PATCHES", Severity::kError, "The patch table does not list consecutive patches."};
inline constexpr Code kVersion{"V2M_VERSION", Severity::kError,
                               "Sizes of globals and patches fit none of the seven synth generations."};
inline constexpr Code kSpeech{"V2M_SPEECH", Severity::kWarning,
                              "The speech block does not hold the texts it announces; the song plays without them."};
inline constexpr Code kProgram{"V2M_PROGRAM", Severity::kError,
                               "A program change selects a patch that does not exist."};
inline constexpr Code kTrailing{"V2M_TRAILING", Severity::kWarning,
                                "Bytes follow the song and are left out; at most four zero bytes are normal."};
inline constexpr Code kNoProgram{"V2M_NO_PROGRAM", Severity::kWarning,
                                 "The channel never selects a patch; patch 0 is used."};

inline constexpr const Code* kCodes[] = {&kTruncated, &kDivision, &kGlobals,  &kPatches,  &kVersion,
                                         &kSpeech,    &kProgram,  &kTrailing, &kNoProgram};

}  // namespace vitrine::v2m
