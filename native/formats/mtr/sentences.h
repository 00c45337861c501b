#pragma once
// Texts of messages of material declarations and scripts, in the order of their codes.
#include "base/sentences.h"
#include "formats/mtr/codes.h"

namespace vitrine::mtr::messages {

using vitrine::messages::kCancelled;

inline constexpr Sentence kScriptWithoutCommands{kCompanionIgnored,
                                                 "the script has no commands for the meshes of a model"};
inline constexpr Sentence kNoModelAndSkin{kCompanionIgnored, "the file declares no model and no skin"};
inline constexpr Sentence kBlockNotClosed{kNotClosed, "the block of this declaration is not closed"};
inline constexpr Sentence kDeclaredAbove{kDuplicate, "material \"{}\" is declared in line {} already"};
inline constexpr Sentence kDeclaredIn{kDuplicate, "material \"{}\" is declared in {}, line {} already"};
inline constexpr Sentence kImageProgram{mtr::kImageProgram, "{}of {} the image {}{}"};
inline constexpr Sentence kStagesNotDrawn{kStageNotDrawn, "{}{} {stage is|stages are} listed and not drawn"};
inline constexpr Sentence kUnusedKeys{kUnusedKey, "{}not used here: {}"};
inline constexpr Sentence kNothingAskedFor{kNoMatch,
                                           "{} {material is|materials are} declared, but the model uses none of them"};
inline constexpr Sentence kNoSuchMesh{kConfigMesh, "no mesh is called \"{}\"; there are {}"};
inline constexpr Sentence kMeshAndValue{kConfigValue, "expected a mesh and a value after {}"};
inline constexpr Sentence kNumberExpected{kConfigValue, "expected a number after {}"};
inline constexpr Sentence kFramesPerSecond{kConfigValue, "expected frames per second after md5anim"};
inline constexpr Sentence kAnimationsMissing{
    kAnimationMissing, "{} names {} {animation that is|animations that are} not among the files: {}{}"};
inline constexpr Sentence kScriptMissing{kAnimationMissing,
                                         "the script '{}', which may name animations, is not among the files"};
inline constexpr Sentence kNameExpected{kSyntax, "expected the name of a declaration, found '{}'"};
inline constexpr Sentence kBlockExpected{kSyntax, "expected '{' after the name of a declaration"};
inline constexpr Sentence kProgramNotClosed{kValue, "the image program is not closed as it was opened"};
inline constexpr Sentence kImageExpected{kValue, "expected an image after {}"};
inline constexpr Sentence kNumberAfter{kValue, "expected a number after {}"};
inline constexpr Sentence kTooManyStages{kValue, "more than 256 stages; the others are skipped"};
inline constexpr Sentence kBlockInStage{kValue, "a block inside a stage is passed over"};
inline constexpr Sentence kBlendExpected{kValue, "expected a blend mode after 'blend'"};
inline constexpr Sentence kFactorsExpected{kValue, "expected two factors after blend, found one"};
inline constexpr Sentence kUnknownBlend{kValue, "expected a blend mode, found {}"};
inline constexpr Sentence kModelNameExpected{kModelDeclaration, "expected a name and '{' after '{}'"};
inline constexpr Sentence kFrameExpected{kModelDeclaration, "expected a frame number, found '{}'"};
inline constexpr Sentence kFrameBeyond{kModelDeclaration, "frame {}: the animation has the frames 1 to {}"};
inline constexpr Sentence kShaderExpected{kModelDeclaration, "expected a shader, found '{}'"};

}  // namespace vitrine::mtr::messages
