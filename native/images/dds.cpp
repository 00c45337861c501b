#include "images/dds.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <string>

#include "base/byte_reader.h"
#include "base/checked.h"
#include "images/codes.h"
#include "images/sentences.h"

namespace vitrine::images {
namespace {

constexpr uint32_t kMagic = 0x20534444, kHeaderSize = 124, kFormatSize = 32;
constexpr uint32_t kHasAlpha = 1, kAlphaOnly = 2, kFourCc = 4, kRgb = 0x40, kLuminance = 0x20000;
constexpr uint32_t kCube = 0x200, kCubeFaces = 0xFC00, kVolume = 0x200000;
constexpr uint32_t kMaxMips = 32, kMaxFaces = 4096;

constexpr uint32_t four_cc(const char (&text)[5]) {
  uint32_t out = 0;
  for (int i = 3; i >= 0; --i) out = out << 8 | static_cast<uint8_t>(text[i]);
  return out;
}

std::string four_cc_text(uint32_t code) {
  std::string out;
  for (int i = 0; i < 4; ++i) {
    const auto c = static_cast<char>(code >> (8 * i) & 255);
    out += c >= ' ' && c <= '~' ? c : '?';
  }
  return out;
}

bool take_four_cc(uint32_t code, DdsInfo& info) {
  struct Row {
    uint32_t code;
    DdsCoding coding;
    bool swizzled, premultiplied;
  };
  static constexpr Row kRows[] = {
      {four_cc("DXT1"), DdsCoding::kBc1, false, false},       {four_cc("DXT2"), DdsCoding::kBc2, false, true},
      {four_cc("DXT3"), DdsCoding::kBc2, false, false},       {four_cc("DXT4"), DdsCoding::kBc3, false, true},
      {four_cc("DXT5"), DdsCoding::kBc3, false, false},       {four_cc("RXGB"), DdsCoding::kBc3, true, false},
      {four_cc("ATI1"), DdsCoding::kBc4, false, false},       {four_cc("BC4U"), DdsCoding::kBc4, false, false},
      {four_cc("BC4S"), DdsCoding::kBc4Signed, false, false}, {four_cc("ATI2"), DdsCoding::kBc5, false, false},
      {four_cc("BC5U"), DdsCoding::kBc5, false, false},       {four_cc("BC5S"), DdsCoding::kBc5Signed, false, false},
  };
  for (const Row& row : kRows) {
    if (row.code != code || (!decodes_channels() && row.coding >= DdsCoding::kBc4 && row.coding != DdsCoding::kMasks))
      continue;
    info.coding = row.coding, info.swizzled = row.swizzled, info.premultiplied = row.premultiplied;
    return true;
  }
  return false;
}

size_t block_bytes(DdsCoding coding) {
  return coding == DdsCoding::kBc1 || coding == DdsCoding::kBc4 || coding == DdsCoding::kBc4Signed ? 8 : 16;
}

uint64_t level_bytes(const DdsInfo& info, uint32_t mip) {
  const uint64_t w = std::max(1u, info.width >> mip), h = std::max(1u, info.height >> mip);
  if (info.coding == DdsCoding::kMasks) return (w * info.bits + 7) / 8 * h;
  return (w + 3) / 4 * ((h + 3) / 4) * block_bytes(info.coding);
}

/// A masked field as 0..255.
uint8_t field(uint32_t pixel, uint32_t mask) {
  if (mask == 0) return 0;
  const int shift = std::countr_zero(mask);
  const uint64_t value = (pixel & mask) >> shift, most = mask >> shift;
  return static_cast<uint8_t>((value * 255 + most / 2) / most);
}

void decode_masks(const DdsInfo& info, const uint8_t* in, Image& image) {
  const size_t bytes = info.bits / 8, row_bytes = size_t{image.width} * bytes;
  for (size_t y = 0; y < image.height; ++y) {
    for (size_t x = 0; x < image.width; ++x) {
      const uint8_t* at = in + y * row_bytes + x * bytes;
      uint32_t pixel = 0;
      for (size_t i = bytes; i-- > 0;) pixel = pixel << 8 | at[i];
      uint8_t* out = image.rgba.data() + (y * image.width + x) * 4;
      for (size_t k = 0; k < 3; ++k) out[k] = field(pixel, info.masks[info.is_grey ? 0 : k]);
      out[3] = info.masks[3] == 0 ? 255 : field(pixel, info.masks[3]);
    }
  }
}

void decode_block(const DdsInfo& info, const uint8_t* in, Block& block) {
  switch (info.coding) {
    case DdsCoding::kBc1:
      return decode_bc1(in, true, block);
    case DdsCoding::kBc2:
      return decode_bc2(in, block);
    case DdsCoding::kBc3:
      return decode_bc3(in, block);
    case DdsCoding::kBc4:
    case DdsCoding::kBc4Signed:
    case DdsCoding::kBc5:
    case DdsCoding::kBc5Signed:
      return decode_channels(info.coding, in, block);
    case DdsCoding::kMasks:
      return;
  }
}

void decode_blocks(const DdsInfo& info, const uint8_t* in, Image& image) {
  Block block{};
  for (uint32_t top = 0; top < image.height; top += 4) {
    for (uint32_t left = 0; left < image.width; left += 4, in += block_bytes(info.coding)) {
      decode_block(info, in, block);
      for (uint32_t y = top; y < std::min(top + 4, image.height); ++y) {
        for (uint32_t x = left; x < std::min(left + 4, image.width); ++x)
          std::copy_n(block[(y - top) * 4 + (x - left)], 4, &image.rgba[(size_t{y} * image.width + x) * 4]);
      }
    }
  }
}

void finish(const DdsInfo& info, Image& image) {
  uint8_t all = 255;
  for (size_t i = 0; i < image.rgba.size(); i += 4) {
    uint8_t* p = &image.rgba[i];
    if (info.swizzled) p[0] = p[3], p[3] = 255;
    if (info.premultiplied && p[3] != 0) {
      for (int k = 0; k < 3; ++k) p[k] = static_cast<uint8_t>(std::min(255, (p[k] * 255 + p[3] / 2) / p[3]));
    }
    all &= p[3];
  }
  image.has_alpha = all != 255;
}

struct PixelFormat {
  uint32_t flags = 0, code = 0, bits = 0, masks[4] = {};
};

Status take_pixel_format(const PixelFormat& format, ByteReader& reader, DdsInfo& info) {
  if ((format.flags & kFourCc) != 0) {
    if (format.code == four_cc("DX10")) {
      const uint32_t dxgi = reader.u32(), dimension = reader.u32(), misc = reader.u32(), elements = reader.u32();
      reader.u32();
      if (!reader.ok()) return Error{messages::kEndsInDx10Header, reader.offset()};
      if (!take_dxgi(dxgi, info)) return Error{messages::kDxgiFormat, 128, {dxgi}};
      if (dimension != 3) return Error{messages::kNotTwoDimensional, 132};
      if (elements == 0 || elements > kMaxFaces) return Error{messages::kArraySize, 140};
      info.faces = elements * ((misc & 4) != 0 ? 6 : 1);
    } else if (!take_four_cc(format.code, info)) {
      return Error{messages::kUnknownCoding, 84, {four_cc_text(format.code)}};
    }
    return ok_status();
  }
  if ((format.flags & (kRgb | kLuminance | kAlphaOnly)) == 0) return Error{messages::kNeitherCodedNorPlain, 80};
  if (format.bits != 8 && format.bits != 16 && format.bits != 24 && format.bits != 32)
    return Error{messages::kBitsPerPixel, 88, {format.bits}};
  info.bits = format.bits;
  std::copy_n(format.masks, 4, info.masks);
  info.is_grey = (format.flags & kLuminance) != 0;
  if ((format.flags & (kHasAlpha | kAlphaOnly)) == 0) info.masks[3] = 0;
  return ok_status();
}

}  // namespace

bool is_dds(std::span<const uint8_t> bytes) {
  ByteReader reader(bytes);
  return reader.u32() == kMagic && reader.ok();
}

Result<DdsInfo> read_dds(std::span<const uint8_t> bytes, uint64_t max_pixels) {
  ByteReader reader(bytes);
  reader.skip(4);
  const uint32_t size = reader.u32();
  reader.skip(4);
  DdsInfo info;
  info.height = reader.u32();
  info.width = reader.u32();
  reader.skip(8);
  const uint32_t mips = reader.u32();
  reader.skip(44);
  const uint64_t format_at = reader.offset();
  const uint32_t format_size = reader.u32();
  PixelFormat format;
  format.flags = reader.u32();
  format.code = reader.u32();
  format.bits = reader.u32();
  for (uint32_t& mask : format.masks) mask = reader.u32();
  reader.u32();
  const uint32_t caps = reader.u32();
  reader.skip(12);
  if (!reader.ok()) return Error{messages::kEndsInHeader, bytes.size()};
  if (size != kHeaderSize) return Error{messages::kDdsHeaderSize, 4, {size}};
  if (format_size != kFormatSize) return Error{messages::kPixelFormatSize, format_at, {format_size}};
  if (info.width == 0 || info.height == 0) return Error{messages::kNoPixels, 12};
  if (saturating_mul(info.width, info.height) > max_pixels) return Error{messages::kTooManyPixels, 12, {max_pixels}};
  if ((caps & kVolume) != 0) return Error{messages::kVolumeTexture, 112};
  if ((caps & kCube) != 0) info.faces = static_cast<uint32_t>(std::popcount(caps & kCubeFaces));
  if (info.faces == 0) return Error{messages::kCubeWithoutFace, 112};
  // 0 means unspecified; a count above the number of halvings is clamped.
  const auto most = static_cast<uint32_t>(std::bit_width(std::max(info.width, info.height)));
  info.mips = std::clamp(mips, 1u, std::min(most, kMaxMips));
  VITRINE_CHECK(take_pixel_format(format, reader, info));
  info.data_offset = reader.offset();
  return info;
}

Result<Image> decode_dds(std::span<const uint8_t> bytes, const DdsInfo& info, uint32_t face, uint32_t mip) {
  uint64_t chain = 0, before = 0;
  for (uint32_t i = 0; i < info.mips; ++i) {
    if (i == mip) before = chain;
    chain += level_bytes(info, i);
  }
  const uint64_t at = saturating_add(info.data_offset + before, saturating_mul(chain, face));
  const uint64_t needed = level_bytes(info, mip);
  if (!range_inside(at, needed, bytes.size())) return Error{messages::kLevelMissing, bytes.size(), {mip, face}};
  Image image;
  image.width = std::max(1u, info.width >> mip);
  image.height = std::max(1u, info.height >> mip);
  image.rgba.resize(size_t{image.width} * image.height * 4);
  const uint8_t* in = bytes.data() + at;
  if (info.coding == DdsCoding::kMasks)
    decode_masks(info, in, image);
  else
    decode_blocks(info, in, image);
  finish(info, image);
  return image;
}

}  // namespace vitrine::images
