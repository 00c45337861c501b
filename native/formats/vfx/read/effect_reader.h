#pragma once
// The reader of effect files.

#include <algorithm>
#include <array>

#include "formats/trace.h"
#include "formats/vfx/read/effects.h"
#include "formats/vfx/sentences.h"

namespace vitrine::vfx {

/// As `read`; the trace hears of all but the song.
template <class Trace>
Result<Effects> read_effects(std::span<const uint8_t> bytes, Trace& trace) {
  FieldReader in(bytes, trace);
  Effects effects;
  trace.record("header", 0);
  const std::string_view tag = in.text(4);
  if (tag != "VFX0") return Error{messages::kNoTag, 0};
  trace.letters("tag", 0, 4, tag);
  const uint32_t song_bytes = in.u32("song bytes");
  trace.end(in.offset());
  effects.music = in.bytes(song_bytes);
  const uint64_t rate_at = in.offset();
  trace.record("rate and count", rate_at);
  effects.rate = in.u32("sample rate");
  effects.declared = in.u32("effect count");
  trace.end(in.offset());
  if (!in.ok()) return Error{messages::kEndsBeforeTable, in.offset()};
  const auto count = static_cast<uint32_t>(std::min<uint64_t>(effects.declared, in.remaining() / kRowBytes));
  if (in.remaining() != effects.declared * kRowBytes) effects.warnings.push_back({&kSizeDiffers, 0});
  if (effects.rate == 0) return Error{messages::kNoRate, rate_at};
  if (effects.rate != 44100) effects.warnings.push_back({&kUnusualRate, 0});
  std::array<bool, 256> taken{};
  effects.rows.reserve(std::min<uint32_t>(count, 256));  // as many as there are ids
  for (uint32_t i = 0; i < count; ++i) {
    const uint64_t at = in.offset();
    Effect row;
    trace.record("effect", i, at);
    row.major = in.u8("major id");
    row.minor = in.u8("minor id");
    row.gain = static_cast<int8_t>(in.ByteReader::u8());
    trace.field("gain, fifths of a decibel", "u8", at + 2, row.gain);
    row.reserved = in.u8("reserved");
    row.start = in.u32("start");
    row.end = in.u32("end");
    row.loop = in.u32("loop");
    trace.end(in.offset());
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

}  // namespace vitrine::vfx
