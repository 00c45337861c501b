#pragma once
// Texts of messages of MODELDEF, in the order of their codes.
#include "base/sentences.h"
#include "formats/modeldef/codes.h"

namespace vitrine::modeldef::messages {

using vitrine::messages::kCancelled;

inline constexpr Sentence kNoModelHere{kCompanionIgnored,
                                       "{} {actor has a model|actors have models}, and none of their files is here"};
inline constexpr Sentence kNoModels{kCompanionIgnored, "the file declares no model"};
inline constexpr Sentence kModelExpected{kSyntax, "expected 'model' or '#include', found '{}'"};
inline constexpr Sentence kNameExpected{kSyntax, "expected the name of an actor after 'model'"};
inline constexpr Sentence kBlockExpected{kSyntax, "expected '{' after the name of an actor, found '{}'"};
inline constexpr Sentence kNotClosed{kSyntax, "the block of this model is not closed"};
inline constexpr Sentence kUnknownWord{kSyntax, "unknown word '{}', which is passed over"};
inline constexpr Sentence kNumberExpected{kSyntax, "expected a number after {}, found '{}'"};
inline constexpr Sentence kTextExpected{kSyntax, "expected a name after {}"};
inline constexpr Sentence kIndexBeyond{kSyntax, "{} has the number {}; models are numbered from 0, up to {} here"};
inline constexpr Sentence kSurfaceNumber{kSyntax, "a surface has the number {}; GZDoom knows 0 to 31"};
inline constexpr Sentence kStringNotClosed{kSyntax, "a text begins here and its quotes are not closed"};
inline constexpr Sentence kTooDeep{kSyntax, "files include one another more than {} deep; this one is passed over"};
inline constexpr Sentence kNoSuchAction{kFrame, "no action of {} begins with '{}'"};
inline constexpr Sentence kNoSuchFrame{kFrame, "frame {} of the action '{}': it has the frames 0 to {}"};
inline constexpr Sentence kNoSuchSurface{kSurface, "surface {}: {} has the surfaces 0 to {}"};
inline constexpr Sentence kModelMissing{kFile, "the model '{}' of {} is not among the files"};
inline constexpr Sentence kAnimationMissing{kFile, "the animations '{}' of {} are not among the files"};
inline constexpr Sentence kIncludeMissing{kFile, "the included file '{}' is not among the files"};
inline constexpr Sentence kNotPlaced{kPlacement, "{} of {}: listed, and not applied to the model"};

}  // namespace vitrine::modeldef::messages
