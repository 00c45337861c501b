#include "images/dds.h"

#include <algorithm>
#include <cmath>

namespace vitrine::images {
namespace {

void decode_grey(const uint8_t* in, bool is_signed, Block& block) {
  decode_bc4(in, is_signed, 0, block);
  for (auto& pixel : block) pixel[1] = pixel[2] = pixel[0], pixel[3] = 255;
}

void decode_normal(const uint8_t* in, bool is_signed, Block& block) {
  decode_bc4(in, is_signed, 0, block);
  decode_bc4(in + 8, is_signed, 1, block);
  for (auto& pixel : block) {
    const double x = pixel[0] / 127.5 - 1, y = pixel[1] / 127.5 - 1;
    const double z = std::sqrt(std::max(0.0, 1 - x * x - y * y));
    pixel[2] = static_cast<uint8_t>(std::lround((z + 1) * 127.5));
    pixel[3] = 255;
  }
}

}  // namespace

bool take_dxgi(uint32_t format, DdsInfo& info) {
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
}

bool decodes_channels() { return true; }

void decode_channels(DdsCoding coding, const uint8_t* in, Block& block) {
  if (coding == DdsCoding::kBc4 || coding == DdsCoding::kBc4Signed)
    decode_grey(in, coding == DdsCoding::kBc4Signed, block);
  else
    decode_normal(in, coding == DdsCoding::kBc5Signed, block);
}

}  // namespace vitrine::images
