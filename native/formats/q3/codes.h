#pragma once
// Codes of the readers of Quake III's companions besides the shared ones and those of declarations (formats/mtr).
#include <span>

#include "base/codes.h"

namespace vitrine::q3 {

inline constexpr Code kSkinLine{"SKIN_LINE", Severity::kWarning,
                                "A line is `surface,shader`, or `replace \"surface\" \"shader\"`; write it like that."};
inline constexpr Code kSkinSurface{"SKIN_SURFACE", Severity::kWarning, "Compare the names with the model's surfaces."};

inline constexpr Code kShaderValue{"SHADER_VALUE", Severity::kWarning,
                                   "The keyword changes nothing here; write the value as the game expects it."};
inline constexpr Code kShaderDuplicate{"SHADER_DUPLICATE", Severity::kWarning,
                                       "Quake III takes the last of its files; rename one or take one away."};
inline constexpr Code kShaderImage{"SHADER_IMAGE", Severity::kInfo,
                                   "The game draws only stages; add a stage with the image to the shader."};

inline constexpr Code kAnimationRow{"ANIMATION_ROW", Severity::kWarning,
                                    "A row is `first count looping fps`; write it like that. The others are played."};
inline constexpr Code kAnimationKeyword{
    "ANIMATION_KEYWORD", Severity::kWarning,
    "Quake III begins its list with the first number after a word it does not know; keep such words out of its files."};
inline constexpr Code kAnimationRange{"ANIMATION_RANGE", Severity::kWarning,
                                      "Compare the frames with the model's; those of legs count without the frames of "
                                      "the torso."};

inline constexpr const Code* kAnimationCodes[] = {&kAnimationRow, &kAnimationKeyword, &kAnimationRange};
inline constexpr const Code* kSkinCodes[] = {&kSkinLine, &kSkinSurface};

}  // namespace vitrine::q3
