#pragma once
// Sentences of the input of `vitrine skin`.
#include "skin/codes.h"

namespace vitrine::skin::messages {

inline constexpr Sentence kExpectedNumber{kSeedInput, "expected a number, found {}"};
inline constexpr Sentence kExpectedList{kSeedInput, "expected a list, found {}"};
inline constexpr Sentence kTooManyElements{kSeedInput, "expected at most {} {element|elements}, found {}"};
inline constexpr Sentence kBadJoint{kSeedInput, "expected joint numbers as keys, found another key"};
inline constexpr Sentence kExpectedMatrix{kSeedInput, "expected four lists of four numbers"};
inline constexpr Sentence kExpectedRow{kSeedInput, "expected four numbers"};
inline constexpr Sentence kExpectedObject{kSeedInput, "expected an object, found {}"};
inline constexpr Sentence kExpectedPosition{kSeedInput, "expected three numbers"};
inline constexpr Sentence kWeightCount{kSeedInput, "expected as many weights as joints ({}), found {}"};
inline constexpr Sentence kExpectedJoint{kSeedInput, "expected a joint number"};
inline constexpr Sentence kExpectedJson{kSeedInput, "expected JSON; the text is cut off or malformed"};
inline constexpr Sentence kExpectedConvention{kSeedInput, "expected \"row\" or \"column\""};
inline constexpr Sentence kExpectedMatrices{kSeedInput, "expected an object of matrices by joint number"};
inline constexpr Sentence kInputLarger{kLimitInput, "the input is larger than the limit"};
inline constexpr Sentence kSumNotFinite{kNotFinite, "the sum of the vertex is beyond double precision"};
inline constexpr Sentence kNoRoomForInput{kOutOfMemory, "the input needs more memory than there is"};
inline constexpr Sentence kMissingMatrix{kSeedMissingMatrix, "vertex {} is weighted to joint {}, which has no matrix"};

}  // namespace vitrine::skin::messages
