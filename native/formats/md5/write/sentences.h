#pragma once
// Sentences of the MD5 export.
#include "convert/codes.h"

namespace vitrine::md5_export::messages {

inline constexpr Sentence kOtherContent{kExportUnreadable,
                                        "the written files have a different number of meshes or actions"};
inline constexpr Sentence kAboveEngine{kExportEngine, "the model has {} {}, {} takes {} at most{}"};
inline constexpr Sentence kNoTriangle{kNothingToShow, "there is no triangle to write: md5mesh files hold meshes"};
inline constexpr Sentence kModelNotFinite{kNotFinite, "a number of the model is too large to be written"};
inline constexpr Sentence kActionNotFinite{kNotFinite, "a number of '{}' is too large to be written"};
inline constexpr Sentence kMeshTextTooLong{kLimitCount, "the md5mesh would take more than 512 MB of text"};
inline constexpr Sentence kTextTooLong{kLimitCount, "the files would take more than 512 MB of text"};
inline constexpr Sentence kActionTextTooLong{kLimitCount, "'{}' would take more than {} MB of text"};
inline constexpr Sentence kActionTooLong{kLimitCount, "an action is longer than a million seconds"};
inline constexpr Sentence kTooManyFrames{
    kLimitCount, "'{}' would have {} frames of {} joints, where {} {} frames and {} numbers at most"};

}  // namespace vitrine::md5_export::messages
