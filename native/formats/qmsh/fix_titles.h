#pragma once
// Titles of fixes: one sentence each, without a full stop; the page translates them.

namespace vitrine::qmsh::fix_titles {

inline constexpr const char* kFlags = "Clear undefined flag bits";
inline constexpr const char* kNoBones = "Set the counts of bones and animations to 0";
inline constexpr const char* kNoGroups = "Set the count of missing groups to 0";
inline constexpr const char* kOffset = "Correct the offset of the points in the header";
inline constexpr const char* kBounds = "Recompute the bounding sphere and box";
inline constexpr const char* kNanWeights = "Replace NaN weights with 1";
inline constexpr const char* kWeightRange = "Clamp weights to the range 0 to 1";
inline constexpr const char* kNormals = "Normalise normals";
inline constexpr const char* kTangents = "Make tangents and binormals perpendicular to the normal";
inline constexpr const char* kVertexRanges = "Correct the vertex ranges of submeshes";
inline constexpr const char* kKeyOrder = "Move keys that run backwards to the time of the previous key";
inline constexpr const char* kRotations = "Normalise rotations";
inline constexpr const char* kLengths = "Set the length of animations to their last key";
inline constexpr const char* kPointBones = "Assign points without a bone to bone 0";
inline constexpr const char* kPointTypes = "Change points of unknown type to plain points";
inline constexpr const char* kTrailing = "Remove bytes after the last section";
inline constexpr const char* kCounts = "Correct counts";
inline constexpr const char* kMark = "Remove the byte order mark";
inline constexpr const char* kPointOrder = "Sort points by frame";
inline constexpr const char* kMissingVertices = "Remove entries of missing vertices";
inline constexpr const char* kFps = "Add the frame rate that is used";

}  // namespace vitrine::qmsh::fix_titles
