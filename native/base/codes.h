#pragma once
// The stable codes by which people and programs recognise a fault. Each module lists its own as `inline constexpr Code`
// in its codes.h and names that list in the registry, so that documentation and tests can enumerate them.

#include <cstdint>

namespace vitrine {

/// The numbers are those of the report (0 error .. 3 hint).
enum class Severity : uint8_t { kError = 0, kWarning = 1, kInfo = 2, kHint = 3 };

struct Code {
  const char* id;     ///< upper snake case, prefix of the format: "MD5_INDEX_ORDER"
  Severity severity;  ///< as reported when a message does not say otherwise
  const char* help;   ///< what the reader can do about it, one sentence
};

/// Text of a message with a code. Each `{}` of the text takes the next argument. The sentences of a module stand in
/// its sentences.h.
struct Sentence {
  const Code& code;
  const char* text;
};

inline constexpr uint64_t kNoOffset = ~uint64_t{0};

// Codes that every format shares.
inline constexpr Code kUnknownFormat{
    "UNKNOWN_FORMAT", Severity::kError,
    "Vitrine recognises formats by content; check that the file is complete and is one of the supported kinds."};
inline constexpr Code kLimitInput{
    "LIMIT_INPUT", Severity::kError,
    "The file is larger than the input limit; raise `limits.inputBytes` if you trust it."};
inline constexpr Code kLimitMemory{
    "LIMIT_MEMORY", Severity::kError,
    "The file needs more memory than the limit; raise `limits.heapBytes` if you trust it."};
inline constexpr Code kLimitCount{
    "LIMIT_COUNT", Severity::kError,
    "The file declares more elements than the limit allows; raise the limit it names if you trust it."};
inline constexpr Code kOutOfMemory{"OUT_OF_MEMORY", Severity::kError,
                                   "The machine could not give the memory that this file needs."};
inline constexpr Code kCancelled{"CANCELLED", Severity::kError, "Loading was cancelled."};
inline constexpr Code kTruncated{"TRUNCATED", Severity::kError,
                                 "The file is shorter than its own counts; get a complete copy."};
inline constexpr Code kBadIndex{"BAD_INDEX", Severity::kError, "A reference points outside the table it indexes."};
inline constexpr Code kNotFinite{"NOT_FINITE", Severity::kError,
                                 "A number is NaN or infinite; export the model again."};
inline constexpr Code kNothingToShow{"NOTHING_TO_SHOW", Severity::kError,
                                     "None of the files could be opened; see the other messages."};
inline constexpr Code kCompanionIgnored{"COMPANION_IGNORED", Severity::kInfo,
                                        "This file is not a model; it is used when a model asks for it by name."};
inline constexpr Code kSkinUnknown{"SKIN_UNKNOWN", Severity::kWarning,
                                   "Choose a skin that the opened .skin files declare."};

}  // namespace vitrine
