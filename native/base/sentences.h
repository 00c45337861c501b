#pragma once
// Texts of messages with the shared codes.
#include "base/codes.h"

namespace vitrine::messages {

inline constexpr Sentence kMemory{kLimitMemory, "this would need {} more {byte|bytes} of memory, the limit leaves {}"};
inline constexpr Sentence kLimit{kLimitCount, "{} {} are more than the limit of {}"};
inline constexpr Sentence kCancelled{vitrine::kCancelled, "loading was cancelled"};
inline constexpr Sentence kInputTooLarge{kLimitInput, "the file has {} {byte|bytes}, the limit is {}"};
inline constexpr Sentence kNoRoomForFile{kOutOfMemory, "not enough memory for the {} bytes of this file"};
inline constexpr Sentence kNoRoomWhileReading{kOutOfMemory, "the machine gave no more memory while reading this file"};
inline constexpr Sentence kNoRoomForDocument{kOutOfMemory, "the machine gave no more memory for this document"};
inline constexpr Sentence kEmptyFile{kUnknownFormat, "the file is empty"};
inline constexpr Sentence kUnrecognised{kUnknownFormat, "unrecognised file format{}"};
inline constexpr Sentence kLfsPointer{
    kUnknownFormat, "a Git LFS pointer of {} bytes, not the file itself; fetch the file with git lfs pull"};
inline constexpr Sentence kNeighbour{kUnknownFormat, "{}"};
inline constexpr Sentence kNothingShown{kNothingToShow, "nothing in these files can be shown"};
inline constexpr Sentence kMaterialsAlone{kNothingToShow, "materials are declared, but no model uses them"};

}  // namespace vitrine::messages
