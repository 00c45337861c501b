#include "images/dds.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <string>

#include "base/byte_reader.h"
#include "base/checked.h"
#include "images/block_codings.h"
#include "images/codes.h"

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

[[maybe_unused]] std::string four_cc_text(uint32_t code) {
  std::string out;
  for (int i = 0; i < 4; ++i) {
    const auto c = static_cast<char>(code >> (8 * i) & 255);
    out += c >= ' ' && c <= '~' ? c : '?';
  }
  return out;
}

Error header_error(uint64_t offset, Text message) { return {&kImageHeader, offset, std::move(message), {}}; }

/// The codings of one or two channels are left to the whole core.
bool is_shown(DdsCoding coding) { return kTells || coding < DdsCoding::kBc4 || coding == DdsCoding::kMasks; }

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
    if (row.code != code || !is_shown(row.coding)) continue;
    info.coding = row.coding, info.swizzled = row.swizzled, info.premultiplied = row.premultiplied;
    return true;
  }
  return false;
}

/// Numbers of DXGI_FORMAT.
bool take_dxgi([[maybe_unused]] uint32_t format, [[maybe_unused]] DdsInfo& info) {
#if VITRINE_VIEW_ONLY
  return false;
#else
  const auto masks = [&](uint32_t bits, uint32_t r, uint32_t g, uint32_t b, uint32_t a) {
    info.coding = DdsCoding::kMasks, info.bits = bits;
    info.masks[0] = r, info.masks[1] = g, info.masks[2] = b, info.masks[3] = a;
  };
  switch (format) {
    case 28:
    case 29:
      masks(32, 0xFF, 0xFF00, 0xFF0000, 0xFF000000);
      return true;
    case 49:
      masks(16, 0xFF, 0xFF00, 0, 0);
      return true;
    case 61:
      masks(8, 0xFF, 0, 0, 0);
      info.is_grey = true;
      return true;
    case 85:
      masks(16, 0xF800, 0x7E0, 0x1F, 0);
      return true;
    case 86:
      masks(16, 0x7C00, 0x3E0, 0x1F, 0x8000);
      return true;
    case 87:
    case 91:
      masks(32, 0xFF0000, 0xFF00, 0xFF, 0xFF000000);
      return true;
    case 88:
    case 93:
      masks(32, 0xFF0000, 0xFF00, 0xFF, 0);
      return true;
    case 115:
      masks(16, 0xF00, 0xF0, 0xF, 0xF000);
      return true;
    case 71:
    case 72:
      info.coding = DdsCoding::kBc1;
      return true;
    case 74:
    case 75:
      info.coding = DdsCoding::kBc2;
      return true;
    case 77:
    case 78:
      info.coding = DdsCoding::kBc3;
      return true;
    case 80:
      info.coding = DdsCoding::kBc4;
      return true;
    case 81:
      info.coding = DdsCoding::kBc4Signed;
      return true;
    case 83:
      info.coding = DdsCoding::kBc5;
      return true;
    case 84:
      info.coding = DdsCoding::kBc5Signed;
      return true;
    default:
      return false;
  }
#endif
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

[[maybe_unused]] void decode_grey(const uint8_t* in, bool is_signed, Block& block) {
  decode_bc4(in, is_signed, 0, block);
  for (auto& pixel : block) pixel[1] = pixel[2] = pixel[0], pixel[3] = 255;
}

[[maybe_unused]] void decode_normal(const uint8_t* in, bool is_signed, Block& block) {
  decode_bc4(in, is_signed, 0, block);
  decode_bc4(in + 8, is_signed, 1, block);
  for (auto& pixel : block) {
    const double x = pixel[0] / 127.5 - 1, y = pixel[1] / 127.5 - 1;
    const double z = std::sqrt(std::max(0.0, 1 - x * x - y * y));
    pixel[2] = static_cast<uint8_t>(std::lround((z + 1) * 127.5));
    pixel[3] = 255;
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
      if constexpr (kTells) decode_grey(in, info.coding == DdsCoding::kBc4Signed, block);
      return;
    case DdsCoding::kBc5:
    case DdsCoding::kBc5Signed:
      if constexpr (kTells) decode_normal(in, info.coding == DdsCoding::kBc5Signed, block);
      return;
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
      if (!reader.ok()) return Error{&kTruncated, reader.offset(), "the file ends inside the DX10 header", {}};
      if (!take_dxgi(dxgi, info))
        return Error{
            &kImageFormat, 128, VITRINE_TEXT("DXGI format " + std::to_string(dxgi) + " cannot be decoded"), {}};
      if (dimension != 3) return Error{&kImageFormat, 132, "only two-dimensional textures can be decoded", {}};
      if (elements == 0 || elements > kMaxFaces) return header_error(140, "the array has no element or too many");
      info.faces = elements * ((misc & 4) != 0 ? 6 : 1);
    } else if (!take_four_cc(format.code, info)) {
      return Error{
          &kImageFormat, 84, VITRINE_TEXT("the coding \"" + four_cc_text(format.code) + "\" cannot be decoded"), {}};
    }
    return ok_status();
  }
  if ((format.flags & (kRgb | kLuminance | kAlphaOnly)) == 0)
    return Error{&kImageFormat, 80, "the pixel format is neither coded nor plain colours", {}};
  if (format.bits != 8 && format.bits != 16 && format.bits != 24 && format.bits != 32)
    return header_error(88,
                        VITRINE_TEXT("expected 8, 16, 24 or 32 bits a pixel, found " + std::to_string(format.bits)));
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
  if (!reader.ok()) return Error{&kTruncated, bytes.size(), "the file ends inside the header", {}};
  if (size != kHeaderSize)
    return header_error(4, VITRINE_TEXT("expected a header of 124 bytes, found " + std::to_string(size)));
  if (format_size != kFormatSize)
    return header_error(format_at,
                        VITRINE_TEXT("expected a pixel format of 32 bytes, found " + std::to_string(format_size)));
  if (info.width == 0 || info.height == 0) return header_error(12, "the image has no pixels");
  if (saturating_mul(info.width, info.height) > max_pixels)
    return Error{&kLimitCount,
                 12,
                 VITRINE_TEXT("the image has more pixels than the limit of " + std::to_string(max_pixels)),
                 {}};
  if ((caps & kVolume) != 0) return Error{&kImageFormat, 112, "volume textures cannot be decoded", {}};
  if ((caps & kCube) != 0) info.faces = static_cast<uint32_t>(std::popcount(caps & kCubeFaces));
  if (info.faces == 0) return header_error(112, "a cube map without a face");
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
  if (!range_inside(at, needed, bytes.size()))
    return Error{&kTruncated,
                 bytes.size(),
                 VITRINE_TEXT("the file ends before level " + std::to_string(mip) + " of face " + std::to_string(face) +
                              " does"),
                 {}};
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
