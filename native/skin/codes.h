#pragma once
#include <array>
#include <span>

#include "base/codes.h"

namespace vitrine::skin {

inline constexpr Code kSeedInput{
    "SKIN_INPUT", Severity::kError,
    "The input of `vitrine skin` is one JSON object with `convention`, `matrices` and `vertices`."};
inline constexpr Code kSeedMissingMatrix{"SKIN_MISSING_MATRIX", Severity::kError,
                                         "Add the matrix of that joint, or give the joint the weight 0."};

inline constexpr std::array<const Code*, 2> kCodes{&kSeedInput, &kSeedMissingMatrix};
inline std::span<const Code* const> codes() { return kCodes; }

}  // namespace vitrine::skin
