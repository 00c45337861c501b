#pragma once
// Sentences of the IQM and IQE export.
#include "convert/codes.h"

namespace vitrine::iqm_export::messages {

inline constexpr Sentence kNoTriangle{kNothingToShow, "there is no triangle to write: IQM files hold meshes"};
inline constexpr Sentence kNoActionFiles{
    kExportEngine, "{} plays the actions of the model's own file alone: leave --actions-apart out"};
inline constexpr Sentence kTooManyJoints{kExportEngine, "the model has {} joints, and the bytes of an IQM can name {}"};
inline constexpr Sentence kAboveEngine{kExportEngine, "the model has {} {}, {} takes {} at most"};
inline constexpr Sentence kModelNotFinite{kNotFinite, "a number of the model is too large to be written"};
inline constexpr Sentence kActionNotFinite{kNotFinite, "a number of '{}' is too large to be written"};
inline constexpr Sentence kActionTooLong{kLimitCount, "an action is longer than a million seconds"};
inline constexpr Sentence kTooManyFrames{
    kLimitCount, "with '{}' the file would have {} frames more of {} joints, and readers take {} poses of joints"};
inline constexpr Sentence kTooLarge{kLimitCount, "the file would have more than {} MB"};
inline constexpr Sentence kOtherContent{kExportUnreadable,
                                        "the written file has a different number of vertices or actions"};

}  // namespace vitrine::iqm_export::messages
