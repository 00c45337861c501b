#pragma once
// Titles of fixes: one sentence each, without a full stop; the page translates them.

namespace vitrine::kri::fix_titles {

inline constexpr const char* kValues = "Normalise rotations; assign weights without a bone to the mesh object";
inline constexpr const char* kEnd = "Remove everything after the last complete chunk";

}  // namespace vitrine::kri::fix_titles
