#pragma once
// The 4 x 4 block codings of Direct3D (BC1 to BC5), as its documentation of block compression defines them.

#include <cstdint>

namespace vitrine::images {

/// 16 pixels of RGBA, rows from the top.
using Block = uint8_t[16][4];

/// 8 bytes. Without `has_alpha` the fourth colour of a three-colour block is black, else transparent black.
void decode_bc1(const uint8_t* in, bool has_alpha, Block& out);
/// 16 bytes each: explicit alpha, interpolated alpha.
void decode_bc2(const uint8_t* in, Block& out);
void decode_bc3(const uint8_t* in, Block& out);
/// One channel from 8 bytes, into channel `channel` of every pixel; signed values map -1..1 to 0..255.
void decode_bc4(const uint8_t* in, bool is_signed, int channel, Block& out);

}  // namespace vitrine::images
