#pragma once
// Images that models name and platforms cannot decode: TGA and DDS. Files are hostile; what comes out is plain RGBA.

#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "base/result.h"

namespace vitrine::images {

struct Image {
  uint32_t width = 0, height = 0;
  std::vector<uint8_t> rgba;  ///< 4 bytes a pixel, rows from the top, colours not multiplied by alpha
  bool has_alpha = false;     ///< some pixel is not opaque
};

inline constexpr uint64_t kMaxPixels = uint64_t{8192} * 8192;

enum class Container : uint8_t { kTga, kDds, kPng, kJpeg, kGif, kBmp, kWebp, kUnknown };
/// Recognises an image by its first bytes; TGA has none and is recognised by a header that makes sense.
Container sniff(std::span<const uint8_t> bytes);

/// A TGA or the first surface of a DDS. IMAGE_FORMAT for what is neither or uses a coding that is not known,
/// IMAGE_HEADER (also for PNG, JPEG and the like: the host has already tried them), LIMIT_COUNT over `max_pixels`,
/// TRUNCATED.
Result<Image> decode(std::span<const uint8_t> bytes, uint64_t max_pixels = kMaxPixels);

}  // namespace vitrine::images
