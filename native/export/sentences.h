#pragma once
// Sentences of exports.
#include "export/codes.h"

namespace vitrine::says {

inline constexpr Sentence kNoModel{kNothingToShow, "there is no model to write"};
inline constexpr Sentence kUnknownKind{kExportKind, "cannot write \"{}\"; the kinds are {}"};
inline constexpr Sentence kOptionsNoObject{kExportOption, "the options are not a JSON object"};
inline constexpr Sentence kOptionWants{kExportOption, "the option \"{}\" wants {}"};
inline constexpr Sentence kWouldNotOpen{kExportUnreadable, "the file that was written would not open: {}, {}"};
inline constexpr Sentence kNotRecognised{kExportUnreadable,
                                         "the file that was written would not open: its content is not recognised"};
inline constexpr Sentence kOtherContent{kExportUnreadable,
                                        "the files that were written hold other things than were meant"};
inline constexpr Sentence kAboveEngine{kExportEngine, "the model has {} {}, {} takes {} at most{}"};
inline constexpr Sentence kGlbMeshesTooLarge{kLimitCount, "the meshes would take {} bytes, the limit is 1 GB"};
inline constexpr Sentence kGlbTooManyJoints{kLimitCount, "a skin has {} joints, where a GLB can number 65534"};
inline constexpr Sentence kGlbTooLarge{kLimitCount, "the file would be larger than 1 GB"};
inline constexpr Sentence kBeyondSingle{kNotFinite, "a number of the scene is too large for single precision"};
inline constexpr Sentence kNoTriangle{kNothingToShow, "there is no triangle to write: md5mesh files hold meshes"};
inline constexpr Sentence kModelNotFinite{kNotFinite, "a number of the model is too large to be written"};
inline constexpr Sentence kActionNotFinite{kNotFinite, "a number of '{}' is too large to be written"};
inline constexpr Sentence kMeshTextTooLong{kLimitCount, "the md5mesh would take more than 512 MB of text"};
inline constexpr Sentence kTextTooLong{kLimitCount, "the files would take more than 512 MB of text"};
inline constexpr Sentence kActionTextTooLong{kLimitCount, "'{}' would take more than {} MB of text"};
inline constexpr Sentence kActionTooLong{kLimitCount, "an action is longer than a million seconds"};
inline constexpr Sentence kTooManyFrames{
    kLimitCount, "'{}' would have {} frames of {} joints, where {} {} frames and {} numbers at most"};
inline constexpr Sentence kQmshTooLarge{kLimitCount,
                                        "{} vertices and {} triangles so far; a QMSH binary holds 65535 of each"};
inline constexpr Sentence kQmshTooManyBones{kLimitCount, "{} bones; a QMSH binary holds 255"};
inline constexpr Sentence kNoRoom{kOutOfMemory, "the machine could not give the memory that this file needs"};

}  // namespace vitrine::says
