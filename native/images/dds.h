#pragma once
// DDS files: contents of the header, and the 4 x 4 block codings of Direct3D.

#include <cstdint>

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

// The 4 x 4 block codings of Direct3D (BC1 to BC5), as its documentation of block compression defines them.

/// 16 pixels of RGBA, rows from the top.
using Block = uint8_t[16][4];

/// 8 bytes. Without `has_alpha` the fourth colour of a three-colour block is black, else transparent black.
void decode_bc1(const uint8_t* in, bool has_alpha, Block& out);
/// 16 bytes each: explicit alpha, interpolated alpha.
void decode_bc2(const uint8_t* in, Block& out);
void decode_bc3(const uint8_t* in, Block& out);
/// One channel from 8 bytes, into channel `channel` of every pixel; signed values map -1..1 to 0..255.
void decode_bc4(const uint8_t* in, bool is_signed, int channel, Block& out);

// Rare features of DDS files; the core for images leaves them to the full core (native/wasm/view/images.cpp).

/// Numbers of DXGI_FORMAT; false for one that is not known.
bool take_dxgi(uint32_t format, DdsInfo& info);
/// Are codings of one or two channels decoded?
bool decodes_channels();
/// BC4 as grey, BC5 as a normal.
void decode_channels(DdsCoding coding, const uint8_t* in, Block& block);

}  // namespace vitrine::images
