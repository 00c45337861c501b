#pragma once
// Codes of the md5 readers besides the shared ones.
#include <span>

#include "base/codes.h"

namespace vitrine::md5 {

// Errors: the file cannot be drawn or played as it is.
inline constexpr Code kSyntax{
    "MD5_SYNTAX", Severity::kError,
    "The text does not follow the grammar here; compare the line with a neighbour of its kind."};
inline constexpr Code kVersion{"MD5_VERSION", Severity::kError,
                               "Vitrine reads version 10 and the version 6 of the 2002 alpha; export the model again."};
inline constexpr Code kBadNumber{"MD5_NUMBER", Severity::kError,
                                 "A number here is out of the range its meaning allows."};
inline constexpr Code kCount{"MD5_COUNT", Severity::kError,
                             "The count and the lines that follow contradict each other; export the model again."};
inline constexpr Code kIndex{"MD5_INDEX", Severity::kError, "The number points outside the list it refers to."};
inline constexpr Code kDuplicate{"MD5_DUPLICATE", Severity::kError, "Two lines claim the same place in their list."};
inline constexpr Code kBadHierarchy{"MD5_HIERARCHY", Severity::kError, "The parents of the joints do not form a tree."};

// Warnings: read all the same. Those marked (game) are refused by id's own loader.
inline constexpr Code kIndexOrder{
    "MD5_INDEX_ORDER", Severity::kWarning,
    "Vitrine uses the written numbers, as most tools do; the game uses the order of lines."};
inline constexpr Code kNumMeshes{"MD5_NUM_MESHES", Severity::kWarning,
                                 "All mesh blocks are shown; correct numMeshes for the game."};
inline constexpr Code kNoWeights{
    "MD5_NO_WEIGHTS", Severity::kWarning,
    "(game) Vertices without weights stay at the origin; weight them in the modelling tool."};
inline constexpr Code kWeightsMissing{"MD5_WEIGHTS_MISSING", Severity::kWarning,
                                      "The mesh has no weights at all, so every vertex stays at the origin."};
inline constexpr Code kWeightSum{
    "MD5_WEIGHT_SUM", Severity::kWarning,
    "The weights of a vertex should sum to 1; otherwise it moves towards or away from the origin."};
inline constexpr Code kParentOrder{"MD5_PARENT_ORDER", Severity::kWarning,
                                   "A joint precedes its parent; the game needs parents first."};
inline constexpr Code kMissingKey{"MD5_MISSING_KEY", Severity::kWarning,
                                  "(game) A key that the game insists on is absent."};
inline constexpr Code kUnknownKey{"MD5_UNKNOWN_KEY", Severity::kWarning,
                                  "(game) The key or block is skipped; it belongs to another program's dialect."};
inline constexpr Code kKeyOrder{"MD5_KEY_ORDER", Severity::kWarning,
                                "(game) The game needs the keys in their fixed order."};
inline constexpr Code kNotClosed{"MD5_NOT_CLOSED", Severity::kWarning,
                                 "(game) Add the closing brace at the end of the file."};
inline constexpr Code kTrailing{"MD5_TRAILING", Severity::kWarning,
                                "Everything the file declares was read; what follows is ignored, as the game does."};
inline constexpr Code kNumberForm{"MD5_NUMBER_FORM", Severity::kWarning,
                                  "(game) The number is written in a form that the game's lexer does not read."};
inline constexpr Code kOctal{"MD5_OCTAL", Severity::kWarning,
                             "An integer that starts with 0 is octal to the game, and is read so here."};
inline constexpr Code kCrOnly{
    "MD5_CR_ONLY", Severity::kWarning,
    "(game) With bare CR line ends the first comment hides the rest of the file from the game."};
inline constexpr Code kAnimRoots{"MD5_ANIM_ROOTS", Severity::kWarning,
                                 "(game) The game allows one root joint in an animation, and it must be the first."};
inline constexpr Code kAnimFlags{"MD5_ANIM_FLAGS", Severity::kWarning,
                                 "(game) Only the six lowest bits have a meaning."};
inline constexpr Code kAnimComponents{"MD5_ANIM_COMPONENTS", Severity::kWarning,
                                      "(game) The component numbers leave the range that the game checks."};
inline constexpr Code kBoundsCount{"MD5_BOUNDS_COUNT", Severity::kWarning,
                                   "(game) There must be one line of bounds per frame."};
inline constexpr Code kFrameOrder{"MD5_FRAME_ORDER", Severity::kWarning,
                                  "(game) Frames play in the order of the file; the game needs them numbered 0, 1, 2."};
inline constexpr Code kFrameRate{"MD5_FRAME_RATE", Severity::kWarning,
                                 "The game takes whole frame rates above 0; set the rate the animation was made for."};
inline constexpr Code kCutDialect{"MD5_CUT_DIALECT", Severity::kWarning,
                                  "(game) Camera cuts of a virtual-reality port; the stock game does not read them."};
inline constexpr Code kCutOrder{"MD5_CUT_ORDER", Severity::kWarning,
                                "The game expects cuts in ascending order; sort them in the file."};

inline constexpr Code kOptional{"MD5_OPTIONAL", Severity::kWarning,
                                "(game) A part that the picture does not need is faulty; export the file again."};

// For information.
inline constexpr Code kQuaternionLength{
    "MD5_QUATERNION_LENGTH", Severity::kInfo,
    "Stored orientations longer than 1 are not rotations; the game and Vitrine draw the distorted result."};
inline constexpr Code kExperimental{
    "MD5_EXPERIMENTAL", Severity::kInfo,
    "No real version 6 file was available when this reader was written; please report how yours looks."};
inline constexpr Code kGameRefuses{"MD5_GAME_REFUSES", Severity::kHint,
                                   "Correct the warnings marked (game) before you give the file to the game."};

inline constexpr Code kScale{"MD5_SCALE", Severity::kWarning,
                             "A joint or frame of the .md5scale is not in the animation; nothing is scaled there."};

inline constexpr const Code* kCodes[] = {
    &kSyntax,     &kVersion,          &kBadNumber,      &kCount,       &kIndex,      &kDuplicate,      &kBadHierarchy,
    &kIndexOrder, &kQuaternionLength, &kWeightSum,      &kNumMeshes,   &kNoWeights,  &kWeightsMissing, &kParentOrder,
    &kMissingKey, &kUnknownKey,       &kKeyOrder,       &kNotClosed,   &kNumberForm, &kOctal,          &kCrOnly,
    &kAnimRoots,  &kAnimFlags,        &kAnimComponents, &kBoundsCount, &kFrameOrder, &kFrameRate,      &kCutDialect,
    &kCutOrder,   &kExperimental,     &kGameRefuses,    &kScale,       &kTrailing,   &kOptional};

}  // namespace vitrine::md5
