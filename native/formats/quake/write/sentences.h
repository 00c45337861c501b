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
inline constexpr Sentence kNoPlayers{kExportEngine, "players in three parts are of Quake III: --for ioquake3"};
inline constexpr Sentence kNoNodeToCut{kExportOption,
                                       "no joint or object is called '{}': say where to cut, as torso=NAME,head=NAME"};
inline constexpr Sentence kHeadNotAbove{kExportOption,
                                        "the head is not below the torso: --cut torso=NAME,head=NAME names joints of "
                                        "one chain"};
inline constexpr Sentence kNoTriangleOfPart{
    kExportEngine, "nothing of the model moves with the player's {}: cut it elsewhere with --cut torso=NAME,head=NAME"};
inline constexpr Sentence kPartOffGrid{kExportEngine,
                                       "{}.md3 reaches {} units from its tag, and an MD3 511: --scale makes it fit"};
inline constexpr Sentence kLevelsOfPlayer{kExportOption, "levels of detail of a player's parts are not written"};
inline constexpr Sentence kLevelsNeedEngine{
    kExportEngine,
    "lower levels of detail are files that some engines look for: name one with --for: ioquake3, "
    "daemon or fteqw"};
inline constexpr Sentence kNoLevels{kExportEngine, "{} reads no lower levels of detail of an MD3: leave --lod out"};
inline constexpr Sentence kTooManyLevels{kExportEngine, "{} lower levels of detail are asked for, {} reads {} at most"};
inline constexpr Sentence kNoSimplifier{
    kExportEngine, "nothing here makes fewer triangles: in the module, `await loadSimplifier()` comes first"};
inline constexpr Sentence kNothingToSimplify{kNothingToShow,
                                             "the model has no triangle, so it has no levels of detail"};
inline constexpr Sentence kNotSimplified{kExportUnreadable, "the model could not be made of fewer triangles"};
inline constexpr Sentence kOtherContent{kExportUnreadable,
                                        "the written file has a different number of vertices, frames or tags"};

}  // namespace vitrine::md3_export::messages
