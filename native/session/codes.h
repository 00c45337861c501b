#pragma once
#include "base/codes.h"

namespace vitrine {

inline constexpr Code kRenderOption{"RENDER_OPTION", Severity::kError, "`vitrine render --help` lists the options."};
inline constexpr Code kCameraUnknown{"CAMERA_UNKNOWN", Severity::kError,
                                     "`vitrine inspect` lists the cameras; without one the view is free."};

inline constexpr Code kModelReplaced{"MODEL_REPLACED", Severity::kInfo,
                                     "Engines show the other model instead; open this one alone to see it."};
inline constexpr Code kImageTie{"IMAGE_TIE", Severity::kInfo,
                                "Open the model with the folder of its own images, or write their path in the model."};

}  // namespace vitrine
