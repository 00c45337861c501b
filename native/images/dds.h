#pragma once
#include "images/image.h"

namespace vitrine::images {

/// How the pixels of a DDS are kept.
enum class DdsCoding : uint8_t { kBc1, kBc2, kBc3, kBc4, kBc4Signed, kBc5, kBc5Signed, kMasks };

/// Contents of the header: DirectDraw surface, with or without the DX10 extension.
struct DdsInfo {
  uint32_t width = 0, height = 0;
  uint32_t mips = 1;   ///< of every face
  uint32_t faces = 1;  ///< 6 = a cube map; array elements are faces as well
  DdsCoding coding = DdsCoding::kMasks;
  bool swizzled = false;       ///< red in alpha: RXGB, and normal maps of some games
  bool premultiplied = false;  ///< DXT2 and DXT4
  uint32_t bits = 0;           ///< kMasks: of a pixel
  uint32_t masks[4] = {};      ///< kMasks: red, green, blue, alpha
  bool is_grey = false;        ///< kMasks: red is luminance
  uint64_t data_offset = 0;
};

bool is_dds(std::span<const uint8_t> bytes);
/// IMAGE_FORMAT for codings that are not listed above, IMAGE_HEADER, LIMIT_COUNT, TRUNCATED.
Result<DdsInfo> read_dds(std::span<const uint8_t> bytes, uint64_t max_pixels);
/// One mip level of one face as RGBA. Of BC4 grey; of BC5 a normal, z computed. `bytes` are those `info` was read from.
Result<Image> decode_dds(std::span<const uint8_t> bytes, const DdsInfo& info, uint32_t face, uint32_t mip);

}  // namespace vitrine::images
