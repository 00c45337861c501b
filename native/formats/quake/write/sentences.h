#pragma once
// Sentences of the MD3 export.
#include "convert/codes.h"

namespace vitrine::md3_export::messages {

inline constexpr Sentence kNothing{kNothingToShow, "there is no triangle and no tag to write: MD3 files hold those"};
inline constexpr Sentence kNoSurface{kExportEngine,
                                     "the model has no triangle, and {} refuses an MD3 without surfaces"};
inline constexpr Sentence kAboveEngine{kExportEngine, "the model has {} {}, {} takes {} at most"};
inline constexpr Sentence kTooManyFrames{
    kExportEngine, "the model has {} frames, {} takes {} at most: leave actions out, or lower the rate with --fps"};
inline constexpr Sentence kTooLarge{
    kLimitCount, "the file would have {} frames of {} vertices, and {} vertices in all are the most that is written"};
inline constexpr Sentence kOffGrid{
    kExportEngine, "the model reaches {} units from its origin, and an MD3 511: --scale {} makes it fit"};
inline constexpr Sentence kModelNotFinite{kNotFinite, "a number of the model is too large to be written"};
inline constexpr Sentence kActionTooLong{kLimitCount, "an action is longer than a million seconds"};
inline constexpr Sentence kOtherContent{kExportUnreadable,
                                        "the written file has a different number of vertices, frames or tags"};

}  // namespace vitrine::md3_export::messages
