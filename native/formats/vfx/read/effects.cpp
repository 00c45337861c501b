#include "formats/vfx/read/effects.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "base/byte_reader.h"
#include "formats/vfx/sentences.h"

namespace vitrine::vfx {

Result<Effects> read(std::span<const uint8_t> bytes) {
  ByteReader in(bytes);
  if (in.text(4) != "VFX0") return Error{messages::kNoTag, 0};
  Effects effects;
  effects.music = in.bytes(in.u32());
  effects.rate = in.u32();
  const uint64_t count_at = in.offset();
  effects.declared = in.u32();
  if (!in.ok()) return Error{messages::kEndsBeforeTable, in.offset()};
  const auto count = static_cast<uint32_t>(std::min<uint64_t>(effects.declared, in.remaining() / kRowBytes));
  if (in.remaining() != effects.declared * kRowBytes) effects.warnings.push_back({&kSizeDiffers, 0});
  if (effects.rate == 0) return Error{messages::kNoRate, count_at - 4};
  if (effects.rate != 44100) effects.warnings.push_back({&kUnusualRate, 0});
  std::array<bool, 256> taken{};
  effects.rows.reserve(std::min<uint32_t>(count, 256));  // as many as there are ids
  for (uint32_t i = 0; i < count; ++i) {
    const uint64_t at = in.offset();
    Effect row;
    row.major = in.u8();
    row.minor = in.u8();
    row.gain = static_cast<int8_t>(in.u8());
    row.reserved = in.u8();
    row.start = in.u32();
    row.end = in.u32();
    row.loop = in.u32();
    const char* fault = row.start > row.end              ? "it ends before it starts"
                        : row.loop > row.end - row.start ? "its loop is longer than itself"
                        : taken[row.minor]               ? "its minor id is taken"
                                                         : nullptr;
    if (fault != nullptr) return Error{messages::kBadEffect, at, {i, fault}};
    taken[row.minor] = true;
    if (row.reserved != 0) effects.warnings.push_back({&kReserved, i});
    effects.rows.push_back(row);
  }
  return effects;
}

double gain_factor(int8_t gain) { return std::pow(10.0, gain / 100.0); }

double fade(uint32_t j, uint32_t length, uint32_t ramp) {
  if (j >= length || ramp == 0) return j < length ? 1 : 0;
  return std::min({1.0, static_cast<double>(j) / ramp, static_cast<double>(length - j) / ramp});
}

}  // namespace vitrine::vfx
