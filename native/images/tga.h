#pragma once
#include "images/image.h"

namespace vitrine::images {

/// True when the header is one that a TGA can have.
bool is_tga(std::span<const uint8_t> bytes);

/// Truevision TGA: palette, true colour and grey, 8 to 32 bits, plain or run-length coded, any origin. 16 bits are
/// 1-5-5-5. Alpha: of 32 bits always, as the games take it, unless every pixel would be invisible; of 16 bits where the
/// descriptor counts it; not where the extension area calls it undefined. Runs may cross rows.
Result<Image> decode_tga(std::span<const uint8_t> bytes, uint64_t max_pixels);

}  // namespace vitrine::images
