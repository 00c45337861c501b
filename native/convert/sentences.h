#pragma once
// Sentences of exports.
#include "convert/codes.h"

namespace vitrine::messages {

inline constexpr Sentence kNoModel{kNothingToShow, "there is no model to write"};
inline constexpr Sentence kUnknownKind{kExportKind, "cannot write \"{}\"; the kinds are {}"};
inline constexpr Sentence kOptionsNoObject{kExportOption, "the options are not a JSON object"};
inline constexpr Sentence kOptionWants{kExportOption, "the option \"{}\" must be {}"};
inline constexpr Sentence kTooMuchMotion{
    kLimitCount, "{} vertices in all their frames are more than the {} points that joints are found for"};
inline constexpr Sentence kNotRecognised{kExportUnreadable,
                                         "the file that was written would not open: its content is not recognised"};
inline constexpr Sentence kWouldNotOpen{kExportUnreadable, "the file that was written would not open: {}, {}"};
inline constexpr Sentence kNoRoom{kOutOfMemory, "the machine could not give the memory that this file needs"};

}  // namespace vitrine::messages
