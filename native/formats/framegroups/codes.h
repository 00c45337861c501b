#pragma once
// Codes of the reader of lists of actions besides the shared ones.
#include <span>

#include "base/codes.h"

namespace vitrine::framegroups {

inline constexpr Code kSyntax{"FRAMEGROUPS_SYNTAX", Severity::kWarning,
                              "A line is `first count rate loop name`; write it like that."};
inline constexpr Code kValue{
    "FRAMEGROUPS_VALUE", Severity::kWarning,
    "Write the value as the engines expect it; the message gives the value that is used instead."};
inline constexpr Code kRange{"FRAMEGROUPS_RANGE", Severity::kWarning,
                             "Compare the frames with the model's; frames are counted from 0."};

inline constexpr const Code* kCodes[] = {&kSyntax, &kValue, &kRange};

}  // namespace vitrine::framegroups
