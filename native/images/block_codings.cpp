#include "images/dds.h"

#include <algorithm>

namespace vitrine::images {
namespace {

void expand_565(uint16_t v, uint8_t* rgb) {
  const int r = v >> 11 & 31, g = v >> 5 & 63, b = v & 31;
  rgb[0] = static_cast<uint8_t>(r << 3 | r >> 2);
  rgb[1] = static_cast<uint8_t>(g << 2 | g >> 4);
  rgb[2] = static_cast<uint8_t>(b << 3 | b >> 2);
}

enum class Fourth { kInterpolated, kBlack, kTransparent };

void decode_colours(const uint8_t* in, Fourth three_colour_mode, Block& out) {
  const auto c0 = static_cast<uint16_t>(in[0] | in[1] << 8), c1 = static_cast<uint16_t>(in[2] | in[3] << 8);
  uint8_t colours[4][4] = {{0, 0, 0, 255}, {0, 0, 0, 255}, {0, 0, 0, 255}, {0, 0, 0, 255}};
  expand_565(c0, colours[0]);
  expand_565(c1, colours[1]);
  const bool four = three_colour_mode == Fourth::kInterpolated || c0 > c1;
  for (int k = 0; k < 3; ++k) {
    const int a = colours[0][k], b = colours[1][k];
    colours[2][k] = static_cast<uint8_t>(four ? (2 * a + b + 1) / 3 : (a + b + 1) / 2);
    colours[3][k] = static_cast<uint8_t>(four ? (a + 2 * b + 1) / 3 : 0);
  }
  if (!four && three_colour_mode == Fourth::kTransparent) colours[3][3] = 0;
  uint32_t indices = in[4] | in[5] << 8 | in[6] << 16 | static_cast<uint32_t>(in[7]) << 24;
  for (auto& pixel : out) {
    std::copy_n(colours[indices & 3], 4, pixel);
    indices >>= 2;
  }
}

uint8_t from_signed(int v) {
  const int clamped = std::max(v, -127);  // -128 is -1 as well
  return static_cast<uint8_t>(((clamped + 127) * 255 + 127) / 254);
}

}  // namespace

void decode_bc1(const uint8_t* in, bool has_alpha, Block& out) {
  decode_colours(in, has_alpha ? Fourth::kTransparent : Fourth::kBlack, out);
}

void decode_bc2(const uint8_t* in, Block& out) {
  decode_colours(in + 8, Fourth::kInterpolated, out);
  for (int i = 0; i < 16; ++i) out[i][3] = static_cast<uint8_t>((in[i / 2] >> (i % 2 * 4) & 15) * 17);
}

void decode_bc3(const uint8_t* in, Block& out) {
  decode_colours(in + 8, Fourth::kInterpolated, out);
  decode_bc4(in, false, 3, out);
}

void decode_bc4(const uint8_t* in, bool is_signed, int channel, Block& out) {
  const auto value = [&](int i) { return is_signed ? int{static_cast<int8_t>(in[i])} : int{in[i]}; };
  const int a = is_signed ? std::max(value(0), -127) : value(0), b = is_signed ? std::max(value(1), -127) : value(1);
  int values[8] = {a, b};
  const int steps = a > b ? 7 : 5;
  // Rounded to nearest, away from the truncation of negative quotients.
  const auto between = [&](int i) {
    const int sum = (steps - i) * a + i * b;
    return (sum >= 0 ? 2 * sum + steps : 2 * sum - steps) / (2 * steps);
  };
  for (int i = 1; i < steps; ++i) values[i + 1] = between(i);
  if (steps == 5) values[6] = is_signed ? -127 : 0, values[7] = is_signed ? 127 : 255;
  uint64_t indices = 0;
  for (int i = 0; i < 6; ++i) indices |= uint64_t{in[2 + i]} << (8 * i);
  for (auto& pixel : out) {
    const int v = values[indices & 7];
    pixel[channel] = is_signed ? from_signed(v) : static_cast<uint8_t>(v);
    indices >>= 3;
  }
}

}  // namespace vitrine::images
