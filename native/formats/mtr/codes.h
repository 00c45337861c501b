#pragma once
// Codes of the readers of material declarations and of Cube's md5.cfg besides the shared ones.
#include <span>

#include "base/codes.h"

namespace vitrine::mtr {

inline constexpr Code kSyntax{"MTR_SYNTAX", Severity::kError,
                              "A declaration is a name and a block in braces; everything before this place is used."};
inline constexpr Code kNotClosed{"MTR_NOT_CLOSED", Severity::kWarning,
                                 "Add the closing brace; the game loses the declaration and all that follow."};
inline constexpr Code kDuplicate{"MTR_DUPLICATE", Severity::kWarning,
                                 "As in the game, the first declaration is used; rename or remove one of them."};
inline constexpr Code kValue{"MTR_VALUE", Severity::kWarning,
                             "The line is passed over; write the value as the game expects it."};
inline constexpr Code kImageProgram{"MTR_IMAGE_PROGRAM", Severity::kInfo,
                                    "Images are shown as they are stored; the game computes this one when it loads."};
inline constexpr Code kStageNotDrawn{
    "MTR_STAGE_NOT_DRAWN", Severity::kInfo,
    "One diffuse, normal, specular and glowing layer is drawn; the other layers are only listed."};
inline constexpr Code kUnusedKey{"MTR_UNUSED_KEY", Severity::kInfo,
                                 "The words steer the game, not the look of the model here; they are listed with it."};
inline constexpr Code kNoMatch{"MTR_NO_MATCH", Severity::kInfo,
                               "Compare the names of the declarations with the shader names of the model."};
inline constexpr Code kConfigMesh{"MD5_CONFIG_MESH", Severity::kWarning,
                                  "Compare the name with the `// meshes:` comments of the md5mesh."};
inline constexpr Code kConfigValue{"MD5_CONFIG_VALUE", Severity::kWarning,
                                   "The line is passed over; write the command as the engine expects it."};

inline constexpr Code kModelDeclaration{"MD5_MODEL_DECLARATION", Severity::kWarning,
                                        "Compare the declaration with the animations; frames are counted from 1."};

inline constexpr Code kAnimationMissing{"MD5_ANIMATION_MISSING", Severity::kInfo,
                                        "Drop these animations together with the model."};

inline constexpr const Code* kCodes[] = {&kSyntax,       &kNotClosed,     &kDuplicate,        &kValue,
                                         &kImageProgram, &kStageNotDrawn, &kUnusedKey,        &kNoMatch,
                                         &kConfigMesh,   &kConfigValue,   &kModelDeclaration, &kAnimationMissing};

}  // namespace vitrine::mtr
