#pragma once
// Codes of the VFX reader. Faults of the song inside have that song's codes.

#include <span>

#include "base/codes.h"

namespace vitrine::vfx {

inline constexpr Code kTag{"VFX_TAG", Severity::kError, "The file does not begin with VFX0."};
inline constexpr Code kSize{"VFX_SIZE", Severity::kError, "The sizes inside the file do not add up to its length."};
inline constexpr Code kRate{"VFX_RATE", Severity::kError, "The sample rate is 0."};
inline constexpr Code kRow{"VFX_ROW", Severity::kError,
                           "An effect ends before it starts, loops beyond its length, or has an id that is taken."};
inline constexpr Code kUnusualRate{"VFX_RATE", Severity::kWarning,
                                   "All known files are made for 44100 samples per second."};
inline constexpr Code kSizeDiffers{"VFX_SIZE", Severity::kWarning,
                                   "The effects that are whole play; export the file again to have all."};
inline constexpr Code kReserved{"VFX_RESERVED", Severity::kWarning, "A reserved byte is not 0."};
inline constexpr Code kStart{"VFX_START", Severity::kWarning, "The effect starts after the end of the music."};

inline constexpr const Code* kCodes[] = {&kTag,         &kSize,        &kRate,     &kRow,
                                         &kUnusualRate, &kSizeDiffers, &kReserved, &kStart};

}  // namespace vitrine::vfx
