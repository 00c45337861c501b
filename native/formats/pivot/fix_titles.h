#pragma once
// Titles of fixes: one sentence each, without a full stop; the page translates them.

namespace vitrine::pivot::fix_titles {

inline constexpr const char* kTrailing = "Remove bytes after the last record";
inline constexpr const char* kUnknownFlags = "Clear undefined flag bits";
inline constexpr const char* kFlags = "Set the surface flag of objects that have surfaces";
inline constexpr const char* kRotations = "Replace zero quaternions with no rotation";
inline constexpr const char* kNormals = "Recompute zero normals from the triangles";
inline constexpr const char* kInfluences = "Remove influences of missing bones and normalise the rest";

}  // namespace vitrine::pivot::fix_titles
