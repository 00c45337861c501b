#pragma once
// Titles of fixes: one sentence each, without a full stop; the page translates them.

namespace vitrine::iqm::fix_titles {

inline constexpr const char* kCounts = "Correct counts";
inline constexpr const char* kFlags = "Clear undefined flag bits";
inline constexpr const char* kRate = "Change the frame rate to a positive whole number";

}  // namespace vitrine::iqm::fix_titles
