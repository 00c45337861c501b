#pragma once
// Titles of fixes: one sentence each, without a full stop; the page translates them.

namespace vitrine::md5::fix_titles {

inline constexpr const char* kCounts = "Correct counts";
inline constexpr const char* kBrace = "Add the closing brace";
inline constexpr const char* kLineEnds = "Convert line endings to LF";
inline constexpr const char* kNumbers = "Write numbers in the form that the game reads";
inline constexpr const char* kOrder = "Sort lines by their numbers";
inline constexpr const char* kOrientations = "Normalise orientations";
inline constexpr const char* kWeights = "Normalise vertex weights";
inline constexpr const char* kBounds = "Write one line of bounds per frame";
inline constexpr const char* kAnimFlags = "Keep only the six defined flag bits";
inline constexpr const char* kFrameOrder = "Number frames in playback order";
inline constexpr const char* kRate = "Change the frame rate to a positive whole number";
inline constexpr const char* kCuts = "Sort camera cuts";

}  // namespace vitrine::md5::fix_titles
