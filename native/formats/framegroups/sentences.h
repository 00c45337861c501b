#pragma once
// Texts of messages of lists of actions, in the order of their codes.
#include "base/sentences.h"
#include "formats/framegroups/codes.h"

namespace vitrine::framegroups::messages {

using vitrine::messages::kCancelled;

inline constexpr Sentence kNoModel{kCompanionIgnored, "no model with frames is called '{}'"};
inline constexpr Sentence kNoActions{kCompanionIgnored, "the list has no actions; the model keeps its own"};
inline constexpr Sentence kFirstExpected{kSyntax, "expected the first frame, found '{}'"};
inline constexpr Sentence kCountExpected{kSyntax, "expected a frame count after the first frame, found '{}'"};
inline constexpr Sentence kCountMissing{kSyntax, "expected a frame count after the first frame"};
inline constexpr Sentence kNotJson{kSyntax, "the text begins as JSON, but is not valid JSON from here on"};
inline constexpr Sentence kGroupsExpected{kSyntax, "expected a list 'framegroups' in the JSON"};
inline constexpr Sentence kNoFrames{kValue, "action {} has {} frames; FTE leaves it out, DarkPlaces takes one frame"};
inline constexpr Sentence kRateExpected{kValue, "expected frames per second, found '{}'; {} is taken"};
inline constexpr Sentence kRateTooLow{kValue, "{} frames per second: DarkPlaces plays 1, which is taken"};
inline constexpr Sentence kLoopExpected{kValue, "expected 0 or 1 for the loop, found '{}'; the action does not loop"};
inline constexpr Sentence kFrameExpected{kValue, "expected a frame number, found '{}', which is skipped"};
inline constexpr Sentence kBeyond{kRange,
                                  "action '{}' has the frames {} to {}; the model has 0 to {}, and {} to {} are taken"};
inline constexpr Sentence kFrameBeyond{kRange, "action '{}' has the frame {}; the model has 0 to {}"};

}  // namespace vitrine::framegroups::messages
