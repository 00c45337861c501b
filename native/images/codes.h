#pragma once
#include "base/codes.h"

namespace vitrine::images {

inline constexpr Code kImageFormat{
    "IMAGE_FORMAT", Severity::kError,
    "TGA, DDS and the formats of the browser can be shown; save the image as one of them, for instance as PNG."};
inline constexpr Code kImageHeader{"IMAGE_HEADER", Severity::kError, "Export the image again."};

}  // namespace vitrine::images
